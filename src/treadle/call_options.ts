// The options of calls: the fields of the HTTP bodies and queries, which are checked by the same schemas.

import type { Budget } from "../core/budget/limits.ts";
import type { MediaKind } from "../core/content/part.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Execution, OnUnsupported } from "../core/tool_choice.ts";
import type { Until } from "../runtime/request.ts";

/** Words or media of the user. */
export type GivenPart =
  | { readonly type: "text"; readonly text: string }
  | GivenMedium;

/** An image, a sound or a document: its bytes as base64, or an https URL that only the model's provider reads. */
export interface GivenMedium {
  readonly type: MediaKind;
  /** The IANA media type, such as `image/png`. */
  readonly mediaType: string;
  readonly data?: string | undefined;
  readonly url?: string | undefined;
  /** The name of the file. */
  readonly name?: string | undefined;
}

/** One input of the user. */
export type OneInput = string | { readonly text: string } | { readonly parts: readonly GivenPart[] };

/** The inputs of the user: one, or 1 to 100 of them. */
export type StepInput = OneInput | readonly OneInput[];

/** The outcome of a call that the program ran itself. */
export interface GivenResult {
  readonly callId: string;
  readonly output: Json;
  /** What the model reads after the output. */
  readonly media?: readonly GivenMedium[] | undefined;
  /** False by default. */
  readonly failed?: boolean | undefined;
}

/** A tool that the program runs itself. */
export interface GivenTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of an object; any arguments by default. */
  readonly parameters?: JsonObject | undefined;
}

/** Options of a run: the fields of the body of `POST /v1/threads/:id/steps`, but `input` and `busy: "queue"`. */
export interface RunOptions {
  /**
   * Creates the thread when it is missing; must match when it exists. The only agent of the deployment by default, for a run with an
   * input.
   */
  readonly agent?: string | undefined;
  /** How far the run goes; `done` by default, where the body of HTTP has `step`. */
  readonly until?: Until | undefined;
  /** Pins the entries of the input. */
  readonly pin?: true | undefined;
  /** Indexes of entries to pin, and of entries whose pins are removed. */
  readonly pins?:
    | { readonly add?: readonly number[] | undefined; readonly remove?: readonly number[] | undefined }
    | undefined;
  /** `provider/model` in place of the agent's, for the steps of this run; one that the agent offers. */
  readonly model?: string | undefined;
  /** `auto`, `none`, `required`, a tool's name, or the object of OpenAI, Anthropic, Bedrock or Gemini. */
  readonly toolChoice?: string | JsonObject | undefined;
  /** What happens when the model cannot be held to the tool choice; as the agent is defined by default. */
  readonly onUnsupported?: OnUnsupported | undefined;
  /** Who runs a chosen tool. */
  readonly execution?: Execution | undefined;
  /** Outcomes of calls that the program ran itself. */
  readonly toolResults?: readonly GivenResult[] | undefined;
  /** Tools of the program for this run; a call of one waits for its result in `toolResults`. */
  readonly clientTools?: readonly GivenTool[] | undefined;
  /** The version that the thread must be at; another one is refused with version_conflict. */
  readonly expectedVersion?: number | undefined;
  /** What happens while a step is in progress: thread_busy by default. */
  readonly busy?: "reject" | "restart" | undefined;
  /** For a thread that the run creates: at most 8 KB of JSON. */
  readonly metadata?: JsonObject | undefined;
  /** For a thread that the run creates: its STRATEGIC PLAN, at most 8 KB of JSON. */
  readonly plan?: Json | undefined;
  /** The user whom the steps are booked to. */
  readonly user?: string | undefined;
  /** Budgets of the run; they lower those of the agent and never raise them. */
  readonly limits?: Budget | undefined;
  /** Keeps the events for `events`; by default true for `stream` and false for `run`. */
  readonly resumable?: boolean | undefined;
  /** The run goes on without its caller: wake-ups run its later steps. */
  readonly wake?: true | undefined;
  /** The same key with the same options runs once and has the same result; 1 to 255 visible ASCII characters. */
  readonly idempotencyKey?: string | undefined;
}

/** As {@link RunOptions}; an input that finds a step in progress waits for the next one. */
export interface QueueOptions extends Omit<RunOptions, "busy"> {
  readonly busy: "queue";
}

/** What `busy: "queue"` leads to while a step is in progress: the input waits, and nothing has run. */
export interface QueuedRun {
  readonly status: "queued";
  readonly thread: string;
  /** Inputs that wait now. */
  readonly waiting: number;
}

/** What a thread is created with: the body of `POST /v1/threads`. */
export interface CreateOptions {
  /** The only agent of the deployment by default. */
  readonly agent?: string | undefined;
  /** Generated by default. */
  readonly id?: string | undefined;
  readonly metadata?: JsonObject | undefined;
  /** The thread's STRATEGIC PLAN, instead of the agent's. */
  readonly plan?: Json | undefined;
  /** The user whom the steps are booked to. */
  readonly user?: string | undefined;
  /** The same key with the same options makes one thread. */
  readonly idempotencyKey?: string | undefined;
}

/** Where a fork leaves its source: the body of `POST /v1/threads/:id/fork`. */
export interface ForkThreadOptions {
  /** The last version that is shared; the newest by default. */
  readonly version?: number | undefined;
  /** Id of the new thread; generated by default. */
  readonly id?: string | undefined;
  /** Leaves out the last plan of the shared history. */
  readonly replan?: boolean | undefined;
  /** What becomes of the calls that are pending at that version; `skip` by default. */
  readonly calls?: "skip" | "run" | "rerun" | undefined;
  /** The same key with the same options makes one fork. */
  readonly idempotencyKey?: string | undefined;
}

/** A person's answer about a call: the body of `POST /v1/threads/:id/approvals/:callId`. */
export interface PersonAnswer {
  readonly approved: boolean;
  /** Shown to the model when the call is denied. */
  readonly reason?: string | undefined;
  /** Of the call as the person saw it; another one is refused. */
  readonly digest?: string | undefined;
  /** Other arguments, where the tool permits them. */
  readonly args?: JsonObject | undefined;
  /** The answer to a question. */
  readonly answer?: Json | undefined;
  /** Who answers, 1 to 128 printable ASCII characters; `user:<user>` or `tenant:<tenant>` by default. */
  readonly by?: string | undefined;
  /** Recorded with the answer; `api` by default. */
  readonly via?: "api" | "page" | undefined;
}

/** The result of a deferred call, one of the two: the body of `POST /v1/threads/:id/calls/:callId/result`. */
export interface LateResult {
  readonly output?: Json | undefined;
  /** Why the call failed; the model reads `message` and `hint`, each of at most 2,000 characters. */
  readonly error?: {
    readonly message: string;
    /** `failed` by default. */
    readonly kind?:
      | "failed"
      | "retryable"
      | "context_required"
      | "rate_limited"
      | "invalid_arguments"
      | "fatal"
      | undefined;
    readonly hint?: string | undefined;
    readonly retryAfterMs?: number | undefined;
  } | undefined;
}

/** A page of threads: 1 to 100 of them, 20 by default, after the cursor of the page before. */
export interface ThreadsPageOptions {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** A page of a history: 1 to 200 entries, 50 by default, from index `after` on. */
export interface HistoryPageOptions {
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

/** Which events are read, and until when. */
export interface EventsOptions {
  /** Events with a `seq` above it; 0, the start of the log, by default. */
  readonly after?: number | undefined;
  /** Ends the reading; the run goes on. */
  readonly signal?: AbortSignal | undefined;
}
