// What a caller may ask for: the fields of the HTTP bodies, with what the client does by itself.

import type { ForkBody, ShareBody, StepBody } from "../../core/contract/requests.ts";

/** What any request takes. */
export interface RequestOptions {
  /** Aborts the request and what waits for it; the promise rejects with the signal's reason. The run goes on. */
  readonly signal?: AbortSignal | undefined;
}

/** How steps run. */
export interface StreamOptions
  extends RequestOptions, Omit<StepBody, "input" | "toolResults" | "until" | "busy"> {
  /** `done` by default: steps until there is an answer or something must come from outside. */
  readonly until?: StepBody["until"];
  /**
   * What happens while a run goes on: `thread_busy` (`reject`, the default), its next step takes the input (`steer`), the input waits for
   * its end (`queue`), or its step is cancelled (`interrupt`). An input that waits is `input_queued`: `events()` follows it.
   */
  readonly busy?: StepBody["busy"];
  /**
   * 1 to 255 visible ASCII characters; random by default. A page that keeps its key over a reload may send the same
   * request again: what runs is followed, and what has ended is answered again.
   */
  readonly idempotencyKey?: string | undefined;
}

/** How steps run, for an answer in JSON. */
export interface RunOptions extends StreamOptions {
  /** The answer has all events as well. */
  readonly events?: boolean | undefined;
}

/** Where a fork begins. */
export interface ForkOptions extends RequestOptions, ForkBody {}

/** How far a link shows the thread, and until when. */
export interface ShareOptions extends RequestOptions, ShareBody {}
