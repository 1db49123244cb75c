// What ends by itself: threads, receipts and event logs.

import assert from "node:assert/strict";
import { type Bench, LEASE_MS, newThread, type StoreCase, texts } from "./case.ts";

// Long enough for the requests of a case on a busy machine, short enough to wait for.
const LIFE_MS = 2_000;

/** Times that a case touches its thread, each half a lifetime after the other: what is not renewed may outlive the thread threefold. */
const ROUNDS = 7;

/**
 * Cases in which a thread of three segments with a blob is only touched in one way, for more than three of its lifetimes:
 * `renewWith` is given what lets that time pass with these touches.
 */
function renewals(
  cases: readonly {
    name: string;
    renewWith(at: Bench, passes: (touch: () => Promise<void>) => Promise<void>): Promise<void>;
  }[],
): StoreCase[] {
  return cases.map(({ name, renewWith }) => ({
    row: "E2",
    name,
    lifetimes: { threadMs: LIFE_MS },
    async run(at) {
      const { store, ref, step, commit, append } = at;
      const blob = await store.putBlob(ref, "blob");
      await commit(await step(), { entries: texts(1_100), blobs: [blob] });
      await append(texts(1_100));
      await renewWith(at, async (touch) => {
        for (let round = 0; round < ROUNDS; round++) {
          await at.pass(LIFE_MS * 0.5);
          await touch();
        }
      });
      const { header } = await store.read(ref) ?? {};
      assert.equal(header?.length, 2_201);
      assert.equal((await store.history(ref, { after: 0, limit: 2_000 }))?.entries[0], "e0");
      assert.equal((await store.history(ref, { after: 1_100, limit: 1 }))?.entries[0], "e0");
      assert.equal((await store.history(ref, { after: 2_200, limit: 1 }))?.entries[0], "end");
      assert.equal(await store.getBlob(ref, blob), "blob");
    },
  }));
}

export const lifetimeCases: StoreCase[] = [
  {
    row: "E2",
    name: "a thread ends with everything after its lifetime",
    lifetimes: { threadMs: LIFE_MS },
    async run({ store, ref, begin, append, pass }) {
      await append(["a"], { events: [{ seq: 1_000_001, text: "E" }] });
      await pass(LIFE_MS + 200);
      assert.equal(await store.read(ref), undefined);
      assert.equal(await store.history(ref, { after: 0, limit: 1 }), undefined);
      assert.equal(await store.readEvents(ref, 0, 1), undefined);
      assert.deepEqual((await store.list(ref.tenant, { limit: 10 })).threads, []);
      assert.deepEqual(await begin({ inputs: ["b"] }), { type: "missing" });
      const fresh = await begin({ create: newThread(), inputs: ["b"] });
      assert(fresh.type === "begun");
      assert.deepEqual([fresh.window, fresh.header.version], [{ start: 0, entries: [] }, 0]);
    },
  },
  {
    row: "E2",
    name: "every commit renews the lifetime of the whole thread",
    lifetimes: { threadMs: LIFE_MS },
    async run({ store, ref, step, commit, append, pass }) {
      const blob = await store.putBlob(ref, "blob");
      await commit(await step(), { entries: texts(1_100), blobs: [blob] });
      await append(texts(1_100));
      for (let round = 0; round < ROUNDS; round++) {
        await pass(LIFE_MS * 0.6);
        await append(["more"]);
      }
      assert.equal((await store.read(ref))?.header.length, 2_200 + ROUNDS);
      assert.equal((await store.history(ref, { after: 0, limit: 2_000 }))?.entries[0], "e0");
      assert.equal(await store.getBlob(ref, blob), "blob");
    },
  },
  ...renewals([
    {
      name: "a step that outlives the thread's lifetime keeps its thread while it renews its lease",
      async renewWith({ store, ref, step, commit }, passes) {
        const { owner, begun, ...rest } = await step();
        const lease = { owner, epoch: begun.header.epoch, leaseMs: LEASE_MS };
        await passes(async () => assert.equal(await store.flush(ref, lease, []), "ok"));
        assert.equal((await commit({ owner, begun, ...rest }, { entries: ["end"] })).type, "committed");
      },
    },
    {
      name: "an advance renews the lifetime of the whole thread",
      async renewWith({ step, advance, commit }, passes) {
        let running = await step();
        await passes(async () => {
          const advanced = await advance(running, { entries: [], consumed: 0 });
          assert(advanced.type === "advanced");
          const { version, epoch } = advanced;
          running = { ...running, header: { ...running.header, version, epoch } };
        });
        assert.equal((await commit(running, { entries: ["end"] })).type, "committed");
      },
    },
    {
      name: "a queued input renews the lifetime of the whole thread",
      async renewWith({ begin, step, commit }, passes) {
        const running = await step();
        await passes(async () => {
          assert.equal((await begin({ inputs: ["queued"], busy: "queue" })).type, "queued");
        });
        assert.equal((await commit(running, { entries: ["end"] })).type, "committed");
        assert.equal((await step({ inputs: [] })).begun.inbox.length, ROUNDS);
      },
    },
    {
      name: "a begin renews the lifetime of the whole thread, also when nothing is committed",
      async renewWith({ store, ref, step, append }, passes) {
        await passes(async () => {
          const { owner, header: { epoch } } = await step({ inputs: ["x"] });
          await store.abandon({ ref, owner, epoch, inputs: ["x"] });
        });
        await append(["end"]);
      },
    },
  ]),
  {
    row: "E2",
    name: "a thread lives for ever by default",
    async run({ store, ref, append, passLong }) {
      await append(["a"]);
      await passLong(10 * 365 * 86_400_000);
      assert.equal((await store.read(ref))?.header.length, 1);
    },
  },
  {
    row: "E3",
    name: "a receipt is forgotten after its lifetime",
    lifetimes: { receiptMs: 300 },
    async run({ step, commit, begin, pass }) {
      const idempotency = { key: "k", bodyHash: "h" };
      await commit(await step({ idempotency }), { receipt: { ...idempotency, outcome: "done", text: "T" } });
      await pass(500);
      const again = await begin({ inputs: ["b"], idempotency: { key: "k", bodyHash: "other" } });
      assert.equal(again.type, "begun");
    },
  },
  {
    row: "E4",
    name: "the event log is forgotten after its last event's lifetime, the thread is not",
    lifetimes: { eventsMs: 400 },
    async run({ store, ref, append, pass }) {
      await append(["a"], { events: [{ seq: 1_000_001, text: "E1" }] });
      await pass(250);
      await append(["b"], { events: [{ seq: 2_000_001, text: "E2" }] });
      await pass(250);
      assert.equal((await store.readEvents(ref, 0, 10))?.events.length, 2);
      await pass(400);
      assert.deepEqual(await store.readEvents(ref, 0, 10), { events: [], running: false });
      assert.equal((await store.read(ref))?.header.length, 2);
    },
  },
];
