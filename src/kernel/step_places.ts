// The places of an isolate: how many runs it works on at the same time. Every stream costs a share of one event loop, so
// beyond a number all of them are slower than their models, and reach the deadline of their steps together.

import { AgentError } from "../core/error.ts";
import type { Clock } from "../core/ports.ts";

/** Milliseconds after which a refused caller may try again. */
const RETRY_MS = 1_000;

/** Milliseconds after which a place counts no longer: an invocation of a Worker may end without giving its own back. */
const PLACE_MS = 1_800_000;

/** The part of the places that one tenant may have where the isolate serves several. */
const SHARE = 0.75;

/** A place that is taken. */
interface Place {
  readonly tenant: string;
  readonly until: number;
}

/** The places of one isolate. A run of a phase has that of the run above it. */
export class StepPlaces {
  readonly #limit: number;
  readonly #clock: Clock;
  /** The oldest first. */
  readonly #taken = new Set<Place>();
  readonly #byTenant = new Map<string, number>();
  #firstTenant: string | undefined;
  #isShared = false;

  /** `limit`: how many runs there are at the same time, from 1. */
  constructor(limit: number, clock: Clock = Date.now) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Why a run of the tenant cannot begin now; undefined when there is a place. */
  refusal(tenant: string): AgentError | undefined {
    this.#firstTenant ??= tenant;
    if (tenant !== this.#firstTenant) this.#isShared = true;
    if (this.#hasPlace(tenant)) return undefined;
    this.#expire();
    if (this.#hasPlace(tenant)) return undefined;
    const own = this.#byTenant.get(tenant) ?? 0;
    return new AgentError(
      "server_busy",
      `The server has no place for another step: it runs ${this.#taken.size}, ${own} of them for this tenant. ` +
        "Nothing has begun; retry after 1 s.",
      { retryAfterMs: RETRY_MS },
    );
  }

  /**
   * Takes a place, and returns the function that gives it back; a second call of that changes nothing.
   *
   * @throws {AgentError} server_busy
   */
  take(tenant: string): () => void {
    const refusal = this.refusal(tenant);
    if (refusal !== undefined) throw refusal;
    const place = { tenant, until: this.#clock() + PLACE_MS };
    this.#taken.add(place);
    this.#byTenant.set(tenant, (this.#byTenant.get(tenant) ?? 0) + 1);
    return () => this.#leave(place);
  }

  /** Where the first tenant stays the only one, it may have all places. */
  #hasPlace(tenant: string): boolean {
    const share = this.#isShared ? Math.max(1, Math.floor(this.#limit * SHARE)) : this.#limit;
    return this.#taken.size < this.#limit && (this.#byTenant.get(tenant) ?? 0) < share;
  }

  #expire(): void {
    const now = this.#clock();
    for (const place of this.#taken) {
      if (place.until > now) return;
      this.#leave(place);
    }
  }

  #leave(place: Place): void {
    if (!this.#taken.delete(place)) return;
    const left = (this.#byTenant.get(place.tenant) ?? 0) - 1;
    if (left === 0) this.#byTenant.delete(place.tenant);
    else this.#byTenant.set(place.tenant, left);
  }
}
