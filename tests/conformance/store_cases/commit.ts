// CommitOutcome and AdvanceOutcome of a step without competitors: what they write, and their re-entrance.

import assert from "node:assert/strict";
import { counters, LEASE_MS, newThread, SHORT_MS, type StoreCase, texts, wholeHistory } from "./case.ts";
import { asSent } from "../../support/as_sent.ts";

export const commitCases: StoreCase[] = [
  {
    row: "E2",
    name: "commit writes everything it was given and releases the lease",
    async run({ store, ref, step, commit }) {
      const one = await step({ create: newThread({ meta: "M" }), inputs: ["a"] });
      const pending = { ids: ["c1", "c2"], calls: '[{"id":"c1"},{"id":"c2"}]' };
      const outcome = await commit(one, {
        entries: ["a", "b"],
        status: "open",
        state: "S1",
        schema: 2,
        counters: counters(),
        pending,
      });
      assert.deepEqual(outcome, { type: "committed", version: 1, waiting: 0 });
      const snapshot = await store.read(ref);
      assert.deepEqual(snapshot, {
        header: {
          schema: 2,
          version: 1,
          epoch: 1,
          cancelledEpoch: 0,
          status: "open",
          length: 2,
          base: 0,
          summary: null,
          meta: "M",
          state: "S1",
          counters: counters(),
        },
        pending,
        marks: new Map(),
        waiting: 0,
        running: false,
      });
      assert.deepEqual(await wholeHistory(store, ref), ["a", "b"]);
    },
  },
  {
    row: "E2",
    name: "commits add up: entries append, counters sum, pending calls are replaced",
    async run({ store, ref, step, commit, header }) {
      await commit(await step(), {
        entries: ["a"],
        counters: counters(),
        pending: { ids: ["c1"], calls: "1" },
      });
      await commit(await step(), {
        entries: ["b"],
        counters: counters(10),
        pending: { ids: ["c2"], calls: "2" },
      });
      assert.deepEqual((await store.read(ref))?.pending, { ids: ["c2"], calls: "2" });
      await commit(await step(), { entries: ["c"], counters: counters(100) });
      assert.deepEqual((await store.read(ref))?.pending, null);
      const { version, counters: sum } = await header();
      assert.deepEqual([version, sum], [3, counters(111)]);
      assert.deepEqual(await wholeHistory(store, ref), ["a", "b", "c"]);
    },
  },
  {
    row: "E2",
    name: "counters far beyond 32 bits add up exactly",
    async run({ step, commit, header }) {
      const large = 2 ** 52 - 1;
      await commit(await step(), { counters: { ...counters(), inputTokens: large, wallMs: 3_000_000_000 } });
      await commit(await step(), { counters: { ...counters(), inputTokens: 1, wallMs: 3_000_000_000 } });
      const { inputTokens, wallMs } = (await header()).counters;
      assert.deepEqual([inputTokens, wallMs], [2 ** 52, 6_000_000_000]);
    },
  },
  {
    row: "E2",
    name: "a commit without entries raises the version only",
    async run({ step, commit, header }) {
      assert.equal((await commit(await step(), { entries: [] })).type, "committed");
      const { version, length } = await header();
      assert.deepEqual([version, length], [1, 0]);
    },
  },
  {
    row: "E3",
    name: "a commit of another version conflicts and changes nothing",
    async run({ store, ref, step, commit, append }) {
      await append(["one"]);
      const one = await step();
      const before = await store.read(ref);
      for (const version of [0, 2]) {
        assert.deepEqual(await commit(one, { version }), { type: "conflict", version: 1 });
        const { owner, epoch } = { owner: one.owner, epoch: one.header.epoch };
        assert.equal((await commit(one, { version, owner, epoch, entries: ["x"] })).type, "conflict");
      }
      assert.deepEqual(await store.read(ref), before);
      assert.deepEqual(await wholeHistory(store, ref), ["one"]);
    },
  },
  {
    row: "E3",
    name: "the same commit sent twice is answered the same and happens once",
    async run({ store, ref, step, commit, begin }) {
      const idempotency = { key: "k", bodyHash: "h" };
      const one = await step({ idempotency });
      const overrides = {
        entries: ["a"],
        counters: counters(),
        receipt: { ...idempotency, outcome: "done", text: "T" },
        events: [{ seq: 1_000_001, text: "E" }],
      } as const;
      const first = await commit(one, overrides);
      const between = await store.read(ref);
      assert.deepEqual(await commit(one, overrides), first);
      assert.deepEqual(await store.read(ref), between);
      assert.deepEqual(await wholeHistory(store, ref), ["a"]);
      assert.equal((await store.readEvents(ref, 0, 10))?.events.length, 1);
      assert.equal((await begin({ inputs: ["input"], idempotency })).type, "replayed");
    },
  },
  {
    row: "E3",
    name: "a commit whose answer was lost is answered although the next step has begun",
    async run({ store, ref, step, commit }) {
      const one = await step();
      assert.equal((await commit(one, { entries: ["a"] })).type, "committed");
      const next = await step({ inputs: ["b"] });
      const outcome = await commit(one, { entries: ["a"] });
      assert(outcome.type === "committed");
      assert.equal(outcome.version, 1);
      assert.equal((await commit(next)).type, "committed");
      assert.deepEqual(await wholeHistory(store, ref), ["a", "b"]);
    },
  },
  {
    row: "E3",
    name: "a commit of a missing thread is fenced",
    async run({ store, ref, step, commit, advance }) {
      const one = await step();
      await store.remove(ref);
      assert.deepEqual(await commit(one), { type: "fenced", cancelled: false });
      assert.deepEqual(await commit(one, { afterCancel: true }), { type: "fenced", cancelled: false });
      assert.deepEqual(await advance(one), { type: "fenced", cancelled: false });
      assert.equal(await store.read(ref), undefined);
    },
  },
  {
    row: "E3",
    name: "advance commits and begins the next step in one go",
    async run({ store, ref, step, advance, begin }) {
      const one = await step({ inputs: ["a"] });
      await begin({ inputs: ["q1", "q2"], busy: "queue" });
      const pending = { ids: ["c1"], calls: "[1]" };
      const outcome = await advance(one, { entries: ["a"], counters: counters(), status: "open", pending });
      assert.deepEqual(asSent(outcome), { type: "advanced", version: 1, epoch: 2, inbox: ["q1", "q2"] });
      const snapshot = await store.read(ref);
      assert(snapshot !== undefined);
      const { version, epoch, length, status } = snapshot.header;
      assert.deepEqual([version, epoch, length, status], [1, 2, 1, "open"]);
      assert.deepEqual([snapshot.running, snapshot.waiting, snapshot.pending], [true, 2, pending]);
      assert.equal((await begin({ inputs: ["x"] })).type, "busy");
    },
  },
  {
    row: "E3",
    name: "a chain of advances ends in a commit, and every step has its version and epoch",
    async run({ store, ref, step, advance, commit, begin }) {
      const idempotency = { key: "k", bodyHash: "h" };
      const one = await step({ idempotency });
      let at = { version: one.header.version, epoch: one.header.epoch };
      for (let round = 1; round <= 5; round++) {
        const outcome = await advance(one, {
          ...at,
          entries: [`r${round}`],
          consumed: round === 1 ? 1 : 0,
          idempotency,
        });
        assert.deepEqual(asSent(outcome), { type: "advanced", version: round, epoch: round + 1, inbox: [] });
        assert.equal((await begin({ inputs: ["input"], idempotency })).type, "in_flight");
        at = { version: round, epoch: round + 1 };
      }
      const receipt = { ...idempotency, outcome: "done", text: "T" } as const;
      const end = await commit(one, { ...at, entries: ["end"], consumed: 0, receipt });
      assert.deepEqual(end, { type: "committed", version: 6, waiting: 0 });
      assert.deepEqual(await wholeHistory(store, ref), ["r1", "r2", "r3", "r4", "r5", "end"]);
      assert.equal((await store.read(ref))?.running, false);
    },
  },
  {
    row: "E3",
    name: "the same advance sent twice is answered the same and happens once",
    async run({ store, ref, step, advance, commit }) {
      const one = await step();
      const first = await advance(one, { entries: ["a"], counters: counters() });
      const between = await store.read(ref);
      assert.deepEqual(await advance(one, { entries: ["a"], counters: counters() }), first);
      assert.deepEqual(await store.read(ref), between);
      const end = await commit(one, { version: 1, epoch: 2, entries: ["b"], consumed: 0 });
      assert.equal(end.type, "committed");
      assert.deepEqual(await wholeHistory(store, ref), ["a", "b"]);
    },
  },
  {
    row: "E3",
    name: "the step that advanced is over: its old epoch is fenced",
    async run({ store, ref, step, advance }) {
      const one = await step();
      assert.equal((await advance(one, { pending: { ids: ["c1"], calls: "[1]" } })).type, "advanced");
      assert.equal(await store.markStarted(ref, 1, ["c1"]), "fenced");
      const lease = { owner: one.owner, epoch: 1, leaseMs: LEASE_MS };
      assert.equal(await store.flush(ref, lease, []), "fenced");
      assert.equal(await store.flush(ref, { ...lease, epoch: 2 }, []), "ok");
    },
  },
  {
    row: "E3",
    name: "advance takes the lease anew, also when it had expired",
    async run({ store, ref, step, advance, pass, begin }) {
      const one = await step({ leaseMs: SHORT_MS });
      await pass(2 * SHORT_MS);
      assert.equal((await store.read(ref))?.running, false);
      assert.equal((await advance(one)).type, "advanced");
      assert.equal((await store.read(ref))?.running, true);
      assert.equal((await begin({ inputs: ["x"] })).type, "busy");
    },
  },
  {
    row: "E2",
    name: "a commit writes the same number of bytes at any length of the history",
    async run({ opened, ref, store, append, step, commit }) {
      assert(
        opened.bytesWrittenBy !== undefined,
        "offer bytesWrittenBy, or declare why there is nothing to count",
      );
      const written: number[] = [];
      for (const length of [20, 6_000]) {
        const { header } = await store.read(ref) ?? { header: { length: 0 } };
        for (let left = length - header.length; left > 0; left -= 1_500) {
          await append(texts(Math.min(left, 1_500)));
        }
        const one = await step();
        written.push(await opened.bytesWrittenBy(() => commit(one, { entries: ["a small entry"] })));
      }
      const [short, long] = written;
      assert(short !== undefined && long !== undefined && short > 0);
      assert(long < short * 1.5, `${short} bytes at 20 entries, ${long} at 6,000`);
    },
  },
];
