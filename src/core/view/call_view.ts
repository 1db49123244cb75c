// Calls and what people decide about them, as the API shows them.

import type { ApprovalRecord, DecisionChannel } from "../approval/decision.ts";
import type { Outcome } from "../entry.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ToolFailure } from "../tool/tool_error.ts";

/**
 * A call as the API shows it. `pending` until it has an observation; `approval` while it waits for people; `client` while the
 * caller is to run it; `deferred` while its result is outstanding; `authorization` until the user has authorized its server.
 */
export interface CallView {
  readonly id: string;
  /** Of a phase that the call belongs to; missing for a call of the thread itself. */
  readonly thread?: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly state: "pending" | "approval" | "client" | "deferred" | "authorization" | Outcome;
  /** Present once the call has an observation. */
  readonly output?: Json;
  /** Why the call has no output of its tool: present in calls that did not complete. */
  readonly error?: ToolFailure;
  /** Present in calls whose result comes later. Times are ISO 8601. */
  readonly deferred?: {
    readonly ref: Json;
    readonly since?: string;
    readonly expiresAt: string;
    readonly pollAt?: string;
  };
  /** Present in calls that wait for the user to authorize a server of tools. */
  readonly authorization?: { readonly server: string; readonly expiresAt: string };
  /** Present in calls that need approval and have no observation. */
  readonly approval?: ApprovalTerms;
}

/** What a call needs to be approved, and what has been decided. */
export interface ApprovalTerms {
  readonly digest: string;
  /** How many different people must approve. */
  readonly needed: number;
  readonly expiresAt?: string;
  /** The answer may have other arguments. */
  readonly edits?: true;
  /** The call is a question: the answer is its output. */
  readonly asks?: true;
  /** Once it is approved, the caller runs it. */
  readonly client?: true;
  /** Oldest first. */
  readonly decisions: readonly DecisionView[];
}

/** One person's answer as the API shows it; times are ISO 8601. */
export interface DecisionView {
  readonly approved: boolean;
  readonly reason?: string;
  readonly at: string;
  /** Missing where an earlier version stored the decision, as is `via`. */
  readonly by?: string;
  readonly via?: DecisionChannel;
  /** The API key that vouches for `by`: it brought the answer or made its link. Missing where it is `by`, and without keys. */
  readonly key?: string;
  /** The arguments that were approved in place of the model's, and the digest of the call with them. */
  readonly edit?: { readonly args: JsonObject; readonly digest: string };
  /** The answer to a question. */
  readonly answer?: Json;
}

/** A record of an entry as the API shows it. */
export interface ApprovalRecordView extends Omit<ApprovalRecord, "decisions"> {
  readonly decisions: readonly DecisionView[];
}

/** True for a call that has come to something: it has an outcome in place of a state in which it waits. */
export function hasOutcome(call: CallView): call is CallView & { readonly state: Outcome } {
  return !WAITING.has(call.state);
}

const WAITING: ReadonlySet<CallView["state"]> = new Set([
  "pending",
  "approval",
  "client",
  "deferred",
  "authorization",
]);
