// What a thread waited for as a request left it: the thread itself may have gone on since.

import type { CallView } from "../../core/contract/calls.ts";
import type { ThreadView } from "../../core/contract/threads.ts";
import { callsAwaiting, heldView } from "../../core/held_calls/held_view.ts";
import type { StoredReceipt } from "../receipts/receipt.ts";

/** What the request left beside its receipt. */
interface Left {
  readonly calls: readonly CallView[];
  /** What a tool needs to know. */
  readonly question: string | undefined;
}

/**
 * The view of a thread with the status of the receipt, and all that depends on it. Where nothing was committed since, the view says what
 * the thread waits for: a receipt that was shortened lacks the states of its calls.
 */
export function withWait(view: ThreadView, receipt: StoredReceipt, left: Left): ThreadView {
  const { status, version } = receipt;
  const asLeft = { ...view, status, question: left.question, error: undefined, resumeAt: undefined };
  if (view.version === version) return asLeft;
  const predicted = status === "open" || status === "waiting" ? view.predicted : undefined;
  return { ...asLeft, parked: undefined, predicted, ...waitOf(view, receipt, left) };
}

function waitOf(
  { wake, predicted }: ThreadView,
  { status, error }: StoredReceipt,
  { calls, question }: Left,
): Pick<ThreadView, "waitsFor" | "authorization" | "needs"> {
  const none = { waitsFor: undefined, authorization: undefined, needs: undefined };
  if (status === "open") return error === undefined || wake === true ? none : { ...none, needs: "retry" };
  if (status !== "waiting") return none;
  if (question !== undefined) return { ...none, waitsFor: "answer", needs: "answer" };
  const server = callsAwaiting("authorization", calls)[0]?.authorization?.server;
  if (server !== undefined) {
    return { waitsFor: "authorization", needs: "authorization", authorization: { server } };
  }
  if (callsAwaiting("later", calls).length > 0) return { ...none, waitsFor: "deferred" };
  const toDecide = callsAwaiting("people", calls);
  if (toDecide.length > 0) {
    const needs = toDecide.every(({ approval }) => approval?.asks === true) ? "answer" : "approval";
    return { ...none, waitsFor: "approval", needs };
  }
  const execution = predicted === true ? "predict" : undefined;
  const isForCaller = calls.some((call) => heldView(call, execution).waitsFor === "caller");
  return { ...none, waitsFor: isForCaller ? "results" : undefined };
}
