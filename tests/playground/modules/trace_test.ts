/** Where the page says the time went, on events whose moments are known. */
import assert from "node:assert/strict";
import type { StepEvent, StepEventBody } from "../../../src/core/event.ts";
import type { EffectiveChoice } from "../../../src/core/tool_choice/choice_report.ts";
import { createLogClock, Trace } from "../../../src/playground/browser/trace.ts";

const AUTO: EffectiveChoice = {
  requested: { type: "auto" },
  source: "default",
  sent: "auto",
  toolsSent: ["a", "b"],
  enforcement: "native",
  prefix: "kept",
  because: "no other choice is set",
  warnings: [],
};
const BASE = Date.UTC(2026, 0, 1);

const started = (step: number, at: number, choice: EffectiveChoice | null = AUTO): StepEventBody => ({
  type: "step.started",
  thread: "t",
  agent: "demo",
  step,
  model: "scripted/demo",
  choice,
  at: BASE + at,
});
const finished = (step: number, continues: boolean): StepEventBody => ({
  type: "step.finished",
  step,
  version: step,
  status: continues ? "open" : "done",
  finish: null,
  outcome: null,
  continues,
});
const toolStarted = (callId: string): StepEventBody => ({
  type: "tool.started",
  callId,
  name: callId,
  args: {},
  attempt: 1,
});
const toolFinished = (callId: string, ms: number): StepEventBody => ({
  type: "tool.finished",
  callId,
  name: callId,
  outcome: "completed",
  output: null,
  ms,
});
const usage: StepEventBody = { type: "usage", inputTokens: 10, outputTokens: 2 };

/** Two steps of one request, each event with the moment it came at. */
const RUN: [StepEventBody, number][] = [
  [started(1, 4), 4],
  [{ type: "call.started", block: 0, callId: "a", name: "a" }, 30],
  [{ type: "call.ready", block: 0, callId: "a", name: "a", args: "{}", readiness: "ready" }, 35],
  [usage, 40],
  [finished(1, true), 45],
  [started(2, 45), 46],
  [toolStarted("a"), 47],
  [toolStarted("b"), 47],
  [toolFinished("b", 5), 52],
  [toolFinished("a", 20), 67],
  [{ type: "text.started", block: 0 }, 80],
  [usage, 90],
  [finished(2, false), 96],
];

function traced(events: readonly [StepEventBody, number | undefined][]): Trace {
  const trace = new Trace();
  events.forEach(([event, at], index) => trace.take({ ...event, seq: index + 1 }, at));
  return trace;
}

const spansOf = (trace: Trace, now = 0) =>
  trace.steps.map((step) => step.spans(now).map(({ part, from, to }) => `${part} ${from}-${to}`).join(", "));

Deno.test("E15: the timeline's parts follow each other without a gap, over the steps of one request", () => {
  const trace = traced(RUN);
  assert.deepEqual(spansOf(trace), [
    "begin 0-4, wait 4-30, plan 30-40, commit 40-45",
    "begin 45-46, act 46-67, wait 67-80, plan 80-90, commit 90-96",
  ]);
  const [first, second] = trace.steps;
  assert.deepEqual([first?.planned, first?.usage?.inputTokens, first?.version], [["a"], 10, 1]);
  assert.deepEqual(second?.tools, [
    { callId: "a", name: "a", from: 47, to: 67, ms: 20 },
    { callId: "b", name: "b", from: 47, to: 52, ms: 5 },
  ]);
  assert.equal(second?.result, "done");
});

Deno.test("E15: the timeline says of a running step what it is at", () => {
  const at = (events: number, now: number) => spansOf(traced(RUN.slice(0, events)), now).at(-1);
  assert.equal(at(1, 10), "begin 0-4, wait 4-10");
  assert.equal(at(2, 33), "begin 0-4, wait 4-30, plan 30-33");
  assert.equal(at(4, 42), "begin 0-4, wait 4-30, plan 30-40, commit 40-42");
  assert.equal(at(9, 60), "begin 45-46, act 46-52, act 52-60");
});

Deno.test("E15: the timeline of a step that only acts, and of one that failed, ends with what it was at", () => {
  assert.deepEqual(
    spansOf(traced([[started(1, 0, null), 1], [toolStarted("a"), 2], [toolFinished("a", 3), 5], [
      finished(1, false),
      9,
    ]])),
    ["begin 0-1, act 1-5, commit 5-9"],
  );
  const failed: StepEventBody = {
    type: "step.failed",
    step: 1,
    version: 1,
    error: { code: "model_timeout", message: "", retryable: true },
  };
  const trace = traced([[started(1, 0), 1], [failed, 50]]);
  assert.deepEqual(spansOf(trace), ["begin 0-1, plan 1-50"]);
  assert.equal(trace.steps[0]?.result, "model_timeout");
});

