// How long work that was aborted may take to end.

import { type Sleep, startTimer } from "../../core/ports.ts";
import { ABORT_GRACE_MS } from "../timing.ts";

/** Settles as the work does, but rejects with the reason of `signal` when the work goes on for a second after the abort. */
export async function withAbortGrace<T>(
  work: Promise<T>,
  signal: AbortSignal,
  { sleep }: { readonly sleep: Sleep },
): Promise<T> {
  let stopTimer = () => {};
  let onAbort = () => {};
  const overdue = new Promise<never>((_resolve, reject) => {
    onAbort = () => stopTimer = startTimer(sleep, ABORT_GRACE_MS, () => reject(signal.reason));
  });
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    stopTimer();
  }
}
