// Lists with a filter: the threads with all of it, whatever changes meanwhile.

import assert from "node:assert/strict";
import type { ThreadFilter } from "../../../src/core/store/thread_filter.ts";
import type { Store } from "../../../src/core/store.ts";
import { LEASE_MS, newThread, type StoreCase } from "./case.ts";

const PENDING = { ids: ["c1"], calls: '[{"id":"c1"}]' };
const NOON = 1_700_000_000_000;

/** The names of the threads that match, read in pages of `limit`. */
async function listed(store: Store, tenant: string, filter: ThreadFilter, limit = 100): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list(tenant, { limit, cursor, filter });
    assert(page.threads.length <= limit);
    assert(page.cursor === undefined || page.threads.length === limit, "a page with a cursor is full");
    names.push(...page.threads.map(({ thread }) => thread));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return names;
}

export const filterCases: StoreCase[] = [
  {
    row: "V6",
    name:
      "a list with facets has the threads with all of them, newest first, page by page, and of one tenant",
    async run({ store, ref: { tenant }, sibling }) {
      const odd = 'metadata."é/=:"=\\"🦄 %';
      const facets: Readonly<Record<string, readonly string[]>> = {
        a: ["user=ann", "tool=search"],
        b: ["user=bob", "tool=search"],
        c: ["user=ann"],
        d: ["user=ann", "tool=search", odd],
        "e/é 🦄": ["user=ann", "tool=search", "tool=buy"],
        f: [],
      };
      for (const [index, [thread, own]] of Object.entries(facets).entries()) {
        // Two of one millisecond each.
        const createdAt = NOON + Math.floor(index / 2);
        await store.create(sibling(thread), newThread({ facets: own, createdAt }));
        await store.create({ tenant: `${tenant}-other`, thread }, newThread({ facets: own, createdAt }));
      }
      await store.create(sibling("bare"), newThread({ createdAt: NOON }));
      for (const limit of [1, 2, 3, 100]) {
        const list = (filter: ThreadFilter) => listed(store, tenant, filter, limit);
        assert.deepEqual(await list({ facets: ["user=ann"] }), ["e/é 🦄", "d", "c", "a"], `by ${limit}`);
        assert.deepEqual(await list({ facets: ["tool=search", "user=ann"] }), ["e/é 🦄", "d", "a"]);
        assert.deepEqual(await list({ facets: ["user=ann", "tool=buy"] }), ["e/é 🦄"]);
        assert.deepEqual(await list({ facets: ["user=bob", "tool=buy"] }), []);
        assert.deepEqual(await list({ facets: [odd] }), ["d"]);
        assert.deepEqual(await list({ facets: ["user=ANN"] }), []);
        assert.deepEqual(await list({ facets: ["user=an"] }), []);
        assert.equal((await list({})).length, 7);
        assert.equal((await list({ status: "waiting" })).length, 7);
        assert.deepEqual(await list({ status: "waiting", facets: ["user=bob"] }), ["b"]);
        assert.deepEqual(await list({ status: "done", facets: ["user=bob"] }), []);
      }
      const { threads: [first] } = await store.list(tenant, { limit: 1, filter: { facets: [odd] } });
      assert.deepEqual(first?.header?.facets, facets.d);
    },
  },
  {
    row: "V6",
    name: "a list may be limited to a time of creation, from a moment on and before one",
    async run({ store, ref: { tenant }, sibling }) {
      for (let index = 0; index < 6; index++) {
        const facets = index % 2 === 0 ? ["agent=even"] : [];
        await store.create(sibling(`t${index}`), newThread({ createdAt: NOON + index, facets }));
      }
      for (const limit of [1, 2, 100]) {
        const list = (filter: ThreadFilter) => listed(store, tenant, filter, limit);
        assert.deepEqual(await list({ after: NOON + 4 }), ["t5", "t4"]);
        assert.deepEqual(await list({ before: NOON + 2 }), ["t1", "t0"]);
        assert.deepEqual(await list({ after: NOON + 1, before: NOON + 5 }), ["t4", "t3", "t2", "t1"]);
        assert.deepEqual(await list({ after: NOON + 1, before: NOON + 5, facets: ["agent=even"] }), [
          "t4",
          "t2",
        ]);
        assert.deepEqual(await list({ after: NOON + 5, before: NOON + 5 }), []);
      }
    },
  },
  {
    row: "V6",
    name: "a thread is listed by the status that it has, whatever has changed it",
    async run(at) {
      const { store, ref, ref: { tenant, thread } } = at;
      const statusOf = async () => {
        const found: string[] = [];
        for (const status of ["open", "waiting", "done", "failed", "cancelled"] as const) {
          if ((await listed(store, tenant, { status })).includes(thread)) found.push(status);
        }
        return found.join();
      };
      const step = await at.step();
      assert.equal(await statusOf(), "waiting");
      const advanced = await at.advance(step, { status: "open" });
      assert(advanced.type === "advanced");
      assert.equal(await statusOf(), "open");
      const { version, epoch } = advanced;
      const next = {
        ...step,
        header: { ...step.header, version, epoch },
        begun: { ...step.begun, inbox: [] },
      };
      await at.commit(next, { status: "waiting", pending: PENDING });
      assert.equal(await statusOf(), "waiting");
      await store.decide(ref, "c1", { approved: true, at: 1 });
      assert.equal(await statusOf(), "open");
      await at.commit(await at.step({ inputs: [] }), { status: "failed" });
      assert.equal(await statusOf(), "failed");
      await store.cancel(ref);
      assert.equal(await statusOf(), "cancelled");
      await at.commit(await at.step(), { status: "done" });
      assert.equal(await statusOf(), "done");
      await at.step();
      const restarted = await at.step({ busy: "restart" });
      assert.equal(await statusOf(), "cancelled");
      await at.commit(restarted, { status: "failed" });
      assert.equal(await statusOf(), "failed");
      await store.remove(ref);
      assert.equal(await statusOf(), "");
    },
  },
  {
    row: "V6",
    name: "of the threads that wait with a facet, one that is decided or cancelled is listed no more",
    async run(at) {
      const { store, ref, ref: { tenant, thread } } = at;
      const facets = ["user=ann", "needs=person"];
      for (const each of ["other", "third"]) {
        const sibling = at.sibling(each);
        await at.append(["x"], { ref: sibling, status: "waiting", facets, pending: PENDING });
      }
      await at.append(["x"], { ref: at.sibling("apart"), status: "waiting", facets: ["user=ann"] });
      await at.append(["x"], { status: "waiting", facets, pending: PENDING });
      const waiting = async () => (await listed(store, tenant, { status: "waiting", facets })).toSorted();
      assert.deepEqual(await waiting(), ["other", "third", thread].toSorted());
      await store.decide(ref, "c1", { approved: true, at: 1 });
      assert.deepEqual(await waiting(), ["other", "third"]);
      await store.cancel(at.sibling("third"));
      assert.deepEqual(await waiting(), ["other"]);
      await at.append(["y"], { facets: ["user=ann"] });
      await at.append(["y"], { status: "waiting", facets, pending: PENDING });
      assert.deepEqual(await waiting(), ["other", thread].toSorted());
    },
  },
  {
    row: "V6",
    name: "a thread that comes back to a status at once is listed by it",
    async run(at) {
      const { store, ref: { tenant, thread } } = at;
      for (let round = 0; round < 5; round++) {
        const step = await at.step(); // of a thread that is waiting
        const advanced = await at.advance(step, { status: "open" });
        assert(advanced.type === "advanced");
        const { version, epoch } = advanced;
        const next = {
          ...step,
          header: { ...step.header, version, epoch },
          begun: { ...step.begun, inbox: [] },
        };
        await at.commit(next, { status: "waiting" });
        assert.deepEqual(await listed(store, tenant, { status: "waiting" }), [thread], `round ${round}`);
        assert.deepEqual(await listed(store, tenant, { status: "open" }), []);
      }
    },
  },
  {
    row: "V6",
    name: "the facets of a commit replace those before, and one without facets keeps them",
    async run(at) {
      const { store, ref: { tenant, thread } } = at;
      const list = (facet: string) => listed(store, tenant, { facets: [facet] });
      await at.commit(await at.step({ create: newThread({ facets: ["user=ann"] }) }), {
        facets: ["user=ann", "error=x", "tool=a"],
      });
      assert.deepEqual(await list("error=x"), [thread]);
      const step = await at.step();
      assert.deepEqual(step.header.facets, ["user=ann", "error=x", "tool=a"]);
      const advanced = await at.advance(step, { facets: ["user=ann", "tool=a", "tool=b"] });
      assert(advanced.type === "advanced");
      assert.deepEqual([await list("error=x"), await list("tool=b")], [[], [thread]]);
      const { version, epoch } = advanced;
      const next = {
        ...step,
        header: { ...step.header, version, epoch },
        begun: { ...step.begun, inbox: [] },
      };
      await at.commit(next);
      assert.deepEqual([await list("user=ann"), await list("tool=b")], [[thread], [thread]]);
      assert.deepEqual((await at.header()).facets, ["user=ann", "tool=a", "tool=b"]);
      await at.commit(await at.step(), { facets: ["user=ann", "error=x"] });
      assert.deepEqual([await list("error=x"), await list("tool=b")], [[thread], []]);
    },
  },
  {
    row: "V6",
    name: "a commit that is refused makes no thread match",
    async run(at) {
      const { store, ref, ref: { tenant, thread } } = at;
      await at.append(["x"], { facets: ["user=ann"] });
      const lost = await at.step();
      await store.cancel(ref);
      assert.equal((await at.commit(lost, { status: "failed", facets: ["error=x"] })).type, "fenced");
      assert.deepEqual(await listed(store, tenant, { facets: ["error=x"] }), []);
      assert.deepEqual(await listed(store, tenant, { status: "failed" }), []);
      assert.deepEqual(await listed(store, tenant, { status: "cancelled", facets: ["user=ann"] }), [thread]);
      await at.commit(lost, { afterCancel: true, status: "cancelled", facets: ["user=ann", "tool=a"] });
      assert.deepEqual(await listed(store, tenant, { status: "cancelled", facets: ["tool=a"] }), [thread]);
    },
  },
  {
    row: "V6",
    name: "a thread that is made again under its name matches what it has now",
    async run(at) {
      const { store, ref, ref: { tenant, thread } } = at;
      const abandoned = await at.step({ create: newThread({ facets: ["user=ann"] }) });
      assert.deepEqual(await listed(store, tenant, { facets: ["user=ann"] }), [thread]);
      await store.abandon({ ref, owner: abandoned.owner, epoch: abandoned.header.epoch, inputs: ["input"] });
      assert.deepEqual(await listed(store, tenant, { facets: ["user=ann"] }), []);
      await at.step({ create: newThread({ facets: ["user=bob"] }) });
      assert.deepEqual(await listed(store, tenant, { facets: ["user=bob"] }), [thread]);
      assert.deepEqual(await listed(store, tenant, { facets: ["user=ann"] }), []);
      await store.remove(ref);
      assert.deepEqual(await listed(store, tenant, { facets: ["user=bob"] }), []);
      const request = { ...at.request(), ref, inputs: ["i"], receiptMs: LEASE_MS, due: NOON };
      const made = await store.enqueue({
        ...request,
        idempotency: { key: "k", bodyHash: "h" },
        create: newThread({ facets: ["user=cid"] }),
      });
      assert(made.type === "queued" && made.created);
      assert.deepEqual(await listed(store, tenant, { status: "waiting", facets: ["user=cid"] }), [thread]);
      const target = at.sibling("fork");
      await store.fork({
        source: ref,
        target,
        length: 0,
        append: [],
        version: 0,
        base: 0,
        summary: null,
        thread: newThread({ facets: ["user=cid", "tool=a"] }),
        status: "open",
      });
      assert.deepEqual(await listed(store, tenant, { status: "open", facets: ["tool=a"] }), ["fork"]);
    },
  },
  {
    row: "V6",
    name: "the facets of a thread that had none are put while no step runs and nothing has changed",
    async run(at) {
      const { store, ref, ref: { tenant, thread } } = at;
      const facets = ["user=ann", "tool=a"];
      assert.equal(await store.putFacets(ref, { version: 0, facets }), "missing");
      const version = await at.append(["x"]);
      assert.equal((await at.header()).facets, undefined);
      assert.equal(await store.putFacets(ref, { version: version - 1, facets }), "busy");
      const step = await at.step();
      assert.equal(await store.putFacets(ref, { version, facets }), "busy");
      await at.commit(step);
      assert.equal(await store.putFacets(ref, { version: version + 1, facets }), "put");
      assert.deepEqual((await at.header()).facets, facets);
      assert.deepEqual(await listed(store, tenant, { status: "done", facets }), [thread]);
      await at.append(["y"], { status: "failed" });
      assert.deepEqual(await listed(store, tenant, { status: "failed", facets }), [thread]);
    },
  },
  {
    row: "V6",
    name: "a list with a filter says when the tenant has a thread without facets, which it may miss",
    async run(at) {
      const { store, ref, ref: { tenant, thread } } = at;
      const isIncomplete = async (filter: ThreadFilter) =>
        (await store.list(tenant, { limit: 1, filter })).unindexed === true;
      const filter = { facets: ["user=ann"] };
      assert.equal(await isIncomplete(filter), false);
      await store.create(at.sibling("kept"), newThread({ facets: ["user=ann"] }));
      assert.equal(await isIncomplete(filter), false);
      const version = await at.append(["x"]);
      assert.equal(await isIncomplete(filter), true);
      assert.equal(await isIncomplete({ after: 0 }), true);
      assert.equal((await store.list(tenant, { limit: 1 })).unindexed, undefined);
      assert.equal(await store.putFacets(ref, { version, facets: ["user=ann"] }), "put");
      assert.equal(await isIncomplete(filter), false);
      assert.deepEqual((await listed(store, tenant, filter)).toSorted(), ["kept", thread].toSorted());
      await at.append(["x"], { ref: at.sibling("other") });
      assert.equal(await isIncomplete(filter), true);
      await at.append(["y"], { ref: at.sibling("other"), facets: ["user=bob"] });
      assert.equal(await isIncomplete(filter), false, "its next commit has kept them");
      await at.append(["x"], { ref: at.sibling("removed") });
      await store.remove(at.sibling("removed"));
      assert.equal(await isIncomplete(filter), false);
    },
  },
  {
    row: "V6",
    name: "a title and the archive stand beside the steps, and lists find a thread by both",
    async run(at) {
      const { store, ref, ref: { tenant, thread } } = at;
      const title = (text: string, ...facets: string[]) => ({ text, facets });
      const list = (filter: ThreadFilter) => listed(store, tenant, filter);
      assert.equal(await store.putLabel(ref, { archived: true }), false, "there is no such thread");
      assert.equal(await store.putLabel(ref, { title: title("x") }), false);
      await at.append(["x"], { facets: ["user=ann", "word=june"] });
      assert.deepEqual([await list({ archived: false }), await list({ archived: true })], [[thread], []]);
      const before = await at.header();
      assert.deepEqual([before.givenTitle, before.archived], [undefined, undefined]);

      const step = await at.step();
      assert.equal(await store.putLabel(ref, { title: title("The order", "word=the", "word=order") }), true);
      assert.equal(await store.putLabel(ref, { archived: true }), true, "while a step runs");
      assert.deepEqual([await list({ archived: false }), await list({ archived: true })], [[], [thread]]);
      assert.equal((await at.commit(step, { status: "failed" })).type, "committed");
      const header = await at.header();
      assert.deepEqual(header.givenTitle, title("The order", "word=the", "word=order"));
      assert.equal(header.archived, true);
      assert.equal(header.version, before.version + 1, "of the commit alone");
      const failed = { status: "failed" as const, archived: true, facets: ["user=ann", "word=order"] };
      assert.deepEqual(await list(failed), [thread]);

      await store.putLabel(ref, { title: title("June, once more", "word=june", "word=once") });
      assert.deepEqual([await list({ facets: ["word=order"] }), await list({ facets: ["word=once"] })], [
        [],
        [thread],
      ]);
      await store.putLabel(ref, { title: title("Another", "word=another") });
      assert.deepEqual(await list({ facets: ["word=june"] }), [thread], "a facet that a commit has kept");
      await store.putLabel(ref, { archived: false });
      assert.deepEqual([await list({ archived: false }), await list({ archived: true })], [[thread], []]);
      assert.deepEqual((await at.header()).givenTitle, title("Another", "word=another"));
      const { threads: [found] } = await store.list(tenant, { limit: 1, filter: { archived: false } });
      assert.equal(found?.header?.givenTitle?.text, "Another");

      await store.putLabel(ref, { archived: true });
      await store.remove(ref);
      assert.deepEqual(await list({ archived: true }), []);
      await at.append(["y"], { facets: ["user=ann"] });
      assert.deepEqual([await list({ archived: false }), await list({ facets: ["word=another"] })], [
        [thread],
        [],
      ]);
      assert.equal((await at.header()).archived, undefined, "the thread that was made again is another one");
    },
  },
  {
    row: "V6",
    name: "of titles and archives that are put at once, the last ones are found",
    async run(at) {
      const { store, ref, ref: { tenant, thread } } = at;
      await at.append(["x"], { facets: ["user=ann"] });
      for (let round = 0; round < 10; round++) {
        await Promise.all([
          ...[true, false, true].map((archived) => store.putLabel(ref, { archived })),
          ...["a", "b"].map((word) =>
            store.putLabel(ref, { title: { text: word, facets: [`word=${word}`] } })
          ),
          store.list(tenant, { limit: 5, filter: { archived: true } }),
        ]);
        const { archived = false, givenTitle } = await at.header();
        assert.deepEqual(await listed(store, tenant, { archived, facets: givenTitle?.facets }), [thread]);
        assert.deepEqual(await listed(store, tenant, { archived: !archived }), []);
      }
    },
  },
  {
    row: "V6",
    name: "no thread that matches is missing and none that does not is listed, while threads change",
    async run(at) {
      const { store, ref: { tenant } } = at;
      const steady = ["s1", "s2", "s3", "s4", "s5"];
      for (const thread of steady) await at.append(["x"], { ref: at.sibling(thread), facets: ["user=ann"] });
      const moving = ["m1", "m2", "m3", "m4"];
      let writes = true;
      const writers = moving.map(async (thread) => {
        for (let round = 0; writes; round++) {
          const isMatch = round % 2 === 0;
          await at.append(["x"], {
            ref: at.sibling(thread),
            status: isMatch ? "done" : "failed",
            facets: isMatch ? ["user=ann"] : ["user=bob"],
          });
          await new Promise((resolve) => setTimeout(resolve, 0));
        }
      });
      for (let round = 0; round < 40; round++) {
        const filter = { status: "done" as const, facets: ["user=ann"] };
        const names: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await store.list(tenant, { limit: 2, cursor, filter });
          for (const { thread, header } of page.threads) {
            names.push(thread);
            assert.deepEqual(
              [header?.status, header?.facets],
              ["done", ["user=ann"]],
              "it matched when it was read",
            );
          }
          cursor = page.cursor;
          await new Promise((resolve) => setTimeout(resolve, 0));
        } while (cursor !== undefined);
        assert.deepEqual(names.filter((name) => steady.includes(name)).toSorted(), steady);
        assert.equal(new Set(names).size, names.length, "no thread twice");
      }
      writes = false;
      await Promise.all(writers);
    },
  },
];
