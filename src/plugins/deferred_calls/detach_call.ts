// A run goes on without the result of a call that its tool has deferred: the next step reports to the model that the work goes on, and the
// result comes as an input of the thread.

import { isCancelled } from "../../core/approval/verdict.ts";
import type { PlannedCall } from "../../core/call.ts";
import type { Detached } from "../../core/contract/calls.ts";
import { AgentError } from "../../core/error.ts";
import { hasResult } from "../../core/held_calls/later.ts";
import { findHeldCalls } from "../../core/held_calls/resolve_call.ts";
import type { AgentState } from "../../core/state.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { newId } from "../../core/text/id.ts";
import type { WakeIo } from "../../core/wake.ts";
import { amend, type AmendedThread, type Amendment } from "../../kernel/amend.ts";
import { findCall } from "../../kernel/children/holder.ts";
import { wakeAbove } from "../../kernel/children/wake.ts";
import { requireWaking } from "../../kernel/plugin_missing.ts";
import type { WakingDeps } from "../../http/ports/waking.ts";
import { waitsForFields } from "../../kernel/held_calls/thread_status.ts";
import { readSnapshot } from "../../kernel/snapshot.ts";
import { enterOpening } from "../../kernel/outbox/send.ts";
import { findDetached } from "./find_detached.ts";
import { noDeferredCall, resultGiven } from "./refusals.ts";

/**
 * Detaches a deferred call of the thread, or of a thread below it in which a phase runs. Nothing is polled for it any more; its result is
 * accepted from outside until the end of its time. A call that is detached already stays so.
 *
 * @throws {AgentError} plugin_missing - nothing here begins the run of a result that comes as an input
 * @throws {AgentError} thread_unknown, call_unknown
 * @throws {AgentError} result_given - the result has come: the next step takes it
 * @throws {AgentError} result_refused - the call waits for no result, or has not run
 * @throws {AgentError} thread_busy - a step is in progress
 */
export async function detachCall(
  ref: ThreadRef,
  callId: string,
  io: WakeIo,
  deps: WakingDeps,
): Promise<Detached> {
  const snapshot = await readSnapshot(ref, deps);
  const held = await findCall(ref, snapshot, callId, deps);
  if (held === undefined) {
    // The run has gone on without the call already.
    if (await findDetached(ref, snapshot, callId, deps)) return { callId, changed: false };
    throw noDeferredCall(ref, callId);
  }
  requireWaking(deps);
  const { ref: holder, snapshot: { header } } = held;
  // The due index first: a wake-up that is lost is repaired then.
  const goesOn = await enterOpening(holder, header, deps);
  let isOpen = false;
  const version = await amend(holder, {
    owner: newId("run", deps.random),
    entry: undefined,
    change: (thread) => {
      const amendment = detach(holder, callId, thread, deps.clock());
      isOpen = amendment?.status === "open";
      return amendment;
    },
  }, deps);
  if (version === undefined) return { callId, changed: false };
  if (isOpen) {
    await wakeAbove(holder, header, `${callId} detached`, io, deps);
    if (goesOn) io.defer(deps.wakes.schedule({ tenant: holder.tenant, name: holder.thread, version }, io));
  }
  return { callId, changed: true };
}

function detach(
  ref: ThreadRef,
  callId: string,
  { begun: { header, marks }, state, pending }: AmendedThread,
  at: number,
): Amendment | undefined {
  const call = pending.find(({ id }) => id === callId);
  if (call === undefined || isCancelled(call, header)) throw noDeferredCall(ref, callId);
  if (call.observed !== undefined || hasResult(call, { marks })) throw resultGiven(callId);
  const { deferred } = call;
  if (deferred === undefined || deferred.authorization !== undefined) {
    throw new AgentError(
      "result_refused",
      `Call ${callId} waits for no result that a run could go on without.`,
    );
  }
  if (deferred.detach) return undefined;
  const { pollAt: _at, pollAfterMs: _after, ...terms } = deferred;
  const left = pending.map((other): PlannedCall =>
    other === call ? { ...call, deferred: { ...terms, detach: true } } : other
  );
  const { cancelledEpoch } = header;
  const facts = { marks, cancelledEpoch, execution: state.run.execution };
  const waits = findHeldCalls(left, facts, at).length > 0;
  return {
    state: { ...withoutWait(state), ...(waits ? waitsForFields(left, { marks, at }) : {}), updatedAt: at },
    status: waits ? header.status : "open",
    pending: left,
  };
}

function withoutWait({ waitsFor: _for, authorization: _server, ...state }: AgentState): AgentState {
  return state;
}
