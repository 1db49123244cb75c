// Threads that have left sets, and are still in them. Each entry is taken out by a later request of this isolate for the same tenant:
// a commit knows that it stands when its request is over. What an isolate ends with is taken out by lists.

import { Lru } from "../../../core/lru.ts";

/** An entry to be taken out, as long as it has the score. */
export interface Departure {
  readonly key: string;
  readonly member: string;
  readonly score: string;
}

/** Tenants of an isolate that have some, and entries of one tenant that one request takes out. */
const TENANTS = 1_000;
const MOST = 50;

/** The departures of one isolate. */
export class Departures {
  readonly #byTenant = new Lru<readonly Departure[]>(TENANTS);

  add(tenant: string, departures: readonly Departure[]): void {
    if (departures.length === 0) return;
    this.#byTenant.set(tenant, [...this.#byTenant.get(tenant) ?? [], ...departures].slice(-MOST));
  }

  /** Those of a tenant, which are forgotten: where its request fails, lists take them out. */
  take(tenant: string): readonly Departure[] {
    const departures = this.#byTenant.get(tenant) ?? [];
    this.#byTenant.delete(tenant);
    return departures;
  }
}
