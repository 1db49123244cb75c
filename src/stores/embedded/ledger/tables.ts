// The tables of the ledger of an embedded store. They apply no rule; ledger.ts beside them does. memory.ts and
// sqlite/ledger_tables.ts implement them.

import type { AccountName, Amounts } from "../../../core/store/ledger.ts";

/** One day of a tenant. */
export interface DayRecord {
  readonly id: number;
  /** Such as `2026-11-22`. */
  readonly day: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** What a reservation holds, of each of the accounts. */
export interface ReservationRecord {
  readonly accounts: readonly AccountName[];
  readonly amounts: Amounts;
  /** Epoch milliseconds of the caller's clock. */
  readonly expiresAt: number;
}

/** What is summed for each account: what was booked, and what reservations hold. */
export type SumKind = "used" | "held";

/** The tables; `id` is that of a day. */
export interface LedgerTables {
  day(tenant: string, day: string): DayRecord | undefined;
  /** From one day to another, both included, in their order. */
  days(tenant: string, from: string, to: string): DayRecord[];
  /** Makes the day, or gives the one that is there this end. Returns its id. */
  putDay(tenant: string, day: string, expiresAt: number): number;
  /** Removes the day with everything of it. */
  removeDay(id: number): void;

  /** Zero where there is nothing. */
  sum(id: number, kind: SumKind, account: AccountName): Amounts;
  putSum(id: number, kind: SumKind, account: AccountName, amounts: Amounts): void;
  /** Every account with a sum of this kind. */
  sums(id: number, kind: SumKind): Map<AccountName, Amounts>;

  reservation(id: number, name: string): ReservationRecord | undefined;
  putReservation(id: number, name: string, reservation: ReservationRecord): void;
  removeReservation(id: number, name: string): void;
  /** Names of reservations with expiresAt <= now, at most `limit`. */
  expiredReservations(id: number, now: number, limit: number): string[];

  /** True when the name was entered, and not swept yet. */
  hasEnded(id: number, kind: EndedKind, name: string): boolean;
  /** Enters a booking, or a reservation that a booking has ended, until then. */
  putEnded(id: number, kind: EndedKind, name: string, until: number): void;

  addCount(id: number, name: string, added: number): void;
  counts(id: number): Map<string, number>;

  /** Removes days and ended names that have expired. */
  sweep(now: number): void;
}

/** What may have ended. */
export type EndedKind = "booking" | "reservation";
