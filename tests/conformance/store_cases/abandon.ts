// Giving up a begin: what goes with it, and what stays.

import assert from "node:assert/strict";
import { LEASE_MS, newThread, SHORT_MS, type Step, type StoreCase, wholeHistory } from "./case.ts";

export const abandonCases: StoreCase[] = [
  {
    row: "E3",
    name: "abandon undoes a begin: its inputs, receipt and lease are gone",
    async run({ store, ref, step, begin, append, header }) {
      await append(["a"]);
      const idempotency = { key: "k", bodyHash: "h" };
      const inputs = ["x", "y"];
      const one = await step({ inputs, idempotency });
      await begin({ inputs: ["queued"], busy: "queue" });
      const { owner, header: { epoch } } = one;
      const before = await header();
      await store.abandon({ ref, owner, epoch, inputs, idempotency });
      assert.deepEqual(await header(), before);
      const snapshot = await store.read(ref);
      assert.deepEqual([snapshot?.running, snapshot?.waiting, before.epoch], [false, 1, 2]);
      const fresh = await begin({ inputs: ["z"], idempotency: { key: "k", bodyHash: "other" } });
      assert(fresh.type === "begun");
      assert.deepEqual([fresh.inbox, fresh.header.epoch], [["queued", "z"], 3]);
    },
  },
  {
    row: "E3",
    name:
      "abandon of a begin that created the thread leaves no thread, unless a cancel or an input has come since",
    async run({ store, ref, step, begin, commit }) {
      const idempotency = { key: "k", bodyHash: "h" };
      const abandon = ({ owner, header: { epoch } }: Step) =>
        store.abandon({ ref, owner, epoch, inputs: ["a"], idempotency });
      const one = await step({ inputs: ["a"], idempotency });
      await abandon(one);
      assert.equal(await store.read(ref), undefined);
      assert.deepEqual(await store.list(ref.tenant, { limit: 10 }), { threads: [] });
      assert.deepEqual(await commit(one), { type: "fenced", cancelled: false });
      await abandon(one);

      const queued = await step({ inputs: ["a"], idempotency: { ...idempotency, bodyHash: "other" } });
      assert.deepEqual([queued.begun.created, queued.begun.resumed], [true, false]);
      await begin({ inputs: ["b"], busy: "queue" });
      await abandon(queued);
      assert.equal((await store.read(ref))?.waiting, 1);
      await store.remove(ref);

      const cancelled = await step({ inputs: ["a"], idempotency });
      await store.cancel(ref);
      await abandon(cancelled);
      const snapshot = await store.read(ref);
      assert.deepEqual([snapshot?.header.status, snapshot?.waiting], ["cancelled", 0]);
      await store.remove(ref);

      await store.create(ref, newThread());
      await abandon(await step({ inputs: ["a"], idempotency }));
      assert.equal((await store.read(ref))?.header.epoch, 1);
    },
  },
  {
    row: "E3",
    name:
      "an epoch whose events were told is no other step's: a thread that is made anew has its epochs behind it",
    async run({ store, ref, request, step, begin, commit, header }) {
      const gone = async () => {
        assert.equal(await store.read(ref), undefined);
        assert.equal(await store.history(ref, { after: 0, limit: 10 }), undefined);
        assert.equal(await store.readEvents(ref, 0, 10), undefined);
        assert.deepEqual(await store.list(ref.tenant, { limit: 10 }), { threads: [] });
        assert.deepEqual(await begin(), { type: "missing" });
        assert.equal(await store.cancel(ref), undefined);
        assert.equal(await store.remove(ref), false);
      };
      for (const epoch of [1, 2, 3]) {
        const meta = `{"agent":"of ${epoch}"}`;
        const inputs = [`input ${epoch}`];
        const idempotency = { key: "k", bodyHash: `body ${epoch}` };
        const { owner, begun } = await step({ create: newThread({ meta }), inputs, idempotency });
        assert.deepEqual([begun.created, begun.resumed, begun.inbox], [true, false, inputs]);
        assert.deepEqual([begun.header.epoch, begun.header.meta], [epoch, meta]);
        // What follows one that was told leaves the epochs too, though it has told nothing.
        const told = epoch !== 2;
        const events = told ? [{ seq: epoch * 1_000_000 + 1, text: `event ${epoch}` }] : [];
        await store.flush(ref, { owner, epoch, leaseMs: LEASE_MS }, events);
        assert.deepEqual((await store.readEvents(ref, 0, 10))?.events, events);
        const abandoned = { ref, owner, epoch, inputs, idempotency, told };
        await store.abandon(abandoned);
        await store.abandon(abandoned);
        await gone();
      }
      await store.create(ref, newThread());
      assert.equal((await header()).epoch, 3);
      assert.deepEqual((await store.readEvents(ref, 0, 10))?.events, []);
      const last = await step();
      assert.equal((await commit(last)).type, "committed");
      assert.deepEqual([(await header()).epoch, (await header()).version], [4, 1]);
      assert.equal(await store.remove(ref), true);
      const one = await step({ create: newThread(), inputs: ["a"] });
      assert.equal(one.header.epoch, 1);
      await store.abandon({ ref, owner: one.owner, epoch: 1, inputs: ["a"], told: true });
      const { owner } = request();
      const enqueued = await store.enqueue({
        ref,
        owner,
        create: newThread(),
        schema: 2,
        inputs: ["b"],
        idempotency: { key: "k", bodyHash: "h" },
        receiptMs: LEASE_MS,
        due: 1_700_000_000_000,
      });
      assert.ok(enqueued.type === "queued" && enqueued.created);
      const { begun } = await step({ inputs: ["c"] });
      assert.deepEqual([begun.created, begun.inbox, begun.header.epoch], [false, ["b", "c"], 2]);
    },
  },
  {
    row: "E3",
    name: "abandon keeps the receipt and the input of a request that was accepted before",
    async run({ store, ref, step, commit, begin, header }) {
      const idempotency = { key: "k", bodyHash: "h" };
      const receipt = { ...idempotency, outcome: "retry" as const, text: "failed" };
      const failed = await step({ inputs: ["a"], idempotency });
      assert.equal(failed.begun.resumed, false);
      await commit(failed, { entries: [], consumed: 0, status: "failed", receipt });
      for (let round = 0; round < 2; round++) {
        const again = await step({ inputs: ["a"], idempotency });
        assert.deepEqual([again.begun.resumed, again.begun.inbox], [true, ["a"]]);
        const { owner, header: { epoch } } = again;
        await store.abandon({ ref, owner, epoch, inputs: ["a"], idempotency });
        assert.deepEqual([(await store.read(ref))?.running, (await store.read(ref))?.waiting], [false, 1]);
      }
      const other = { ...idempotency, bodyHash: "other" };
      assert.deepEqual(await begin({ inputs: ["a"], idempotency: other }), { type: "mismatch" });
      const last = await step({ inputs: ["a"], idempotency });
      await commit(last, { receipt: { ...receipt, outcome: "done" } });
      assert.equal((await header()).length, 1);
      const replayed = await begin({ inputs: ["a"], idempotency });
      assert(replayed.type === "replayed");
      assert.deepEqual(replayed.receipt.entries, ["a"]);
    },
  },
  {
    row: "E3",
    name: "abandon after an advance keeps the receipt, and the request takes its input once",
    async run({ store, ref, append, step, advance, commit, begin }) {
      await append(["old"]);
      const idempotency = { key: "k", bodyHash: "h" };
      const one = await step({ inputs: ["a"], idempotency });
      const advanced = await advance(one, { entries: ["a", "b"], status: "open", idempotency });
      assert(advanced.type === "advanced");
      const { owner } = one;
      await store.abandon({ ref, owner, epoch: advanced.epoch, inputs: ["a"], idempotency });
      assert.equal((await store.read(ref))?.running, false);
      const other = { ...idempotency, bodyHash: "other" };
      assert.deepEqual(await begin({ inputs: ["a"], idempotency: other }), { type: "mismatch" });
      const again = await step({ inputs: ["a"], idempotency });
      assert.deepEqual([again.begun.resumed, again.begun.inbox], [true, []]);
      await commit(again, { entries: ["c"], receipt: { ...idempotency, outcome: "done", text: "T" } });
      const replayed = await begin({ inputs: ["a"], idempotency });
      assert(replayed.type === "replayed");
      assert.deepEqual(replayed.receipt, { text: "T", entries: ["a", "b", "c"] });
    },
  },
  {
    row: "E3",
    name: "abandon after an advance takes back neither the inputs that still wait nor the thread",
    async run({ store, ref, step, advance }) {
      const one = await step({ inputs: ["a", "b"] });
      assert.equal(one.begun.created, true);
      const advanced = await advance(one, { entries: ["a"], consumed: 1, status: "open" });
      assert(advanced.type === "advanced");
      assert.deepEqual(advanced.inbox, ["b"]);
      const { owner } = one;
      await store.abandon({ ref, owner, epoch: advanced.epoch, inputs: ["a", "b"] });
      const snapshot = await store.read(ref);
      assert.deepEqual([snapshot?.running, snapshot?.waiting], [false, 1]);

      const two = await step({ inputs: [] });
      assert.deepEqual([two.begun.inbox, two.header.version], [["b"], 1]);
      const all = await advance(two, { status: "done" });
      assert(all.type === "advanced");
      await store.abandon({ ref, owner: two.owner, epoch: all.epoch, inputs: ["b"] });
      assert.deepEqual(await wholeHistory(store, ref), ["a", "b"]);
    },
  },
  {
    row: "E3",
    name: "abandon after an advance keeps the thread that its begin created, also when no input waits",
    async run({ store, ref, step, advance }) {
      const one = await step({ inputs: ["a"] });
      const advanced = await advance(one, { status: "open" });
      assert(advanced.type === "advanced");
      await store.abandon({ ref, owner: one.owner, epoch: advanced.epoch, inputs: ["a"] });
      assert.deepEqual(await wholeHistory(store, ref), ["a"]);
    },
  },
  {
    row: "E3",
    name: "abandon leaves the input of a request that was queued before it began",
    async run({ store, ref, step, commit, begin }) {
      const running = await step();
      const idempotency = { key: "k", bodyHash: "h" };
      assert.equal((await begin({ inputs: ["q"], idempotency, busy: "queue" })).type, "queued");
      await commit(running);
      for (let round = 0; round < 2; round++) {
        const one = await step({ inputs: ["q"], idempotency });
        assert.deepEqual([one.begun.resumed, one.begun.inbox], [true, ["q"]]);
        const { owner, header: { epoch } } = one;
        await store.abandon({ ref, owner, epoch, inputs: ["q"], idempotency });
      }
      assert.equal((await store.read(ref))?.waiting, 1);
    },
  },
  {
    row: "E3",
    name: "a step that was abandoned and advances runs again, until it is abandoned again",
    async run({ store, ref, append, step, advance, begin }) {
      await append(["old"]);
      const one = await step({ inputs: ["a"] });
      const { owner, header: { epoch } } = one;
      await store.abandon({ ref, owner, epoch, inputs: ["a"] });
      const advanced = await advance(one, { consumed: 0 });
      assert(advanced.type === "advanced");
      assert.equal((await store.read(ref))?.running, true);
      assert.equal((await begin({ inputs: ["b"] })).type, "busy");
      await store.abandon({ ref, owner, epoch: advanced.epoch, inputs: ["a"] });
      assert.equal((await store.read(ref))?.running, false);
      assert.equal((await begin({ inputs: ["b"] })).type, "begun");
    },
  },
  {
    row: "E3",
    name: "abandon removes one inbox item for each input, not its twins",
    async run({ store, ref, step, pass }) {
      await step({ inputs: ["same", "other"], leaseMs: SHORT_MS });
      await pass(2 * SHORT_MS);
      const { owner, header: { epoch } } = await step({ inputs: ["same"] });
      await store.abandon({ ref, owner, epoch, inputs: ["same"] });
      assert.deepEqual((await step({ inputs: [] })).begun.inbox, ["same", "other"]);
    },
  },
  {
    row: "E3",
    name: "an abandon that comes late, after others began, changes nothing",
    async run({ store, ref, step, pass, commit }) {
      const slow = await step({ inputs: ["a"], leaseMs: SHORT_MS });
      await pass(2 * SHORT_MS);
      const next = await step({ inputs: ["b"] });
      const before = await store.read(ref);
      await store.abandon({ ref, owner: slow.owner, epoch: slow.header.epoch, inputs: ["a"] });
      assert.deepEqual(await store.read(ref), before);
      assert.equal((await commit(next)).type, "committed");
      assert.deepEqual(await wholeHistory(store, ref), ["a", "b"]);
    },
  },
  {
    row: "E3",
    name:
      "an abandon of an earlier incarnation of the thread, or of the step before an advance, changes nothing",
    async run({ store, ref, step, advance, pass }) {
      const former = await step({ inputs: ["a"] });
      await store.remove(ref);
      const next = await step({ inputs: ["a"], leaseMs: SHORT_MS });
      assert.equal(next.header.epoch, former.header.epoch);
      const abandon = ({ owner }: Step, epoch: number) => store.abandon({ ref, owner, epoch, inputs: ["a"] });
      const isRunning = async () => (await store.read(ref))?.running;
      await abandon(former, former.header.epoch);
      assert.equal(await isRunning(), true);
      await pass(2 * SHORT_MS);
      const lease = { owner: next.owner, epoch: next.header.epoch, leaseMs: LEASE_MS };
      assert.equal(await store.flush(ref, lease, []), "ok");
      assert.equal(await isRunning(), true, "it has not ended, so it takes its lease again");
      const advanced = await advance(next);
      assert(advanced.type === "advanced");
      await abandon(next, next.header.epoch);
      assert.equal(await isRunning(), true);
      await abandon(next, advanced.epoch);
      assert.equal(await isRunning(), false);
    },
  },
  {
    row: "E3",
    name: "an abandon after the commit changes nothing",
    async run({ store, ref, step, commit, begin }) {
      const idempotency = { key: "k", bodyHash: "h" };
      const one = await step({ inputs: ["a"], idempotency });
      await commit(one, { receipt: { ...idempotency, outcome: "done", text: "T" } });
      await store.abandon({ ref, owner: one.owner, epoch: one.header.epoch, inputs: ["a"], idempotency });
      assert.equal((await begin({ inputs: ["a"], idempotency })).type, "replayed");
    },
  },
];