Deno.test("E15: the timeline of stored events has the server's times and claims no others", () => {
  const clock = createLogClock(new Map([[1, BASE + 44], [2, BASE + 95]]));
  const stored = RUN.map(([event], index): [StepEventBody, number | undefined] => {
    const told: StepEvent = { ...event, seq: index + 1 };
    return [event, clock(told)];
  });
  // The first step began at 4: that is where its request is taken to begin.
  assert.deepEqual(spansOf(traced(stored)), ["plan 0-40", "begin 40-41, act 41-61, plan 61-91"]);
});

Deno.test("E15: the timeline names a call that was denied and has no bar for it", () => {
  const [step] =
    traced([[started(1, 0), 1], [toolFinished("a", 0), 2], [usage, 5], [finished(1, false), 6]]).steps;
  assert.deepEqual(step?.tools, [{ callId: "a", name: "a", from: undefined, to: 2, ms: 0 }]);
  assert.deepEqual(step?.spans(0).map(({ part }) => part), ["begin", "act", "plan", "commit"]);
});

Deno.test("E15: a new request begins at the left end of the timeline again", () => {
  const trace = traced([...RUN, [started(3, 5000), 7], [finished(3, false), 9]]);
  assert.deepEqual(spansOf(trace).at(-1), "begin 0-7, plan 7-9");
});

Deno.test("C6: a plan that is restarted is shown by what the last answer planned, under its own choice and model", () => {
  const call = (name: string, block: number, at: number): [StepEventBody, number][] => [
    [{ type: "call.started", block, callId: name, name }, at],
    [{ type: "call.ready", block, callId: name, name, args: "{}", readiness: "ready" }, at],
  ];
  const choice: EffectiveChoice = { ...AUTO, enforcement: "announced" };
  const trace = new Trace();
  const told: [StepEventBody, number][] = [
    [started(1, 4), 4],
    ...call("a", 0, 30),
    [{
      type: "plan.restarted",
      model: "scripted/other",
      choice,
      reason: "violation",
      because: "wrong_tool",
      from: 1,
    }, 40],
    ...call("b", 1, 50),
    [finished(1, false), 60],
  ];
  told.forEach(([event, at], seq) => trace.take({ ...event, seq }, at));
  const [step] = trace.steps;
  assert.deepEqual([step?.planned, step?.model, step?.choice], [["b"], "scripted/other", choice]);
  assert.deepEqual(step?.restarts, ["violation: wrong_tool"]);
});

Deno.test("E15: no bar is negative, whatever the clocks of the servers of one run say", () => {
  // The second step ran on a server whose clock is a minute behind, the third on one that is a minute ahead.
  const skewed: StepEventBody[] = [
    started(1, 0),
    usage,
    finished(1, true),
    started(2, -60_000),
    toolStarted("a"),
    toolFinished("a", 30),
    finished(2, true),
    started(3, 60_000),
    finished(3, false),
    started(4, -90_000),
    finished(4, false),
  ];
  const clock = createLogClock(
    new Map([[1, BASE + 50], [2, BASE - 59_900], [3, BASE + 60_100], [4, BASE - 89_000]]),
  );
  const trace = traced(skewed.map((event, seq) => [event, clock({ ...event, seq })]));
  assert.deepEqual(spansOf(trace), [
    "plan 0-50",
    "act 50-80",
    "begin 80-60000, plan 60000-60100",
    "plan 0-1000",
  ]);
  for (const step of trace.steps) {
    for (const now of [-1e6, 0, 1e6]) {
      assert.ok(step.until(now) >= step.from, `step ${step.number}`);
      for (const { from, to } of step.spans(now)) assert.ok(to >= from && from >= step.from);
    }
  }
});

Deno.test("E15: a step that runs is never shown as shorter than nothing", () => {
  const trace = traced([...RUN.slice(0, 5), [started(2, 45), undefined], [toolStarted("a"), undefined]]);
  const [, step] = trace.steps;
  assert.deepEqual([step?.from, step?.until(0), step?.until(60)], [45, 45, 60]);
});
