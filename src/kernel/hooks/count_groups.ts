// CountGroups: what counts belong to, in the ledger. It knows a group by a short hash and has its definition once a day, so that what a
// group stands for, such as the names of an agent's tools, does not travel with every commit.

import { Lru } from "../../core/lru.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { DEFINITION, groupUnder, type PluginCounts } from "./step_counts.ts";

/** Most groups of tenants and days that an isolate remembers. */
const GROUPS = 5_000;

/** Most characters of what groups stand for that an isolate remembers the hashes of. */
const TEXT = 1_000_000;

/** Hex digits of a hash: 40 bits, for the few hundred groups of a tenant's day. */
const HASH = 10;

/** The counts of a step as its booking has them, and what is to be called once the store has answered the request that brought it. */
export interface WrittenCounts {
  /** By group and name. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The ledger has the booking: what its groups stand for need not be sent again on this day. */
  confirm(): void;
}

/** The groups of one isolate, and which of them the ledger has the definitions of. */
export class CountGroups {
  /** Hashes by what they are of. */
  readonly #hashes = new Lru<string>(TEXT);
  readonly #defined = new Lru<true>(GROUPS);

  /** The counts of all plugins about a step that is booked for the tenant on this day. */
  write(counted: readonly PluginCounts[], tenant: string, day: string): WrittenCounts {
    const counts = new Map<string, ReadonlyMap<string, number>>();
    const defined: string[] = [];
    for (const { key, of, added } of counted) {
      const group = groupUnder(key, of === "" ? "" : this.#hashOf(of));
      const isNew = of !== "" && this.#defined.get(toKey(group, tenant, day)) === undefined;
      if (isNew) defined.push(toKey(group, tenant, day));
      counts.set(group, isNew ? new Map(added).set(`${DEFINITION}${of}`, 1) : added);
    }
    return {
      counts,
      confirm: () => {
        for (const group of defined) this.#defined.set(group, true);
      },
    };
  }

  #hashOf(of: string): string {
    const known = this.#hashes.get(of);
    if (known !== undefined) return known;
    const hash = fnv64(of).slice(-HASH);
    this.#hashes.set(of, hash, of.length);
    return hash;
  }
}

// Tenants hold no control characters, so no key stands for two groups.
function toKey(group: string, tenant: string, day: string): string {
  return `${tenant}\n${day}\n${group}`;
}
