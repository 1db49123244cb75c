// Idempotency: replay, mismatch, in flight, retry, and crashes between begin and commit.

import assert from "node:assert/strict";
import type { IdempotencyKey, Receipt } from "../../../src/core/store/begin.ts";
import { LEASE_MS, newThread, SHORT_MS, type StoreCase, texts } from "./case.ts";

const KEY: IdempotencyKey = { key: "key-1", bodyHash: "hash-1" };
const DONE = { ...KEY, outcome: "done", text: '{"answer":1}' } as const;

export const receiptCases: StoreCase[] = [
  {
    row: "E3",
    name: "a finished request is replayed with its entries",
    async run({ begin, step, commit, append, store, ref }) {
      await append(["before"]);
      const one = await step({ idempotency: KEY });
      await commit(one, { entries: ["a", "b"], receipt: DONE });
      await append(["after"]);
      const before = await store.read(ref);
      const replayed = await begin({ inputs: ["input"], idempotency: KEY });
      assert(replayed.type === "replayed");
      assert.deepEqual(replayed.receipt, { text: DONE.text, entries: ["a", "b"] } satisfies Receipt);
      assert.deepEqual(replayed.header, before?.header);
      assert.deepEqual(await store.read(ref), before);
    },
  },
  {
    row: "E3",
    name: "a replay holds the entries of every step of the request",
    async run({ begin, step, commit, advance }) {
      const one = await step({ idempotency: KEY });
      const advanced = await advance(one, { entries: ["a"], idempotency: KEY });
      assert(advanced.type === "advanced");
      const { version, epoch } = advanced;
      await commit(one, { version, epoch, entries: ["b", "c"], consumed: 0, receipt: DONE });
      const replayed = await begin({ inputs: ["input"], idempotency: KEY });
      assert(replayed.type === "replayed");
      assert.deepEqual(replayed.receipt.entries, ["a", "b", "c"]);
    },
  },
  {
    row: "E3",
    name: "a replay after a long history has passed still holds the entries",
    async run({ begin, step, commit, append }) {
      await commit(await step({ idempotency: KEY }), { entries: ["a", "b"], receipt: DONE });
      for (let round = 0; round < 4; round++) await append(texts(1_500));
      const replayed = await begin({ inputs: ["input"], idempotency: KEY });
      assert(replayed.type === "replayed");
      assert.deepEqual(replayed.receipt.entries, ["a", "b"]);
    },
  },
  {
    row: "E3",
    name: "a replay holds what fits a page of 600 KB, and at least one entry, wherever the entries lie",
    async run({ begin, step, commit, append }) {
      const other = { ...KEY, key: "key-2" };
      const large = texts(7).map((text) => text.padEnd(99_000, "x"));
      await commit(await step({ idempotency: KEY }), { entries: large, receipt: DONE });
      const huge = ["x".repeat(390_000), "y".repeat(390_000)];
      await commit(await step({ idempotency: other }), { entries: huge, receipt: { ...DONE, ...other } });
      for (let round = 0; round < 3; round++) {
        for (const [idempotency, entries] of [[KEY, large.slice(0, 6)], [other, huge.slice(0, 1)]] as const) {
          const replayed = await begin({ inputs: ["input"], idempotency });
          assert(replayed.type === "replayed");
          assert.deepEqual(replayed.receipt.entries, entries);
        }
        await append(texts(1_500));
      }
    },
  },
  {
    row: "E3",
    name: "a request that crashed after an advance is replayed from its first entry",
    async run({ begin, step, advance, commit, pass }) {
      const one = await step({ inputs: ["a"], idempotency: KEY });
      await advance(one, { entries: ["a", "b"], status: "open", idempotency: KEY, leaseMs: SHORT_MS });
      await pass(2 * SHORT_MS);
      const again = await step({ inputs: ["a"], idempotency: KEY });
      assert.deepEqual([again.begun.resumed, again.begun.inbox], [true, []]);
      await commit(again, { entries: ["c"], receipt: DONE });
      const replayed = await begin({ inputs: ["a"], idempotency: KEY });
      assert(replayed.type === "replayed");
      assert.deepEqual(replayed.receipt.entries, ["a", "b", "c"]);
    },
  },
  {
    row: "E3",
    name: "a replay is answered while another step runs",
    async run({ begin, step, commit }) {
      await commit(await step({ idempotency: KEY }), { receipt: DONE });
      await step();
      assert.equal((await begin({ inputs: ["input"], idempotency: KEY })).type, "replayed");
    },
  },
  {
    row: "E3",
    name: "a key used for another body is a mismatch, running or done",
    async run({ begin, step, commit, store, ref }) {
      const one = await step({ idempotency: KEY });
      const other = { key: KEY.key, bodyHash: "hash-2" };
      assert.deepEqual(await begin({ inputs: ["x"], idempotency: other }), { type: "mismatch" });
      await commit(one, { receipt: DONE });
      const before = await store.read(ref);
      assert.deepEqual(await begin({ inputs: ["x"], idempotency: other }), { type: "mismatch" });
      assert.deepEqual(await store.read(ref), before);
    },
  },
  {
    row: "E3",
    name: "a request that still runs is in flight",
    async run({ begin, step, advance }) {
      const one = await step({ idempotency: KEY });
      for (const busy of ["reject", "queue", "restart"] as const) {
        const outcome = await begin({ inputs: ["input"], idempotency: KEY, busy });
        assert(outcome.type === "in_flight", outcome.type);
        assert(outcome.retryAfterMs > 0 && outcome.retryAfterMs <= LEASE_MS);
      }
      assert.equal((await advance(one, { idempotency: KEY })).type, "advanced");
      assert.equal((await begin({ inputs: ["input"], idempotency: KEY })).type, "in_flight");
    },
  },
  {
    row: "E3",
    name: "a request that may run again is not held to the version it expected when it was new",
    async run({ begin, step, commit }) {
      const one = await step({ idempotency: KEY, expectedVersion: 0 });
      await commit(one, {
        entries: ["a"],
        receipt: { ...KEY, outcome: "retry", text: "{}" },
        status: "open",
      });
      const again = await begin({ inputs: ["input"], idempotency: KEY, expectedVersion: 0 });
      assert.equal(again.type, "begun");
    },
  },
  {
    row: "E3",
    name: "of concurrent begins with one key exactly one begins and the others are in flight",
    async run({ begin, store, ref }) {
      await store.create(ref, newThread());
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => begin({ inputs: ["input"], idempotency: KEY })),
      );
      assert.equal(outcomes.filter(({ type }) => type === "begun").length, 1);
      assert.equal(outcomes.filter(({ type }) => type === "in_flight").length, 19);
    },
  },
  {
    row: "E3",
    name: "a crash after begin: the same key begins again and its input is there once",
    async run({ begin, step, pass }) {
      await step({ inputs: ["a"], idempotency: KEY, leaseMs: SHORT_MS });
      await pass(2 * SHORT_MS);
      const again = await begin({ inputs: ["a"], idempotency: KEY });
      assert(again.type === "begun");
      assert.deepEqual([again.inbox, again.header.epoch, again.created], [["a"], 2, false]);
    },
  },
  {
    row: "E3",
    name:
      "a crash after begin: a step of another request consumes the input, and the key is queued with nothing waiting",
    async run({ begin, step, commit, pass, store, ref }) {
      await step({ inputs: ["a"], idempotency: KEY, leaseMs: SHORT_MS });
      await pass(2 * SHORT_MS);
      const other = await step({ inputs: [] });
      assert.deepEqual(other.begun.inbox, ["a"]);
      assert.equal((await begin({ inputs: ["a"], idempotency: KEY })).type, "busy");
      await commit(other);
      const before = await store.read(ref);
      assert.deepEqual(await begin({ inputs: ["a"], idempotency: KEY }), { type: "queued", waiting: 0 });
      assert.deepEqual(await store.read(ref), before);
    },
  },
  {
    row: "E3",
    name: "a retry receipt keeps the input: the same key runs again and then is done",
    async run({ begin, step, commit, append, header }) {
      await append(["old"]);
      const failed = await step({ inputs: ["a"], idempotency: KEY });
      await commit(failed, {
        entries: [],
        consumed: 0,
        status: "failed",
        receipt: { ...KEY, outcome: "retry", text: "failed" },
      });
      const other = { key: KEY.key, bodyHash: "hash-2" };
      assert.deepEqual(await begin({ inputs: ["a"], idempotency: other }), { type: "mismatch" });
      const again = await step({ inputs: ["a"], idempotency: KEY });
      assert.deepEqual(again.begun.inbox, ["a"]);
      await commit(again, { entries: ["a", "b"], receipt: DONE });
      const replayed = await begin({ inputs: ["a"], idempotency: KEY });
      assert(replayed.type === "replayed");
      assert.deepEqual(replayed.receipt, { text: DONE.text, entries: ["a", "b"] });
      assert.equal((await header()).length, 3);
    },
  },
  {
    row: "E3",
    name: "a retry receipt whose input is in the history already runs without it",
    async run({ step, commit }) {
      const failed = await step({ inputs: ["a"], idempotency: KEY });
      await commit(failed, { status: "failed", receipt: { ...KEY, outcome: "retry", text: "" } });
      const again = await step({ inputs: ["a"], idempotency: KEY });
      assert.deepEqual([again.begun.inbox, again.begun.window.entries], [[], ["a"]]);
    },
  },
  {
    row: "E3",
    name: "a queued key is answered queued again, and its input waits once",
    async run({ begin, step, store, ref }) {
      await step();
      const queue = { inputs: ["q"], idempotency: KEY, busy: "queue" } as const;
      assert.deepEqual(await begin(queue), { type: "queued", waiting: 2 });
      assert.deepEqual(await begin(queue), { type: "queued", waiting: 2 });
      assert.deepEqual(await begin({ ...queue, busy: "reject" }), { type: "queued", waiting: 2 });
      assert.equal((await store.read(ref))?.waiting, 2);
      assert.equal((await begin({ ...queue, idempotency: { ...KEY, bodyHash: "other" } })).type, "mismatch");
    },
  },
  {
    row: "E3",
    name: "a queued key whose input was consumed is queued with nothing waiting",
    async run({ begin, step, commit }) {
      const running = await step();
      const queue = { inputs: ["q"], idempotency: KEY, busy: "queue" } as const;
      assert.equal((await begin(queue)).type, "queued");
      await commit(running);
      const next = await step({ inputs: [] });
      assert.deepEqual(next.begun.inbox, ["q"]);
      await commit(next);
      assert.deepEqual(await begin(queue), { type: "queued", waiting: 0 });
    },
  },
  {
    row: "E3",
    name: "a queued begin without a key that is sent twice waits once",
    async run({ store, request, step, commit }) {
      const running = await step();
      const queue = request({ inputs: ["q"], busy: "queue" });
      assert.deepEqual(await store.begin(queue), { type: "queued", waiting: 2 });
      assert.deepEqual(await store.begin(queue), { type: "queued", waiting: 2 });
      await commit(running);
      await commit(await step({ inputs: [] }));
      assert.deepEqual(await store.begin(queue), { type: "queued", waiting: 0 });
    },
  },
  {
    row: "E3",
    name: "keys of different threads have nothing to do with each other",
    async run({ begin, step, commit, sibling }) {
      await commit(await step({ idempotency: KEY }), { receipt: DONE });
      const other = { ref: sibling("t2"), create: newThread(), inputs: ["x"] };
      assert.equal((await begin({ ...other, idempotency: { ...KEY, bodyHash: "other" } })).type, "begun");
    },
  },
  {
    row: "E3",
    name: "a removed thread takes its receipts along",
    async run({ store, ref, begin, step, commit }) {
      await commit(await step({ idempotency: KEY }), { receipt: DONE });
      await step({ idempotency: { key: "running", bodyHash: "h" } });
      await store.remove(ref);
      const create = newThread();
      const begun = await begin({
        create,
        inputs: ["x"],
        idempotency: { key: "running", bodyHash: "other" },
      });
      assert(begun.type === "begun");
      assert.deepEqual(begun.inbox, ["x"]);
      await store.remove(ref);
      await store.create(ref, create);
      assert.equal((await begin({ inputs: ["x"], idempotency: KEY })).type, "begun");
    },
  },
];
