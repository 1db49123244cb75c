// Calls that people decide about: approvals of tools, and questions, whose answer is the output.

import { isExpired } from "../approval/expiry.ts";
import { findVerdict } from "../approval/verdict.ts";
import { type CallMark, isRunnable, type PlannedCall } from "../call.ts";
import type { JsonObject } from "../json.ts";
import type { CallFacts, Settled, Wait } from "./hold.ts";

/**
 * | decided | the call |
 * |---|---|
 * | nothing yet, or by fewer people than must approve | waits; until its expiry, where it has one |
 * | nothing in time | settled: expired |
 * | denied by anyone | settled: denied |
 * | a question, approved | settled: answered |
 * | approved | released |
 */
export function heldByPeople(
  call: Pick<PlannedCall, "id" | "disposition">,
  { marks }: Pick<CallFacts, "marks">,
  at: number,
): Wait | Settled | undefined {
  const { id, disposition } = call;
  if (disposition.type !== "approve") return undefined;
  const mark = marks.get(id);
  const verdict = findVerdict(call, mark);
  if (verdict === undefined) {
    if (isExpired(call, mark, at)) return { type: "settled", by: "expired" };
    return { type: "waits", for: "people", due: disposition.expiresAt };
  }
  if (!verdict.approved) return { type: "settled", by: "denied" };
  return disposition.asks ? { type: "settled", by: "answered" } : undefined;
}

/** True for a call that a tool gets when the step acts: where it needs approval, people have approved it. */
export function mayRun(call: Pick<PlannedCall, "disposition">, mark: CallMark | undefined): boolean {
  return isRunnable(call) && isReleased(call, mark);
}

/** True for a call that people have approved, or that needs no approval. */
export function isReleased(
  call: Pick<PlannedCall, "disposition">,
  mark: CallMark | undefined,
): boolean {
  return call.disposition.type !== "approve" || findVerdict(call, mark)?.approved === true;
}

/** The arguments that the tool gets: those of the person who approved the call, where these are others. */
export function resolveArgs(call: Pick<PlannedCall, "args">, mark: CallMark | undefined): JsonObject {
  return mark?.decisions?.findLast(({ edit }) => edit !== undefined)?.edit?.args ?? call.args;
}
