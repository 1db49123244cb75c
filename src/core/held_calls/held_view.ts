// What a call waits for, and what people have decided, as read from its view. A door, a page or a picture only words it.

import type { Execution } from "../tool_choice.ts";
import type { CallView } from "../contract/calls.ts";
import { hasOutcome } from "../contract/has_outcome.ts";

/** How a call is held. */
export interface HeldView {
  /**
   * `people`: they decide. `caller`: it runs the call and brings the result. `later`: the result of what its tool began. `authorization`:
   * the user authorizes the server of its tool. Undefined for a call that has its outcome, or that the next step takes.
   */
  readonly waitsFor: "people" | "caller" | "later" | "authorization" | undefined;
  /** What people have decided; undefined before that, where no answer came in time, and for a call that needs none. */
  readonly verdict: "approved" | "denied" | undefined;
  /** The call is a question: the answer of a person is its output. */
  readonly asks: boolean;
}

/**
 * How the call is held. In a thread whose agent predicts, the caller may bring the results of all its calls.
 *
 * @example
 * ```ts
 * import { heldView } from "./held_view.ts";
 * import assert from "node:assert/strict";
 *
 * const call = { id: "call_1", name: "look", args: {}, state: "pending" } as const;
 * assert.equal(heldView(call).waitsFor, undefined);
 * assert.equal(heldView(call, "predict").waitsFor, "caller");
 * ```
 */
export function heldView(call: CallView, execution?: Execution): HeldView {
  const { decisions = [], needed = 1, asks = false } = call.approval ?? {};
  const isDenied = decisions.some(({ approved }) => !approved);
  const verdict = isDenied ? "denied" : decisions.length >= needed ? "approved" : undefined;
  return { waitsFor: awaitedBy(call, execution === "predict" && !asks), verdict, asks };
}

function awaitedBy(call: CallView, isPrediction: boolean): HeldView["waitsFor"] {
  if (hasOutcome(call)) return undefined;
  switch (call.state) {
    case "approval":
      return "people";
    case "client":
      return "caller";
    case "deferred":
      return "later";
    case "authorization":
      return "authorization";
    case "pending":
      return isPrediction ? "caller" : undefined;
  }
}

/** The calls of a list that wait for this. */
export function callsAwaiting(
  kind: NonNullable<HeldView["waitsFor"]>,
  calls: readonly CallView[],
): readonly CallView[] {
  return calls.filter((call) => heldView(call).waitsFor === kind);
}
