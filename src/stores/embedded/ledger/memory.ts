// The tables of the ledger in the memory of this process.

import { type AccountName, type Amounts, isZero, ZERO_AMOUNTS } from "../../../core/store/ledger.ts";
import type { DayRecord, EndedKind, LedgerTables, ReservationRecord, SumKind } from "./tables.ts";

interface MemoryDay {
  readonly tenant: string;
  record: DayRecord;
  readonly sums: Readonly<Record<SumKind, Map<AccountName, Amounts>>>;
  readonly reservations: Map<string, ReservationRecord>;
  /** No reservation expires before it, so that most calls look at none. */
  earliest: number;
  /** Until when each is recognised, by name. */
  readonly ended: Readonly<Record<EndedKind, Map<string, number>>>;
  readonly counts: Map<string, number>;
}

/** The tables of the ledger of the memory store. */
export class MemoryLedger implements LedgerTables {
  /** By id, and the id by name. */
  readonly #days = new Map<number, MemoryDay>();
  readonly #ids = new Map<string, number>();
  #lastId = 0;

  day(tenant: string, day: string): DayRecord | undefined {
    return this.#days.get(this.#ids.get(toName(tenant, day)) ?? 0)?.record;
  }

  days(tenant: string, from: string, to: string): DayRecord[] {
    return Array.from(this.#days.values())
      .filter((one) => one.tenant === tenant && one.record.day >= from && one.record.day <= to)
      .map(({ record }) => record)
      .sort((left, right) => left.day < right.day ? -1 : 1);
  }

  putDay(tenant: string, day: string, expiresAt: number): number {
    const known = this.#ids.get(toName(tenant, day));
    const id = known ?? ++this.#lastId;
    const stored = this.#days.get(id);
    if (stored) stored.record = { id, day, expiresAt };
    else {
      this.#ids.set(toName(tenant, day), id);
      this.#days.set(id, {
        tenant,
        record: { id, day, expiresAt },
        sums: { used: new Map(), held: new Map() },
        reservations: new Map(),
        earliest: Infinity,
        ended: { booking: new Map(), reservation: new Map() },
        counts: new Map(),
      });
    }
    return id;
  }

  removeDay(id: number): void {
    const stored = this.#days.get(id);
    if (stored) this.#ids.delete(toName(stored.tenant, stored.record.day));
    this.#days.delete(id);
  }

  sum(id: number, kind: SumKind, account: AccountName): Amounts {
    return this.#days.get(id)?.sums[kind].get(account) ?? ZERO_AMOUNTS;
  }

  putSum(id: number, kind: SumKind, account: AccountName, amounts: Amounts): void {
    const sums = this.#days.get(id)?.sums[kind];
    if (isZero(amounts)) sums?.delete(account);
    else sums?.set(account, amounts);
  }

  sums(id: number, kind: SumKind): Map<AccountName, Amounts> {
    return new Map(this.#days.get(id)?.sums[kind]);
  }

  reservation(id: number, name: string): ReservationRecord | undefined {
    return this.#days.get(id)?.reservations.get(name);
  }

  putReservation(id: number, name: string, reservation: ReservationRecord): void {
    const day = this.#days.get(id);
    if (day === undefined) return;
    day.reservations.set(name, reservation);
    day.earliest = Math.min(day.earliest, reservation.expiresAt);
  }

  removeReservation(id: number, name: string): void {
    this.#days.get(id)?.reservations.delete(name);
  }

  expiredReservations(id: number, now: number, limit: number): string[] {
    const day = this.#days.get(id);
    if (day === undefined || now < day.earliest) return [];
    const names: string[] = [];
    let earliest = Infinity;
    for (const [name, { expiresAt }] of day.reservations) {
      if (names.length === limit) break;
      if (expiresAt <= now) names.push(name);
      else earliest = Math.min(earliest, expiresAt);
    }
    if (names.length === 0) day.earliest = earliest;
    return names;
  }

  hasEnded(id: number, kind: EndedKind, name: string): boolean {
    return this.#days.get(id)?.ended[kind].has(name) ?? false;
  }

  putEnded(id: number, kind: EndedKind, name: string, until: number): void {
    this.#days.get(id)?.ended[kind].set(name, until);
  }

  addCount(id: number, name: string, added: number): void {
    const counts = this.#days.get(id)?.counts;
    counts?.set(name, (counts.get(name) ?? 0) + added);
  }

  counts(id: number): Map<string, number> {
    return new Map(this.#days.get(id)?.counts);
  }

  sweep(now: number): void {
    for (const [id, { record, ended }] of this.#days) {
      if (record.expiresAt <= now) this.removeDay(id);
      for (const names of [ended.booking, ended.reservation]) {
        for (const [name, until] of names) if (until <= now) names.delete(name);
      }
    }
  }

  clear(): void {
    this.#days.clear();
    this.#ids.clear();
  }
}

function toName(tenant: string, day: string): string {
  return JSON.stringify([tenant, day]);
}
