// INVARIANTS of the ledger 1, 2, 6 and 7: reservations beside a begin.

import assert from "node:assert/strict";
import { AMOUNTS, type ReserveOutcome } from "../../../../src/core/store/ledger.ts";
import { FREED_AT_ONCE } from "../../../../src/core/store/limits.ts";
import type { StoreCase } from "../case.ts";
import {
  amounts,
  booking,
  dayOf,
  heldOf,
  LATER,
  limited,
  NOW,
  ODD_NAMES,
  reservation,
  RESERVED,
  sumsOf,
} from "./_ledger.ts";

const TOP = 2 ** 53;

export const reservationCases: StoreCase[] = [
  {
    row: "E12",
    name: "a reservation holds its amounts in all of its accounts, or in none",
    async run({ store, ref: { tenant } }) {
      const accounts = [limited("tenant", 250), limited("user:ann", 100)];
      assert.deepEqual(await store.reserve(tenant, reservation({ accounts })), RESERVED);
      const refused = await store.reserve(tenant, reservation({ accounts }));
      assert.deepEqual(refused, {
        type: "refused",
        account: "user:ann",
        amount: "tokens",
        limit: 100,
        used: 0,
        reserved: 100,
      });
      assert.equal(await heldOf(store, tenant), 100, "the tenant's account has room and holds nothing more");
      const other = [limited("tenant", 250), limited("user:bob", 100)];
      assert.deepEqual(await store.reserve(tenant, reservation({ accounts: other })), RESERVED);
      assert.equal(await heldOf(store, tenant), 200);
      assert.deepEqual(await sumsOf(store, tenant, { account: "user:bob" }), { used: 0, reserved: 100 });
    },
  },
  {
    row: "E12",
    name: "a refusal names the first account and its first amount that refuse, with what is used and held",
    async run({ store, ref: { tenant } }) {
      const asked = amounts({ steps: 1, calls: 2, tokens: 3, microDollars: 4, wallMs: 5 });
      await store.book(tenant, booking({ amounts: asked, accounts: ["tenant", "user:ann"] }));
      const held = reservation({
        amounts: asked,
        accounts: [{ account: "tenant", limits: {} }, { account: "user:ann", limits: {} }],
      });
      await store.reserve(tenant, held);
      for (const [place, amount] of AMOUNTS.entries()) {
        const each = place + 1;
        // This amount and those behind it refuse; the others have just enough room.
        const limits = Object.fromEntries(
          AMOUNTS.map((name, at) => [name, 3 * (at + 1) - (at < place ? 0 : 1)]),
        );
        const accounts = [{ account: "tenant" as const, limits: {} }, {
          account: "user:ann" as const,
          limits,
        }];
        assert.deepEqual(
          await store.reserve(tenant, reservation({ amounts: asked, accounts })),
          { type: "refused", account: "user:ann", amount, limit: 3 * each - 1, used: each, reserved: each },
        );
      }
      assert.equal(await heldOf(store, tenant), 3);
    },
  },
  {
    row: "E12",
    name: "an amount may reach its limit, and of a limit of 0 nothing is taken",
    async run({ store, ref: { tenant } }) {
      const ask = (tokens: number, limit: number) =>
        store.reserve(
          tenant,
          reservation({ amounts: amounts({ tokens }), accounts: [limited("tenant", limit)] }),
        );
      assert.deepEqual(await ask(0, 0), RESERVED);
      assert.equal((await ask(1, 0)).type, "refused");
      assert.deepEqual(await ask(7, 7), RESERVED);
      assert.equal((await ask(1, 7)).type, "refused");
      assert.deepEqual(await ask(0, 7), RESERVED);
      assert.equal((await ask(0, 6)).type, "refused", "a limit that has been lowered is passed already");
      assert.equal((await ask(0, -1)).type, "refused");
      assert.equal(await heldOf(store, tenant), 7);
    },
  },
  {
    row: "E12",
    name: "64 reservations at the same time hold not one token more than a limit",
    async run({ store, ref: { tenant } }) {
      const outcomes = await Promise.all(Array.from({ length: 64 }, (_, index) => {
        const user = index % 2 === 0 ? "user:ann" as const : "user:bob" as const;
        return store.reserve(
          tenant,
          reservation({ accounts: [limited("tenant", 2_099), limited(user, 1_050)] }),
        );
      }));
      const reserved = outcomes.filter(({ type }) => type === "reserved");
      assert.equal(reserved.length, 20, "20 x 100 are within 2,099 and 10 x 100 within 1,050");
      assert.equal(await heldOf(store, tenant), 2_000);
      for (const account of ["user:ann", "user:bob"] as const) {
        assert.deepEqual(await sumsOf(store, tenant, { account }), { used: 0, reserved: 1_000 });
      }
    },
  },
  {
    row: "E12",
    name: "a reservation that is sent again is held once, and a refused one leaves nothing",
    async run({ store, ref: { tenant } }) {
      const one = reservation({ accounts: [limited("tenant", 150)] });
      const other = reservation({ accounts: [limited("tenant", 150)] });
      const sent = await Promise.all([one, one, one].map((each) => store.reserve(tenant, each)));
      assert.deepEqual(sent, [RESERVED, RESERVED, RESERVED]);
      const types = async () => (await store.reserve(tenant, other)).type;
      assert.deepEqual([await types(), await types()], ["refused", "refused"]);
      assert.equal(await heldOf(store, tenant), 100);
      await store.book(tenant, booking({ reservations: [one.id] }));
      assert.equal(await types(), "reserved", "the same reservation is made once there is room");
      assert.equal(await heldOf(store, tenant), 100);
    },
  },
  {
    row: "E12",
    name: "what a reservation holds is free from its expiry on, and not before",
    async run({ store, ref: { tenant } }) {
      const accounts = [limited("tenant", 100), limited("user:ann", 100)];
      await store.reserve(tenant, reservation({ accounts, expiresAt: NOW + 500 }));
      const at = (now: number) => store.reserve(tenant, reservation({ accounts, now, expiresAt: now + 500 }));
      assert.equal((await at(NOW + 499)).type, "refused");
      assert.deepEqual(await at(NOW + 500), RESERVED);
      assert.equal((await at(NOW + 500)).type, "refused");
      assert.equal(await heldOf(store, tenant, NOW + 1_000), 0);
      assert.deepEqual(await dayOf(store, tenant), { accounts: {}, counts: {} }, "nothing was booked");
    },
  },
  {
    row: "E12",
    name: "any number of expired reservations is free for one that needs their amounts",
    async run({ store, ref: { tenant } }) {
      const count = 2 * FREED_AT_ONCE + 7;
      const dead = Array.from({ length: count }, () => reservation({ amounts: amounts({ tokens: 1 }) }));
      await Promise.all(dead.map((each) => store.reserve(tenant, each)));
      assert.equal(await heldOf(store, tenant), count);
      const whole = reservation({
        amounts: amounts({ tokens: count }),
        accounts: [limited("tenant", count)],
        now: LATER,
        expiresAt: LATER + 1,
      });
      assert.deepEqual(await store.reserve(tenant, whole), RESERVED);
      assert.equal(await heldOf(store, tenant, LATER), count);
    },
  },
  {
    row: "E12",
    name: "amounts up to 2^53 are exact",
    async run({ store, ref: { tenant } }) {
      const ask = (microDollars: number, limit: number) =>
        store.reserve(
          tenant,
          reservation({
            amounts: amounts({ microDollars }),
            accounts: [{ account: "tenant", limits: { microDollars: limit } }],
          }),
        );
      await store.book(tenant, booking({ amounts: amounts({ microDollars: TOP - 5 }) }));
      assert.deepEqual(await ask(3, TOP), RESERVED);
      assert.deepEqual(await ask(3, TOP), {
        type: "refused",
        account: "tenant",
        amount: "microDollars",
        limit: TOP,
        used: TOP - 5,
        reserved: 3,
      });
      assert.deepEqual(await ask(2, TOP), RESERVED);
      assert.equal((await ask(1, TOP)).type, "refused", "2^53 + 1 is 2^53 where it is summed as a float");
      assert.equal((await dayOf(store, tenant)).accounts.tenant?.microDollars, TOP - 5);
    },
  },
  {
    row: "E12",
    name: "each user of each tenant has an account of its own on each day, whatever the names are like",
    async run({ store, ref: { tenant } }) {
      const outcomes: ReserveOutcome[] = [];
      for (const [index, user] of ODD_NAMES.entries()) {
        const account = `user:${user}` as const;
        const accounts = [{ account: "tenant" as const, limits: {} }, limited(account, 1_000 + index)];
        outcomes.push(
          await store.reserve(tenant, reservation({ accounts, amounts: amounts({ tokens: 1_000 + index }) })),
        );
        await store.book(tenant, booking({ accounts: [account], amounts: amounts({ calls: index + 1 }) }));
      }
      assert.ok(outcomes.every(({ type }) => type === "reserved"));
      for (const [index, user] of ODD_NAMES.entries()) {
        const account = `user:${user}` as const;
        assert.deepEqual(
          await sumsOf(store, tenant, { account }),
          { used: 0, reserved: 1_000 + index },
          user,
        );
      }
      const [{ accounts } = { accounts: new Map() }] = await store.readLedger(
        tenant,
        "2026-11-22",
        "2026-11-22",
      );
      assert.deepEqual(
        new Map(accounts),
        new Map(ODD_NAMES.map((user, index) => [`user:${user}`, amounts({ calls: index + 1 })])),
      );
      for (
        const place of [[tenant, "2026-11-23"], [tenant, "2026-11-21"], [
          `${tenant}:u`,
          "2026-11-22",
        ]] as const
      ) {
        assert.deepEqual(await sumsOf(store, place[0], { day: place[1] }), { used: 0, reserved: 0 });
        assert.deepEqual(await store.readLedger(place[0], place[1], place[1]), []);
      }
      assert.deepEqual(await store.list(tenant, { limit: 10 }), { threads: [] }, "it is no thread");
    },
  },
];
