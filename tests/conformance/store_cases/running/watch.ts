// Watching for the cancel of a running step.

import assert from "node:assert/strict";
import { LEASE_MS, newThread, type Step, type StoreCase } from "../case.ts";

const leaseOf = ({ owner, header: { epoch } }: Step) => ({ owner, epoch });

export const watchCases: StoreCase[] = [
  {
    row: "E11",
    name: "a watch finds the cancel of its step",
    async run({ store, ref, step }) {
      const watch = store.watch(ref, leaseOf(await step()), new AbortController().signal);
      await store.cancel(ref);
      assert.equal(await watch, "fenced");
    },
  },
  {
    row: "E11",
    name: "a watch that begins after the cancel finds it, also after another step has begun",
    async run({ store, ref, step }) {
      const cancelled = leaseOf(await step());
      await store.cancel(ref);
      assert.equal(await store.watch(ref, cancelled, new AbortController().signal), "fenced");
      await step();
      assert.equal(await store.watch(ref, cancelled, new AbortController().signal), "fenced");
    },
  },
  {
    row: "E3",
    name: "a watch finds that a restart took its thread",
    async run({ store, ref, step }) {
      const watch = store.watch(ref, leaseOf(await step()), new AbortController().signal);
      await step({ busy: "restart" });
      assert.equal(await watch, "fenced");
    },
  },
  {
    row: "E11",
    name: "a watch ends with its signal, and with one that has aborted before",
    async run({ store, ref, step }) {
      const lease = leaseOf(await step());
      const abort = new AbortController();
      const watch = store.watch(ref, lease, abort.signal);
      abort.abort("the step has ended");
      assert.equal(await watch, "stopped");
      assert.equal(await store.watch(ref, lease, abort.signal), "stopped");
    },
  },
  {
    row: "E11",
    name: "a watch writes nothing and takes no notice of what leaves the step its fence",
    async run({ store, ref, sibling, step, begin, commit }) {
      const one = await step({ leaseMs: LEASE_MS / 2 });
      const abort = new AbortController();
      const ended: string[] = [];
      const watch = store.watch(ref, leaseOf(one), abort.signal).then((outcome) => ended.push(outcome));
      const before = await store.read(ref);
      const other = await step({ ref: sibling("other") });
      await store.cancel(other.ref);
      await begin({ inputs: ["more"], busy: "queue" });
      await store.flush(ref, { ...leaseOf(one), leaseMs: LEASE_MS }, []);
      assert.deepEqual(ended, []);
      assert.equal((await store.read(ref))?.header.epoch, before?.header.epoch);
      assert.equal((await commit(one)).type, "committed");
      abort.abort("the step has ended");
      await watch;
      assert.deepEqual(ended, ["stopped"]);
    },
  },
  {
    row: "E11",
    name: "two watches of one step find its cancel",
    async run({ store, ref, step }) {
      const lease = leaseOf(await step());
      const watches = [1, 2].map(() => store.watch(ref, lease, new AbortController().signal));
      await store.cancel(ref);
      assert.deepEqual(await Promise.all(watches), ["fenced", "fenced"]);
    },
  },
  {
    row: "E3",
    name: "a watch of an earlier incarnation of the thread is fenced by the step of the next",
    async run({ store, ref, step }) {
      const former = leaseOf(await step());
      await store.remove(ref);
      await store.create(ref, newThread());
      const next = await step();
      assert.equal(next.header.epoch, former.epoch);
      assert.equal(await store.watch(ref, former, new AbortController().signal), "fenced");
    },
  },
];
