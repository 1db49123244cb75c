// The result of a deferred call comes from outside: it is recorded once, with no step and no client attached. The next step acts
// on it.

import { isCancelled } from "../../core/approval/verdict.ts";
import type { Decision } from "../../core/approval/decision.ts";
import type { PlannedCall } from "../../core/call.ts";
import type { CompletedCall } from "../../core/contract/calls.ts";
import { AgentError, unreachable } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import { resultId } from "../../core/tool/deferred.ts";
import type { WakeIo } from "../../core/wake.ts";
import { findCall, type HeldCall } from "../../kernel/children/holder.ts";
import { wakeAbove } from "../../kernel/children/wake.ts";
import { redactResult } from "../../kernel/redaction/redact_entries.ts";
import { findRedactor } from "../../kernel/redaction/find_redactor.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { WakingDeps } from "../../http/ports/waking.ts";
import { readMeta } from "../../kernel/stored.ts";
import { readSnapshot } from "../../kernel/snapshot.ts";
import { withStoreRetries } from "../../kernel/store_retry.ts";
import { deliverDetached } from "./detached_result.ts";
import type { BroughtResult } from "../../http/ports/late_results.ts";
import { callExpired, noDeferredCall, resultGiven } from "./refusals.ts";
import { findDetached } from "./find_detached.ts";
import { findObservation, isWithoutResult } from "./past_call.ts";
import { answerTo } from "../../kernel/held_calls/results.ts";
import { toAnswer } from "./stored_result.ts";
import { prepareWake } from "./prepare_wake.ts";

/** Milliseconds for which a thread is waited for that has a step in progress. */
const BUSY_MS = 2_000;

/**
 * Records the result of a deferred call of the thread, or of a thread below it in which a phase runs.
 *
 * @throws {AgentError} thread_unknown, call_unknown
 * @throws {AgentError} plugin_failed - the result cannot be redacted
 * @throws {AgentError} plugin_missing - the run has gone on without the call, and nothing here runs threads without a client
 * @throws {AgentError} result_given - the call has another result
 * @throws {AgentError} call_expired - the time for a result is over
 * @throws {AgentError} result_refused - the call is not one that its tool defers
 * @throws {AgentError} thread_busy - a step is in progress, or the step that defers the call has not ended; try again
 */
export async function completeCall(
  ref: ThreadRef,
  callId: string,
  given: BroughtResult,
  io: WakeIo,
  deps: WakingDeps,
): Promise<CompletedCall> {
  let waitedMs = 0;
  for (let waitMs = 50;; waitMs = Math.min(400, 2 * waitMs)) {
    try {
      return await complete(ref, callId, given, io, deps);
    } catch (refusal) {
      const isBusy = refusal instanceof AgentError && refusal.code === "thread_busy";
      waitedMs += waitMs;
      if (!isBusy || waitedMs > BUSY_MS) throw refusal;
      await deps.sleep(waitMs);
    }
  }
}

async function complete(
  ref: ThreadRef,
  callId: string,
  given: BroughtResult,
  io: WakeIo,
  deps: WakingDeps,
): Promise<CompletedCall> {
  const snapshot = await readSnapshot(ref, deps);
  if (given.createdAt !== undefined && readMeta(ref, snapshot.header).createdAt !== given.createdAt) {
    throw new AgentError("call_unknown", "The thread of this URL was removed; another one has its id now.");
  }
  const held = await findCall(ref, snapshot, callId, deps);
  if (held === undefined) return await completePast(ref, callId, given, snapshot, io, deps);
  assertDeferred(held);
  const before = answerTo(held.call, held.snapshot.marks);
  const answer = await storeAnswer(held, given, deps);
  if (before !== undefined) return answerRepeated(callId, before, answer);
  assertInTime(held.call, deps);
  // The due index first: a wake-up that is lost is repaired then.
  const wake = await prepareWake(held, deps);
  const decision: Decision = { approved: true, at: deps.clock(), by: given.by, via: given.via, answer };
  const { store } = deps;
  const outcome = await withStoreRetries(() => store.decide(held.ref, resultId(callId), decision), deps);
  switch (outcome.type) {
    case "decided":
      await wakeAbove(held.ref, held.snapshot.header, `${callId} result`, io, deps);
      io.defer(wake(io));
      return { callId, status: "completed", changed: true };
    case "already":
      return answerRepeated(callId, outcome.decisions[0]?.answer ?? null, answer);
    case "unknown":
      // A step has consumed the result, or has ended the call, since it was read.
      throw busy(held.ref, callId, 100);
    case "busy":
      throw busy(held.ref, callId, outcome.retryAfterMs);
    default:
      return unreachable(outcome);
  }
}

