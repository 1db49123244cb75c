// Structured final answers under native function calling.
import assert from "node:assert/strict";
import * as z from "zod";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { enforce } from "../../src/choice/enforce.ts";
import type { Turn } from "../../src/core/driver.ts";
import { AgentError } from "../../src/core/error.ts";
import type { Lacks } from "../../src/core/model/capability.ts";
import type { Provider } from "../../src/core/model/provider.ts";
import type { ToolChoice } from "../../src/core/tool_choice.ts";
import { createToolCallingDriver } from "../../src/drivers/tool_calling.ts";
import { planned, playing, streamed, turnOf, weather } from "./_react.ts";

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
    ...{ choice, tools: agent.tools, parallel: undefined, capabilities: { lacks, thinks: false } },
    ...{ onUnsupported: "degrade" as const, onlyNeeded: false },
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

Deno.test("D7: a forced choice has no output format, since a call is wanted", async () => {
  const provider = playing({ pieces: [], calls: "get_weather", finish: "calls" });
  const { plan: made } = await plan(jsonTurn(provider, {}, { type: "required" }));
  assert.equal(provider.asked[0]?.output, undefined);
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
