// A planned call: persisted with the plan that asked for it, before anything runs.

import type { JsonObject } from "./json.ts";

/**
 * What becomes of a planned call. Only `run` and `approve` are ever given to a tool; every other disposition becomes an
 * observation without running anything.
 */
export type Disposition =
  | { readonly type: "run" }
  | { readonly type: "approve" }
  /** More calls than the agent may make at once (row C12). */
  | { readonly type: "surplus"; readonly limit: number }
  /** The arguments are not a JSON object. */
  | { readonly type: "malformed"; readonly reason: string }
  /** The agent has no tool of that name. */
  | { readonly type: "unknown_tool"; readonly available: readonly string[] }
  /** The tool choice of this plan did not permit the call (row C6). */
  | { readonly type: "forbidden" }
  /** The same tool was called with the same arguments too often in a row (row C7). */
  | { readonly type: "repeated"; readonly times: number };

export interface PlannedCall {
  readonly id: string;
  readonly name: string;
  /** Parsed arguments; empty unless the disposition is `run` or `approve`. */
  readonly args: JsonObject;
  readonly disposition: Disposition;
  /** Fence epoch of the step that planned it; `attempt` is counted from it. */
  readonly epoch: number;
}

/** What the store remembers of a planned call beside its text. */
export interface CallMark {
  /** Fence epoch in which a `once` call was marked as started. */
  readonly startedEpoch?: number;
  /** A human's answer. */
  readonly decision?: Decision;
}

export interface Decision {
  readonly approved: boolean;
  readonly reason?: string;
  /** Epoch milliseconds. */
  readonly at: number;
}
