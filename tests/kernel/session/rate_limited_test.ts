// X7: a tool that an upstream limits. The failed call is observed; another call of the tool waits until the upstream takes
// calls again, and an input goes on without it.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import type { PlanScript, ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { readState } from "../../../src/kernel/stored.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { testModel } from "../../support/model.ts";

const ref = { tenant: "acme", thread: "t1" };
const NOW = 1_700_000_000_000;
const WAIT_MS = 30_000;
const DAY_MS = 86_400_000;

const SEARCH: ScriptedPlan = { says: "Let me search.", calls: [{ tool: "search" }] };
const DONE: ScriptedPlan = { says: "Found." };

interface Scene {
  readonly lab: Lab;
  readonly ran: string[];
  now: number;
  /** What the upstream says of the next calls; undefined when it takes them. */
  limit: unknown;
}

function scene(scenario: PlanScript, change: Partial<AgentDefinition> = {}): Scene {
  const ran: string[] = [];
  const search = defineTool({
    name: "search",
    description: "Searches.",
    effect: "once",
    run: () => {
      ran.push("search");
      const { limit } = at;
      if (limit === undefined) return "a result";
      throw Object.assign(new ToolError("rate_limited", "Too many searches."), { retryAfterMs: limit });
    },
  });
  const look = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    run: () => {
      ran.push("look");
      return "seen";
    },
  });
  const agent = defineAgent({
    name: "a",
    instructions: "",
    driver: "scripted",
    tools: [search, look],
    ...change,
  });
  const lab = createLab({ agents: [agent], scenario, deps: { clock: () => at.now } });
  const at: Scene = { lab, ran, now: NOW, limit: WAIT_MS };
  return at;
}

const time = (ms: number) => new Date(ms).toISOString();

Deno.test("X7: a call of a limited tool waits until its upstream takes calls again, and runs once then", async () => {
  const at = scene([SEARCH, SEARCH, DONE]);
  const { answer, events } = await at.lab.run({ input: "go", until: "done" });
  assert.deepEqual([answer.thread.status, answer.thread.resumeAt, answer.output, answer.error], [
    "open",
    time(NOW + WAIT_MS),
    null,
    undefined,
  ]);
  assert.deepEqual(answer.calls.map(({ state }) => state), ["failed", "pending"]);
  const last = events.at(-1);
  assert.deepEqual(last?.type === "step.finished" && [last.status, last.continues], ["open", false]);
  const early = await at.lab.refused({ until: "done" });
  assert.deepEqual([early.code, early.retryAfterMs], ["not_yet", WAIT_MS]);
  assert.match(early.message, /A tool takes no calls yet; .*or send an input/);

  at.now += WAIT_MS;
  at.limit = undefined;
  const next = await at.lab.run({ until: "done" });
  assert.deepEqual([next.answer.output, next.answer.thread.status, next.answer.thread.resumeAt], [
    "Found.",
    "done",
    undefined,
  ]);
  assert.deepEqual(at.ran, ["search", "search"], "one run for each of the two calls");
  const tools = (await at.lab.history()).flatMap((entry) => entry.type === "tool" ? [entry] : []);
  assert.deepEqual(tools.map(({ outcome }) => outcome), ["failed", "completed"]);
  assert.equal(tools[0]?.error?.retryAfterMs, WAIT_MS, "the model reads the wait");
});

Deno.test("X7: a model that goes on without the limited tool is not held up", async () => {
  const at = scene([SEARCH, { calls: [{ tool: "look" }] }, DONE]);
  const { answer } = await at.lab.run({ input: "go", until: "done" });
  assert.deepEqual([answer.output, answer.thread.resumeAt, at.ran], ["Found.", undefined, [
    "search",
    "look",
  ]]);
});

