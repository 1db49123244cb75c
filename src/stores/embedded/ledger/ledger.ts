// The ledger over tables. Every method runs inside one transaction of LocalStore. lua/ledger.ts of the Upstash store does
// the same.

import {
  addAmounts,
  AMOUNTS,
  type Booking,
  daysBetween,
  isZero,
  type LedgerDay,
  type Reservation,
  type ReserveOutcome,
  subtractAmounts,
} from "../../../core/store/ledger.ts";
import {
  BOOKING_MS,
  FREED_AT_ONCE,
  RESERVED_DAY_MS,
  type StoreLifetimes,
} from "../../../core/store/limits.ts";
import type { DayRecord, LedgerTables } from "./tables.ts";

/** The methods reserve, book and readLedger of Store, at one time. `now` is that of the store's clock. */
export class Ledger {
  readonly #tables: LedgerTables;
  readonly #lifetimes: StoreLifetimes;

  constructor(tables: LedgerTables, lifetimes: StoreLifetimes) {
    this.#tables = tables;
    this.#lifetimes = lifetimes;
  }

  reserve(tenant: string, reservation: Reservation, now: number): ReserveOutcome {
    const { id: name, accounts, amounts, expiresAt } = reservation;
    const found = this.#find(tenant, reservation.day, now);
    const id = found?.id ?? this.#tables.putDay(tenant, reservation.day, now + RESERVED_DAY_MS);
    if (this.#tables.reservation(id, name) || this.#tables.hasEnded(id, "reservation", name)) {
      return { type: "reserved" };
    }

    this.#freeExpired(id, reservation.now);
    let refused = this.#refusal(id, reservation);
    while (refused && this.#freeExpired(id, reservation.now)) refused = this.#refusal(id, reservation);
    if (refused) return refused;
    for (const { account } of accounts) {
      this.#tables.putSum(id, "held", account, addAmounts(this.#tables.sum(id, "held", account), amounts));
    }
    const names = accounts.map(({ account }) => account);
    this.#tables.putReservation(id, name, { accounts: names, amounts, expiresAt });
    return { type: "reserved" };
  }

  book(tenant: string, booking: Booking, now: number): void {
    const { amounts, counts } = booking;
    this.#find(tenant, booking.day, now);
    const id = this.#tables.putDay(tenant, booking.day, now + this.#lifetimes.ledgerMs);
    if (this.#tables.hasEnded(id, "booking", booking.id)) return;
    this.#tables.putEnded(id, "booking", booking.id, now + BOOKING_MS);
    for (const name of booking.reservations) {
      this.#free(id, name);
      this.#tables.putEnded(id, "reservation", name, now + BOOKING_MS);
    }
    if (!isZero(amounts)) {
      for (const account of booking.accounts) {
        this.#tables.putSum(id, "used", account, addAmounts(this.#tables.sum(id, "used", account), amounts));
      }
    }
    for (const [group, names] of counts ?? []) {
      for (const [name, added] of names) {
        if (added !== 0) this.#tables.addCount(id, `${group}|${name}`, added);
      }
    }
  }

  read(tenant: string, from: string, to: string, now: number): LedgerDay[] {
    if (daysBetween(from, to).length === 0) return [];
    return this.#tables.days(tenant, from, to)
      .filter(({ expiresAt }) => expiresAt > now)
      .map(({ id, day }) => ({
        day,
        accounts: this.#tables.sums(id, "used"),
        counts: this.#tables.counts(id),
      }))
      .filter(({ accounts, counts }) => accounts.size > 0 || counts.size > 0);
  }

  /** The day, unless it has expired: then it is removed. */
  #find(tenant: string, day: string, now: number): DayRecord | undefined {
    const found = this.#tables.day(tenant, day);
    if (found === undefined || found.expiresAt > now) return found;
    this.#tables.removeDay(found.id);
    return undefined;
  }

  #refusal(id: number, { accounts, amounts }: Reservation): ReserveOutcome | undefined {
    for (const { account, limits } of accounts) {
      const used = this.#tables.sum(id, "used", account);
      const held = this.#tables.sum(id, "held", account);
      for (const amount of AMOUNTS) {
        const limit = limits[amount];
        // A sum might pass 2^53 and lose its last digit; differences are exact.
        if (limit === undefined || amounts[amount] <= limit - used[amount] - held[amount]) continue;
        return { type: "refused", account, amount, limit, used: used[amount], reserved: held[amount] };
      }
    }
    return undefined;
  }

  /** Frees FREED_AT_ONCE reservations at most; false when none has expired. */
  #freeExpired(id: number, now: number): boolean {
    const expired = this.#tables.expiredReservations(id, now, FREED_AT_ONCE);
    for (const name of expired) this.#free(id, name);
    return expired.length > 0;
  }

  #free(id: number, name: string): void {
    const reservation = this.#tables.reservation(id, name);
    if (reservation === undefined) return;
    this.#tables.removeReservation(id, name);
    for (const account of reservation.accounts) {
      const held = subtractAmounts(this.#tables.sum(id, "held", account), reservation.amounts);
      this.#tables.putSum(id, "held", account, held);
    }
  }
}
