// What requests for runs say: the options of the page, without what is the page's own.

import { hasCode } from "./client/error.ts";
import type { StreamOptions } from "./client/options.ts";
import type { Thread } from "./client/thread.ts";
import type { ThreadDetail } from "../core/contract/threads.ts";
import type { ThreadOptions } from "./thread_state.ts";

/** Whether an input may wait for a run that goes on. */
export function waitsWhileBusy({ busy }: StreamOptions): boolean {
  return busy === "steer" || busy === "queue";
}

/**
 * What the request of an input says. One that steers a run, or is queued behind it, goes alone. For a run that waits, a queued
 * input must be sent as `queue`: otherwise a step would consume it at once, in place of the answer that the run waits for. The thread is
 * read for whether the run waits, because another page may have begun it.
 *
 * @throws {TreadleError}
 */
export async function chooseInputOptions(
  terms: ThreadOptions,
  isRunning: boolean,
  thread: Thread,
  signal: AbortSignal,
): Promise<StreamOptions> {
  if (waitsWhileBusy(terms) && isRunning) return toWaitingOptions(terms);
  if (terms.busy !== "queue") return toInputOptions(terms);
  const detail = await thread.get({ signal }).catch((thrown) => {
    if (hasCode(thrown, "thread_unknown")) return undefined; // the input creates the thread
    throw thrown;
  });
  if (detail === undefined) return toInputOptions(terms);
  return hasEnded(detail) ? toInputOptions(terms, detail.version) : toWaitingOptions(terms);
}

/** Whether the thread has no run: neither does a step run nor is anything waited for, and no input waits. */
function hasEnded({ status, running, waiting, calls }: ThreadDetail): boolean {
  if (running || waiting > 0) return false;
  return ["done", "failed", "cancelled"].includes(status) || status === "waiting" && calls.length === 0;
}

/**
 * A request with an input that begins a run. One that may wait says so only when it is to wait: the terms go with it to a thread at
 * rest, which must be at `version` where that is set.
 */
function toInputOptions(options: ThreadOptions, version?: number): StreamOptions {
  const terms = toStreamOptions(options);
  if (!waitsWhileBusy(options)) return terms;
  return { ...terms, busy: undefined, expectedVersion: terms.expectedVersion ?? version };
}

/** A request with an input that is to wait. It goes alone: the run that takes it has terms of its own, and others are refused. */
export function toWaitingOptions({ agent, user, metadata, pin, busy }: ThreadOptions): StreamOptions {
  return { agent, user, metadata, pin, busy };
}

/** A request that goes on with a run, which has its inputs. */
export function toContinueOptions(options: ThreadOptions): StreamOptions {
  return { ...toStreamOptions(options), busy: undefined, pin: undefined, expectedVersion: undefined };
}

function toStreamOptions(
  { throttleMs: _throttleMs, clientTools, ...terms }: ThreadOptions,
): StreamOptions {
  return { ...terms, clientTools: clientTools?.map(({ run: _run, ...tool }) => tool) };
}
