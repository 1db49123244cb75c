// Leases, fencing and cancelling: a step after which another began, or that was cancelled.

import assert from "node:assert/strict";
import { counters, LEASE_MS, newThread, SHORT_MS, type StoreCase, wholeHistory } from "./case.ts";

export const fenceCases: StoreCase[] = [
  {
    row: "E3",
    name: "an expired lease alone refuses no commit",
    async run({ step, commit, pass, store, ref }) {
      const slow = await step({ leaseMs: SHORT_MS });
      await pass(2 * SHORT_MS);
      assert.equal((await store.read(ref))?.running, false);
      assert.equal((await commit(slow)).type, "committed");
    },
  },
  {
    row: "E3",
    name: "a step that was taken over is fenced and writes nothing",
    async run({ step, commit, advance, pass, store, ref }) {
      const slow = await step({ inputs: ["a"], leaseMs: SHORT_MS });
      await pass(2 * SHORT_MS);
      const next = await step({ inputs: ["b"] });
      assert.deepEqual(next.begun.inbox, ["a", "b"]);
      const before = await store.read(ref);
      const fenced = { type: "fenced", cancelled: false };
      assert.deepEqual(await commit(slow, { counters: counters() }), fenced);
      assert.deepEqual(await advance(slow), fenced);
      assert.equal(await store.flush(ref, { owner: slow.owner, epoch: 1, leaseMs: LEASE_MS }, []), "fenced");
      assert.deepEqual(await store.read(ref), before);
      assert.equal((await commit(next)).type, "committed");
      assert.deepEqual(await commit(slow, { counters: counters() }), fenced);
      assert.deepEqual(await wholeHistory(store, ref), ["a", "b"]);
    },
  },
  {
    row: "E3",
    name: "flush extends the lease of its owner, and takes it again when it is free",
    async run({ step, pass, store, ref, begin }) {
      const one = await step({ leaseMs: SHORT_MS });
      const lease = { owner: one.owner, epoch: one.header.epoch, leaseMs: LEASE_MS };
      assert.equal(await store.flush(ref, lease, []), "ok");
      await pass(2 * SHORT_MS);
      assert.equal((await begin({ inputs: ["x"] })).type, "busy");
      assert.equal(await store.flush(ref, { ...lease, leaseMs: SHORT_MS }, []), "ok");
      await pass(2 * SHORT_MS);
      assert.equal((await store.read(ref))?.running, false);
      assert.equal(await store.flush(ref, lease, []), "ok");
      assert.equal((await store.read(ref))?.running, true);
    },
  },
  {
    row: "E3",
    name: "a flush that arrives after the step has ended takes no lease",
    async run({ step, commit, store, ref }) {
      const one = await step();
      await commit(one);
      await store.flush(ref, { owner: one.owner, epoch: one.header.epoch, leaseMs: LEASE_MS }, []);
      assert.equal((await store.read(ref))?.running, false);
    },
  },
  {
    row: "E3",
    name: "a flush of a fenced step leaves the lease to its owner",
    async run({ store, ref, step, commit, pass }) {
      const slow = await step({ leaseMs: SHORT_MS });
      await pass(2 * SHORT_MS);
      const next = await step({ inputs: ["b"] });
      const events = [{ seq: 9_000_001, text: "late" }];
      for (const epoch of [slow.header.epoch, next.header.epoch]) {
        assert.equal(
          await store.flush(ref, { owner: slow.owner, epoch, leaseMs: LEASE_MS }, events),
          "fenced",
        );
      }
      assert.deepEqual((await store.readEvents(ref, 0, 10))?.events, []);
      assert.equal((await commit(next)).type, "committed");
      assert.equal(
        (await store.read(ref))?.running,
        false,
        "the commit gave the lease back, so it was its own",
      );
    },
  },
  {
    row: "E3",
    name: "a flush of an earlier incarnation of the thread leaves the lease to its owner",
    async run({ store, ref, step, commit }) {
      const former = await step();
      await store.remove(ref);
      const next = await step();
      assert.equal(next.header.epoch, former.header.epoch);
      const lease = { owner: former.owner, epoch: former.header.epoch, leaseMs: LEASE_MS };
      assert.equal(await store.flush(ref, lease, []), "fenced");
      assert.equal((await commit(next)).type, "committed");
      assert.equal(
        (await store.read(ref))?.running,
        false,
        "the commit gave the lease back, so it was its own",
      );
    },
  },
  {
    row: "E3",
    name: "flush is fenced on a missing thread",
    async run({ store, ref }) {
      assert.equal(await store.flush(ref, { owner: "o", epoch: 1, leaseMs: LEASE_MS }, []), "fenced");
      assert.equal(await store.read(ref), undefined);
    },
  },
  {
    row: "E11",
    name: "cancel on a missing thread is undefined",
    async run({ store, ref }) {
      assert.equal(await store.cancel(ref), undefined);
    },
  },
  {
    row: "E11",
    name: "cancel stops a running step and keeps the inbox and the pending calls",
    async run({ store, ref, step, commit, header }) {
      const pending = { ids: ["c1"], calls: "[1]" };
      await commit(await step(), { status: "open", pending });
      await step({ inputs: ["a"] });
      assert.deepEqual(await store.cancel(ref), { running: true, version: 1 });
      const snapshot = await store.read(ref);
      assert.deepEqual([snapshot?.running, snapshot?.waiting, snapshot?.pending], [false, 1, pending]);
      const { epoch, cancelledEpoch, status, version } = await header();
      assert.deepEqual([epoch, cancelledEpoch, status, version], [3, 3, "cancelled", 1]);
    },
  },
  {
    row: "E11",
    name: "cancel on an idle thread says that nothing ran",
    async run({ store, ref, append, header }) {
      await append(["a"]);
      assert.deepEqual(await store.cancel(ref), { running: false, version: 1 });
      assert.equal((await header()).status, "cancelled");
    },
  },
  {
    row: "E11",
    name: "a cancelled step is fenced in every request and may commit after the cancel",
    async run({ store, ref, step, commit, advance, header }) {
      const one = await step({ inputs: ["a"] });
      await store.cancel(ref);
      const lease = { owner: one.owner, epoch: one.header.epoch, leaseMs: LEASE_MS };
      assert.equal(await store.flush(ref, lease, [{ seq: 1_000_001, text: "late" }]), "fenced");
      assert.deepEqual((await store.readEvents(ref, 0, 10))?.events, []);
      assert.deepEqual(await commit(one), { type: "fenced", cancelled: true });
      assert.deepEqual(await advance(one), { type: "fenced", cancelled: true });
      const late = { afterCancel: true, entries: ["a", "part"], counters: counters() } as const;
      const first = await commit(one, late);
      assert.deepEqual(first, { type: "committed", version: 1, waiting: 0 });
      assert.deepEqual(await commit(one, late), first);
      const after = await header();
      assert.deepEqual([after.status, after.version, after.counters], ["cancelled", 1, counters()]);
      assert.deepEqual(await wholeHistory(store, ref), ["a", "part"]);
    },
  },
  {
    row: "E11",
    name: "a step that was cancelled twice may still commit what it has",
    async run({ store, ref, step, commit }) {
      const one = await step();
      assert.equal((await store.cancel(ref))?.running, true);
      assert.equal((await store.cancel(ref))?.running, false);
      assert.equal((await commit(one, { afterCancel: true })).type, "committed");
    },
  },
  {
    row: "E11",
    name: "a commit after a cancel settles the receipt",
    async run({ store, ref, step, commit, begin }) {
      const idempotency = { key: "k", bodyHash: "h" };
      const one = await step({ idempotency });
      await store.cancel(ref);
      await commit(one, { afterCancel: true, receipt: { ...idempotency, outcome: "done", text: "T" } });
      const replayed = await begin({ inputs: ["input"], idempotency });
      assert(replayed.type === "replayed");
      assert.deepEqual(replayed.receipt, { text: "T", entries: ["input"] });
    },
  },
  {
    row: "E11",
    name: "cancel, begin, then the late commit: its counters are booked once, its entries are not",
    async run({ store, ref, step, commit, header }) {
      const one = await step({ inputs: ["a"] });
      await store.cancel(ref);
      const next = await step({ inputs: ["b"] });
      assert.deepEqual(next.begun.inbox, ["a", "b"]);
      const late = { afterCancel: true, entries: ["a", "part"], counters: counters() } as const;
      const fenced = { type: "fenced", cancelled: false };
      assert.deepEqual(await commit(one, late), fenced);
      assert.deepEqual(await commit(one, late), fenced);
      const between = await header();
      assert.deepEqual([between.counters, between.length, between.version], [counters(), 0, 0]);
      assert.equal((await commit(next, { counters: counters(10) })).type, "committed");
      assert.deepEqual((await header()).counters, counters(11));
      assert.deepEqual(await wholeHistory(store, ref), ["a", "b"]);
    },
  },
  {
    row: "E3",
    name: "a step of a removed thread is fenced, also when the thread is made anew",
    async run({ store, ref, step, commit }) {
      const pending = { ids: ["c1"], calls: "[1]" };
      await commit(await step(), { pending });
      await store.remove(ref);
      await commit(await step(), { pending });
      const old = await step();
      await store.remove(ref);
      await store.create(ref, newThread());
      await commit(await step(), { pending: { ids: ["c2"], calls: "[2]" } });
      await step();
      const lease = { owner: old.owner, epoch: old.header.epoch, leaseMs: LEASE_MS };
      assert.deepEqual(await commit(old), { type: "fenced", cancelled: false });
      assert.equal(await store.flush(ref, lease, []), "fenced");
      assert.equal(await store.markStarted(ref, old.header.epoch, ["c1"]), "fenced");
    },
  },
];
