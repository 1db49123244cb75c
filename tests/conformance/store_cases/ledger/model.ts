// A naive ledger, which sums what it keeps in lists, and a store that must answer as it does after any sequence of requests.

import assert from "node:assert/strict";
import {
  type AccountName,
  AMOUNTS,
  type Amounts,
  type Booking,
  type Reservation,
  type ReserveOutcome,
} from "../../../../src/core/store/ledger.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";
import type { StoreCase } from "../case.ts";
import { amounts, booking, dayOf, NOW, reservation, RESERVED } from "./_ledger.ts";

class NaiveLedger {
  #held: Reservation[] = [];
  readonly #ended = new Set<string>();
  readonly #booked: Booking[] = [];

  reserve(request: Reservation): ReserveOutcome {
    if (this.#ended.has(request.id) || this.#held.some(({ id }) => id === request.id)) return RESERVED;
    this.#held = this.#held.filter(({ expiresAt }) => expiresAt > request.now);
    for (const { account, limits } of request.accounts) {
      for (const amount of AMOUNTS) {
        const limit = limits[amount];
        const used = this.used(account)[amount];
        const holders = this.#held.filter(({ accounts }) =>
          accounts.some((each) => each.account === account)
        );
        const reserved = holders.reduce((sum, each) => sum + each.amounts[amount], 0);
        if (limit === undefined || used + reserved + request.amounts[amount] <= limit) continue;
        return { type: "refused", account, amount, limit, used, reserved };
      }
    }
    this.#held.push(request);
    return RESERVED;
  }

  book(request: Booking): void {
    if (this.#booked.some(({ id }) => id === request.id)) return;
    this.#booked.push(request);
    for (const id of request.reservations) this.#ended.add(id);
    this.#held = this.#held.filter(({ id }) => !request.reservations.includes(id));
  }

  used(account: AccountName): Amounts {
    const own = this.#booked.filter(({ accounts }) => accounts.includes(account));
    return amounts(Object.fromEntries(AMOUNTS.map((name) => {
      return [name, own.reduce((sum, each) => sum + each.amounts[name], 0)];
    })));
  }
}

const ACCOUNTS: readonly AccountName[] = ["tenant", "user:ann", "user:bob"];

export const ledgerModelCases: StoreCase[] = [{
  row: "E12",
  name: "the ledger answers as a naive one does after any sequence of requests, some sent again",
  async run({ store, ref: { tenant } }) {
    const random = mulberry32(20_261_122);
    const below = (count: number) => Math.floor(random() * count);
    const some = () =>
      amounts({ steps: below(2), calls: below(3), tokens: below(50), microDollars: below(40) });
    const naive = new NaiveLedger();
    const reservations: Reservation[] = [];
    const bookings: Booking[] = [];
    const outcomes = { reserved: 0, refused: 0 };
    for (let now = NOW; now < NOW + 400; now++) {
      const kind = below(10);
      const old = kind < 2 ? reservations[below(reservations.length)] : undefined;
      const again = kind === 2 ? bookings[below(bookings.length)] : undefined;
      if (kind < 7 && again === undefined) {
        const accounts = ACCOUNTS.filter((_, place) => place === 0 || below(2) === 0).map((account) => ({
          account,
          limits: {
            ...below(2) === 0 ? { tokens: 100 + 8 * (now - NOW) } : {},
            microDollars: 7 * (now - NOW) + 60,
          },
        }));
        const request = old ??
          reservation({ now, expiresAt: now + 1 + below(12), amounts: some(), accounts });
        reservations.push(request);
        const outcome = await store.reserve(tenant, request);
        assert.deepEqual(outcome, naive.reserve(request));
        outcomes[outcome.type]++;
      } else {
        const ended = reservations.slice(-below(4)).filter(() => below(2) === 0).map(({ id }) => id);
        const request = again ?? booking({
          now,
          amounts: some(),
          reservations: ended,
          accounts: ACCOUNTS.filter((_, place) => place === 0 || below(2) === 0),
        });
        bookings.push(request);
        await store.book(tenant, request);
        naive.book(request);
      }
    }
    const { accounts } = await dayOf(store, tenant);
    assert.deepEqual(accounts, Object.fromEntries(ACCOUNTS.map((account) => [account, naive.used(account)])));
    assert(outcomes.reserved > 50 && outcomes.refused > 20, JSON.stringify(outcomes));
  },
}];
