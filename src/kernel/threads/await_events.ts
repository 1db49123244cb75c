// How a reader of the log waits for more of it: until the store says that there may be more, where it does, else by polling.

import { startTimer } from "../../core/ports.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";

/** Polls that are left out at most while the store says nothing: it may have lost a notice, and gives none when a lease ends. */
const QUIET_POLLS = 20;

/** Waits for more of a log. */
export interface EventWait {
  /** Until there may be more, or the abort. */
  next(isRunning: boolean): Promise<void>;
  /** There is no further wait. */
  end(): void;
}

/** Of the log of one thread. The store is followed from the first wait on in which a step runs. */
export function createEventWait(
  ref: ThreadRef,
  { pollMs, signal: given }: { readonly pollMs: number; readonly signal: AbortSignal },
  { store, sleep }: Pick<RuntimeDeps, "store" | "sleep">,
): EventWait {
  const over = new AbortController();
  let isFollowed = false;
  let isChanged = false;
  let wake = () => {};
  return {
    async next(isRunning) {
      if (!isRunning || store.follow === undefined) return await sleep(pollMs, given).catch(() => {});
      const changed = () => {
        isChanged = true;
        wake();
      };
      if (!isFollowed) store.follow(ref, changed, AbortSignal.any([given, over.signal]));
      isFollowed = true;
      await new Promise<void>((resolve) => {
        const end = () => {
          stop();
          given.removeEventListener("abort", end);
          resolve();
        };
        const stop = startTimer(sleep, QUIET_POLLS * pollMs, end);
        given.addEventListener("abort", end);
        wake = end;
        if (isChanged || given.aborted) end();
      });
      isChanged = false;
    },
    end: () => over.abort(),
  };
}
