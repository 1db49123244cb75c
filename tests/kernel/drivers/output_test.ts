// Structured final answers under native function calling.
import assert from "node:assert/strict";
import * as z from "zod";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { enforce } from "../../../src/kernel/choice/enforce.ts";
import type { Turn } from "../../../src/core/driver.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Lacks } from "../../../src/core/model/capability.ts";
import type { Provider } from "../../../src/core/model/provider.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { createToolCallingDriver } from "../../../src/kernel/drivers/tool_calling.ts";
import { final, planned, playing, streamed, turnOf, weather } from "./_react.ts";

const output = z.object({ city: z.string(), tempC: z.number().max(60) });
const GOOD = '{"city":"Paris","tempC":18}';

function jsonTurn(provider: Provider, lacks: Lacks = {}, choice: ToolChoice = { type: "auto" }): Turn {
  const agent = defineAgent({
    name: "a",
    instructions: "Be brief.",
    tools: [weather],
    output,
    maxRetries: 1,
  });
  const enforced = enforce({
    choice,
    tools: agent.tools,
    parallel: undefined,
    capabilities: { lacks, thinks: false },
    onUnsupported: "degrade" as const,
    hold: "prefix",
  });
  return { ...turnOf(provider), agent, tools: agent.tools, lacks, enforced };
}

const plan = (turn: Turn) => planned(turn, createToolCallingDriver());

Deno.test("D7: tool_calling asks for the output schema beside its tools, and the prompt has it too", async () => {
  const provider = playing(GOOD);
  const { plan: made, events } = await plan(jsonTurn(provider));
  assert.deepEqual(made?.blocks, [{ type: "text", text: GOOD }]);
  assert.equal(streamed(events, "text"), GOOD);
  const [request] = provider.asked;
  assert.deepEqual(request?.tools.map(({ name }) => name), ["get_weather"]);
  assert.deepEqual(request?.output?.schema.required, ["city", "tempC"]);
  assert.match(request?.system ?? "", /When you answer without calling a tool, write one JSON object/);
});

Deno.test("D7, C4: a forced choice has no output format, since a call is wanted, but where the prompt would change", async () => {
  const provider = playing({ pieces: [], calls: "get_weather", finish: "calls" });
  const forced = jsonTurn(provider, {}, { type: "required" });
  const { plan: made } = await plan(forced);
  await plan({ ...forced, schemaInPrompt: true });
  assert.deepEqual(provider.asked.map(({ output }) => output?.name), [undefined, "answer"]);
  assert.equal(made?.finish, "calls");
});

Deno.test("D7: an answer that does not fit is requested again with the error, and then fails clearly", async () => {
  const provider = playing("It is 18 °C.", GOOD);
  const { plan: made, events } = await plan(jsonTurn(provider));
  assert.deepEqual(made?.blocks, [{ type: "text", text: GOOD }]);
  assert.deepEqual(events.filter(({ type }) => type === "answer.dropped"), [{
    type: "answer.dropped",
    because:
      "The answer has no JSON object at the beginning of a line. Write exactly one JSON object, as the instructions describe it",
    usage: { inputTokens: 10, outputTokens: 5 },
    again: true,
  }]);
  const { error } = await plan(jsonTurn(playing('{"city":"Paris","tempC":900}')));
  assert.ok(error instanceof AgentError);
  assert.equal(error.code, "model_answer_invalid");
  assert.match(error.message, /in 2 tries; the last problem: The answer does not fit its schema/);
});

