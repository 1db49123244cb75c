// What a caller may ask for, as types. The server's schemas (src/http/schemas/requests.ts) have the bounds.

import type { Budget } from "../core/budget/limits.ts";
import type { MediaKind } from "../core/content/part.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Execution, OnUnsupported, ToolChoice } from "../core/tool_choice.ts";

/**
 * An image, a sound or a document: its base64, or an https URL that only the model's provider reads. `mediaType` is the IANA media
 * type, such as `image/png`, and `name` that of the file.
 */
export type GivenMedium = {
  readonly type: MediaKind;
  readonly mediaType: string;
  readonly data?: string;
  readonly url?: string;
  readonly name?: string;
};

/** What the user says at once: a text, or 1 to 100 parts of which at most 20 are media. */
export type OneInput =
  | string
  | { readonly text: string }
  | { readonly parts: (GivenMedium | { readonly type: "text"; readonly text: string })[] };

/** The user's message: one input, or 1 to 100 of them; their texts together at most 512 KB. */
export type Input = OneInput | OneInput[];

/** What any request takes. */
export interface RequestOptions {
  /** Aborts the request and what waits for it; the promise rejects with the signal's reason. The run goes on. */
  readonly signal?: AbortSignal | undefined;
}

/** A tool that the caller runs itself. */
export interface ClientTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of an object; any arguments by default. */
  readonly parameters?: JsonObject;
}

/** How steps run. */
export interface StreamOptions extends RequestOptions {
  /** Creates the thread when it is missing; must match when it exists. */
  readonly agent?: string;
  /** `provider/model` in place of the agent's, for the steps of this request; another than the agent offers is refused. */
  readonly model?: string;
  /** Any spelling in use: `auto`, `none`, `required`, a tool's name, or the object of a model API. */
  readonly toolChoice?: string | ToolChoice | JsonObject;
  /** What happens when the model cannot be held to the choice. */
  readonly onUnsupported?: OnUnsupported;
  readonly execution?: Execution;
  /** `done` by default: steps until there is an answer or something must come from outside. */
  readonly until?: "step" | "settled" | "done";
  /** The entries of the input are pinned. */
  readonly pin?: true;
  /** Indexes of entries that are pinned, or no longer. */
  readonly pins?: { readonly add?: number[]; readonly remove?: number[] };
  /** Tools of the caller for this run, at most 32 and 32 KB: it runs their calls and brings the results with `toolResults`. */
  readonly clientTools?: ClientTool[];
  /** Another version of the thread is refused with `version_conflict`. */
  readonly expectedVersion?: number;
  /** What happens while a step runs: `thread_busy` (`reject`, the default), or that step is cancelled. */
  readonly busy?: "reject" | "restart";
  /** For a thread that this request creates: at most 8 KB of JSON. */
  readonly metadata?: JsonObject;
  /** For a thread that this request creates: its strategic plan. */
  readonly plan?: Json;
  /** The user whom the steps are booked to. */
  readonly user?: string;
  /** Budgets of the run; `usd` in US dollars, `wallMs` in milliseconds. */
  readonly limits?: Budget;
  /** Keep the events, so that a dropped stream can be resumed; true by default when streaming. */
  readonly resumable?: boolean;
  /** The run goes on without its client: the deployment runs its later steps by itself. With `until: "step"` it begins so. */
  readonly wake?: true;
  /**
   * 1 to 255 visible ASCII characters; random by default. A page that keeps its key over a reload may send the same
   * request again: what runs is followed, and what has ended is answered again.
   */
  readonly idempotencyKey?: string;
}

/** How steps run, for an answer in JSON. */
export interface RunOptions extends StreamOptions {
  /** The answer has all events as well. */
  readonly events?: boolean;
}

/** The outcome of a call that the caller ran itself. */
export interface ToolResult {
  readonly callId: string;
  readonly output: Json;
  /** What the model reads after the output: at most 20. */
  readonly media?: GivenMedium[];
  readonly failed?: boolean;
}

/** A person's answer to an approval request. */
export interface ApprovalAnswer {
  readonly approved: boolean;
  /** 1 to 2,000 characters; the model reads it when the call is denied. */
  readonly reason?: string;
  /** Of the call as the person saw it; another one is refused with `approval_mismatch`. */
  readonly digest?: string;
  /** Other arguments, where the tool permits them. */
  readonly args?: JsonObject;
  /** The answer to a question. */
  readonly answer?: Json;
  /** Who answers; the API key by default. */
  readonly by?: string;
  readonly via?: "api" | "page";
}

/** The result of a deferred call: one of the two. */
export type LateResult = { readonly output: Json } | {
  readonly error: {
    /** The model reads it, and the hint: at most 2,000 characters each. */
    readonly message: string;
    /** `failed` by default. */
    readonly kind?:
      | "failed"
      | "retryable"
      | "context_required"
      | "rate_limited"
      | "invalid_arguments"
      | "fatal";
    readonly hint?: string;
    readonly retryAfterMs?: number;
  };
};

/** Where a fork begins. */
export interface ForkOptions extends RequestOptions {
  /** The last version that is shared; the newest by default. */
  readonly version?: number;
  /** Id of the new thread; generated by default. */
  readonly id?: string;
  /** Leave out the last plan, so that a step without input plans again. */
  readonly replan?: boolean;
  /** What becomes of the pending calls: `skip` by default. */
  readonly calls?: "skip" | "run" | "rerun";
}
