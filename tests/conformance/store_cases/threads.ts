// Threads as a whole: tenants and names, list, fork and remove.

import assert from "node:assert/strict";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import type { ForkRequest, ThreadRef } from "../../../src/core/store/thread.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import { counters, newThread, type StoreCase, texts, wholeHistory } from "./case.ts";

function fork(source: ThreadRef, target: ThreadRef, overrides: Partial<ForkRequest> = {}): ForkRequest {
  return {
    source,
    target,
    length: 0,
    append: [],
    version: 0,
    base: 0,
    summary: null,
    thread: newThread(),
    status: "waiting",
    ...overrides,
  };
}

/** The names of all threads of a tenant, read in pages of `limit`. */
async function listed(store: Store, tenant: string, limit: number): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages < 100; pages++) {
    const page = await store.list(tenant, { limit, ...(cursor === undefined ? {} : { cursor }) });
    assert(page.threads.length <= limit);
    names.push(...page.threads.map(({ thread }) => thread));
    if (page.cursor === undefined) return names;
    assert(page.threads.length > 0, "an empty page with a cursor");
    cursor = page.cursor;
  }
  assert.fail("the list does not end");
}

export const threadCases: StoreCase[] = [
  {
    row: "E14",
    name: "names with separators never collide",
    async run({ store, ref: { tenant } }) {
      const refs: ThreadRef[] = [
        ["a:b", "c"],
        ["a", "b:c"],
        ["a:b:c", "d"],
        ["a", "b.c"],
        ["a.b", "c"],
        ["a-b", "c"],
        ["a", "b-c"],
        ["A", "b:c"],
        ["a", "B:c"],
        ["a}", "c"],
        ["a}:{b", "c"],
        ["a%3Ab", "c"],
        ["a/b", "c"],
      ].map(([name = "", thread = ""]) => ({ tenant: `${tenant}${name}`, thread }));
      for (const [index, ref] of refs.entries()) {
        assert.equal(await store.create(ref, newThread({ meta: `M${index}` })), true);
        await store.putBlob(ref, `blob of ${index}`);
      }
      for (const [index, ref] of refs.entries()) {
        assert.equal((await store.read(ref))?.header.meta, `M${index}`);
      }
      const [first, ...others] = refs;
      assert(first !== undefined);
      await store.remove(first);
      for (const ref of others) assert(await store.read(ref) !== undefined, JSON.stringify(ref));
      assert.deepEqual(await listed(store, first.tenant, 10), []);
    },
  },
  {
    row: "E14",
    name: "a tenant sees nothing of another tenant's thread of the same name",
    async run({ store, ref, append }) {
      await append(["secret"]);
      const blob = await store.putBlob(ref, "secret blob");
      const stranger = { tenant: `${ref.tenant}x`, thread: ref.thread };
      assert.equal(await store.read(stranger), undefined);
      assert.equal(await store.history(stranger, { after: 0, limit: 10 }), undefined);
      assert.equal(await store.readEvents(stranger, 0, 10), undefined);
      assert.equal(await store.getBlob(stranger, blob), undefined);
      assert.equal(await store.cancel(stranger), undefined);
      assert.equal(await store.remove(stranger), false);
      assert.deepEqual(await store.list(stranger.tenant, { limit: 10 }), { threads: [] });
      await store.create(stranger, newThread());
      assert.equal(await store.getBlob(stranger, blob), undefined);
      assert.equal((await store.read(ref))?.header.version, 1);
    },
  },
  {
    row: "E11",
    name: "list gives the newest threads first, page by page",
    async run({ store, ref: { tenant }, sibling, append }) {
      for (const n of [3, 1, 4, 2, 5]) {
        await store.create(sibling(`n${n}`), newThread({ createdAt: 1_700_000_000_000 + n, meta: `M${n}` }));
      }
      await append(["a"], { ref: sibling("n2") });
      const expected = ["n5", "n4", "n3", "n2", "n1"];
      for (const limit of [1, 2, 3, 5, 10]) assert.deepEqual(await listed(store, tenant, limit), expected);
      const { threads } = await store.list(tenant, { limit: 10 });
      assert.deepEqual(threads.map(({ header }) => header?.version), [0, 0, 0, 1, 0]);
      assert.deepEqual(threads[3]?.header, (await store.read(sibling("n2")))?.header);
    },
  },
  {
    row: "E11",
    name: "list is stable under equal times",
    async run({ store, ref: { tenant }, sibling }) {
      const names = texts(23, "same-");
      await Promise.all(names.map((name) => store.create(sibling(name), newThread())));
      const whole = await listed(store, tenant, 100);
      assert.deepEqual([...whole].sort(), [...names].sort());
      for (const limit of [1, 4, 7]) assert.deepEqual(await listed(store, tenant, limit), whole);
    },
  },
  {
    row: "E11",
    name: "a cursor survives the removal and the creation of threads",
    async run({ store, ref: { tenant }, sibling }) {
      const at = (n: number) => newThread({ createdAt: 1_700_000_000_000 + n });
      for (let n = 1; n <= 6; n++) await store.create(sibling(`n${n}`), at(n));
      const first = await store.list(tenant, { limit: 2 });
      assert.deepEqual(first.threads.map(({ thread }) => thread), ["n6", "n5"]);
      await store.remove(sibling("n5"));
      await store.remove(sibling("n4"));
      await store.create(sibling("n7"), at(7));
      assert(first.cursor !== undefined);
      const second = await store.list(tenant, { limit: 10, cursor: first.cursor });
      assert.deepEqual(second.threads.map(({ thread }) => thread), ["n3", "n2", "n1"]);
    },
  },
  {
    row: "E11",
    name: "an illegal cursor is an invalid request",
    async run({ store, ref: { tenant }, append }) {
      await append(["a"]);
      for (const cursor of ["nonsense", "", "\u0000", "🦄", "{}", "1e999"]) {
        await assert.rejects(
          store.list(tenant, { limit: 10, cursor }),
          (error) =>
            error instanceof AgentError && error.code === "invalid_request" &&
            error.message === "The cursor is not one of this list; start without a cursor.",
          JSON.stringify(cursor),
        );
      }
    },
  },
  {
    row: "E11",
    name: "fork makes a thread of its own with the first entries",
    async run({ store, ref, sibling, append, step, commit, header }) {
      await append(texts(5));
      await commit(await step(), {
        entries: ["f"],
        counters: counters(),
        pending: { ids: ["c"], calls: "[]" },
      });
      const target = sibling("t2");
      const made = await store.fork(fork(ref, target, {
        length: 3,
        append: ["x", "y"],
        version: 1,
        base: 2,
        summary: "S",
        thread: newThread({ meta: "forked", state: "F", schema: 1, createdAt: 1_800_000_000_000 }),
        status: "done",
      }));
      assert.equal(made, true);
      const snapshot = await store.read(target);
      assert(snapshot !== undefined);
      assert.deepEqual({ ...snapshot.header, epoch: 0, cancelledEpoch: 0 }, {
        schema: 1,
        version: 1,
        epoch: 0,
        cancelledEpoch: 0,
        status: "done",
        length: 5,
        base: 2,
        summary: "S",
        meta: "forked",
        state: "F",
        counters: ZERO_COUNTERS,
      });
      const { pending, marks, waiting, running } = snapshot;
      assert.deepEqual([pending, marks.size, waiting, running], [null, 0, 0, false]);
      assert.deepEqual(await wholeHistory(store, target), ["e0", "e1", "e2", "x", "y"]);
      assert.deepEqual(await listed(store, ref.tenant, 10), ["t2", "t1"]);
      const { begun } = await step({ ref: target });
      assert.deepEqual(begun.window, { start: 2, entries: ["e2", "x", "y"] });
      assert.equal((await header()).length, 6);
    },
  },
  {
    row: "E11",
    name: "fork and source go their own ways, and the fork outlives its source",
    async run({ store, ref, sibling, append, step, commit }) {
      const blob = await store.putBlob(ref, "a large observation");
      await commit(await step(), { entries: ["a", "b"], blobs: [blob] });
      const target = sibling("t2");
      await store.fork(fork(ref, target, { length: 2, version: 1, status: "done" }));
      await append(["source"]);
      await append(["fork"], { ref: target });
      assert.deepEqual(await wholeHistory(store, ref), ["a", "b", "source"]);
      assert.deepEqual(await wholeHistory(store, target), ["a", "b", "fork"]);
      await store.remove(ref);
      assert.equal(await store.getBlob(target, blob), "a large observation");
      assert.deepEqual(await wholeHistory(store, target), ["a", "b", "fork"]);
      assert.equal(await store.getBlob(ref, blob), undefined);
      await store.remove(target);
      assert.equal(await store.getBlob(target, blob), undefined);
    },
  },
  {
    row: "E11",
    name: "fork takes counters and pending calls with it, beside blobs",
    async run({ store, ref, sibling, step, commit }) {
      const blob = await store.putBlob(ref, "a large observation");
      await commit(await step(), { entries: ["a"], blobs: [blob] });
      const target = sibling("t2");
      const pending = { ids: ["c1", "c2"], calls: '[{"id":"c1"},{"id":"c2"}]' };
      const cost = { ...counters(), calls: 7 };
      assert.equal(
        await store.fork(
          fork(ref, target, { length: 1, version: 1, status: "open", counters: cost, pending }),
        ),
        true,
      );
      const snapshot = await store.read(target);
      assert.deepEqual([snapshot?.pending, snapshot?.marks.size], [pending, 0]);
      assert.deepEqual(snapshot?.header.counters, cost);
      assert.equal(await store.getBlob(target, blob), "a large observation");
      const { begun } = await step({ ref: target });
      assert.deepEqual(begun.pending, pending);
      assert.equal(await store.markStarted(target, begun.header.epoch, ["c2"]), "marked");
    },
  },
  {
    row: "E11",
    name: "list tells how many inputs wait in each thread",
    async run({ store, ref, sibling, step }) {
      await store.create(sibling("t0"), newThread());
      await step({ inputs: ["one", "two"] });
      const { threads } = await store.list(ref.tenant, { limit: 10 });
      assert.deepEqual(Object.fromEntries(threads.map(({ thread, waiting }) => [thread, waiting])), {
        t0: 0,
        [ref.thread]: 2,
      });
    },
  },
  {
    row: "E11",
    name: "list tells in which threads a step runs",
    async run({ store, ref, sibling, step }) {
      await store.create(sibling("t0"), newThread());
      await step({ inputs: ["one"] });
      const running = async () => {
        const { threads } = await store.list(ref.tenant, { limit: 10 });
        return threads.flatMap(({ thread, running }) => running ? [thread] : []);
      };
      assert.deepEqual(await running(), [ref.thread]);
      await store.cancel(ref);
      assert.deepEqual(await running(), []);
    },
  },
  {
    row: "E11",
    name: "fork copies a long history",
    async run({ store, ref, sibling, append }) {
      for (let part = 0; part < 4; part++) await append(texts(1_300, `p${part}-`));
      const target = sibling("t2");
      await store.fork(fork(ref, target, { length: 4_500, append: ["end"], version: 4 }));
      await append(["more"], { ref: target });
      const all = [0, 1, 2, 3].flatMap((part) => texts(1_300, `p${part}-`));
      assert.deepEqual(await wholeHistory(store, target), [...all.slice(0, 4_500), "end", "more"]);
    },
  },
  {
    row: "E11",
    name: "fork refuses a target that exists and a source that does not",
    async run({ store, ref, sibling, append }) {
      await append(["a"]);
      await store.create(sibling("taken"), newThread({ meta: "mine" }));
      assert.equal(await store.fork(fork(ref, sibling("taken"), { length: 1 })), false);
      const taken = await store.read(sibling("taken"));
      assert.deepEqual([taken?.header.meta, taken?.header.length], ["mine", 0]);
      await assert.rejects(
        store.fork(fork(sibling("none"), sibling("new"))),
        (error) =>
          error instanceof AgentError && error.code === "thread_unknown" &&
          error.message === "There is no thread none to fork.",
      );
      assert.equal(await store.read(sibling("new")), undefined);
    },
  },
  {
    row: "E11",
    name: "fork copies no more entries than its source has",
    async run({ store, ref, sibling, append }) {
      await append(["a", "b"]);
      assert.equal(await store.fork(fork(ref, sibling("copy"), { length: 5, append: ["x"] })), true);
      assert.equal((await store.read(sibling("copy")))?.header.length, 3);
      assert.deepEqual(await wholeHistory(store, sibling("copy")), ["a", "b", "x"]);
    },
  },
  {
    row: "E11",
    name: "remove takes everything of the thread",
    async run({ store, ref, step, commit, begin }) {
      const blob = await store.putBlob(ref, "blob");
      const events = [{ seq: 1_000_001, text: "E" }];
      const pending = { ids: ["c1"], calls: "[1]" };
      await commit(await step(), { entries: ["a"], blobs: [blob], events, pending });
      await step({ inputs: ["waits"] });
      assert.equal(await store.remove(ref), true);
      assert.equal(await store.remove(ref), false);
      assert.equal(await store.read(ref), undefined);
      assert.equal(await store.history(ref, { after: 0, limit: 1 }), undefined);
      assert.equal(await store.readEvents(ref, 0, 1), undefined);
      assert.equal(await store.getBlob(ref, blob), undefined);
      assert.deepEqual(await store.list(ref.tenant, { limit: 10 }), { threads: [] });
      const fresh = await begin({ create: newThread(), inputs: ["new"] });
      assert(fresh.type === "begun");
      assert.deepEqual([fresh.inbox, fresh.pending, fresh.window.entries], [["new"], null, []]);
      assert.deepEqual(await store.readEvents(ref, 0, 10), { events: [], running: true });
      assert.equal(await store.getBlob(ref, blob), undefined);
    },
  },
];
