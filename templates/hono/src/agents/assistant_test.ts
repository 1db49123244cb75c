// The agent with a scripted model: what its tool does is real, what the model says is written here.

import { createTreadle } from "@treadle/treadle";
import { callTool, createScriptedProvider, scenario } from "@treadle/treadle/testing";
import assert from "node:assert/strict";
import { assistant } from "./assistant.ts";
import { getWeather } from "./tools.ts";

Deno.test("the assistant looks the weather up and answers", async () => {
  const script = scenario().calls("get_weather", { city: "Paris" }).next().says("It is clear in Paris.");
  const model = createScriptedProvider({ script });
  const treadle = createTreadle({ agents: [assistant], store: "memory", env: {}, providers: [model] });
  const { output, calls } = await treadle.run("t1", "What is the weather in Paris?", { agent: "assistant" });
  assert.equal(output, "It is clear in Paris.");
  assert.deepEqual(calls[0]?.output, { city: "Paris", tempC: 18, sky: "clear" });
  await treadle.close();
});

Deno.test("a city without a weather station is an error with a hint for the model", async () => {
  const { outcome, error } = await callTool(getWeather, { city: "Atlantis" });
  assert.equal(outcome, "failed");
  assert.equal(error?.hint, "Ask the user for Berlin, Paris or Tokyo.");
});
