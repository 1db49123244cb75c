// K1: why a call that got its outcome was given to no tool, as plugins count it.
import assert from "node:assert/strict";
import type { Disposition } from "../../../src/core/call.ts";
import type { Outcome } from "../../../src/core/entry.ts";
import type { NotRun } from "../../../src/kernel/hooks/counted_step.ts";
import type { ActedCall } from "../../../src/kernel/draft.ts";
import { toCountedCall } from "../../../src/kernel/hooks/in_step/counted_step.ts";

function acted(disposition: Disposition, outcome: Outcome, settledBy?: ActedCall["settledBy"]): ActedCall {
  return {
    call: { id: "c1", name: "search", args: {}, disposition, epoch: 1 },
    observation: {
      type: "tool",
      id: "e1",
      at: 0,
      version: 1,
      callId: "c1",
      name: "search",
      outcome,
      output: null,
      ms: 12,
    },
    settledBy,
  };
}

const RUN = { type: "run" } as const;
const CASES: readonly (readonly [what: string, acted: ActedCall, notRun: NotRun | undefined])[] = [
  ["that ran", acted(RUN, "completed"), undefined],
  ["that failed", acted(RUN, "failed"), undefined],
  ["whose machine vanished", acted(RUN, "unknown"), undefined],
  ["of a client tool", acted({ type: "client" }, "completed"), undefined],
  ["that was approved", acted({ type: "approve" }, "completed"), undefined],
  ["that was denied", acted({ type: "approve" }, "denied"), "denied"],
  ["that a hook blocked", acted(RUN, "blocked"), "blocked"],
  ["that was cancelled", acted(RUN, "skipped"), "skipped"],
  ["that a rule forbids by now", acted(RUN, "blocked", "rule"), "rule"],
  ["whose result the caller brought", acted(RUN, "completed", "caller"), "answered"],
  ["that is a question", acted({ type: "approve", asks: true }, "completed"), "answered"],
  ["that a rule forbids", acted({ type: "forbidden", reason: "one search" }, "blocked"), "rule"],
  ["that the choice does not permit", acted({ type: "forbidden" }, "blocked"), "choice"],
  ["of too many", acted({ type: "surplus", limit: 1 }, "skipped"), "surplus"],
  ["without arguments", acted({ type: "malformed", reason: "" }, "failed"), "malformed"],
  ["that was made before", acted({ type: "repeated", times: 3 }, "failed"), "repeated"],
  ["of no tool", acted({ type: "unknown_tool", available: [] }, "failed"), "unknown_tool"],
  ["that a fork has taken over", acted({ type: "moved", thread: "t2" }, "skipped"), "skipped"],
];

for (const [what, call, notRun] of CASES) {
  Deno.test(`K1: a call ${what} is counted as ${notRun ?? "given to a tool"}`, () => {
    const { outcome } = call.observation;
    assert.deepEqual(toCountedCall(call), { name: "search", outcome, ms: 12, resultTokens: 1, notRun });
  });
}
