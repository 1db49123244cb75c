// What the stored thread of a phase says about its next step: none follows, a person has to decide first, or it may begin.

import { AgentError } from "../../core/error.ts";
import { findHeldCalls } from "../../core/held_calls/resolve_call.ts";
import type { WaitsFor } from "../../core/state.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { readPendingCalls, readState } from "../../kernel/stored.ts";
import type { Driven } from "./run_phase_thread.ts";

/** True when no step of the phase follows without an input. A phase that has a question to the user is over, too. */
export function isOver({ header: { status, version }, pending, waiting, running }: ThreadSnapshot): boolean {
  if (waiting > 0 || running || version === 0) return false;
  if (status === "waiting") return pending === null;
  return status === "done" || status === "failed" || status === "cancelled";
}

/** What a phase waits for that its caller cannot bring. */
const ANSWERED = ["people", "later", "authorization"] as const;

/** The same, as the last commit of the phase has it: a thread whose own phases wait has none of them. */
const STORED: readonly WaitsFor[] = ["approval", "deferred", "authorization"];

/**
 * True when a step of the phase would be refused until a person has decided, or the result of a deferred call has come. Its thread is open
 * once one of several calls is decided.
 */
export function waitsForPeople(
  ref: ThreadRef,
  { header, pending, marks, waiting }: ThreadSnapshot,
  now: number,
): boolean {
  const { status, cancelledEpoch } = header;
  if (status !== "waiting" && status !== "open" || waiting > 0) return false;
  const kinds = status === "open" ? ["people"] as const : ANSWERED;
  const held = findHeldCalls(readPendingCalls(ref, pending), { marks, cancelledEpoch }, now, kinds);
  return held.some(({ wait: { due = Infinity } }) => due > now);
}

/** True when people have decided all that a phase has waited for, so that its next step is not refused. */
export function isDecided(ref: ThreadRef, snapshot: ThreadSnapshot, now: number): boolean {
  const { header, pending, marks, waiting } = snapshot;
  if (waitsForPeople(ref, snapshot, now)) return false;
  if (header.status === "open") return true;
  if (header.status !== "waiting") return false;
  const { run: { execution }, waitsFor } = readState(ref, header);
  const facts = { marks, cancelledEpoch: header.cancelledEpoch };
  // An input of the phase waits for its own phases.
  if (waiting > 0 && findHeldCalls(readPendingCalls(ref, pending), facts, now, ["phase"]).length > 0) {
    return false;
  }
  // A caller that had the phase's thread predict its calls has them end.
  return execution !== "predict" && waitsFor !== undefined && STORED.includes(waitsFor);
}

/** How far a phase came that refuses further steps and is not over: a caller has begun something in its thread. */
export function waitOrDelay({ thread }: ThreadRef, { header: { status }, running }: ThreadSnapshot): Driven {
  if (status === "waiting" && !running) return { type: "waiting" };
  const message = `Thread ${thread} of a phase was changed meanwhile; try again.`;
  return { type: "delayed", error: new AgentError("thread_busy", message, { retryAfterMs: 1_000 }) };
}
