// What a thread needs of a person: as a commit leaves it, for what lists find it by, and as its view shows it.

import type { PlannedCall } from "../../core/call.ts";
import type { AgentState, ThreadNeed, ThreadStatus } from "../../core/state.ts";
import { awaitedAsStored } from "./thread_status.ts";

/** The need of a thread that a commit leaves with these calls; undefined for none. */
export function needAfter({ status, state, pending }: {
  readonly status: ThreadStatus;
  readonly state: AgentState;
  readonly pending: readonly PlannedCall[];
}): ThreadNeed | undefined {
  const held = pending.filter((call) => awaitedAsStored(call) === "people");
  const isQuestion = held.length > 0 &&
    held.every(({ disposition }) => disposition.type === "approve" && disposition.asks === true);
  return findNeed(status, state, isQuestion);
}

/** The need of a thread with a status and a state; `isQuestion`: all that people are to decide are questions. */
export function findNeed(
  status: ThreadStatus,
  { question, waitsFor, error, run, wakes }: AgentState,
  isQuestion: boolean,
): ThreadNeed | undefined {
  if (status === "open") {
    const goesOn = run.wake !== undefined && wakes?.parked === undefined;
    return error === undefined || goesOn ? undefined : "retry";
  }
  if (status !== "waiting") return undefined;
  if (question !== undefined) return "answer";
  if (waitsFor === "authorization") return waitsFor;
  if (waitsFor !== "approval") return undefined;
  return isQuestion ? "answer" : "approval";
}
