// What the stored thread of a phase says about its next step: none follows, a person has to decide first, or it may begin.

import { AgentError } from "../../core/error.ts";
import { findHeldCalls } from "../../core/held_calls/resolve_call.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { awaitedAsStored } from "../held_calls/thread_status.ts";
import { readPendingCalls, readState } from "../stored.ts";
import type { Driven } from "./drive.ts";

/** True when no step of the phase follows without an input. A phase that has a question to the user is over, too. */
export function isOver({ header: { status, version }, pending, waiting, running }: ThreadSnapshot): boolean {
  if (waiting > 0 || running || version === 0) return false;
  if (status === "waiting") return pending === null;
  return status === "done" || status === "failed" || status === "cancelled";
}

/** What a phase waits for that its caller cannot bring. */
const ANSWERED = ["people", "later", "authorization"] as const;

/** True when a step of the phase would be refused until a person has decided, or the result of a deferred call has come. */
export function waitsForPeople(
  ref: ThreadRef,
  { header, pending, marks, waiting }: ThreadSnapshot,
  now: number,
): boolean {
  const { status, cancelledEpoch } = header;
  if (status !== "waiting" || waiting > 0) return false;
  const held = findHeldCalls(readPendingCalls(ref, pending), { marks, cancelledEpoch }, now, ANSWERED);
  return held.some(({ wait: { due = Infinity } }) => due > now);
}

/** True when people have decided all that a phase has waited for, so that its next step is not refused. */
export function isDecided(ref: ThreadRef, snapshot: ThreadSnapshot, now: number): boolean {
  const { header, pending } = snapshot;
  if (header.status === "open") return true;
  if (header.status !== "waiting" || waitsForPeople(ref, snapshot, now)) return false;
  // A caller that had the phase's thread predict its calls has them end.
  if (readState(ref, header).run.execution === "predict") return false;
  const awaited = readPendingCalls(ref, pending).map(awaitedAsStored);
  return ANSWERED.some((kind) => awaited.includes(kind));
}

/** How far a phase came that refuses further steps and is not over: a caller has begun something in its thread. */
export function waitOrDelay({ thread }: ThreadRef, { header: { status }, running }: ThreadSnapshot): Driven {
  if (status === "waiting" && !running) return { type: "waiting" };
  const message = `Thread ${thread} of a phase was changed meanwhile; try again.`;
  return { type: "delayed", error: new AgentError("thread_busy", message, { retryAfterMs: 1_000 }) };
}
