// How long work that was aborted may take to end.

import type { Sleep } from "../../core/ports.ts";
import { ABORT_GRACE_MS } from "../timing.ts";

/** Settles as the work does, but rejects with the reason of `signal` when the work goes on for a second after the abort. */
export async function withAbortGrace<T>(
  work: Promise<T>,
  signal: AbortSignal,
  { sleep }: { readonly sleep: Sleep },
): Promise<T> {
  const ended = new AbortController();
  let onAbort = () => {};
  const overdue = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      sleep(ABORT_GRACE_MS, ended.signal).then(() => reject(signal.reason), () => {}); // rejects when the work ended in time
    };
  });
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    ended.abort("ended");
  }
}
