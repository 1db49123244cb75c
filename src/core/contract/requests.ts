// Request types of the HTTP API, made from the schemas of src/http/schemas.
// Written by `deno task contract`: change the schema and run the task.

import type { Budget } from "../budget/limits.ts";
import type { MediaKind } from "../content/part.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ThreadStatus } from "../state.ts";
import type { Execution, OnUnsupported, ToolChoiceSpelling } from "../tool_choice.ts";

/** The body of `POST /v1/threads/:id/steps`. */
export interface StepBody {
  /** Creates the thread when it is missing; must match when it exists. */
  readonly agent?: string | undefined;
  /**
   * The user's message: a text, or content beyond text; its texts together at most 512 KB, its media what
   * `TREADLE_MEDIA_MB` permits.
   */
  readonly input?: StepInput | undefined;
  /** The entries of the input are pinned: every later request has them; only with `input`. */
  readonly pin?: true | undefined;
  /** Indexes of entries that are pinned or no longer; an answer with calls and their outcomes are one piece. */
  readonly pins?: {
    /** Entries to pin. */
    readonly add?: readonly number[] | undefined;
    /** Entries whose pins are removed. */
    readonly remove?: readonly number[] | undefined;
  } | undefined;
  /**
   * One of the models that the agent offers in place of its own, for the steps of this request; another is refused
   * with `model_not_allowed`.
   */
  readonly model?: string | undefined;
  /**
   * The tool choice: `auto`, `none`, `required` ("any"), a tool's name, or the object of OpenAI, Anthropic, Bedrock or
   * Gemini; at most 128 names.
   */
  readonly toolChoice?: ToolChoiceSpelling | undefined;
  /**
   * What happens when the model cannot be held to the choice: `degrade` puts it into the prompt with a warning,
   * `error` refuses the step; kept for the run; by default as the agent is defined.
   */
  readonly onUnsupported?: OnUnsupported | undefined;
  /** Who runs a chosen tool. */
  readonly execution?: Execution | undefined;
  /**
   * `step`: one act and one plan; `settled`: also runs the calls that it planned; `done`: steps until there is an
   * answer or something must come from outside.
   */
  readonly until?: "step" | "settled" | "done" | undefined;
  /**
   * Outcomes of calls that the caller ran itself, predicted ones and those of client tools, one for a call; together
   * at most 512 KB of JSON.
   */
  readonly toolResults?: readonly GivenResult[] | undefined;
  /**
   * Tools of the caller for this run, at most 32 and 32 KB: a call of one ends the step as waiting, and the next step
   * brings its result; they replace those that the run has.
   */
  readonly clientTools?: readonly GivenTool[] | undefined;
  /** The version that the thread must be at; another one is refused with `version_conflict`. */
  readonly expectedVersion?: number | undefined;
  /**
   * While a run goes on: `reject` refuses with `thread_busy`; `steer`: the next step consumes the input; `queue`: it
   * is consumed when the run has ended (both with `input` and `pin` only); `interrupt` cancels the step and runs;
   * `restart` is the former word for it, deprecated.
   */
  readonly busy?: "reject" | "steer" | "queue" | "interrupt" | "restart" | undefined;
  /**
   * For a thread that this request creates: the caller's facts, which tools read as `context.metadata`; at most 8 KB
   * of JSON.
   */
  readonly metadata?: JsonObject | undefined;
  /** For a thread that this request creates: its STRATEGIC PLAN, in place of the agent's; at most 8 KB of JSON. */
  readonly plan?: Json | undefined;
  /**
   * The user whom the steps are booked to; a thread that this request creates keeps the user, and takes no other
   * (`user_mismatch`).
   */
  readonly user?: string | undefined;
  /**
   * Budgets of the run, `usd` in US dollars; they lower those of the agent and of earlier requests, and never raise
   * them.
   */
  readonly limits?: Budget | undefined;
  /** Keep the events in the store, so that a dropped stream can be resumed; true by default when streaming. */
  readonly resumable?: boolean | undefined;
  /** The run goes on without its client: wake-ups run its later steps. */
  readonly wake?: true | undefined;
}

