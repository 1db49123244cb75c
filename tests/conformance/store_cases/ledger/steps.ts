// INVARIANTS of the ledger 2, 3 and 4: reservations in begin and advance, bookings in commit and advance.

import assert from "node:assert/strict";
import { INBOX_LIMIT } from "../../../../src/core/store/limits.ts";
import type { BeginRequest } from "../../../../src/core/store/begin.ts";
import { type Bench, counters, newThread, SHORT_MS, type Step, type StoreCase, texts } from "../case.ts";
import {
  amounts,
  booking,
  counted,
  dayOf,
  heldOf,
  limited,
  reservation,
  RESERVED,
  usedOf,
} from "./_ledger.ts";

const KEY = { key: "k", bodyHash: "h" };

/** How a begin comes to each outcome but `begun`, on a thread of its own. */
const NOT_BEGUN: Readonly<Record<string, (at: Bench) => Promise<Partial<BeginRequest>>>> = {
  missing: () => Promise.resolve({}),
  async unsupported(at) {
    await at.store.create(at.ref, newThread({ schema: 2 }));
    return { inputs: ["i"] };
  },
  async replayed(at) {
    const step = await at.step({ idempotency: KEY });
    await at.commit(step, { receipt: { ...KEY, outcome: "done", text: "T" } });
    return { idempotency: KEY, inputs: ["input"] };
  },
  async mismatch(at) {
    await at.step({ idempotency: KEY });
    return { idempotency: { ...KEY, bodyHash: "other" } };
  },
  async in_flight(at) {
    await at.step({ idempotency: KEY });
    return { idempotency: KEY };
  },
  async busy(at) {
    await at.step();
    return { inputs: ["i"] };
  },
  async queued(at) {
    await at.step();
    return { inputs: ["i"], busy: "queue" };
  },
  async full(at) {
    await at.step();
    return { inputs: texts(INBOX_LIMIT), busy: "queue" };
  },
  async conflict(at) {
    await at.append(["e"]);
    return { inputs: ["i"], expectedVersion: 7 };
  },
  async idle(at) {
    await at.append(["e"]);
    return {};
  },
};

/** How the commit of a step comes to each outcome. */
const COMMITS: Readonly<Record<string, (at: Bench, step: Step) => Promise<unknown>>> = {
  committed: () => Promise.resolve(),
  fenced: (at) => at.store.cancel(at.ref),
  "fenced by a step": (at) => at.step({ busy: "restart", inputs: ["next"] }),
  "fenced on a missing thread": (at) => at.store.remove(at.ref),
  conflict: () => Promise.resolve(),
};

