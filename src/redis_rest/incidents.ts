/** What a bridge logs: changes, and not each of a thousand requests that meet the same fault. */
import type { Log } from "../core/ports.ts";
import { Refusal } from "./call.ts";
import { ConnectionError } from "./resp.ts";

/** Milliseconds between two lines about wrong tokens. */
const REFUSAL_INTERVAL_MS = 60_000;

/** Writes when Redis goes away and comes back, wrong tokens at most once a minute, and every other error. */
export class Incidents {
  readonly #log: Log;
  #isAway = false;
  #lastRefusalAt = -Infinity;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Redis has answered. */
  answered(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#log("info", "Redis answers again", {});
  }

  /** A request failed. */
  failed(cause: unknown): void {
    if (cause instanceof Refusal) return this.#refused(cause);
    if (!(cause instanceof ConnectionError)) return this.unexpected(cause);
    if (this.#isAway) return;
    this.#isAway = true;
    this.#log("error", "requests are answered 503 until Redis answers again", { reason: cause.message });
  }

  /** An error of the bridge itself. */
  unexpected(cause: unknown): void {
    this.#log("error", "unexpected error", {
      reason: cause instanceof Error ? cause.stack ?? cause.message : String(cause),
    });
  }

  #refused({ status }: Refusal): void {
    const now = performance.now();
    if (status !== 401 || now - this.#lastRefusalAt < REFUSAL_INTERVAL_MS) return;
    this.#lastRefusalAt = now;
    this.#log("warn", "a request did not show the token: compare UPSTASH_REDIS_REST_TOKEN with TOKEN", {});
  }
}
