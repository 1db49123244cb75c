// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { Json, JsonObject } from "../json.ts";
import type { ThreadNeed, ThreadStatus, WaitsFor } from "../state.ts";
import type { Counters } from "../usage.ts";
import type { CallView } from "./calls.ts";

/** A thread as the API shows it. */
export interface ThreadView {
  readonly id: string;
  /** Its name. */
  readonly agent: string;
  /** Set by a person, or the beginning of its first input, at most 80 characters. */
  readonly title?: string;
  /** Lists leave it out unless they ask for it. */
  readonly archived?: true;
  /**
   * `open`: a step can go on; `waiting`: for an input, an approval or results; `done`, `cancelled`: how the last run
   * ended; `failed`: the last step failed for good.
   */
  readonly status: ThreadStatus;
  /**
   * Of a `waiting` thread, absent where the next step may run: `approval` of a person, `results` of client tools,
   * `answer` to `question`, `deferred`: a result comes later, `authorization`: the user authorizes a server of tools.
   */
  readonly waitsFor?: WaitsFor;
  /** With `waitsFor: authorization`; the URL is in `authorization.requested`. */
  readonly authorization?: {
    /** The name of the server of tools that it waits for. */
    readonly server: string;
  };
  /**
   * What it needs of a person, absent for nothing: `approval` of a call, an `answer` to a question, `authorization` of
   * a server of tools, `retry`: its last step failed and nothing tries it again.
   */
  readonly needs?: ThreadNeed;
  /** Rises with every commit. */
  readonly version: number;
  /** Entries in the history. */
  readonly length: number;
  /** As it was created with. */
  readonly metadata: JsonObject;
  /** The strategic plan as it stands, where the thread has its own. */
  readonly plan?: Json;
  /** The user whom the steps are booked to. */
  readonly user?: string;
  /** The ways in of its inputs: `steps`, `chat`, `schedule`, that of a webhook. */
  readonly doors?: readonly string[];
  /** Totals since it began. */
  readonly counters: Counters;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Of the last commit; ISO 8601. */
  readonly updatedAt: string;
  /** No step runs before: the Retry-After of the provider, or of a tool whose next calls are planned; ISO 8601. */
  readonly resumeAt?: string;
  /** What a tool needs to know; the next input answers it. */
  readonly question?: string;
  /** Of the last step, when it failed. */
  readonly error?: {
    readonly code: string;
    readonly message: string;
  };
  /** Its run has the execution predict: the calls that it holds run when a request names another. */
  readonly predicted?: true;
  /** The run goes on without its client. */
  readonly wake?: true;
  /** Why no wake-up runs the thread any more: an input or `POST .../wake` does. */
  readonly parked?: ParkedView;
  /** Where a fork has its beginning from. */
  readonly forkedFrom?: {
    readonly thread: string;
    readonly version: number;
    readonly replan?: true;
    readonly calls?: "run" | "rerun";
    /** The threads that the source was forked from. */
    readonly sources?: readonly string[];
  };
  /** Indexes of the pinned entries; absent without any. */
  readonly pins?: readonly number[];
  /** The thread runs a phase of another. */
  readonly parent?: {
    readonly thread: string;
    readonly callId: string;
    readonly phase: string;
    /** 1 below the root. */
    readonly depth: number;
    readonly root: string;
    /** Levels of threads that may lie below this one. */
    readonly levels: number;
  };
}

/** Why a thread is parked. */
export interface ParkedView {
  readonly code: string;
  readonly message: string;
  /** Steps in a row that failed or did not commit. */
  readonly failures: number;
  /** ISO 8601. */
  readonly at: string;
}

/** A thread in a list. */
export interface ThreadLine extends ThreadView {
  /** Inputs that wait for a step, without those that the running one consumes; with any the thread is open. */
  readonly waiting: number;
  /** A step is in progress. */
  readonly running: boolean;
}

/** A thread with its outstanding calls. */
export interface ThreadDetail extends ThreadLine {
  /** Calls without an observation, then those of phases that wait for people or for a result. */
  readonly calls: readonly CallView[];
  /**
   * Head of the record's chain: kept elsewhere, it shows later that nothing was changed. Absent before the first
   * commit.
   */
  readonly head?: string;
}

/** A thread that cannot be read: it can only be removed; with `code` not even that. */
export interface CorruptedThread {
  readonly id: string;
  readonly status: "corrupted";
  /** A newer Treadle has written the thread; absent where nothing reads it. */
  readonly code?: "schema_unsupported";
}

/** A page of the tenant's threads. */
export interface ThreadPage {
  /** Newest first; one that cannot be read has no more than its id and `status`. */
  readonly threads: readonly (ThreadLine | CorruptedThread)[];
  /** Continues the list; absent at its end. */
  readonly cursor?: string;
}

/** What was indexed of a page of threads. */
export interface IndexedPage {
  /** Threads whose facets were read from their histories and kept. */
  readonly indexed: number;
  /** Ids of threads in which a step ran, or that changed meanwhile: index them again. */
  readonly busy: readonly string[];
  /** Ids of threads that cannot be read here. */
  readonly unreadable: readonly string[];
  /** Goes on behind this page; absent at the end. */
  readonly cursor?: string;
}

/** What a cancel found. */
export interface Cancelled {
  readonly id: string;
  /** `done`: the thread had ended with an answer. */
  readonly status: "cancelled" | "done";
  /** False: it had ended before, and nothing of it is other than it was. */
  readonly changed: boolean;
  /** A step was in progress; it is stopping and keeps what it has. */
  readonly running: boolean;
  readonly version: number;
}

/** The plan of a thread. */
export interface PlanView {
  /** Its id. */
  readonly thread: string;
  /** Of the thread; a change may name it. */
  readonly version: number;
  /** Null for none. Phases have `state` (`planned`, `finished`, `failed`), `thread?` and `result?`. */
  readonly plan: Json;
  /** Where it is from: a change in the history, the creation of the thread, its agent's definition. */
  readonly source: "changed" | "thread" | "agent" | "none";
  /** Ids of phases whose calls have no observation yet. */
  readonly running: readonly string[];
  /** Ids of phases whose calls a cancel has ended, until the next step records that. */
  readonly cancelled?: readonly string[];
}

/** A phase with its thread; `children` are its own phases, when the worker is an orchestrator. */
export interface ChildView {
  /** Its id. */
  readonly phase: string;
  readonly worker?: string;
  /**
   * `running` while its call has no observation, `cancelled` when a cancel has ended that call; else the state of the
   * phase in the plan.
   */
  readonly state: "running" | "cancelled" | "planned" | "finished" | "failed";
  /** Missing when it is gone or has not begun. */
  readonly thread?: ThreadView;
  /** What waits for people, or for a later result, in the thread and in those below it. */
  readonly calls: readonly CallView[];
  readonly children: readonly ChildView[];
}
