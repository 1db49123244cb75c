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
export function bounded<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  { timeoutMs, signal, sleep }: Bounds,
): Promise<Ending<T>> {
  if (signal.aborted) return Promise.resolve({ type: "stopped" });
  const leash = new AbortController();
  const over = new AbortController();
  return new Promise((resolve) => {
    const end = (ending: Ending<T>, reason?: unknown) => {
      if (over.signal.aborted) return;
      over.abort("over");
      signal.removeEventListener("abort", stop);
      if (reason !== undefined) leash.abort(reason);
      resolve(ending);
    };
    const stop = () => end({ type: "stopped" }, signal.reason);
    const expire = () =>
      end({ type: "timed_out" }, new DOMException(`No result within ${timeoutMs} ms.`, "TimeoutError"));
    signal.addEventListener("abort", stop);
    sleep(timeoutMs, over.signal).then(expire, () => {}); // called off
    started(work, leash.signal).then(
      (value) => end({ type: "returned", value }),
      (thrown) => end({ type: "threw", thrown }),
    );
  });
}

/** The work's promise, also when it throws before it has one. */
async function started<T>(work: (signal: AbortSignal) => T | Promise<T>, signal: AbortSignal): Promise<T> {
  return await work(signal);
}
