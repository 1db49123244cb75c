// The tables of the due index, and their form in memory. core/store/due.ts says what the index is for.

import type { DueItem } from "../../../core/store/due.ts";
import type { WakeName } from "../../../core/wake.ts";

/** The rows of the due index, one for each tenant and name. They apply no rule. Times are epoch milliseconds. */
export interface DueTables {
  at(tenant: string, name: WakeName): number | undefined;
  /** Enters a row, or moves it. */
  put(item: DueItem): void;
  remove(tenant: string, name: WakeName): void;
  /** Rows with a time of at most `until`, the earliest first. */
  until(until: number, limit: number): DueItem[];
}

/** The due index of the memory store. */
export class MemoryDue implements DueTables {
  readonly #rows = new Map<string, DueItem>();

  at(tenant: string, name: WakeName): number | undefined {
    return this.#rows.get(toKey(tenant, name))?.at;
  }

  put(item: DueItem): void {
    this.#rows.set(toKey(item.tenant, item.name), item);
  }

  remove(tenant: string, name: WakeName): void {
    this.#rows.delete(toKey(tenant, name));
  }

  until(until: number, limit: number): DueItem[] {
    const rows = [...this.#rows.values()].filter(({ at }) => at <= until);
    return rows.sort((left, right) => left.at - right.at).slice(0, limit);
  }

  clear(): void {
    this.#rows.clear();
  }
}

function toKey(tenant: string, name: WakeName): string {
  return JSON.stringify([tenant, name]);
}
