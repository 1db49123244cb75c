// A planned call: persisted with the plan that made it, before anything runs.

import type { JsonObject } from "./json.ts";
import type { Origin } from "./record.ts";

/**
 * What becomes of a planned call. A tool runs calls of `run` and `approve` only; every other disposition becomes an
 * observation without a run.
 */
export type Disposition =
  | { readonly type: "run" }
  /** Runs when a person approves it. */
  | { readonly type: "approve" }
  /** More calls than the agent may make at once. */
  | { readonly type: "surplus"; readonly limit: number }
  /** The arguments are not a JSON object. */
  | { readonly type: "malformed"; readonly reason: string }
  /** The agent has no tool of that name. */
  | { readonly type: "unknown_tool"; readonly available: readonly string[] }
  /** The tool choice of this plan did not permit the call, or the rule that `reason` names did not. */
  | { readonly type: "forbidden"; readonly reason?: string }
  /** The same tool was called with the same arguments too often in a row. */
  | { readonly type: "repeated"; readonly times: number };

/** A call of a plan, as it is persisted. */
export interface PlannedCall {
  /** Minted before anything runs; the idempotency key of the call downstream. */
  readonly id: string;
  /** Of the tool. */
  readonly name: string;
  /** Parsed arguments; empty unless the disposition is `run` or `approve`. */
  readonly args: JsonObject;
  readonly disposition: Disposition;
  /** Fence epoch of the step that planned it; `attempt` is counted from it. */
  readonly epoch: number;
}

/** What the store holds of a planned call beside its text. */
export interface CallMark {
  /** Fence epoch in which a `once` call was marked as started. */
  readonly startedEpoch?: number;
  /** The answer to an approval request. */
  readonly decision?: Decision;
}

/** A person's answer to an approval request. */
export interface Decision extends Origin {
  readonly approved: boolean;
  readonly reason?: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** True for a call that may be given to a tool: its disposition is `run` or `approve`. */
export function isRunnable({ disposition: { type } }: Pick<PlannedCall, "disposition">): boolean {
  return type === "run" || type === "approve";
}
