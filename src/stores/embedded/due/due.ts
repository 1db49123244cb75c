// The due index over tables: changes of its rows by themselves, and with a commit.

import type { OutboxItem } from "../../../core/store/commit.ts";
import type { DueItem, DueMove } from "../../../core/store/due.ts";
import { type WakeName, wakeName } from "../../../core/wake.ts";
import type { Tables } from "../tables.ts";

/** Store.moveDue, inside one transaction. */
export function moveDue({ due }: Tables, tenant: string, name: WakeName, { from, to }: DueMove): boolean {
  if (from !== undefined && due.at(tenant, name) !== from) return false;
  if (to === undefined) due.remove(tenant, name);
  else due.put({ tenant, name, at: to });
  return true;
}

/**
 * Enters a row, or moves it to an earlier time. A row that is earlier moves by a millisecond, so that it is not removed by one who
 * knows the time that it had.
 */
export function bringForward({ due }: Tables, row: DueItem): void {
  const before = due.at(row.tenant, row.name) ?? Infinity;
  due.put({ ...row, at: Math.min(row.at, before - 1) });
}

/** Keeps what a commit leaves to be delivered, inside its transaction. */
export function keepOutbox(tables: Tables, tenant: string, items: readonly OutboxItem[]): void {
  for (const { kind, id, text, at } of items) {
    tables.putDefinition(tenant, kind, id, text);
    tables.due.put({ tenant, name: wakeName(kind, id), at });
  }
}
