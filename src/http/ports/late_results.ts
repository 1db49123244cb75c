// The interface for results of deferred calls that arrive outside of a step. A step does not use it: it reads the recorded results, and
// polls.

import type { CompletedCall, Detached } from "../../core/contract/calls.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { CallResult } from "../../core/tool/deferred.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { ResultUrls } from "../../kernel/deps.ts";
import type { WakingDeps } from "./waking.ts";

/** A result as it came. */
export interface BroughtResult {
  readonly result: CallResult;
  /** Who brings it. */
  readonly by: string;
  /** `link` for a signed URL. */
  readonly via: "api" | "link";
  /** When the thread of a signed URL was created, in epoch milliseconds: another thread of the same id is not meant. */
  readonly createdAt?: number;
}

/** Takes results of deferred calls. */
export interface LateResults extends ResultUrls {
  /**
   * Records the result of a deferred call of the thread, or of a thread below it in which a phase runs.
   *
   * @throws {AgentError} thread_unknown, call_unknown, result_given, call_expired, result_refused, thread_busy, plugin_failed
   * @throws {AgentError} plugin_missing - the run has gone on without the result, and nothing here runs threads without a client
   */
  complete(
    ref: ThreadRef,
    callId: string,
    result: BroughtResult,
    io: WakeIo,
    deps: WakingDeps,
  ): Promise<CompletedCall>;
  /**
   * Lets the run go on without the result of the call.
   *
   * @throws {AgentError} thread_unknown, call_unknown, result_given, result_refused, thread_busy, plugin_missing
   */
  detach(ref: ThreadRef, callId: string, io: WakeIo, deps: WakingDeps): Promise<Detached>;
}