Deno.test("X7: the wait is remembered over the steps between, and forgotten when it is over", async () => {
  const at = scene([SEARCH, { calls: [{ tool: "look" }] }, SEARCH, { calls: [{ tool: "look" }] }, DONE]);
  const { answer } = await at.lab.run({ input: "go", until: "done" });
  assert.deepEqual([answer.thread.resumeAt, at.ran], [time(NOW + WAIT_MS), ["search", "look"]]);
  at.now += WAIT_MS;
  at.limit = undefined;
  await at.lab.run({ until: "done" });
  const snapshot = await at.lab.store.read(ref) ?? assert.fail();
  const { limited, resumeFor } = readState(ref, snapshot.header);
  assert.deepEqual([limited, resumeFor], [undefined, undefined]);
});

Deno.test("X7: an input goes on at once without the calls that wait; the others run", async () => {
  const plan: ScriptedPlan = { calls: [{ tool: "search" }, { tool: "look" }] };
  const at = scene([SEARCH, plan, DONE, SEARCH, DONE]);
  await at.lab.run({ input: "go", until: "done" });
  at.now += 10_000;
  const { answer } = await at.lab.run({ input: "Never mind.", until: "done" });
  assert.deepEqual([answer.output, answer.thread.status], ["Found.", "done"]);
  assert.deepEqual(answer.calls.map(({ state }) => state), ["skipped", "completed"]);
  assert.deepEqual(at.ran, ["search", "look"], "nothing ran twice, nothing against the limit");
  const skipped = (await at.lab.history()).find((entry) =>
    entry.type === "tool" && entry.outcome === "skipped"
  );
  assert.deepEqual(skipped?.type === "tool" && skipped.error, {
    kind: "rate_limited",
    message: "the service behind the tool takes no calls yet, and the user went on.",
    retryAfterMs: 20_000,
  });
  const again = await at.lab.run({ input: "Search now.", until: "done" });
  assert.equal(
    again.answer.thread.resumeAt,
    time(NOW + WAIT_MS),
    "a skipped call does not lengthen the wait",
  );
});

Deno.test("X7: a cancel ends the wait: its calls never run, and an input begins at once", async () => {
  const at = scene([SEARCH, SEARCH, DONE]);
  await at.lab.run({ input: "go", until: "done" });
  await at.lab.store.cancel(ref);
  assert.equal((await at.lab.refused()).code, "nothing_to_do");
  const { answer } = await at.lab.run({ input: "Something else.", until: "done" });
  assert.deepEqual([answer.output, answer.calls.map(({ state }) => state), at.ran], [
    "Found.",
    ["skipped"],
    ["search"],
  ]);
});

Deno.test("X7: the longest of several waits holds, and only tools of the plan count", async () => {
  const calls = [{ tool: "search" }, { tool: "search", args: { other: 1 } }];
  const at = scene([{ calls }, SEARCH]);
  let waits = [60_000, 20_000];
  Object.defineProperty(at, "limit", { get: () => waits.shift() });
  const { answer } = await at.lab.run({ input: "go", until: "done" });
  assert.equal(answer.thread.resumeAt, time(NOW + 60_000));
  waits = [];
});

for (
  const [what, given, resumeAt] of [
    ["not a number", NaN, undefined],
    ["negative", -5, undefined],
    ["endless", Infinity, undefined],
    ["a text", "30", undefined],
    ["nothing", null, undefined],
    ["zero", 0, undefined],
    ["half a millisecond", 0.5, NOW + 1],
    ["more than a day", 1e300, NOW + DAY_MS],
  ] as const
) {
  Deno.test(`X7: a retryAfterMs that is ${what} ${resumeAt === undefined ? "is no wait" : "is taken in bounds"}`, async () => {
    const at = scene([SEARCH, SEARCH, DONE, DONE]);
    at.limit = given;
    const { answer } = await at.lab.run({ input: "go", until: "done" });
    assert.equal(answer.thread.resumeAt, resumeAt === undefined ? undefined : time(resumeAt));
    const failed = (await at.lab.history()).find((entry) => entry.type === "tool");
    const recorded = failed?.type === "tool" ? failed.error?.retryAfterMs : "none";
    const bounded = typeof given === "number" && given >= 0 && given < Infinity
      ? Math.min(given, DAY_MS)
      : undefined;
    assert.equal(recorded, bounded);
  });
}