/** The inputs of the user: one, or 1 to 100 of them. */
export type StepInput = OneInput | readonly OneInput[];

/** One input of the user: a text, or parts of which at most 20 are media. */
export type OneInput =
  | string
  | {
    readonly text: string;
  }
  | {
    /** Text and media in their order, at most 20 of them media. */
    readonly parts: readonly GivenPart[];
  };

/** Words or media of the user. */
export type GivenPart =
  | {
    readonly type: "text";
    readonly text: string;
  }
  | GivenMedium;

/** An image, a sound or a document: its bytes as base64, or an https URL that only the model's provider reads. */
export interface GivenMedium {
  /** What it is; `file` is a document such as a PDF. */
  readonly type: MediaKind;
  /** The IANA media type, such as `image/png`; its kind must be the type of the part. */
  readonly mediaType: string;
  /** The bytes as base64; in place of `url`. */
  readonly data?: string | undefined;
  /** An https URL, which only the provider of the model reads; in place of `data`. */
  readonly url?: string | undefined;
  /** The name of the file. */
  readonly name?: string | undefined;
}

/** The outcome of a call that the caller ran itself. */
export interface GivenResult {
  /** The call. */
  readonly callId: string;
  /** What it came to. */
  readonly output: Json;
  /** What the model reads after the output. */
  readonly media?: readonly GivenMedium[] | undefined;
  /** The call has failed. */
  readonly failed?: boolean | undefined;
}

/** A tool that the caller runs itself. */
export interface GivenTool {
  /** What the model calls it by. */
  readonly name: string;
  /** What the model reads of it. */
  readonly description?: string | undefined;
  /** JSON Schema of the arguments, an object schema in bounds; any arguments by default. */
  readonly parameters?: JsonObject | undefined;
}

/** The body of `POST /v1/threads`. */
export interface CreateThreadBody {
  /** The agent of the thread, for good. */
  readonly agent: string;
  /** Generated when it is left out. */
  readonly id?: string | undefined;
  /** The caller's own facts, kept with the thread; at most 8 KB of JSON. */
  readonly metadata?: JsonObject | undefined;
  /** The thread's STRATEGIC PLAN, in place of the agent's; at most 8 KB of JSON. */
  readonly plan?: Json | undefined;
  /** The user whom the steps are booked to; a thread keeps that of the request which creates it. */
  readonly user?: string | undefined;
}

/** Where a fork leaves its source: the body of `POST /v1/threads/:id/fork`. */
export interface ForkBody {
  /** The last version that is shared; the newest by default. */
  readonly version?: number | undefined;
  /** Id of the new thread; generated when it is left out. */
  readonly id?: string | undefined;
  /** Leave out the last plan of the shared history, so that a step without input plans again. */
  readonly replan?: boolean | undefined;
  /**
   * The calls that are pending at that version: `skip` makes them skipped observations; `run` leaves them to a step of
   * the fork, unless a `once` call has run or a phase has begun in the source; `rerun` those too.
   */
  readonly calls?: "skip" | "run" | "rerun" | undefined;
}

/** How far a link shows a thread, and until when: the body of `POST /v1/threads/:id/shares`. */
export interface ShareBody {
  /** Version of the thread up to which the link has it, such as that of an answer; all that there is by default. */
  readonly version?: number | undefined;
  /** Seconds until the link ends: 1 to ten years; when it is revoked by default. */
  readonly expiresInSeconds?: number | undefined;
}

