// The begin of a step, as its request asks for it: a receipt with a keyed hash is met, and a request that can be refused cancels nothing.

import type { BeginOutcome, BeginRequest } from "../../core/store/begin.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import { assertQueueable, assertWorthInterrupting } from "./admission.ts";
import { interruptStep } from "./interrupt.ts";

/**
 * The begin that a request asks for.
 *
 * A receipt of a later release has the keyed hash of the same body: during a rolling deployment each of the two meets the other's.
 */
export async function beginAsAsked(
  begin: BeginRequest,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<BeginOutcome> {
  const outcome = await beginAs(begin, request, deps);
  const { idempotency } = begin;
  if (outcome.type !== "mismatch" || idempotency?.keyedHash === undefined) return outcome;
  const { key, keyedHash: bodyHash } = idempotency;
  return await beginAs({ ...begin, idempotency: { key, bodyHash } }, request, deps);
}

// An interruption cancels before anything can be refused, and a queued input stays: where such a request can be refused, it is tried
// as a plain begin first.
async function beginAs(begin: BeginRequest, request: StepRequest, deps: RuntimeDeps): Promise<BeginOutcome> {
  const isPlain = begin.busy === "reject" ||
    begin.busy === "queue" && request.agent === undefined && request.user === undefined &&
      request.bound === undefined;
  if (isPlain) return await deps.store.begin(begin);
  const outcome = await deps.store.begin({ ...begin, busy: "reject" });
  if (outcome.type !== "busy") return outcome;
  if (begin.busy === "queue") {
    await assertQueueable(request, deps);
    return await deps.store.begin(begin);
  }
  await assertWorthInterrupting(request, deps);
  return await beginInterrupting(begin, deps);
}

/** Interruptions that come at once do not take each other's step away before it has said anything: each one is cancelled in its turn. */
const INTERRUPTIONS = 3;

async function beginInterrupting(begin: BeginRequest, deps: RuntimeDeps): Promise<BeginOutcome> {
  // The version was that of the step that is cancelled.
  const next = { ...begin, expectedVersion: undefined };
  for (let count = 1; count <= INTERRUPTIONS; count++) {
    await interruptStep(begin.ref, deps);
    const outcome = await deps.store.begin({ ...next, busy: "reject" });
    if (outcome.type !== "busy") return outcome;
  }
  return await deps.store.begin(next);
}
