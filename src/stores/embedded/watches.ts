// Watched steps of an embedded store. A write of this process is noticed at once; one of another process by polling.

import type { WatchOutcome } from "../../core/store/step_store.ts";
import type { ThreadRef } from "../../core/store/thread.ts";

/** The watches of one store. */
export class Watches {
  readonly #checks = new Map<string, Set<() => void>>();
  readonly #pollMs: number | undefined;

  /** `pollMs`: milliseconds between two checks; undefined where no other process writes. */
  constructor(pollMs: number | undefined) {
    this.#pollMs = pollMs;
  }

  /** Waits until `isFenced` or the abort. What `isFenced` throws counts as false. */
  wait(ref: ThreadRef, isFenced: () => boolean, signal: AbortSignal): Promise<WatchOutcome> {
    const key = toKey(ref);
    const checks = this.#checks.get(key) ?? new Set();
    return new Promise((resolve) => {
      const end = (outcome: WatchOutcome) => {
        clearInterval(poll);
        signal.removeEventListener("abort", stop);
        checks.delete(check);
        if (checks.size === 0 && this.#checks.get(key) === checks) this.#checks.delete(key);
        resolve(outcome);
      };
      const stop = () => end("stopped");
      const check = () => {
        if (isTrue(isFenced)) end("fenced");
      };
      const poll = this.#pollMs === undefined ? undefined : setInterval(check, this.#pollMs);
      signal.addEventListener("abort", stop);
      this.#checks.set(key, checks.add(check));
      if (signal.aborted) stop();
      else check();
    });
  }

  /** Checks the watched steps of a thread that may have been fenced. */
  notify(ref: ThreadRef): void {
    if (this.#checks.size === 0) return;
    for (const check of this.#checks.get(toKey(ref)) ?? []) check();
  }
}

function isTrue(claim: () => boolean): boolean {
  try {
    return claim();
  } catch {
    return false; // the file is locked, closed or damaged: the step finds out with its own requests
  }
}

function toKey({ tenant, thread }: ThreadRef): string {
  return JSON.stringify([tenant, thread]);
}
