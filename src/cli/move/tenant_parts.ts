// What a tenant has beside its threads, as a move, a backup and a restore read it.

import type { Store } from "../../core/store.ts";
import { LEDGER_DAYS, type LedgerDay, toDay } from "../../core/store/ledger.ts";
import { wakeName } from "../../core/wake.ts";
import { KEY_USED } from "../../plugins/keys/stored_keys.ts";
import type { Place } from "./copy_thread.ts";

/**
 * The kinds of the definitions by which a store knows, of a tenant: what was copied from it (the hash of the text, by kind and name), the time
 * that something due had before it was claimed, the store itself, and what was restored of each backup (by its id).
 */
export const [COPIED, CLAIMED, IDENTITY, RESTORED] = [
  "moved.copied",
  "moved.claimed",
  "moved.store",
  "moved.restored",
] as const;

/** Definitions of these kinds are about one store, and stay in it. */
const OF_ONE_STORE: ReadonlySet<string> = new Set([COPIED, CLAIMED, IDENTITY, RESTORED, KEY_USED]);

/** Milliseconds by which a row is moved ahead in a store while its work moves: a pump leaves it alone. */
export const CLAIM_MS = 3_600_000;

/** The group of the counts of a day that say what of it has come from another store. */
export const MOVED = "moved";

/** Days that a ledger lives. */
const DAYS = 400;
const DAY_MS = 86_400_000;

/** A definition of a tenant. */
export interface Definition {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
}

/** The definitions of a tenant, but for those whose wake names are in `waiting`: they are due. */
export async function* readDefinitions(
  tenant: string,
  store: Place,
  waiting: ReadonlySet<string>,
): AsyncGenerator<Definition> {
  for (const kind of await store.listKinds(tenant)) {
    if (OF_ONE_STORE.has(kind)) continue;
    for (const name of await store.listDefinitions(tenant, kind)) {
      if (waiting.has(wakeName(kind, name))) continue;
      const text = await store.readDefinition(tenant, kind, name);
      if (text !== undefined) yield { kind, name, text };
    }
  }
}

/** The days of a tenant in one store, the newest hundred first, each with the same day in the other one, where there is one. */
export async function* readDays(
  tenant: string,
  { from, to }: { readonly from: Store; readonly to?: Store },
  now: number,
): AsyncGenerator<{ readonly day: LedgerDay; readonly there: LedgerDay | undefined }> {
  for (let last = now; last > now - DAYS * DAY_MS; last -= LEDGER_DAYS * DAY_MS) {
    const range = [toDay(last - (LEDGER_DAYS - 1) * DAY_MS), toDay(last)] as const;
    const booked = new Map((await to?.readLedger(tenant, ...range) ?? []).map((day) => [day.day, day]));
    for (const day of await from.readLedger(tenant, ...range)) yield { day, there: booked.get(day.day) };
  }
}

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** By group and name, and the notes in a group of their own; zeros are left out. */
export function toCounts(
  counts: readonly (readonly [name: string, count: number])[],
  notes: readonly (readonly [note: string, count: number])[] = [],
): Counts {
  const groups = new Map<string, Map<string, number>>();
  const add = (group: string, name: string, count: number) => {
    if (count === 0) return;
    groups.set(group, (groups.get(group) ?? new Map<string, number>()).set(name, count));
  };
  for (const [name, count] of counts) {
    add(name.slice(0, name.indexOf("|")), name.slice(name.indexOf("|") + 1), count);
  }
  for (const [note, count] of notes) add(MOVED, note, count);
  return groups;
}
