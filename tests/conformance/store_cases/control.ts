// Pending calls: marks of `once` calls and the decisions of humans.

import assert from "node:assert/strict";
import { type Bench, LEASE_MS, SHORT_MS, type StoreCase } from "./case.ts";

const PENDING = { ids: ["c1", "c2"], calls: '[{"id":"c1"},{"id":"c2"}]' };

async function withPending({ step, commit }: Bench): Promise<void> {
  await commit(await step(), { status: "waiting", pending: PENDING });
}

export const controlCases: StoreCase[] = [
  {
    row: "X4",
    name: "pending calls come back with the next begin",
    async run(at) {
      await withPending(at);
      const { begun } = await at.step({ inputs: [] });
      assert.deepEqual([begun.pending, begun.marks], [PENDING, new Map()]);
    },
  },
  {
    row: "X4",
    name: "started marks are kept for the next step",
    async run(at) {
      const { store, ref, step } = at;
      await withPending(at);
      const one = await step({ inputs: [] });
      const { epoch } = one.header;
      assert.equal(await store.markStarted(ref, epoch, ["c2"]), "marked");
      assert.equal(await store.markStarted(ref, epoch, ["c2"]), "marked");
      const marks = new Map([["c2", { startedEpoch: epoch }]]);
      assert.deepEqual((await store.read(ref))?.marks, marks);
      await store.cancel(ref);
      const next = await step({ inputs: [] });
      assert.deepEqual(next.begun.marks, marks);
    },
  },
  {
    row: "X4",
    name: "a fenced step marks nothing",
    async run(at) {
      const { store, ref, step } = at;
      await withPending(at);
      const { header } = await step({ inputs: [] });
      await store.cancel(ref);
      assert.equal(await store.markStarted(ref, header.epoch, ["c1"]), "fenced");
      assert.equal((await store.read(ref))?.marks.size, 0);
      await store.remove(ref);
      assert.equal(await store.markStarted(ref, header.epoch, ["c1"]), "fenced");
    },
  },
  {
    row: "X4",
    name: "the epoch of a cancel is the epoch of no step",
    async run(at) {
      const { store, ref, step } = at;
      await withPending(at);
      const { header, owner } = await step({ inputs: [] });
      await store.cancel(ref);
      const epoch = header.epoch + 1;
      assert.equal((await at.header()).epoch, epoch);
      assert.equal(await store.markStarted(ref, epoch, ["c1"]), "fenced");
      assert.equal(await store.flush(ref, { owner, epoch, leaseMs: LEASE_MS }, []), "fenced");
      const snapshot = await store.read(ref);
      assert.deepEqual([snapshot?.marks.size, snapshot?.running], [0, false]);
    },
  },
  {
    row: "X4",
    name: "marks leave with their calls",
    async run(at) {
      const { store, ref, step, commit } = at;
      await withPending(at);
      await store.decide(ref, "c2", { approved: true, at: 1 });
      const one = await step({ inputs: [] });
      await store.markStarted(ref, one.header.epoch, ["c1"]);
      assert.deepEqual([...(await store.read(ref))?.marks.keys() ?? []].sort(), ["c1", "c2"]);
      await commit(one, { pending: { ids: ["c3"], calls: "[3]" } });
      const { pending, marks } = await store.read(ref) ?? {};
      assert.deepEqual([pending?.ids, marks], [["c3"], new Map()]);
      assert.deepEqual(await store.decide(ref, "c1", { approved: true, at: 1 }), { type: "unknown" });
    },
  },
  {
    row: "E11",
    name: "a decision is recorded once and opens a thread that waited",
    async run(at) {
      const { store, ref, header } = at;
      await withPending(at);
      const before = await header();
      const yes = { approved: true, reason: 'sure: "ok" 🦄', at: 1_700_000_000_000 };
      assert.deepEqual(await store.decide(ref, "c1", yes), { type: "decided", decisions: [yes] });
      assert.deepEqual(await header(), { ...before, status: "open" });
      const no = { approved: false, at: 2 };
      assert.deepEqual(await store.decide(ref, "c1", no), { type: "already", decisions: [yes] });
      assert.deepEqual(await store.decide(ref, "c2", no), { type: "decided", decisions: [no] });
      const { marks } = await store.read(ref) ?? {};
      assert.deepEqual(marks, new Map([["c1", { decisions: [yes] }], ["c2", { decisions: [no] }]]));
    },
  },
  {
    row: "E11",
    name: "of two decisions that race one is recorded",
    async run(at) {
      const { store, ref } = at;
      await withPending(at);
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, n) => store.decide(ref, "c1", { approved: n % 2 === 0, at: n })),
      );
      assert.equal(outcomes.filter(({ type }) => type === "decided").length, 1);
      assert.equal(outcomes.filter(({ type }) => type === "already").length, 9);
    },
  },
  {
    row: "E11",
    name: "a decision about anything else is unknown",
    async run(at) {
      const { store, ref } = at;
      const yes = { approved: true, at: 1 };
      assert.deepEqual(await store.decide(ref, "c1", yes), { type: "unknown" });
      assert.equal(await store.read(ref), undefined);
      await withPending(at);
      for (const id of ["c3", "", "c", "__proto__"]) {
        assert.deepEqual(await store.decide(ref, id, yes), { type: "unknown" });
      }
    },
  },
  {
    row: "E11",
    name: "a decision leaves every status but waiting alone",
    async run({ store, ref, step, commit, header }) {
      for (const status of ["done", "failed", "open"] as const) {
        await commit(await step(), { status, pending: PENDING });
        assert.equal((await store.decide(ref, "c1", { approved: true, at: 1 })).type, "decided");
        assert.equal((await header()).status, status);
        await commit(await step());
      }
    },
  },
  {
    row: "E11",
    name: "a decision about a started call keeps the mark",
    async run(at) {
      const { store, ref, step } = at;
      await withPending(at);
      const { header: { epoch }, owner } = await step({ inputs: [] });
      await store.markStarted(ref, epoch, ["c1"]);
      const decision = { approved: false, reason: "no", at: 3 };
      await store.abandon({ ref, owner, epoch, inputs: [] });
      assert.equal((await store.decide(ref, "c1", decision)).type, "decided");
      assert.deepEqual((await store.read(ref))?.marks.get("c1"), {
        startedEpoch: epoch,
        decisions: [decision],
      });
    },
  },
  {
    row: "E11",
    name: "a decision while a step runs is busy and recorded nowhere, unless it was made before",
    async run(at) {
      const { store, ref, step, commit } = at;
      await withPending(at);
      const yes = { approved: true, at: 1 };
      const no = { approved: false, at: 2 };
      assert.deepEqual(await store.decide(ref, "c1", yes), { type: "decided", decisions: [yes] });
      const one = await step({ inputs: [] });
      const before = await store.read(ref);
      const busy = await store.decide(ref, "c2", no);
      assert(busy.type === "busy");
      assert(busy.retryAfterMs > 0 && busy.retryAfterMs <= LEASE_MS, String(busy.retryAfterMs));
      assert.deepEqual(await store.decide(ref, "c1", no), { type: "already", decisions: [yes] });
      assert.deepEqual(await store.decide(ref, "c3", no), { type: "unknown" });
      assert.deepEqual(await store.read(ref), before);
      await commit(one, { status: "waiting", pending: { ids: ["c2"], calls: '[{"id":"c2"}]' } });
      assert.deepEqual(await store.decide(ref, "c2", no), { type: "decided", decisions: [no] });
      assert.deepEqual((await step({ inputs: [] })).begun.marks, new Map([["c2", { decisions: [no] }]]));
    },
  },
  {
    row: "E11",
    name: "a decision made when the lease had run out fences the step, whose commit would drop it",
    async run(at) {
      const { store, ref, step, commit, pass } = at;
      await withPending(at);
      const one = await step({ leaseMs: SHORT_MS });
      await pass(2 * SHORT_MS);
      const decision = { approved: true, at: 3 };
      assert.equal((await store.decide(ref, "c2", decision)).type, "decided");
      const fenced = await commit(one, { status: "open", entries: ["x"] });
      assert.deepEqual(fenced, { type: "fenced", cancelled: false });
      assert.deepEqual(await commit(one, { status: "open", afterCancel: true }), fenced);
      assert.equal(await store.markStarted(ref, one.header.epoch, ["c1"]), "fenced");
      const renewed = { owner: one.owner, epoch: one.header.epoch, leaseMs: LEASE_MS };
      assert.equal(await store.flush(ref, renewed, []), "fenced");
      const marks = new Map([["c2", { decisions: [decision] }]]);
      assert.deepEqual((await store.read(ref))?.marks, marks);
      const two = await step({ inputs: [] });
      assert.deepEqual([two.begun.marks, two.begun.inbox], [marks, one.begun.inbox]);
      assert.equal((await commit(two, { pending: null })).type, "committed");
    },
  },
  {
    row: "E11",
    name: "a decision after a step that ended raises no epoch",
    async run(at) {
      const { store, ref, step, header } = at;
      await withPending(at);
      const { header: { epoch }, owner } = await step({ inputs: [] });
      await store.abandon({ ref, owner, epoch, inputs: [] });
      assert.equal((await store.decide(ref, "c1", { approved: true, at: 1 })).type, "decided");
      assert.equal((await header()).epoch, epoch);
    },
  },
  {
    row: "E11",
    name: "the calls of a cancelled thread take no decision; one that was made before stands",
    async run(at) {
      const { store, ref, step, commit } = at;
      await withPending(at);
      const [yes, no] = [{ approved: true, at: 1 }, { approved: false, at: 2 }];
      await store.decide(ref, "c1", yes);
      await store.cancel(ref);
      assert.deepEqual(await store.decide(ref, "c1", no), { type: "already", decisions: [yes] });
      assert.deepEqual(await store.decide(ref, "c2", no), { type: "unknown" });
      assert.deepEqual((await store.read(ref))?.marks, new Map([["c1", { decisions: [yes] }]]));
      await commit(await step(), { status: "waiting", pending: PENDING });
      assert.equal((await store.decide(ref, "c2", no)).type, "decided");
    },
  },
  {
    row: "E11",
    name:
      "a call that needs several people opens the thread with the last of them, and takes one decision of each",
    async run(at) {
      const { store, ref, header } = at;
      await withPending(at);
      const yes = (by: string, n: number) => ({ approved: true, at: n, by });
      const [one, two] = [yes("ann", 1), yes("bob, \n%s 🦄", 2)];
      assert.deepEqual(await store.decide(ref, "c1", one, 2), { type: "decided", decisions: [one] });
      assert.equal((await header()).status, "waiting");
      const again = { approved: false, at: 3, by: "ann" };
      assert.deepEqual(await store.decide(ref, "c1", again, 2), { type: "already", decisions: [one] });
      assert.deepEqual(await store.decide(ref, "c1", two, 2), { type: "decided", decisions: [one, two] });
      assert.equal((await header()).status, "open");
      const late = await store.decide(ref, "c1", yes("cyd", 4), 2);
      assert.deepEqual(late, { type: "already", decisions: [one, two] });
      assert.deepEqual((await store.read(ref))?.marks, new Map([["c1", { decisions: [one, two] }]]));
    },
  },
  {
    row: "E11",
    name: "one denial settles a call that needs several people",
    async run(at) {
      const { store, ref, header } = at;
      await withPending(at);
      const yes = { approved: true, at: 1, by: "ann" };
      const no = { approved: false, at: 2, by: "bob" };
      await store.decide(ref, "c1", yes, 3);
      assert.deepEqual(await store.decide(ref, "c1", no, 3), { type: "decided", decisions: [yes, no] });
      assert.equal((await header()).status, "open");
      const late = await store.decide(ref, "c1", { ...yes, by: "cyd" }, 3);
      assert.deepEqual(late, { type: "already", decisions: [yes, no] });
    },
  },
  {
    row: "E11",
    name: "of many people that race as many approve as are needed, each once",
    async run(at) {
      const { store, ref, header } = at;
      await withPending(at);
      const outcomes = await Promise.all(
        Array.from(
          { length: 24 },
          (_, n) => store.decide(ref, "c1", { approved: true, at: n, by: `p${n % 6}` }, 3),
        ),
      );
      assert.equal(outcomes.filter(({ type }) => type === "decided").length, 3);
      const decisions = (await store.read(ref))?.marks.get("c1")?.decisions ?? [];
      assert.deepEqual([decisions.length, new Set(decisions.map(({ by }) => by)).size], [3, 3]);
      assert.equal((await header()).status, "open");
    },
  },
];
