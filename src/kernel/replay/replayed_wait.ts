// What a thread waited for as a request left it: the thread itself may have gone on since.

import type { CallView } from "../../core/contract/calls.ts";
import type { ThreadView } from "../../core/contract/threads.ts";
import { callsAwaiting, heldView } from "../../core/held_calls/held_view.ts";
import type { StoredReceipt } from "../log/receipt.ts";

/** What the request left beside its receipt. */
interface Left {
  readonly calls: readonly CallView[];
  /** What a tool needs to know. */
  readonly question: string | undefined;
}

/** Of a thread that waits for nothing; a receipt as JSON lacks what is undefined. */
const NONE = {
  waitsFor: undefined,
  authorization: undefined,
  needs: undefined,
  predicted: undefined,
  wake: undefined,
  resumeAt: undefined,
  parked: undefined,
};

/**
 * The view of a thread with the status of the receipt, and all that depends on it. Of an earlier version's receipt it is derived; where
 * nothing was committed since, the view says it: a receipt that was shortened lacks the states of its calls.
 */
export function withWait(view: ThreadView, receipt: StoredReceipt, left: Left): ThreadView {
  const { status, version, wait } = receipt;
  const asLeft = { ...view, status, question: left.question, error: undefined };
  if (wait !== undefined) {
    const { resumeAt, ...rest } = wait;
    return {
      ...asLeft,
      ...NONE,
      ...rest,
      resumeAt: resumeAt === undefined ? undefined : new Date(resumeAt).toISOString(),
    };
  }
  if (view.version === version) return { ...asLeft, resumeAt: undefined };
  const predicted = status === "open" || status === "waiting" ? view.predicted : undefined;
  const derived = status === "waiting" ? deriveWait(predicted, left) : undefined;
  return { ...asLeft, ...NONE, wake: view.wake, predicted, ...derived };
}

function deriveWait(
  predicted: true | undefined,
  { calls, question }: Left,
): Pick<ThreadView, "waitsFor" | "authorization" | "needs"> {
  if (question !== undefined) return { waitsFor: "answer", needs: "answer" };
  const server = callsAwaiting("authorization", calls)[0]?.authorization?.server;
  if (server !== undefined) {
    return { waitsFor: "authorization", needs: "authorization", authorization: { server } };
  }
  if (callsAwaiting("later", calls).length > 0) return { waitsFor: "deferred" };
  const toDecide = callsAwaiting("people", calls);
  if (toDecide.length > 0) {
    const needs = toDecide.every(({ approval }) => approval?.asks === true) ? "answer" : "approval";
    return { waitsFor: "approval", needs };
  }
  const execution = predicted === true ? "predict" : undefined;
  const isForCaller = calls.some((call) => heldView(call, execution).waitsFor === "caller");
  return isForCaller ? { waitsFor: "results" } : {};
}
