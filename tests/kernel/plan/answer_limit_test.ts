// What counts towards the end of a run. limits.answer: the last permitted step ends with an answer. A search for tools is no call that the run was to
// make: it satisfies no choice, ends nothing and counts in no limit.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Limits } from "../../../src/core/agent.ts";
import type { Turn } from "../../../src/core/driver.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { createLab } from "../../support/lab.ts";
import type { Execution, ToolChoice } from "../../../src/core/tool_choice.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { createTestApp } from "../../http/_app.ts";
import { byWords } from "../../plugins/selection/_by_words.ts";

// limits.answer: the last permitted step of a run ends with an answer.

const looks = defineTool({
  name: "look",
  description: "Looks.",
  parameters: [],
  effect: "pure",
  run: () => "blue",
});

function labOf(limits: Partial<Limits>, tools = [looks]) {
  let at = 0;
  // Calls for as long as it may, each time with other arguments.
  const scenario = ({ choice }: Turn): ScriptedPlan =>
    choice.requested.type === "none" ? { says: "Blue." } : { calls: [{ tool: "look", args: { at: at++ } }] };
  const agent = defineAgent({ name: "a", driver: "scripted", tools, limits });
  return createLab({ agents: [agent], scenario });
}

Deno.test("C1: the last step of a run plans under none, and because names the limit", async () => {
  const lab = labOf({ stepsPerRun: 2 });
  const first = (await lab.run({ input: "go" })).answer;
  assert.equal(first.choice?.source, "default");
  const { answer } = await lab.run();
  assert.deepEqual([answer.output, answer.thread.status], ["Blue.", "done"]);
  assert.equal(answer.choice?.source, "limit");
  assert.match(answer.choice?.because ?? "", /limits\.stepsPerRun \(2\)/);
  assert.equal((await lab.run({ input: "again" })).answer.choice?.source, "default", "a new run");
});

Deno.test("C1: the last step of a thread plans under none, whatever the request forces", async () => {
  const lab = labOf({ steps: 2 });
  await lab.run({ input: "go" });
  const { answer } = await lab.run({ toolChoice: { type: "required" } });
  assert.deepEqual([answer.output, answer.choice?.source], ["Blue.", "limit"]);
  assert.match(answer.choice?.because ?? "", /limits\.steps \(2\)/);
});

Deno.test("C1: limits.answer false lets the last step plan calls, and so do predictions and agents without tools", async () => {
  const without = labOf({ stepsPerRun: 1, answer: false });
  assert.equal((await without.run({ input: "go" })).answer.thread.status, "open");
  assert.equal((await without.refused()).code, "budget_exhausted");
  const predicts = labOf({ stepsPerRun: 1 });
  assert.equal((await predicts.run({ input: "go", execution: "predict" })).answer.thread.status, "waiting");
  const bare = labOf({ stepsPerRun: 1 }, []);
  assert.equal((await bare.run({ input: "go" })).answer.choice?.source, "default");
});

Deno.test("C1: limits.answer is hashed only where it is false, so earlier agents keep their hash", () => {
  const hashOf = (limits: Partial<Limits>) => defineAgent({ name: "a", tools: [looks], limits }).hash;
  assert.equal(hashOf({ answer: true }), hashOf({}));
  assert.notEqual(hashOf({ answer: false }), hashOf({}));
});

const mow = defineTool({ name: "mow", description: "Cuts grass.", effect: "pure", run: () => "mown" });
const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });

const SEARCH = { tool: "search_tools", args: { query: "cut grass" } };
const MOW = { tool: "mow", args: {} };
const SAYS = { says: "Done." };

interface Run {
  readonly plans: readonly ScriptedPlan[];
  readonly execution?: Execution;
  readonly toolChoice?: ToolChoice;
  readonly limits?: Partial<Limits>;
}

