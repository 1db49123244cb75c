// The generator of events makes legal runs only, and every kind of event and of end.

import assert from "node:assert/strict";
import fc from "fast-check";
import { anyRun, anyThread } from "./any_run.ts";
import { assertLegalRun } from "./legal_run.ts";
import { assertWellFormedStream } from "../invariants.ts";

Deno.test("any_run: every run is legal to its end, alone and behind others of its thread", () => {
  fc.assert(
    fc.property(anyThread, (runs) => {
      for (const { events } of runs) assert.ok(assertLegalRun(events));
      assertWellFormedStream(runs.flatMap(({ events }) => events));
    }),
    { numRuns: 1_000, seed: 12 },
  );
});

Deno.test("any_run: there are runs with every type of event, and with every end", () => {
  const seen = new Set<string>();
  for (const { events } of fc.sample(anyRun, { numRuns: 4_000, seed: 12 })) {
    for (const event of events) {
      seen.add(event.type);
      if (event.type === "tool.finished") seen.add(event.outcome);
      if (event.type === "step.finished") seen.add(`${event.status}${event.continues ? ", continues" : ""}`);
      if (event.type === "call.ready") seen.add(event.readiness);
    }
  }
  const missing = [
    "step.started",
    "plan.restarted",
    "warning",
    "text.delta",
    "reasoning.delta",
    "call.delta",
    "truncated",
    "tool.started",
    "completed",
    "failed",
    "denied",
    "blocked",
    "skipped",
    "unknown",
    "usage",
    "approval.requested",
    "result.requested",
    "child.started",
    "child.step",
    "child.finished",
    "step.failed",
    "open, continues",
    "open",
    "waiting",
    "done",
  ].filter((kind) => !seen.has(kind));
  assert.deepEqual(missing, []);
});
