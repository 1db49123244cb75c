// Whether the server can be reached while a run is followed, and when the page tries again.

import { ApiError } from "../api/http.ts";

/** `retrying`: the server did not answer. `since` and `nextAt`, of the next attempt, are epoch milliseconds. */
export type ConnectionState = { readonly type: "connected" } | {
  readonly type: "retrying";
  readonly attempt: number;
  readonly since: number;
  readonly nextAt: number;
};

/** Waits before each attempt, in milliseconds; the last one counts for all further attempts. */
const BACKOFF_MS = [250, 500, 1000, 2000, 4000, 8000, 15_000];

/** Attempts to send one request, while the network fails. */
const SEND_ATTEMPTS = 4;

/** Milliseconds of silence after which a page says that the server cannot be reached. */
export const LONG_MS = 10_000;

/** Counts attempts, and waits between them. */
export class Connection {
  readonly #onChange: (state: ConnectionState) => void;
  #attempt = 0;
  /** When the connection was lost, as epoch milliseconds; 0 while there is one. */
  #since = 0;
  #wake = (): void => {};

  constructor(onChange: (state: ConnectionState) => void) {
    this.#onChange = onChange;
    addEventListener("online", () => this.retryNow());
  }

  /**
   * Sends a request, again while the network fails. What the server answers, an error too, is an answer.
   *
   * @param request One that may be sent again.
   */
  async send<Answer>(request: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    for (let attempt = 1;; attempt++) {
      try {
        const answer = await request();
        this.reset();
        return answer;
      } catch (error) {
        if (error instanceof ApiError || signal.aborted || attempt === SEND_ATTEMPTS) {
          this.reset(); // the caller reports the error in its own words
          throw error;
        }
      }
      await this.wait(signal);
    }
  }

  /** The server has answered. The next wait is no shorter for it: an answer may end before anything has come of it. */
  answered(): void {
    if (this.#since === 0) return;
    this.#since = 0;
    this.#onChange({ type: "connected" });
  }

  /** Nothing is tried again from now on: what was awaited has come, or is not awaited any more. */
  reset(): void {
    this.#attempt = 0;
    this.answered();
  }

  /** Waits for the next attempt, or for {@link retryNow}, or for the signal. */
  async wait(signal: AbortSignal): Promise<void> {
    const ms = BACKOFF_MS[Math.min(this.#attempt, BACKOFF_MS.length - 1)] ?? 0;
    this.#attempt += 1;
    this.#since ||= Date.now();
    this.#onChange({ type: "retrying", attempt: this.#attempt, since: this.#since, nextAt: Date.now() + ms });
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    const timer = setTimeout(wake, ms);
    this.#wake = wake;
    signal.addEventListener("abort", wake, { once: true });
    await promise;
    clearTimeout(timer);
    signal.removeEventListener("abort", wake);
  }

  /** Ends the wait for the next attempt. */
  retryNow(): void {
    this.#wake();
  }
}
