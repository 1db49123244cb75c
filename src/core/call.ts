// A planned call: persisted with the plan that made it, before anything runs.

import type { Decision } from "./approval/decision.ts";
import type { JsonObject } from "./json.ts";
import type { DeferredTerms, KeptObservation } from "./tool/deferred.ts";

/**
 * What becomes of a planned call. A tool runs calls of `run` and `approve` only, and the caller those of `client`; every other
 * disposition becomes an observation without a run.
 */
export type Disposition =
  | { readonly type: "run" }
  /** Runs when people approve it. The terms are those of the tool when the call was planned, and stay. */
  | ApproveDisposition
  /** The caller runs it and brings its result. */
  | { readonly type: "client" }
  /** More calls than the agent may make at once. */
  | { readonly type: "surplus"; readonly limit: number }
  /** The arguments are not a JSON object. */
  | { readonly type: "malformed"; readonly reason: string }
  /** The agent has no tool of that name. */
  | { readonly type: "unknown_tool"; readonly available: readonly string[] }
  /** The tool choice of this plan did not permit the call, or the rule that `reason` names did not; `message` is what a plugin says. */
  | { readonly type: "forbidden"; readonly reason?: string; readonly message?: string }
  /** The same tool was called with the same arguments too often in a row; `cycle`: so were all calls of so many plans. */
  | { readonly type: "repeated"; readonly times: number; readonly cycle?: number }
  /** The call was moved to a fork of the thread, whose id is `thread`. */
  | { readonly type: "moved"; readonly thread: string };

/** Every type of a {@link Disposition}. */
export const DISPOSITIONS: Readonly<Record<Disposition["type"], true>> = {
  run: true,
  approve: true,
  client: true,
  surplus: true,
  malformed: true,
  unknown_tool: true,
  forbidden: true,
  repeated: true,
  moved: true,
};

/** The terms on which a call may be approved. */
export interface ApproveDisposition {
  readonly type: "approve";
  /** How many different people must approve; 1 when it is missing. */
  readonly approvals?: number;
  /** Epoch milliseconds from which on an answer is too late; missing for ever. */
  readonly expiresAt?: number;
  /** A person may approve other arguments. */
  readonly edits?: true;
  /** The call is a question: a person's answer is its output, and no tool runs. */
  readonly asks?: true;
  /** Once it is approved, the caller runs it and brings its result. */
  readonly client?: true;
  /** Why plugins hold the call, in their words; missing where its tool alone needs approval. */
  readonly because?: string;
}

/** A call of a plan, as it is persisted. */
export interface PlannedCall {
  /** Minted before anything runs; the idempotency key of the call downstream. */
  readonly id: string;
  /** Of the tool. */
  readonly name: string;
  /** Parsed arguments; empty unless the disposition is `run`, `approve` or `client`. */
  readonly args: JsonObject;
  readonly disposition: Disposition;
  /** Fence epoch of the step that planned it; `attempt` is counted from it. */
  readonly epoch: number;
  /** A tool received the call, and its result comes later. */
  readonly deferred?: DeferredTerms;
  /** The outcome of the call: it enters the history when every call of the plan has its observation. */
  readonly observed?: KeptObservation;
}

/** What the store holds of a planned call beside its text. */
export interface CallMark {
  /** Fence epoch in which a `once` call was marked as started. */
  readonly startedEpoch?: number;
  /** The answers to an approval request, oldest first; one for each person. */
  readonly decisions?: readonly Decision[];
}

/** True for a call that no tool received yet, and that is not settled. */
export function isUntouched({ deferred, observed }: Pick<PlannedCall, "deferred" | "observed">): boolean {
  return deferred === undefined && observed === undefined;
}

/** True for a call that may run, by its tool or by the caller: its disposition is `run`, `approve` or `client`. */
export function isRunnable({ disposition: { type } }: Pick<PlannedCall, "disposition">): boolean {
  return type === "run" || type === "approve" || type === "client";
}

/** True for a call of a client tool: the caller brings its result, once it is approved where it needs approval. */
export function isForCaller({ disposition }: Pick<PlannedCall, "disposition">): boolean {
  return disposition.type === "client" || disposition.type === "approve" && disposition.client === true;
}
