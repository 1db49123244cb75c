// What requests for runs say: the options of the page, without what is the page's own.

import type { StreamOptions } from "../client/options.ts";
import type { ThreadOptions } from "./thread_state.ts";

/** Whether an input may wait for a run that goes on. */
export function waitsWhileBusy({ busy }: StreamOptions): boolean {
  return busy === "steer" || busy === "queue";
}

/**
 * A request with an input. Where the input is to wait, it is alone: the run that takes it has terms of its own, and others are refused.
 * Where it may wait, its terms go without that word first, for a thread at rest.
 */
export function toInputOptions(options: ThreadOptions, isAlone: boolean): StreamOptions {
  const { agent, user, metadata, pin, busy } = options;
  if (isAlone) return { agent, user, metadata, pin, busy };
  return { ...toStreamOptions(options), busy: waitsWhileBusy(options) ? undefined : busy };
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
