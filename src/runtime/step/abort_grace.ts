// Waiting for others: how long for one who was told to stop, and how often for a store that is away.

import { AgentError } from "../../core/error.ts";
import type { RuntimeDeps } from "../request.ts";

/** How long somebody who was told to stop may take to do so. */
export const GRACE_MS = 1_000;

/** A limit on waiting for somebody who may not listen to a signal. */
export interface Patience {
  /** As the promise, but rejects with the signal's reason a second after the signal aborts. One wait at a time. */
  wait<T>(promise: Promise<T>): Promise<T>;
  end(): void;
}

/** Patience with one who was given the signal. */
export function patienceWith(signal: AbortSignal, { sleep }: Pick<RuntimeDeps, "sleep">): Patience {
  const ended = new AbortController();
  let isOverdue = false;
  let giveUp = (_reason: unknown) => {};
  const lose = () => {
    isOverdue = true;
    giveUp(signal.reason);
  };
  const count = () => sleep(GRACE_MS, ended.signal).then(lose, () => {}); // ended in time
  if (signal.aborted) count();
  else signal.addEventListener("abort", count, { once: true });
  return {
    wait: (promise) =>
      new Promise((resolve, reject) => {
        if (isOverdue) reject(signal.reason);
        giveUp = reject; // and not Promise.race, which would leave something behind with every event
        promise.then(resolve, reject);
      }),
    end() {
      signal.removeEventListener("abort", count);
      ended.abort("ended");
    },
  };
}

const PATIENCE_MS = [100, 400, 1500];

/** The attempt, up to four times while the store cannot be reached. For attempts that may arrive twice only. */
export async function withStoreRetries<T>(attempt: () => Promise<T>, deps: RuntimeDeps): Promise<T> {
  for (const waitMs of PATIENCE_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AgentError) || error.code !== "store_unavailable") throw error;
      deps.log("warn", "the store is away; will try again", { code: error.code, waitMs });
      await deps.sleep(waitMs);
    }
  }
  return await attempt();
}
