// INVARIANTS of the ledger 2, 5, 7 and 8: bookings beside a commit, and what is read of them.

import assert from "node:assert/strict";
import { AgentError } from "../../../../src/core/error.ts";
import { BOOKING_MS } from "../../../../src/core/store/limits.ts";
import type { StoreCase } from "../case.ts";
import {
  amounts,
  booking,
  counted,
  DAY,
  dayOf,
  heldOf,
  LATER,
  limited,
  NOW,
  ODD_NAMES,
  reservation,
  RESERVED,
  usedOf,
} from "./_ledger.ts";

const COST = amounts({ steps: 1, calls: 2, tokens: 3, microDollars: 4, wallMs: 5 });

export const bookingCases: StoreCase[] = [
  {
    row: "E12",
    name: "a booking adds its amounts to every account and its counts to the day",
    async run({ store, ref: { tenant } }) {
      const accounts = ["tenant", "user:ann"] as const;
      await store.book(
        tenant,
        booking({ accounts, amounts: COST, ...counted("g", { search: 1, tokens: 300 }) }),
      );
      await store.book(tenant, booking({ amounts: COST, ...counted("g", { search: 1, none: 0 }) }));
      await store.book(tenant, booking({ accounts: [], ...counted("h", { search: 5 }) }));
      assert.deepEqual(await dayOf(store, tenant), {
        accounts: {
          tenant: amounts({ steps: 2, calls: 4, tokens: 6, microDollars: 8, wallMs: 10 }),
          "user:ann": COST,
        },
        counts: { "g|search": 2, "g|tokens": 300, "h|search": 5 },
      });
    },
  },
  {
    row: "E12",
    name: "a booking that is sent again within an hour is made once, and 64 at the same time are all made",
    async run({ store, ref: { tenant } }) {
      const one = booking({ ...counted("g", { n: 1 }) });
      await Promise.all([one, one, one].map((each) => store.book(tenant, each)));
      const others = Array.from(
        { length: 64 },
        () => booking({ now: NOW + BOOKING_MS - 1, ...counted("g", { n: 2 }) }),
      );
      await Promise.all(others.map((each) => store.book(tenant, each)));
      await store.book(tenant, one);
      assert.equal(await usedOf(store, tenant), 650);
      assert.deepEqual((await dayOf(store, tenant)).counts, { "g|n": 129 });
    },
  },
  {
    row: "E12",
    name: "a booking frees the reservations that it names and books what was spent, also beyond a limit",
    async run({ store, ref: { tenant } }) {
      const accounts = [limited("tenant", 300)];
      const [first, second, third] = [
        reservation({ accounts }),
        reservation({ accounts }),
        reservation({ accounts }),
      ];
      for (const each of [first, second, third]) {
        assert.deepEqual(await store.reserve(tenant, each), RESERVED);
      }
      await store.book(
        tenant,
        booking({ reservations: [first.id, second.id], amounts: amounts({ tokens: 500 }) }),
      );
      assert.deepEqual([await usedOf(store, tenant), await heldOf(store, tenant)], [500, 100]);
      assert.deepEqual(
        await store.reserve(tenant, reservation({ accounts, amounts: amounts({ tokens: 1 }) })),
        {
          type: "refused",
          account: "tenant",
          amount: "tokens",
          limit: 300,
          used: 500,
          reserved: 100,
        },
      );
    },
  },
  {
    row: "E12",
    name:
      "a booking that names an expired or an unknown reservation books all the same and frees nothing else",
    async run({ store, ref: { tenant } }) {
      const [expired, running] = [reservation({ expiresAt: NOW + 1 }), reservation()];
      await store.reserve(tenant, expired);
      await store.reserve(tenant, running);
      assert.equal(await heldOf(store, tenant, NOW + 1), 100, "the expired one is free");
      await store.book(tenant, booking({ reservations: [expired.id, "never-made"], now: NOW + 2 }));
      assert.deepEqual([await usedOf(store, tenant), await heldOf(store, tenant, NOW + 2)], [10, 100]);

      const late = reservation({ expiresAt: NOW + 3 });
      await store.reserve(tenant, late);
      await store.book(tenant, booking({ reservations: [late.id], now: NOW + 4 }));
      assert.deepEqual(
        [await usedOf(store, tenant), await heldOf(store, tenant, NOW + 4)],
        [20, 100],
        "it has expired, and no other reservation has freed it yet",
      );
    },
  },
  {
    row: "E12",
    name: "a reservation that arrives behind the booking that ended it holds nothing",
    async run({ store, ref: { tenant } }) {
      const [again, late] = [reservation(), reservation()];
      await store.reserve(tenant, again);
      await store.book(tenant, booking({ reservations: [again.id, late.id] }));
      assert.deepEqual(await store.reserve(tenant, again), RESERVED);
      assert.deepEqual(await store.reserve(tenant, late), RESERVED);
      assert.equal(await heldOf(store, tenant), 0);
    },
  },
  {
    row: "E12",
    name: "a booking of nothing ends its reservations and makes no day",
    async run({ store, ref: { tenant } }) {
      const one = reservation({ accounts: [limited("tenant", 100), limited("user:ann", 100)] });
      await store.reserve(tenant, one);
      const nothing = booking({
        id: one.id,
        reservations: [one.id],
        accounts: ["tenant", "user:ann"],
        amounts: amounts(),
      });
      await store.book(tenant, nothing);
      await store.book(tenant, nothing);
      assert.equal(await heldOf(store, tenant), 0);
      assert.deepEqual(await store.readLedger(tenant, DAY, DAY), []);
      assert.deepEqual(
        await store.reserve(tenant, reservation({ accounts: [limited("tenant", 100)] })),
        RESERVED,
      );
    },
  },
  {
    row: "E12",
    name: "counts are apart by their group and name, whatever these are like",
    async run({ store, ref: { tenant } }) {
      const expected = new Map<string, number>();
      for (const [index, group] of ODD_NAMES.entries()) {
        const added = new Map(ODD_NAMES.map((name, place) => [name, place === 0 ? 1 : index + place]));
        await store.book(tenant, booking({ accounts: [], counts: new Map([[group, added]]) }));
        for (const [name, count] of added) {
          const key = `${group}|${name}`;
          if (count > 0) expected.set(key, (expected.get(key) ?? 0) + count);
        }
      }
      const top = 2 ** 52;
      for (let twice = 0; twice < 2; twice++) {
        await store.book(tenant, booking({ accounts: [], ...counted("big", { n: top - 1 }) }));
      }
      expected.set("big|n", 2 * top - 2);
      const [{ counts } = { counts: new Map() }] = await store.readLedger(tenant, DAY, DAY);
      assert.deepEqual(new Map([...counts].sort()), new Map([...expected].sort()));
    },
  },
  {
    row: "E12",
    name: "a booking with counts of several groups adds to each of them once, also where names are the same",
    async run({ store, ref: { tenant } }) {
      const counts = new Map([
        ["g", new Map([["n", 1], ["m", 3]])],
        ["", new Map([["n", 2]])],
        ["p/*%", new Map([["n", 4], ["g|n", 5], ["none", 0]])],
        ["empty", new Map<string, number>()],
      ]);
      const one = booking({ accounts: [], counts });
      await store.book(tenant, one);
      await store.book(tenant, one);
      await store.book(tenant, booking({ accounts: [], counts }));
      assert.deepEqual((await dayOf(store, tenant)).counts, {
        "g|n": 2,
        "g|m": 6,
        "|n": 4,
        "p/*%|n": 8,
        "p/*%|g|n": 10,
      });
    },
  },
  {
    row: "E12",
    name: "the ledger is read by days, both ends included, and days without a booking are left out",
    async run({ store, ref: { tenant } }) {
      const days = ["2026-02-28", "2026-03-01", "2026-03-05", "2026-06-07"];
      for (const [index, day] of days.toReversed().entries()) {
        await store.book(tenant, booking({ day, amounts: amounts({ steps: 4 - index }) }));
      }
      await store.reserve(tenant, reservation({ day: "2026-03-02" }));
      const read = async (from: string, to: string) =>
        (await store.readLedger(tenant, from, to)).map(({ day }) => day);
      assert.deepEqual(await read("2026-02-28", "2026-03-05"), days.slice(0, 3));
      assert.deepEqual(await read("2026-03-01", "2026-03-04"), ["2026-03-01"]);
      assert.deepEqual(await read("2026-02-28", "2026-06-07"), days, "100 days");
      assert.deepEqual(await read("2026-03-05", "2026-03-01"), []);
      for (
        const [from, to] of [["2026-02-27", "2026-06-07"], ["2026-02-30", "2026-03-01"], ["", DAY], [
          DAY,
          "2026-11",
        ]]
      ) {
        await assert.rejects(
          store.readLedger(tenant, from ?? "", to ?? ""),
          (error) => error instanceof AgentError && error.code === "invalid_request",
          `${from} to ${to}`,
        );
      }
    },
  },
  {
    row: "E12",
    name: "a day of the ledger lives its time after the last booking",
    lifetimes: { ledgerMs: 400 },
    async run({ store, ref: { tenant }, pass }) {
      await store.book(tenant, booking());
      await pass(250);
      await store.book(tenant, booking());
      await pass(250);
      assert.equal(await usedOf(store, tenant), 20);
      await pass(200);
      assert.deepEqual(await store.readLedger(tenant, DAY, DAY), []);
      await store.book(tenant, booking({ now: LATER }));
      assert.equal(await usedOf(store, tenant), 10, "a day that has expired leaves nothing to a new one");
    },
  },
];
