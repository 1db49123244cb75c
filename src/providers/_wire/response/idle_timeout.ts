// One signal for one exchange with a provider: it aborts when the caller's does, when nothing arrives for too long,
// and when the reading ends before the response does, so that no exchange outlives its reader.

import { ProviderError } from "../errors/provider_error.ts";

/** Aborts a response that sends nothing for too long. */
export class IdleTimeout {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #idleMs: number;
  readonly #onAbort = () => this.#controller.abort(this.#caller.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * When the last piece came. The timer is set again only when it fires less than `#idleMs` after that: a new timer for
   * each piece would cost more.
   */
  #touchedAt = 0;
  #isWhole = false;

  /** `idleMs` without {@link touch} aborts with a ProviderError `model_timeout`. */
  constructor(caller: AbortSignal, idleMs: number) {
    this.#caller = caller;
    this.#idleMs = idleMs;
    if (caller.aborted) this.#onAbort();
    else caller.addEventListener("abort", this.#onAbort, { once: true });
    this.touch();
    this.#wait(idleMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something arrived: the wait begins anew. */
  touch(): void {
    this.#touchedAt = performance.now();
  }

  /**
   * Waits at most `ms` for the rest of a response whose answer is whole, whatever keep-alives arrive. A second call begins
   * the wait anew.
   */
  expectEnd(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#expire(ms), Math.min(ms, this.#idleMs));
  }

  /** The promise, or the reason of the abort, whichever comes first: not every fetch obeys its signal. */
  async race<T>(promise: Promise<T>): Promise<T> {
    let onAbort = () => {};
    const aborted = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(this.signal.reason);
    });
    if (this.signal.aborted) onAbort();
    else this.signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await Promise.race([promise, aborted]);
    } finally {
      this.signal.removeEventListener("abort", onAbort);
    }
  }

  /** The response was read to its end: nothing is left to abort, and an abort costs an exception in the runtime. */
  endWhole(): void {
    this.#isWhole = true;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#onAbort);
    if (!this.#isWhole) this.#controller.abort("closed");
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const leftMs = this.#idleMs - (performance.now() - this.#touchedAt);
      if (leftMs > 0) this.#wait(leftMs);
      else this.#expire(this.#idleMs);
    }, ms);
  }

  #expire(ms: number): void {
    this.#controller.abort(new ProviderError("model_timeout", `Nothing arrived for ${ms} ms.`));
  }
}