export const stepLedgerCases: StoreCase[] = [
  {
    row: "E12",
    name: "a begin holds its reservation, and a begin that is sent again holds it once",
    async run(at) {
      const reserve = reservation({ accounts: [limited("tenant", 100)] });
      const request = at.request({ create: newThread(), inputs: ["i"], reserve });
      const first = await at.store.begin(request);
      assert(first.type === "begun");
      assert.deepEqual(first.reserved, RESERVED);
      assert.deepEqual(await at.store.begin(request), first);
      assert.equal(await heldOf(at.store, at.ref.tenant), 100);
      const plain = await at.step({ ref: at.sibling("t2") });
      assert.equal(plain.begun.reserved, undefined);
    },
  },
  {
    row: "E12",
    name: "a begin with a refused reservation has begun all the same, and abandon gives it up",
    async run(at) {
      await at.store.reserve(at.ref.tenant, reservation());
      const step = await at.step({ reserve: reservation({ accounts: [limited("tenant", 199)] }) });
      assert.deepEqual(step.begun.reserved, {
        type: "refused",
        account: "tenant",
        amount: "tokens",
        limit: 199,
        used: 0,
        reserved: 100,
      });
      assert.equal(await heldOf(at.store, at.ref.tenant), 100);
      await at.store.abandon({ ref: at.ref, owner: step.owner, epoch: 1, inputs: ["input"] });
      assert.equal(await at.store.read(at.ref), undefined);
    },
  },
  ...Object.entries(NOT_BEGUN).map(([type, prepare]): StoreCase => ({
    row: "E12",
    name: `a begin that is ${type} keeps no reservation, and the same one may be made later`,
    async run(at) {
      const reserve = reservation({ accounts: [limited("tenant", 100)] });
      const outcome = await at.begin({ ...await prepare(at), reserve });
      assert.equal(outcome.type, type);
      assert.equal("reserved" in outcome, false);
      assert.equal(await heldOf(at.store, at.ref.tenant), 0);
      const later = await at.step({ ref: at.sibling("t2"), reserve });
      assert.deepEqual(later.begun.reserved, RESERVED);
      assert.equal(await heldOf(at.store, at.ref.tenant), 100);
    },
  })),
  ...Object.entries(COMMITS).map(([name, meanwhile]): StoreCase => ({
    row: "E12",
    name: `a commit that is ${name} is booked once, however often it is sent`,
    async run(at) {
      const { store, ref: { tenant } } = at;
      const reserve = reservation();
      const step = await at.step({ reserve });
      await meanwhile(at, step);
      const one = booking({ reservations: [reserve.id], ...counted("g", { n: 1 }) });
      const version = name === "conflict" ? 7 : 0;
      for (let sent = 0; sent < 3; sent++) {
        const outcome = await at.commit(step, { version, booking: one, events: [{ seq: 1, text: "e" }] });
        assert.equal(outcome.type, name.split(" ")[0]);
      }
      assert.deepEqual(await dayOf(store, tenant), {
        accounts: { tenant: amounts({ tokens: 10 }) },
        counts: { "g|n": 1 },
      });
      assert.equal(await heldOf(store, tenant), 0);
    },
  })),
  {
    row: "E12",
    name: "the late commit of a cancelled step adds its counters and its booking once each",
    async run(at) {
      const step = await at.step();
      await at.store.cancel(at.ref);
      const late = { afterCancel: true as const, counters: counters(), booking: booking() };
      for (let sent = 0; sent < 2; sent++) assert.equal((await at.commit(step, late)).type, "committed");
      assert.deepEqual((await at.header()).counters, counters());
      assert.equal(await usedOf(at.store, at.ref.tenant), 10);
    },
  },
  {
    row: "E12",
    name: "an advance books, then reserves for the next step; sent again it does both once",
    async run(at) {
      const { store, ref: { tenant } } = at;
      const accounts = [limited("tenant", 100)];
      const first = reservation({ accounts });
      const step = await at.step({ reserve: first });
      const request = {
        booking: booking({ reservations: [first.id], amounts: amounts({ tokens: 30 }) }),
        reserve: reservation({ accounts, amounts: amounts({ tokens: 70 }) }),
      };
      const advanced = await at.advance(step, request);
      assert(advanced.type === "advanced");
      assert.deepEqual(
        advanced.reserved,
        RESERVED,
        "30 are used and 70 are free, since the booking came first",
      );
      assert.deepEqual(await at.advance(step, request), advanced);
      assert.deepEqual([await usedOf(store, tenant), await heldOf(store, tenant)], [30, 70]);

      const next: Step = {
        ...step,
        header: { ...step.header, epoch: advanced.epoch, version: advanced.version },
      };
      const over = await at.advance(next, {
        entries: [],
        consumed: 0,
        booking: booking({ reservations: [request.reserve.id], amounts: amounts({ tokens: 40 }) }),
        reserve: reservation({ accounts, amounts: amounts({ tokens: 31 }) }),
      });
      assert(over.type === "advanced");
      assert.deepEqual(over.reserved, {
        type: "refused",
        account: "tenant",
        amount: "tokens",
        limit: 100,
        used: 70,
        reserved: 0,
      });
    },
  },
  {
    row: "E12",
    name: "an advance that is fenced is booked and keeps no reservation",
    async run(at) {
      const { store, ref: { tenant } } = at;
      const step = await at.step();
      await store.cancel(at.ref);
      const request = { booking: booking(), reserve: reservation() };
      for (let sent = 0; sent < 2; sent++) {
        assert.deepEqual(await at.advance(step, request), { type: "fenced", cancelled: true });
      }
      assert.deepEqual([await usedOf(store, tenant), await heldOf(store, tenant)], [10, 0]);
      assert.deepEqual(await store.reserve(tenant, request.reserve), RESERVED);
      assert.equal(await heldOf(store, tenant), 100);
    },
  },
  {
    row: "E12",
    name: "an advance without a reservation or a booking answers as before",
    async run(at) {
      const advanced = await at.advance(await at.step());
      assert(advanced.type === "advanced" && advanced.reserved === undefined);
      assert.deepEqual(await dayOf(at.store, at.ref.tenant), { accounts: {}, counts: {} });
    },
  },
  {
    row: "E12",
    name: "the reservation of a step that lost its lease is booked by its late commit",
    async run(at) {
      const { store, ref: { tenant } } = at;
      const [lost, next] = [reservation(), reservation()];
      const step = await at.step({ leaseMs: SHORT_MS, reserve: lost });
      await at.pass(2 * SHORT_MS);
      await at.step({ reserve: next });
      assert.equal(await heldOf(store, tenant), 200);
      assert.equal((await at.commit(step, { booking: booking({ reservations: [lost.id] }) })).type, "fenced");
      assert.deepEqual([await usedOf(store, tenant), await heldOf(store, tenant)], [10, 100]);
    },
  },
  {
    row: "E12",
    name: "64 runs at the same time never pass a limit of their tenant by a single token",
    async run(at) {
      const { store, ref: { tenant } } = at;
      const limit = 3_000;
      const accounts = [limited("tenant", limit), { account: "user:ann" as const, limits: { steps: 1_000 } }];
      const held = () => reservation({ accounts, amounts: amounts({ steps: 1, tokens: 100 }) });
      let spent = 0;
      await Promise.all(Array.from({ length: 64 }, async (_, run) => {
        const ref = at.sibling(`run-${run}`);
        let reserve = held();
        let step = await at.step({ ref, reserve });
        for (let inner = 0; step.begun.reserved?.type === "reserved"; inner++) {
          const tokens = (run * 7 + inner * 13) % 101;
          spent += tokens;
          const ended = booking({
            id: reserve.id,
            reservations: [reserve.id],
            accounts: ["tenant", "user:ann"],
            amounts: amounts({ steps: 1, tokens }),
          });
          assert.equal((await at.commit(step, { booking: ended })).type, "committed");
          reserve = held();
          step = await at.step({ ref, reserve });
        }
        await store.abandon({ ref, owner: step.owner, epoch: step.header.epoch, inputs: ["input"] });
      }));
      const { accounts: booked } = await dayOf(store, tenant);
      assert.equal(booked.tenant?.tokens, spent);
      assert.ok(spent <= limit && spent > limit - 200, `${spent} of ${limit} tokens`);
      assert.deepEqual(booked["user:ann"], booked.tenant);
      assert.equal(await heldOf(store, tenant), 0);
    },
  },
];
