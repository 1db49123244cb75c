// A thread that a newer Treadle has written: refused by every method, and left as it is.

import assert from "node:assert/strict";
import { SCHEMA } from "../../../../src/core/state.ts";
import { type Bench, counters, newThread, SHORT_MS, type Step, type StoreCase } from "../case.ts";

const NEWER = SCHEMA + 1;
const KEY = { key: "k", bodyHash: "h" };

/** Every method that reads or writes a thread by its name. */
const METHODS: Readonly<Record<string, (at: Bench) => Promise<unknown>>> = {
  read: ({ store, ref }) => store.read(ref),
  history: ({ store, ref }) => store.history(ref, { after: 0, limit: 10 }),
  readEvents: ({ store, ref }) => store.readEvents(ref, 0, 10),
  cancel: ({ store, ref }) => store.cancel(ref),
  decide: ({ store, ref }) => store.decide(ref, "c1", { approved: true, at: 1 }),
  remove: ({ store, ref }) => store.remove(ref),
  fork: ({ store, ref, sibling }) =>
    store.fork({
      source: ref,
      target: sibling("fork"),
      length: 1,
      append: [],
      version: 1,
      base: 0,
      summary: null,
      thread: newThread(),
      status: "open",
    }),
};

/** The cases of schemas. */
export const schemaCases: readonly StoreCase[] = [
  ...Object.entries(METHODS).map(([name, use]): StoreCase => ({
    row: "E13",
    name: `${name} of a thread that a newer Treadle wrote is schema_unsupported and changes nothing`,
    async run(at) {
      const before = await newer(at);
      await assert.rejects(use(at), (error) => {
        assert(error instanceof Error && "code" in error);
        assert.equal(error.code, "schema_unsupported");
        assert.match(
          error.message,
          /^Thread t1 was written in schema \d+, this deployment reads \d+; deploy/,
        );
        return true;
      });
      await assertUntouched(at, before);
    },
  })),
  {
    row: "E13",
    name: "begin and enqueue of a thread that a newer Treadle wrote are unsupported and change nothing",
    async run(at) {
      const { store, ref, begin } = at;
      const before = await newer(at);
      const idempotency = { ...KEY, bodyHash: "other" };
      for (const busy of ["reject", "queue", "restart"] as const) {
        assert.deepEqual(
          await begin({ schema: SCHEMA, inputs: ["x"], busy, idempotency, create: newThread() }),
          {
            type: "unsupported",
            schema: NEWER,
          },
        );
      }
      const request = { ref, owner: "o", schema: SCHEMA, inputs: ["x"], receiptMs: 1_000, due: 5 };
      assert.deepEqual(await store.enqueue({ ...request, idempotency, create: newThread() }), {
        type: "unsupported",
        schema: NEWER,
      });
      await assertUntouched(at, before);
    },
  },
  {
    row: "E13",
    name: "the late requests of a step are fenced, and change nothing, once a newer Treadle has gone on",
    async run(at) {
      const { store, ref, step, commit, advance } = at;
      const old = await step({ leaseMs: SHORT_MS });
      await at.pass(2 * SHORT_MS);
      const before = await newer(at);
      const lease = { owner: old.owner, epoch: old.header.epoch, leaseMs: 30_000 };
      assert.equal(await store.flush(ref, lease, [{ seq: 99, text: "e" }]), "fenced");
      assert.equal(await store.markStarted(ref, old.header.epoch, ["c1"]), "fenced");
      await store.abandon({ ref, owner: old.owner, epoch: old.header.epoch, inputs: ["input"] });
      for (
        const late of [advance(old), commit(old), commit(old, { afterCancel: true, counters: counters(5) })]
      ) {
        assert.deepEqual(await late, { type: "fenced", cancelled: false });
      }
      await assertUntouched(at, before);
    },
  },
  {
    row: "E13",
    name: "a list shows a thread that a newer Treadle wrote as one, and goes on behind it",
    async run(at) {
      const { store, ref: { tenant }, sibling, append } = at;
      await append(["a"], { ref: sibling("first") });
      const before = await newer(at);
      await append(["a"], { ref: sibling("last") });
      const { threads } = await store.list(tenant, { limit: 10 });
      assert.deepEqual(
        threads.map(({ thread, header, isNewer = false }) => [thread, header?.length ?? null, isNewer])
          .sort(),
        [["first", 1, false], ["last", 1, false], ["t1", null, true]],
      );
      const waiting = await store.listAwaiting(tenant, { limit: 10, order: "oldest" });
      assert.deepEqual(waiting.threads, []);
      await assertUntouched(at, before);
    },
  },
];

/** Makes the bench's thread one of a newer Treadle, with a call that waits for people and a receipt. */
async function newer({ step, commit }: Bench): Promise<Step> {
  const begun = await step({ schema: NEWER, inputs: ["n"] });
  const outcome = await commit(begun, {
    schema: NEWER,
    entries: ["n"],
    status: "waiting",
    pending: { ids: ["c1"], calls: '[{"newer":true}]' },
    counters: counters(),
    awaits: 5,
    receipt: { ...KEY, outcome: "done", text: "T" },
  });
  assert.equal(outcome.type, "committed");
  return begun;
}

/** A newer Treadle finds the thread as it left it. */
async function assertUntouched({ store, step, begin, ref, sibling }: Bench, { header }: Step): Promise<void> {
  assert.equal(await store.read(sibling("fork")), undefined);
  const replayed = await begin({ schema: NEWER, idempotency: KEY });
  assert.equal(replayed.type, "replayed");
  const { begun } = await step({ schema: NEWER, inputs: ["y"], ref });
  assert.deepEqual([begun.pending, begun.inbox], [{ ids: ["c1"], calls: '[{"newer":true}]' }, ["y"]]);
  assert.deepEqual([[...begun.marks], begun.window.entries, begun.created], [[], ["n"], false]);
  assert.deepEqual(begun.header, {
    ...header,
    schema: NEWER,
    version: header.version + 1,
    epoch: header.epoch + 1,
    status: "waiting",
    length: 1,
    state: begun.header.state,
    counters: counters(),
  });
}
