// Waiting for others: how long for one who was told to stop, and how often for a store that is away.

import { AgentError } from "../core/error.ts";
import type { RuntimeDeps } from "./request.ts";

/** How long somebody who was told to stop may take to do so. */
export const GRACE_MS = 1_000;

/** A limit on waiting for somebody who may not listen to a signal. */
export interface Patience {
  /** Rejects with the signal's reason a second after the signal aborts; race it. */
  readonly overdue: Promise<never>;
  end(): void;
}

/** Patience with one who was given the signal. */
export function patienceWith(signal: AbortSignal, { sleep }: Pick<RuntimeDeps, "sleep">): Patience {
  const ended = new AbortController();
  const overdue = new Promise<never>((_resolve, reject) => {
    const wait = () => sleep(GRACE_MS, ended.signal).then(() => reject(signal.reason), () => {});
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true, signal: ended.signal });
  });
  return { overdue, end: () => ended.abort("ended") };
}

const PATIENCE_MS = [100, 400, 1500];

/** The attempt, up to four times while the store cannot be reached. For attempts that may arrive twice only. */
export async function persistently<T>(attempt: () => Promise<T>, deps: RuntimeDeps): Promise<T> {
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
