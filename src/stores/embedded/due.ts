// The due index over tables, and its form in memory. core/store/due.ts says what it is for.

import type { DueItem, DueMove } from "../../core/store/due.ts";
import type { OutboxItem } from "../../core/store/commit.ts";
import { type WakeName, wakeName } from "../../core/wake.ts";
import type { Tables } from "./tables.ts";

/** The rows of the due index, one for each tenant and name. They apply no rule. Times are epoch milliseconds. */
export interface DueTables {
  at(tenant: string, name: WakeName): number | undefined;
  /** Enters a row, or moves it. */
  put(item: DueItem): void;
  remove(tenant: string, name: WakeName): void;
  /** Rows with a time of at most `until`, the earliest first. */
  until(until: number, limit: number): DueItem[];
}

/** Store.moveDue, inside one transaction. */
export function moveDue({ due }: Tables, tenant: string, name: WakeName, { from, to }: DueMove): boolean {
  if (from !== undefined && due.at(tenant, name) !== from) return false;
  if (to === undefined) due.remove(tenant, name);
  else due.put({ tenant, name, at: to });
  return true;
}

/** Keeps what a commit leaves to be delivered, inside its transaction. */
export function keepOutbox(tables: Tables, tenant: string, items: readonly OutboxItem[]): void {
  for (const { kind, id, text, at } of items) {
    tables.putDefinition(tenant, kind, id, text);
    tables.due.put({ tenant, name: wakeName(kind, id), at });
  }
}

/** The due index of the memory store. */
export class MemoryDue implements DueTables {
  readonly #rows = new Map<string, DueItem>();

  at(tenant: string, name: WakeName): number | undefined {
    return this.#rows.get(keyOf(tenant, name))?.at;
  }

  put(item: DueItem): void {
    this.#rows.set(keyOf(item.tenant, item.name), item);
  }

  remove(tenant: string, name: WakeName): void {
    this.#rows.delete(keyOf(tenant, name));
  }

  until(until: number, limit: number): DueItem[] {
    const rows = [...this.#rows.values()].filter(({ at }) => at <= until);
    return rows.sort((left, right) => left.at - right.at).slice(0, limit);
  }

  clear(): void {
    this.#rows.clear();
  }
}

function keyOf(tenant: string, name: WakeName): string {
  return JSON.stringify([tenant, name]);
}