/** A person's answer about a call: the body of `POST /v1/threads/:id/approvals/:callId`. */
export interface PersonAnswer {
  /** Run the call, or not. */
  readonly approved: boolean;
  /** The model reads it when the call is denied. */
  readonly reason?: string | undefined;
  /** Of the call as the person saw it; another one is refused with `approval_mismatch`. */
  readonly digest?: string | undefined;
  /**
   * Other arguments, valid under the tool's schema, where it has `approvalEdits`; elsewhere `approval_edit_refused`.
   * Ignored when the call is denied.
   */
  readonly args?: JsonObject | undefined;
  /** The answer to a question; at most 64 K characters. */
  readonly answer?: Json | undefined;
  /**
   * Who answers; by default the API key, as `key_` and 8 characters of its SHA-256, which vouches for the name. Of
   * several people each counts once.
   */
  readonly by?: string | undefined;
  /** Recorded with the answer. */
  readonly via?: "api" | "page" | undefined;
}

/** The result of a deferred call, one of the two: the body of `POST /v1/threads/:id/calls/:callId/result`. */
export type LateResult =
  | {
    /** What the call came to: any JSON; longer than the tool's `maxOutputBytes` it is cut. */
    readonly output: Json;
    readonly error?: undefined;
  }
  | {
    /** In its place: why it failed. */
    readonly error: {
      /** The model reads it. */
      readonly message: string;
      /** What kind of failure it is. */
      readonly kind?:
        | "failed"
        | "retryable"
        | "context_required"
        | "rate_limited"
        | "invalid_arguments"
        | "fatal"
        | undefined;
      /** What the model may do about it. */
      readonly hint?: string | undefined;
      /** Milliseconds after which the call may be made again. */
      readonly retryAfterMs?: number | undefined;
    };
    readonly output?: undefined;
  };

/** A page of a list. */
export interface ListQuery {
  /** `cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Most threads of the page. */
  readonly limit?: number | undefined;
}

/** Which threads a page has: the query of `GET /v1/threads`. */
export interface ThreadsQuery extends ListQuery {
  /** Threads of this user. */
  readonly user?: string | undefined;
  /** As it is stored: see filters. */
  readonly status?: ThreadStatus | undefined;
  /** Threads that need this of a person: see filters. */
  readonly needs?: "approval" | "answer" | "authorization" | "retry" | "any" | undefined;
  /** Threads of this agent. */
  readonly agent?: string | undefined;
  /** Threads that have planned calls of this tool. */
  readonly tool?: string | undefined;
  /** Threads with an input that came in this way: `steps`, `chat`, `schedule`, a webhook's. */
  readonly door?: string | undefined;
  /** Threads whose last step failed with this code. */
  readonly error?: string | undefined;
  /** Threads with these facts; in a query each is `metadata.<name>=<text>`. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Threads that were created at this time or later. */
  readonly after?: string | undefined;
  /** Threads that were created before this time. */
  readonly before?: string | undefined;
  /** Threads whose title has all of these words. */
  readonly search?: string | undefined;
  /** `only`: threads that are archived; `all`: these, too. By default those that are not. */
  readonly archived?: "only" | "all" | undefined;
  /** `all`: the branches of chats, too: see filters. */
  readonly branches?: "all" | undefined;
}

/** What is changed of a thread: the body of `PATCH /v1/threads/:id`. */
export interface ThreadChanges {
  /** In place of the beginning of the first input. */
  readonly title?: string | undefined;
  /** Whether lists leave the thread out unless they ask for it. */
  readonly archived?: boolean | undefined;
}

/** A page of the inbox: the query of `GET /v1/inbox`. */
export interface InboxQuery extends ListQuery {
  /** By the time since when. */
  readonly order?: "newest" | "oldest" | undefined;
}

/** A page of a history: the query of `GET /v1/threads/:id/history`. */
export interface HistoryQuery {
  /** Index of the first entry. */
  readonly after?: number | undefined;
  /** Most entries, or past approvals, of the page. */
  readonly limit?: number | undefined;
}

/** Which events are read: the query of `GET /v1/threads/:id/events`. */
export interface EventsQuery {
  /** The last event seen; 0 is before all. */
  readonly after?: number | undefined;
}
