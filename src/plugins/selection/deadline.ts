// How long a selector waits for a server: its own time at most, and never longer than the step.

import { AgentError } from "../../core/error.ts";
import { LONGEST_TIMER_MS } from "../../core/ports.ts";
import type { SelectorIo } from "./selector.ts";

/** Milliseconds that selectors wait for a server by default. */
export const DEFAULT_TIMEOUT_MS = 1_500;

/** What is waited for. */
export interface Deadline {
  readonly timeoutMs: number;
  /** In the message: `selector embedding`. */
  readonly what: string;
}

/**
 * Runs `run` with a signal that aborts with that of `io`, and after `timeoutMs`. The result comes at its time also where `run` does
 * not listen to the signal.
 *
 * @throws {AgentError} model_timeout
 * @throws the reason of `io.signal`, when it aborts
 */
export async function withDeadline<T>(
  { timeoutMs, what }: Deadline,
  io: SelectorIo,
  run: (io: SelectorIo) => Promise<T>,
): Promise<T> {
  io.signal.throwIfAborted();
  const time = new AbortController();
  const signal = AbortSignal.any([io.signal, time.signal]);
  const late = new AgentError("model_timeout", `The ${what} took longer than ${timeoutMs} ms.`);
  const timer = setTimeout(() => time.abort(late), Math.min(timeoutMs, LONGEST_TIMER_MS));
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([run({ ...io, signal }), aborted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
