// What plugins count of a step, and how it is read back by day. The ledger of the tenant has each count as `<group>|<name>`: a group is
// the key of the plugin with what its counters belong to.

import type { LedgerDay } from "../../core/store/ledger.ts";

/** The counters of one plugin about one step. */
export interface StepCounts {
  /**
   * What they belong to, such as a model or a variant of the agent: {@link CountedGroup} has it again, and it travels once a day and
   * isolate. Nothing by default. At most 1,000,000 characters.
   */
  readonly of?: string;
  /**
   * What is added to each counter, by name: whole numbers from 0 to 1,000,000,000. At most 500 counters, whose names have 16,000
   * characters together and are of a small set: each name of a day is kept for 400 days.
   */
  readonly added: Readonly<Record<string, number>>;
}

/** What a plugin has counted in the steps of a tenant on one day. */
export interface CountedDay {
  /** Such as `2026-11-22`, UTC. */
  readonly day: string;
  readonly groups: readonly CountedGroup[];
}

/** The counters of a day that belong to one thing. */
export interface CountedGroup {
  /** As {@link StepCounts} had it, empty where that had none; null where the store has lost it. */
  readonly of: string | null;
  /** Sums by name. */
  readonly counts: ReadonlyMap<string, number>;
}

/** What is booked of a plugin. */
export interface PluginCounts {
  /** What its groups begin with. */
  readonly key: string;
  readonly of: string;
  readonly added: ReadonlyMap<string, number>;
}

/** What the name of a count begins with that says what its group belongs to. No counter has such a name. */
export const DEFINITION = "D=";

/**
 * The group of counters in the ledger: the key of their plugin, a slash, and the hash of what they belong to. Under the empty key it is
 * the hash alone. No two keys have a group in common, since a hash has no slash.
 */
export function groupUnder(key: string, hash: string): string {
  return key === "" ? hash : `${key}/${hash}`;
}

/** What stands under a key in days of the ledger. */
export function readCountedDays(key: string, days: readonly LedgerDay[]): CountedDay[] {
  return days.flatMap(({ day, counts }) => {
    const groups = groupsUnder(key, counts);
    return groups.length === 0 ? [] : [{ day, groups }];
  });
}

function groupsUnder(key: string, written: ReadonlyMap<string, number>): CountedGroup[] {
  const groups = new Map<string, { of: string | null; readonly counts: Map<string, number> }>();
  for (const [field, count] of written) {
    const end = field.indexOf("|");
    const group = field.slice(0, end);
    if (group.slice(0, group.lastIndexOf("/") + 1) !== groupUnder(key, "")) continue;
    const known = groups.get(group) ?? { of: group === groupUnder(key, "") ? "" : null, counts: new Map() };
    groups.set(group, known);
    const name = field.slice(end + 1);
    if (name.startsWith(DEFINITION)) known.of = name.slice(DEFINITION.length);
    else known.counts.set(name, count);
  }
  return [...groups.values()];
}
