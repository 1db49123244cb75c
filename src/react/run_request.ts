// What requests for runs say: the options of the page, without what is the page's own.

import type { StreamOptions } from "../client/options.ts";
import type { ThreadOptions } from "./thread_state.ts";

/** Whether an input may wait for a run that goes on. */
export function waitsWhileBusy({ busy }: StreamOptions): boolean {
  return busy === "steer" || busy === "queue";
}

/**
 * A request with an input that begins a run. One that may wait says so only when it is to wait: the terms go with it to a thread at
 * rest, which is to be at a version where that is given.
 */
export function toInputOptions(options: ThreadOptions, version?: number): StreamOptions {
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
