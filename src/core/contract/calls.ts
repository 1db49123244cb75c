// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { DecisionChannel } from "../approval/decision.ts";
import type { Outcome } from "../entry.ts";
import type { ErrorCode } from "../error.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ToolFailure } from "../tool/tool_error.ts";

/** A call as the API shows it. */
export interface CallView {
  /** Also the call's idempotency key. */
  readonly id: string;
  /** The thread of a phase that the call belongs to; missing for a call of the thread itself. */
  readonly thread?: string;
  /** Of the tool. */
  readonly name: string;
  readonly args: JsonObject;
  /**
   * `pending` until it has an observation; `approval` while it waits for people; `client` while the caller is to run
   * it; `deferred` while its result is outstanding; `authorization` until the user has authorized its server; then the
   * outcome.
   */
  readonly state:
    | "pending"
    | "approval"
    | "client"
    | "deferred"
    | "authorization"
    | "completed"
    | "failed"
    | "blocked"
    | "denied"
    | "skipped"
    | "unknown";
  /** Present once the call has an observation. */
  readonly output?: Json;
  /** Present in calls that did not complete; `kind` is one of these. */
  readonly error?: ToolFailure;
  /** The app that shows the call; missing where none does. */
  readonly app?: {
    /** Name of the MCP server in its agent. */
    readonly server: string;
    /** The `ui://` resource of the server. */
    readonly uri: string;
  };
  /** Present in calls that need approval and have no observation. */
  readonly approval?: ApprovalTerms;
  /** Present in calls whose result comes later. */
  readonly deferred?: {
    /** What the tool names the work by. */
    readonly ref: Json;
    /** ISO 8601. */
    readonly since?: string;
    /** From then on a result is too late; ISO 8601. */
    readonly expiresAt: string;
    /** From then on a step polls for the result; ISO 8601. */
    readonly pollAt?: string;
  };
  /** Present in calls that wait for the user to authorize a server of tools. */
  readonly authorization?: {
    readonly server: string;
    /** ISO 8601. */
    readonly expiresAt: string;
  };
}

/** What a call needs to be approved, and what has been decided. */
export interface ApprovalTerms {
  /** SHA-256 of the call's id, tool and arguments as canonical JSON. */
  readonly digest: string;
  /** How many different people must approve. */
  readonly needed: number;
  /** From then on an answer is too late; ISO 8601. */
  readonly expiresAt?: string;
  /** The answer may have other arguments. */
  readonly edits?: true;
  /** The call is a question: the answer is its output. */
  readonly asks?: true;
  /** Once it is approved, the caller runs the call. */
  readonly client?: true;
  /** Why plugins hold the call; missing where its tool alone needs approval. */
  readonly because?: string;
  /** Oldest first. */
  readonly decisions: readonly DecisionView[];
}

/** One person's answer as the API shows it. */
export interface DecisionView {
  readonly approved: boolean;
  readonly reason?: string;
  /** When it was made; ISO 8601. */
  readonly at: string;
  /** Who decided. Missing where an earlier version stored the decision, as is `via`. */
  readonly by?: string;
  /** The way on which it came: the API, a signed link, or the page of the deployment. */
  readonly via?: DecisionChannel;
  /**
   * The API key that vouches for `by`: it sent the answer or made its link. Missing where it is `by`, and without
   * keys.
   */
  readonly key?: string;
  /** The arguments that were approved in place of the model's, and the digest of the call with them. */
  readonly edit?: {
    readonly args: JsonObject;
    readonly digest: string;
  };
  /** The answer to a question. */
  readonly answer?: Json;
}

/** Who decided what about the call. */
export interface ApprovalRecordView {
  /** `unanswered`: the run went on, or was cancelled, before enough people had decided. */
  readonly outcome: "approved" | "denied" | "expired" | "unanswered";
  /** SHA-256 of the call's id, tool and arguments as canonical JSON. */
  readonly digest: string;
  /** Oldest first. */
  readonly decisions: readonly DecisionView[];
}

/** A recorded answer about a call. */
export interface Approval extends DecisionView {
  readonly callId: string;
  /** SHA-256 of the call's id, tool and arguments as canonical JSON. */
  readonly digest: string;
  /** How many more people must approve; 0 when the call is settled. */
  readonly missing: number;
}

/** Who decided what about a call that has ended. */
export interface PastApproval {
  readonly callId: string;
  /** Of the tool. */
  readonly name: string;
  /** How the call ended. */
  readonly state: Outcome;
  /** When the call ended; ISO 8601. */
  readonly at: string;
  /** Index of the call's entry in the history. */
  readonly entry: number;
  readonly approval: ApprovalRecordView;
}

/** A page of a thread's approvals. */
export interface ApprovalPage {
  /** The pending calls that need approval, those of phases that wait for people included, on every page. */
  readonly open: readonly CallView[];
  /** Oldest first. */
  readonly past: readonly PastApproval[];
  /** `after` of the next page; null at the end. */
  readonly next: number | null;
}

/** A call that waits for people. */
export interface WaitingCall {
  readonly thread: string;
  /** Id of the thread at the top, when the thread runs a phase: its path takes the answer too. */
  readonly root?: string;
  readonly agent: string;
  /** Of the thread: set by a person, or the beginning of its first input. */
  readonly title?: string;
  /** Whom the thread's steps are booked to. */
  readonly user?: string;
  /** Of the thread. */
  readonly metadata: JsonObject;
  readonly callId: string;
  /** Of the tool. */
  readonly name: string;
  readonly args: JsonObject;
  readonly approval: ApprovalTerms;
  /** JSON Schema of the answer to a question. */
  readonly answer?: JsonObject;
}

/** A call that waits for people, and since when its thread does. */
export interface InboxItem extends WaitingCall {
  /** Since when the thread waits; ISO 8601. */
  readonly since: string;
}

/** A page of an inbox. */
export interface InboxPage {
  /** Calls that wait; those of a thread stay together. */
  readonly items: readonly InboxItem[];
  /** Continues the list; absent at its end. */
  readonly cursor?: string;
}

/** What became of one of many answers. */
export type InboxResult =
  | {
    readonly thread: string;
    readonly callId: string;
    readonly status: "decided";
    readonly approval: Approval;
  }
  | {
    readonly thread: string;
    readonly callId: string;
    readonly status: "refused";
    readonly error: {
      /** One of the codes. */
      readonly code: ErrorCode;
      readonly message: string;
    };
  };

/** What became of the result of a deferred call. */
export interface CompletedCall {
  readonly callId: string;
  /** `completed`: the next step takes it; `queued`: the run has gone on, and it is an input of the thread. */
  readonly status: "completed" | "queued";
  /** False: the same result had arrived before. */
  readonly changed: boolean;
}

/** A deferred call without which the run goes on; its result comes as an input. */
export interface Detached {
  readonly callId: string;
  /** False: the run went on without the call before. */
  readonly changed: boolean;
}