Deno.test("D7: where the API has no schema beside tools, text waits until it is checked, without what stands around", async () => {
  const lacks = { json_with_tools: "tools and a format exclude each other" };
  const provider = playing({ pieces: ["```json\n", GOOD, "\n```"] });
  const { plan: made, events } = await plan(jsonTurn(provider, lacks));
  assert.deepEqual(made?.blocks, [{ type: "text", text: GOOD }]);
  assert.deepEqual(events, [
    { type: "text.started", block: 0 },
    { type: "text.delta", block: 0, text: GOOD },
    { type: "text.ended", block: 0 },
  ]);
  const speaking = playing({ pieces: ["Let me check."], calls: "get_weather", finish: "calls" });
  const called = await plan(jsonTurn(speaking, lacks));
  assert.deepEqual(called.plan?.blocks.map(({ type }) => type), ["text", "call"]);
  assert.equal(streamed(called.events, "text"), "Let me check.");
});

const HALF = '{"city":"Par';
const WARNING = {
  type: "warning",
  code: "output_refused",
  message: "playing/m refused; the output is what it says and does not fit the output schema.",
};

for (const finish of ["length", "content_filter"] as const) {
  for (const lacks of [{}, { json_with_tools: "tools and a format exclude each other" }]) {
    const label = "json_with_tools" in lacks ? "held" : "streamed";
    Deno.test(`D7: tool_calling: a ${label} answer that is cut (${finish}) is requested again, then fails`, async () => {
      const provider = playing({ pieces: [HALF], finish }, GOOD);
      const { plan: made, events } = await plan(jsonTurn(provider, lacks));
      assert.deepEqual([made?.blocks, made?.finish], [[{ type: "text", text: GOOD }], "stop"]);
      assert.equal(events.filter(({ type }) => type === "answer.dropped").length, 1);
      assert.equal(streamed(events, "text"), GOOD);
      assert.match(JSON.stringify(provider.asked[1]?.messages), /The answer was cut off/);
      const { error } = await plan(jsonTurn(playing({ pieces: [GOOD], finish }), lacks));
      assert.ok(error instanceof AgentError && error.code === "model_answer_invalid", String(error));
    });
  }

  Deno.test(`D7: react: a structured answer that is cut (${finish}) is requested again, then fails`, async () => {
    const begun = '{"thought":"t","type":"final_answer","answer":';
    for (const text of [`${begun}${HALF}`, `${begun}{"city":1}}`]) {
      const cut = { pieces: [text], finish };
      const { plan: made, events } = await planned(
        turnOf(playing(cut, final(JSON.parse(GOOD))), { agent: { output } }),
      );
      assert.deepEqual([made?.blocks.at(-1), made?.finish], [{ type: "text", text: GOOD }, "stop"]);
      assert.equal(streamed(events, "text"), GOOD);
      const { error } = await planned(turnOf(playing(cut), { agent: { output, maxRetries: 1 } }));
      assert.ok(error instanceof AgentError && error.code === "model_answer_invalid", String(error));
      const plain = playing(cut, { pieces: [HALF], finish });
      const agent = { output, maxRetries: 0, finalViaInference: true };
      const last = await planned(turnOf(plain, { agent }));
      assert.equal(plain.asked.length, 2);
      assert.ok(last.error instanceof AgentError && last.error.code === "model_answer_invalid");
    }
  });
}

Deno.test("D7: a refusal of a structured answer is words to the user, with a warning, under both drivers", async () => {
  const refusal = { pieces: ["I cannot."], finish: "refusal" } as const;
  const plain = { output, maxRetries: 0, finalViaInference: true };
  for (
    const { plan: made, events } of [
      await plan(jsonTurn(playing(refusal))),
      await plan(jsonTurn(playing(refusal), { json_with_tools: "no" })),
      await planned(turnOf(playing(refusal), { agent: { output } })),
      await planned(turnOf(playing("no JSON", refusal), { agent: plain })),
    ]
  ) {
    assert.deepEqual([made?.blocks, made?.finish], [[{ type: "text", text: "I cannot." }], "refusal"]);
    assert.deepEqual(events.filter(({ type }) => type === "warning"), [WARNING]);
  }
  const words = await planned(turnOf(playing(refusal)));
  assert.equal(words.events.some(({ type }) => type === "warning"), false);
});
