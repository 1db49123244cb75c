/** The clock by which a running step grows. */
import assert from "node:assert/strict";
import type { StepEvent } from "../../../src/core/event.ts";
import { RunTrace } from "../../../src/playground/browser/panels/run_trace.ts";

const STARTED: StepEvent = {
  type: "step.started",
  thread: "t",
  agent: "demo",
  step: 1,
  model: "scripted/demo",
  choice: null,
  at: 0,
  seq: 1,
};
const FAILED: StepEvent = {
  type: "step.failed",
  step: 1,
  version: 1,
  error: { code: "internal", message: "", retryable: false },
  seq: 2,
};

// A timer that is left over fails the test.
const strict = { sanitizeOps: true, sanitizeResources: true };

/** A trace, and a wait for the next time at which it shows its step. */
function createTrace() {
  let shown = (_now: number): void => {};
  const trace = new RunTrace((_step, now) => shown(now));
  return { trace, next: () => new Promise<number>((resolve) => shown = resolve) };
}

Deno.test(
  { ...strict, name: "E15: a step grows by itself while it runs, and no more once it has ended" },
  async () => {
    const { trace, next } = createTrace();
    assert.equal(trace.take(STARTED, 40), 1);
    assert.ok(await next() > 40);
    trace.take(FAILED, 500);
  },
);

Deno.test(
  { ...strict, name: "E15: a step grows no more once the page turns to another thread" },
  async () => {
    const { trace, next } = createTrace();
    trace.take(STARTED, 40);
    await next();
    trace.clear();
  },
);

Deno.test({ ...strict, name: "E15: a step without a measure of its time does not grow" }, () => {
  createTrace().trace.take(STARTED, undefined);
});
