// What a pending call waits for, and the effect of its answers: a pure function of the call, the answers and the time, so that step,
// view, inbox, admission, due index and fork agree.

import { isCancelled } from "../approval/verdict.ts";
import { isRunnable, type PlannedCall } from "../call.ts";
import { heldForAuthorization } from "./authorization.ts";
import { heldByCaller } from "./caller.ts";
import type { Awaited, CallFacts, Hold, Resolution, Settlement, Wait } from "./hold.ts";
import { hasResult, heldForResult } from "./later.ts";
import { heldByPeople, resolveArgs } from "./people.ts";
import { heldByPhase } from "./phase.ts";
import { heldAsPrediction } from "./predicted.ts";
import { heldByLimit } from "./rate_limited.ts";

/** The holds of a call that no tool received yet, by rank: people first, since the caller runs what they have approved. */
const BEFORE_RUN: readonly Hold[] = [heldByPeople, heldByCaller, heldAsPrediction, heldByPhase, heldByLimit];

/** The holds of a call that its tool received: the others have released it. */
const BEHIND_RUN: readonly Hold[] = [heldForResult, heldForAuthorization];

/**
 * The first hold that does not release the call decides. A result that has come stands, and a cancel ends every other wait.
 *
 * @example
 * ```ts
 * import { resolveCall } from "./resolve_call.ts";
 * import assert from "node:assert/strict";
 *
 * const call = { id: "call_1", name: "pay", args: { amount: 5 }, epoch: 1, disposition: { type: "approve", client: true } } as const;
 * const facts = { marks: new Map(), cancelledEpoch: 0 };
 * assert.deepEqual(resolveCall(call, facts, 0), { type: "waits", for: "people", due: undefined });
 * const marks = new Map([["call_1", { decisions: [{ approved: true, at: 0 }] }]]);
 * assert.deepEqual(resolveCall(call, { ...facts, marks }, 0), { type: "waits", for: "caller" });
 * ```
 */
export function resolveCall(call: PlannedCall, facts: CallFacts, at: number): Resolution {
  if (call.observed !== undefined) return toSettled("observed");
  if (!isRunnable(call)) return toSettled("plan");
  if (call.deferred !== undefined && hasResult(call, facts)) return toSettled("result");
  if (isCancelled(call, facts)) return toSettled("cancel");
  for (const hold of call.deferred === undefined ? BEFORE_RUN : BEHIND_RUN) {
    const held = hold(call, facts, at);
    if (held !== undefined) return held;
  }
  return { type: "runs", args: resolveArgs(call, facts.marks.get(call.id)) };
}

function toSettled(by: Settlement): Resolution {
  return { type: "settled", by };
}

/** A call that is held, and how. */
export interface Held {
  readonly call: PlannedCall;
  readonly wait: Wait;
}

/** The calls that wait, in the order of the plan; with `kinds` those that wait for one of these. */
export function findHeldCalls(
  pending: readonly PlannedCall[],
  facts: CallFacts,
  at: number,
  kinds?: readonly Awaited[],
): readonly Held[] {
  return pending.flatMap((call) => {
    const wait = resolveCall(call, facts, at);
    return wait.type === "waits" && (kinds?.includes(wait.for) ?? true) ? [{ call, wait }] : [];
  });
}

/** True while the call waits for this. */
export function waitsFor(kind: Awaited, call: PlannedCall, facts: CallFacts, at: number): boolean {
  const resolution = resolveCall(call, facts, at);
  return resolution.type === "waits" && resolution.for === kind;
}
