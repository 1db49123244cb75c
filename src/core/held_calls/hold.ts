// Holds: the reasons why a pending call does not run yet, and the outcome of a held call.

import type { CallMark, PlannedCall } from "../call.ts";
import type { JsonObject } from "../json.ts";
import type { LimitedTool } from "../state.ts";
import type { Execution } from "../tool_choice.ts";

/**
 * What a call waits for. `people`: their decision. `caller`: its result of a client tool. `prediction`: its result of a tool of the
 * server that the run only predicts. `phase`: the end of a thread below. `time`: a tool that takes no calls yet. `later`: the result of
 * a call that its tool received. `authorization`: the user authorizes the server of its tool.
 */
export type Awaited = "people" | "caller" | "prediction" | "phase" | "time" | "later" | "authorization";

/** A call that is held. */
export interface Wait {
  readonly type: "waits";
  readonly for: Awaited;
  /** Epoch milliseconds from which on a step has something to do about the call by itself; missing where only an answer ends the wait. */
  readonly due?: number;
}

/**
 * Why a call runs no more. `observed`: it has its observation. `plan`: its disposition permits no run. `result`: the result of what its
 * tool began has come. `detached`: the run goes on without its result. `cancel`: a cancel came after its plan. `denied`, `answered`: by
 * a person. `expired`: no answer came in time.
 */
export type Settlement =
  | "observed"
  | "plan"
  | "result"
  | "detached"
  | "cancel"
  | "denied"
  | "answered"
  | "expired";

/** A call whose outcome stands, though the step that records it may be still to come. */
export interface Settled {
  readonly type: "settled";
  readonly by: Settlement;
}

/** The outcome of a pending call: `runs` has the arguments that its tool gets, which are those of a person who changed them. */
export type Resolution = { readonly type: "runs"; readonly args: JsonObject } | Wait | Settled;

/** What is known of the calls of a thread besides their texts. */
export interface CallFacts {
  /** The answers that have come, by call id. */
  readonly marks: ReadonlyMap<string, CallMark>;
  /** Fence epoch of the thread's last cancel; 0 for none. */
  readonly cancelledEpoch: number;
  /** Of the run that planned the calls; missing where a prediction counts as any other call. */
  readonly execution?: Execution | undefined;
  /** Tools that take no calls yet; missing where the rest of the thread is computed by itself. */
  readonly limited?: readonly LimitedTool[] | undefined;
}

/** One kind of hold: what it makes of a call at a time in epoch milliseconds; undefined where it does not hold the call, or releases it. */
export type Hold = (call: PlannedCall, facts: CallFacts, at: number) => Wait | Settled | undefined;