async function storeAnswer(
  { ref, snapshot: { header } }: HeldCall,
  { result }: BroughtResult,
  deps: RuntimeDeps,
): Promise<Json> {
  const redactor = findRedactor(readMeta(ref, header).agent, deps);
  return await toAnswer(
    redactor === undefined ? result : redactResult(result, redactor),
    (text) => withStoreRetries(() => deps.store.putBlob(ref, text), deps),
  );
}

function answerRepeated(callId: string, stands: Json, answer: Json): CompletedCall {
  if (canonicalJson(stands) === canonicalJson(answer)) return { callId, status: "completed", changed: false };
  throw resultGiven(callId);
}

/** A fork shares what the history says, and waits for no result of a call of its source. */
function notAwaited({ thread }: ThreadRef, callId: string): AgentError {
  return new AgentError(
    "call_unknown",
    `Thread ${thread} does not wait for the result of call ${callId}: ` +
      "its time is over, or the call is one of the thread that this one was forked from.",
  );
}

/** The call is not pending any more: its result is an input, or it has an observation. */
async function completePast(
  ref: ThreadRef,
  callId: string,
  given: BroughtResult,
  snapshot: ThreadSnapshot,
  io: WakeIo,
  deps: WakingDeps,
): Promise<CompletedCall> {
  const detached = await findDetached(ref, snapshot, callId, deps);
  if (detached !== undefined) return await deliverDetached(detached, given, io, deps);
  const observation = await findObservation(ref, callId, snapshot.header, deps);
  if (observation !== undefined) {
    throw isWithoutResult(observation) ? notAwaited(ref, callId) : resultGiven(callId);
  }
  throw noDeferredCall(ref, callId);
}

function assertDeferred({ ref, snapshot: { header }, call }: HeldCall): void {
  const { id, deferred, observed, disposition } = call;
  if (isCancelled(call, header)) {
    throw new AgentError("call_unknown", `Call ${id} of thread ${ref.thread} was cancelled.`);
  }
  if (observed !== undefined) throw resultGiven(id);
  if (deferred?.authorization !== undefined) {
    throw new AgentError("result_refused", `Call ${id} waits for an authorization; it has not run.`);
  }
  if (deferred !== undefined) return;
  if (disposition.type === "run" || disposition.type === "approve") {
    // Its tool may be running: a result may come before the step that defers the call has ended.
    throw busy(ref, id, 1_000);
  }
  throw new AgentError(
    "result_refused",
    `Call ${id} is not deferred; its result goes to the step in toolResults.`,
  );
}

function assertInTime({ id, deferred }: PlannedCall, { clock }: Pick<RuntimeDeps, "clock">): void {
  if (deferred === undefined || deferred.expiresAt > clock()) return;
  throw callExpired(id, deferred.expiresAt);
}

function busy({ thread }: ThreadRef, callId: string, retryAfterMs: number): AgentError {
  return new AgentError(
    "thread_busy",
    `Thread ${thread} runs a step, or call ${callId} is not deferred yet; send the result again after ${retryAfterMs} ms.`,
    { retryAfterMs },
  );
}