/** Runs the plans for an input without words of the catalogue; the answer, and the choice of each plan. */
async function run({ plans, execution, toolChoice, limits }: Run) {
  const choices: ToolChoice[] = [];
  const script = createScriptedDriver([...plans]);
  const agent = defineAgent({
    name: "gardener",
    driver: "scripted",
    tools: [look],
    selection: toolSelection({ tools: [mow], selector: byWords(), offer: 1 }),
    ...(limits === undefined ? {} : { limits }),
  });
  const { send } = createTestApp({
    agents: [agent],
    driver: {
      ...script,
      plan: (turn, emit) => {
        choices.push(turn.enforced.choice);
        return script.plan(turn, emit);
      },
    },
  });
  const body = {
    agent: "gardener",
    input: "please",
    until: "done",
    ...(execution === undefined ? {} : { execution }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
  };
  const response = await send("POST", "/v1/threads/t1/steps", body);
  const { output } = await response.json();
  const { status, counters } = await (await send("GET", "/v1/threads/t1")).json();
  return { status, output, calls: counters.calls, choices: choices.map(({ type }) => type), send };
}

Deno.test("S6: a run that executes goes on behind a search, and its answer is the output of the tool", async () => {
  const plans = [{ calls: [SEARCH] }, { calls: [MOW] }, SAYS];
  const { status, output, calls, choices } = await run({
    plans,
    execution: "execute",
    toolChoice: { type: "required" },
  });
  assert.deepEqual([status, output, calls], ["done", '"mown"', 1]);
  assert.deepEqual(choices, ["required", "required"]);
  const both = [{ calls: [SEARCH, { tool: "look", args: {} }] }, SAYS];
  const mixed = await run({ plans: both, execution: "execute" });
  assert.deepEqual([mixed.status, mixed.output, mixed.calls], ["done", '"seen"', 1]);
});

Deno.test("S6: a run that generates answers from tools, not from the tools that a search has found", async () => {
  const plans = [{ calls: [SEARCH] }, { calls: [MOW] }, SAYS];
  const { status, output, calls, choices } = await run({ plans, execution: "generate" });
  assert.deepEqual([status, output, calls], ["done", "Done.", 1]);
  assert.deepEqual(choices, ["auto", "auto", "none"]);
});

Deno.test("S6: a forced choice lasts until a tool is called, unless it names the search", async () => {
  const plans = [{ calls: [SEARCH] }, { calls: [MOW] }, SAYS];
  const { choices } = await run({ plans, toolChoice: { type: "required" } });
  assert.deepEqual(choices, ["required", "required", "auto"]);
  const named = await run({ plans, toolChoice: { type: "tool", name: "search_tools" } });
  assert.deepEqual(named.choices, ["tool", "auto", "auto"]);
});

Deno.test("S6: a search uses no budget of calls", async () => {
  const plans = [{ calls: [SEARCH] }, { calls: [SEARCH] }, { calls: [MOW] }, SAYS];
  const { status, calls, choices } = await run({ plans, limits: { calls: 1 } });
  assert.deepEqual([status, calls], ["done", 1]);
  assert.deepEqual(choices, ["auto", "auto", "auto", "none"]);
});

Deno.test("S6: a fork behind a search has its choice and its budget as the source had", async () => {
  const plans = [{ calls: [SEARCH] }, { calls: [MOW] }, SAYS, { calls: [MOW] }, SAYS];
  const { send, choices } = await run({ plans, execution: "generate", toolChoice: { type: "required" } });
  assert.deepEqual(choices, ["required", "required", "none"]);
  const forked = await (await send("POST", "/v1/threads/t1/fork", { version: 1, id: "t2", calls: "rerun" }))
    .json();
  assert.equal(forked.id, "t2", JSON.stringify(forked));
  const response = await send("POST", "/v1/threads/t2/steps", { until: "done" });
  const { output } = await response.json();
  const { status, counters } = await (await send("GET", "/v1/threads/t2")).json();
  assert.deepEqual([status, output, counters.calls], ["done", "Done.", 1]);
});
