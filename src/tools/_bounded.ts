// Foreign code on a leash: tools and hooks may hang, throw anything and ignore their signal; the step goes on.

import type { Sleep } from "../core/ports.ts";

/** How foreign code ended. `timed_out` and `stopped`: it was left behind, and whatever it does later is ignored. */
export type Ending<T> =
  | { readonly type: "returned"; readonly value: T }
  | { readonly type: "threw"; readonly thrown: unknown }
  | { readonly type: "timed_out" }
  | { readonly type: "stopped" };

export interface Bounds {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly sleep: Sleep;
}

/** Waits for `work`, the timeout or the signal, whichever comes first. Never rejects and never waits longer. */
export async function bounded<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  { timeoutMs, signal, sleep }: Bounds,
): Promise<Ending<T>> {
  if (signal.aborted) return { type: "stopped" };
  const leash = new AbortController();
  const over = new AbortController();
  const ending = await Promise.race([
    stopOf(signal, over.signal),
    endingOf(() => work(leash.signal)),
    timeoutOf(sleep, timeoutMs, over.signal),
  ]);
  over.abort("over");
  if (ending.type === "stopped") leash.abort(signal.reason);
  if (ending.type === "timed_out") {
    leash.abort(new DOMException(`No result within ${timeoutMs} ms.`, "TimeoutError"));
  }
  return ending;
}

async function endingOf<T>(work: () => T | Promise<T>): Promise<Ending<T>> {
  try {
    return { type: "returned", value: await work() };
  } catch (thrown) {
    return { type: "threw", thrown };
  }
}

function stopOf(signal: AbortSignal, over: AbortSignal): Promise<Ending<never>> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ type: "stopped" }), { once: true, signal: over });
  });
}

async function timeoutOf(sleep: Sleep, timeoutMs: number, over: AbortSignal): Promise<Ending<never>> {
  try {
    await sleep(timeoutMs, over);
    return { type: "timed_out" };
  } catch {
    return { type: "stopped" }; // the race is over and the wait was called off
  }
}
