// What ends by itself: threads, receipts and event logs.

import assert from "node:assert/strict";
import { newThread, type StoreCase, texts } from "./case.ts";

// Long enough for the requests of a case, short enough to wait for.
const LIFE_MS = 800;

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
      for (let round = 0; round < 3; round++) {
        await pass(LIFE_MS * 0.6);
        await append(["more"]);
      }
      assert.equal((await store.read(ref))?.header.length, 2_203);
      assert.equal((await store.history(ref, { after: 0, limit: 2_000 }))?.entries[0], "e0");
      assert.equal(await store.getBlob(ref, blob), "blob");
    },
  },
  {
    row: "E2",
    name: "a thread lives for ever by default",
    async run({ store, ref, append, opened }) {
      await append(["a"]);
      await opened.advanceTime?.(10 * 365 * 86_400_000);
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
