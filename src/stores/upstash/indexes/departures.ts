// Threads that have left sets, and are still in them. A later request of this isolate for the same tenant removes each entry, because
// a commit is known to be stored only when its request is over. Lists remove what is left when an isolate ends.

import { Lru } from "../../../core/lru.ts";

/** An entry to remove, as long as it has the score. */
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