Deno.test("X7: a model that calls a limited tool for ever is broken by the limit of repeated calls", async () => {
  const at = scene(({ history: { entries } }) =>
    entries.filter(({ type }) => type === "assistant").length < 6 ? SEARCH : DONE
  );
  let requests = 0;
  for (let status = "open"; status === "open" && requests < 20; requests++) {
    const { answer } = await at.lab.run(requests === 0 ? { input: "go", until: "done" } : { until: "done" });
    status = answer.thread.status;
    at.now += WAIT_MS;
  }
  assert.equal(at.ran.length, 3, "limits.repeatedCalls");
});

Deno.test("X7: a run that only predicts calls does not wait, since the caller runs them", async () => {
  const at = scene([SEARCH, SEARCH, DONE]);
  await at.lab.run({ input: "go" });
  const { answer } = await at.lab.run({ execution: "predict" });
  assert.deepEqual([answer.thread.status, answer.thread.resumeAt], ["waiting", undefined]);
});

Deno.test("X7: calls that need approval wait for both, and are denied by an input as ever", async () => {
  const search = defineTool({
    name: "search",
    description: "Searches.",
    effect: "pure",
    needsApproval: true,
    run: () => {
      throw new ToolError("rate_limited", "Too many.", { retryAfterMs: WAIT_MS });
    },
  });
  const at = scene([SEARCH, SEARCH, DONE], { tools: [search] });
  const approve = async (answer: { calls: readonly { id: string; state: string }[] }) => {
    const call = answer.calls.find(({ state }) => state === "approval") ?? assert.fail();
    await at.lab.store.decide(ref, call.id, { approved: true, at: at.now });
  };
  await approve((await at.lab.run({ input: "go", until: "done" })).answer);
  const { answer } = await at.lab.run({ until: "done" });
  assert.deepEqual([answer.thread.status, answer.thread.resumeAt], ["waiting", time(NOW + WAIT_MS)]);
  await approve(answer);
  assert.equal((await at.lab.refused({ until: "done" })).code, "not_yet");
  at.now += WAIT_MS;
  assert.deepEqual((await at.lab.run()).answer.calls.map(({ state }) => state), ["failed"]);
});

Deno.test("P9: a rest of the model stays, also for an input", async () => {
  const overloaded = new AgentError("model_overloaded", "busy", { retryAfterMs: WAIT_MS });
  const at = scene([SEARCH, { fails: overloaded }]);
  await at.lab.run({ input: "go", until: "done" });
  const refused = await at.lab.refused({ input: "And now?" });
  assert.deepEqual([refused.code, refused.retryAfterMs], ["not_yet", WAIT_MS]);
  assert.match(refused.message, /^The model is not to be called yet/);
});

Deno.test("X7: react waits in the same way", async () => {
  const call = JSON.stringify({
    thought: "Look.",
    type: "call_tool",
    tool: "search",
    args: {},
    answer: null,
  });
  const { provider } = testModel(() => ({ says: call }));
  const search = defineTool({
    name: "search",
    description: "Searches.",
    effect: "pure",
    run: () => {
      throw new ToolError("rate_limited", "Too many.", { retryAfterMs: WAIT_MS });
    },
  });
  const lab = createLab({
    agents: [defineAgent({ name: "a", instructions: "", driver: "react", tools: [search] })],
    deps: { model: () => ({ provider, model: "demo", ref: "first/demo" }), clock: () => NOW },
  });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.deepEqual([answer.thread.status, answer.thread.resumeAt], ["open", time(NOW + WAIT_MS)]);
});
