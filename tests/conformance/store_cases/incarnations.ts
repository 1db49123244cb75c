// A thread with the id of one that has expired: it has nothing of the earlier one, whichever method creates it.

import assert from "node:assert/strict";
import { type Bench, LEASE_MS, newThread, type StoreCase, texts } from "./case.ts";

const LIFE_MS = 800;

/** The three ways to make a thread; each leaves it without a step in progress and with the inputs it names. */
const MAKERS: readonly { readonly how: string; make(at: Bench): Promise<{ inputs: readonly string[] }> }[] = [
  {
    how: "create",
    async make({ store, ref }) {
      assert.equal(await store.create(ref, newThread()), true);
      return { inputs: [] };
    },
  },
  {
    how: "begin",
    async make({ step, advance, store, ref }) {
      const first = await step({ inputs: ["new"] });
      const { begun: { created, resumed, inbox, pending, marks, window } } = first;
      assert.deepEqual([created, resumed, inbox, pending, marks.size], [true, false, ["new"], null, 0]);
      assert.deepEqual(window, { start: 0, entries: [] });
      const advanced = await advance(first, { entries: [], consumed: 0 });
      assert(advanced.type === "advanced");
      await store.abandon({ ref, owner: first.owner, epoch: advanced.epoch, inputs: ["new"] });
      return { inputs: ["new"] };
    },
  },
  {
    how: "fork",
    async make({ store, ref, sibling }) {
      const source = sibling("source");
      await store.create(source, newThread());
      const copy = { length: 0, append: [], version: 0, base: 0, summary: null, status: "waiting" } as const;
      assert.equal(await store.fork({ source, target: ref, ...copy, thread: newThread() }), true);
      return { inputs: [] };
    },
  },
];

/** Everything that a thread can have, in the middle of a step. */
async function live({ store, ref, append, step, begin }: Bench): Promise<void> {
  const kept = await store.putBlob(ref, "kept");
  await append(texts(1_100), {
    blobs: [kept],
    pending: { ids: ["c1"], calls: "[1]" },
    events: [{ seq: 9_000_001, text: "former" }],
  });
  const idempotency = { key: "k", bodyHash: "h" };
  const { owner, header: { epoch } } = await step({ inputs: ["former"], idempotency });
  assert.equal(await store.markStarted(ref, epoch, ["c1"]), "marked");
  await store.flush(ref, { owner, epoch, leaseMs: LEASE_MS }, [{ seq: 9_000_002, text: "former" }]);
  assert.equal((await begin({ inputs: ["former"], busy: "queue" })).type, "queued");
}

async function assertNew({ store, ref, step, commit }: Bench, inputs: readonly string[]): Promise<void> {
  const snapshot = await store.read(ref);
  assert(snapshot !== undefined);
  const { header, pending, marks, waiting, running } = snapshot;
  assert.deepEqual([header.length, pending, marks.size, waiting, running], [
    0,
    null,
    0,
    inputs.length,
    false,
  ]);
  assert.deepEqual(await store.history(ref, { after: 0, limit: 10 }), { start: 0, entries: [] });
  assert.deepEqual(await store.readEvents(ref, 0, 10), { events: [], running: false });
  const one = await step({ inputs: ["first"], idempotency: { key: "k", bodyHash: "other" } });
  assert.deepEqual([one.begun.resumed, one.begun.inbox], [false, [...inputs, "first"]]);
  await commit(one, { events: [{ seq: 1, text: "new" }] });
  assert.deepEqual((await store.readEvents(ref, 0, 10))?.events, [{ seq: 1, text: "new" }]);
}

export const incarnationCases: StoreCase[] = [
  ...MAKERS.map(({ how, make }): StoreCase => ({
    row: "E2",
    name: `a thread that ${how} makes has nothing of one that expired under its id`,
    lifetimes: { threadMs: LIFE_MS },
    async run(at) {
      await live(at);
      await at.pass(LIFE_MS + 200);
      assert.equal(await at.store.read(at.ref), undefined);
      const { inputs } = await make(at);
      await assertNew(at, inputs);
    },
  })),
  ...MAKERS.map(({ how, make }): StoreCase => ({
    row: "E2",
    name: `a thread that ${how} makes has nothing of one that was removed under its id`,
    async run(at) {
      await live(at);
      await at.store.remove(at.ref);
      const { inputs } = await make(at);
      await assertNew(at, inputs);
    },
  })),
  ...MAKERS.map(({ how, make }): StoreCase => ({
    row: "E13",
    name: `the blobs of an expired thread are not those of the thread that ${how} makes`,
    lifetimes: { threadMs: LIFE_MS },
    async run(at) {
      const { store, ref, pass, step, commit } = at;
      const [blob, former] = [await store.putBlob(ref, "blob"), await store.putBlob(ref, "former")];
      await commit(await step(), { blobs: [blob, former] });
      await pass(LIFE_MS + 200);
      await make(at);
      assert.deepEqual(await store.putBlob(ref, "blob"), blob);
      const running = await step();
      const lease = { owner: running.owner, epoch: running.header.epoch, leaseMs: LEASE_MS };
      for (let round = 0; round < 4; round++) {
        await pass(LIFE_MS / 2);
        assert.equal(await store.flush(ref, lease, []), "ok");
      }
      assert.equal((await commit(running, { blobs: [blob] })).type, "committed");
      assert.equal(await store.getBlob(ref, blob), "blob");
      assert.equal(await store.getBlob(ref, former), undefined);
    },
  })),
];
