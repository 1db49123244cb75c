// The agent with a scripted model: what the tool does is real, what the model says is not.

import { createTreadle } from "@treadle/treadle";
import { createScriptedProvider, scenario } from "@treadle/treadle/testing";
import assert from "node:assert/strict";
import { assistant } from "./assistant.ts";

Deno.test("the assistant looks the weather up and answers", async () => {
  const script = scenario().calls("get_weather", { city: "Paris" }).next().says("It is clear in Paris.");
  const { output, calls } = await ask(script, "What is the weather in Paris?");
  assert.equal(output, "It is clear in Paris.");
  assert.deepEqual(calls[0]?.output, { city: "Paris", tempC: 18, sky: "clear" });
});

Deno.test("a city without a weather station is an error that the model reads", async () => {
  const script = scenario().calls("get_weather", { city: "Atlantis" }).next().says("Which city do you mean?");
  const { calls } = await ask(script, "What is the weather in Atlantis?");
  assert.equal(calls[0]?.state, "failed");
});

async function ask(script: ReturnType<typeof scenario>, question: string) {
  const model = createScriptedProvider({ script });
  const treadle = createTreadle({ agents: [assistant], store: "memory", env: {}, providers: [model] });
  try {
    return await treadle.run("test", question, { agent: "assistant" });
  } finally {
    await treadle.close();
  }
}
