// What a fork takes of the run at its cut.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { AssistantEntry, FinishReason } from "../../../src/core/entry.ts";
import type { RunState } from "../../../src/core/state.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { verifyChoice } from "../../../src/kernel/choice/verify.ts";
import { type ForkPoint, runAt } from "../../../src/plugins/forks/fork_point.ts";

const tools = ["look", "work"].map((name) => defineTool({ name, description: "Works.", run: () => null }));
const agent = defineAgent({ name: "a", tools });
const stored: RunState = { execution: "loop", steps: 1, input: 0, parallel: false };

function planOf(requested: ToolChoice, called: readonly string[], finish: FinishReason): AssistantEntry {
  const { outcome } = verifyChoice(requested, { called, tools, finish, oneAtMost: true });
  return {
    type: "assistant",
    id: "e1",
    at: 1,
    version: 1,
    finish,
    model: "m",
    usage: { inputTokens: 1, outputTokens: 1 },
    blocks: called.map((name, index) => ({ type: "call", id: `c${index}`, name, args: "{}" })),
    choice: { requested, source: "request", enforcement: "native", outcome },
  };
}

function forkPoint(plan: AssistantEntry, input = 0): ForkPoint {
  return {
    length: 2,
    input,
    run: [plan],
    plan,
    unanswered: [],
    behind: [],
    recent: [],
    recentBeforePlan: [],
  };
}

const ANSWERS: readonly (readonly [called: readonly string[], finish: FinishReason])[] = [
  [[], "stop"],
  [["work"], "calls"],
  [["work"], "length"],
  [["look"], "calls"],
  [["unknown"], "calls"],
  [["work", "work"], "calls"],
  [["look", "work"], "calls"],
  [["unknown", "work"], "calls"],
  [["unknown", "work"], "length"],
];

const CHOICES: readonly ToolChoice[] = [
  { type: "required" },
  { type: "tool", name: "work" },
  { type: "allowed", names: ["work"], mode: "required" },
];

for (const choice of CHOICES) {
  Deno.test(`E11: a fork forces ${choice.type} again exactly when the source does`, () => {
    for (const [called, finish] of ANSWERS) {
      const { satisfies } = verifyChoice(choice, { called, tools, finish, oneAtMost: true });
      const run = runAt(forkPoint(planOf(choice, called, finish)), stored, agent);
      assert.equal(run.satisfied ?? false, satisfies, `${called} ${finish}`);
    }
  });
}

Deno.test("E11: a fork of the same run keeps its limit of one call; an earlier run has none to keep", () => {
  const plan = planOf({ type: "required" }, ["work"], "calls");
  assert.equal(runAt(forkPoint(plan), stored, agent).parallel, false);
  assert.equal(runAt(forkPoint(plan, 5), stored, agent).parallel, undefined);
});
