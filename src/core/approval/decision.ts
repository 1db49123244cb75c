// The decision of a person about a call that needs approval.

import type { Json, JsonObject } from "../json.ts";

/** Every {@link DecisionChannel}. */
export const DECISION_CHANNELS = ["api", "link", "page"] as const;

/** The way on which a decision came: the API, a signed link, or the page of the deployment. */
export type DecisionChannel = typeof DECISION_CHANNELS[number];

/** One person's answer to an approval request. The digests are those of digestOf in verdict.ts. */
export interface Decision {
  readonly approved: boolean;
  readonly reason?: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Who decided. Missing in decisions that an earlier version stored, as are the next two. */
  readonly by?: string;
  readonly via?: DecisionChannel;
  /** The API key that vouches for `by`: it sent the answer or made its link. Missing where it is `by`, and without keys. */
  readonly key?: string;
  /** Of the call as it was rendered. */
  readonly digest?: string;
  /** The arguments that the person approved in place of the model's, and the digest of the call with them. */
  readonly edit?: { readonly args: JsonObject; readonly digest: string };
  /** The answer to a question. */
  readonly answer?: Json;
}

/** Most people that a tool may require. */
export const MOST_APPROVALS = 20;

/** Longest time to answer an approval, in milliseconds: ten years, since no timer waits for it. */
export const LONGEST_APPROVAL_MS = 315_360_000_000;

/** What became of the approval of a call, as the call's entry keeps it. */
export interface ApprovalRecord {
  /** `unanswered`: the run went on, or was cancelled, before enough people had decided. */
  readonly outcome: "approved" | "denied" | "expired" | "unanswered";
  readonly digest: string;
  /** Oldest first. */
  readonly decisions: readonly Decision[];
}
