// The options of calls: the fields of the HTTP bodies and queries, which are checked by the same schemas. What stands here is
// what a call has besides, or otherwise.

import type {
  CreateThreadBody,
  EventsQuery,
  ForkBody,
  HistoryQuery,
  StepBody,
  ThreadsQuery,
} from "../core/contract/requests.ts";

/** Options of a run: the fields of the body of `POST /v1/threads/:id/steps`, but `input` and the words for `busy` of {@link QueueOptions}. */
export interface RunOptions extends Omit<StepBody, "input" | "agent" | "until" | "busy" | "resumable"> {
  /**
   * Creates the thread when it is missing; must match when it exists. The only agent of the deployment by default, for a run with an
   * input.
   */
  readonly agent?: string | undefined;
  /** How far the run goes; `done` by default, where the body of HTTP has `step`. */
  readonly until?: StepBody["until"];
  /** What happens while a run goes on: thread_busy by default. `restart` is the former word for `interrupt`. */
  readonly busy?: "reject" | "interrupt" | "restart" | undefined;
  /** Keeps the events for `events`; by default true for `stream` and false for `run`. */
  readonly resumable?: boolean | undefined;
  /** The same key with the same options runs once and has the same result; 1 to 255 visible ASCII characters. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * As {@link RunOptions}; an input that finds a run in progress waits for its next step (`steer`), or for its end (`queue`).
 */
export interface QueueOptions extends Omit<RunOptions, "busy"> {
  readonly busy: "steer" | "queue";
}

/** What a thread is created with: the body of `POST /v1/threads`. */
export interface CreateOptions extends Omit<CreateThreadBody, "agent"> {
  /** The only agent of the deployment by default. */
  readonly agent?: string | undefined;
  /** The same key with the same options makes one thread. */
  readonly idempotencyKey?: string | undefined;
}

/** Where a fork leaves its source: the body of `POST /v1/threads/:id/fork`. */
export interface ForkThreadOptions extends ForkBody {
  /** The same key with the same options makes one fork. */
  readonly idempotencyKey?: string | undefined;
}

/** A page of threads: 1 to 100 of them, 20 by default, after the cursor of the page before; with a filter those that match all of it. */
export type ThreadsPageOptions = ThreadsQuery;

/** A page of a history: 1 to 200 entries, 50 by default, from index `after` on. */
export type HistoryPageOptions = HistoryQuery;

/** Which events are read, and until when. */
export interface EventsOptions extends EventsQuery {
  /** Ends the reading; the run goes on. */
  readonly signal?: AbortSignal | undefined;
}
