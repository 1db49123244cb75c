// The list of threads that may wait for people: a thread that waits is in it, whatever else is.

import assert from "node:assert/strict";
import type { ThreadRef } from "../../../../src/core/store/thread.ts";
import type { Store } from "../../../../src/core/store.ts";
import { type Bench, newThread, type StoreCase } from "../case.ts";

const PENDING = { ids: ["c1"], calls: '[{"id":"c1"}]' };

async function waits({ step, commit }: Bench, ref: ThreadRef, awaits: number): Promise<void> {
  await commit(await step({ ref }), { status: "waiting", pending: PENDING, awaits });
}

async function listed(
  store: Store,
  tenant: string,
  order: "newest" | "oldest",
  limit = 100,
): Promise<(readonly [string, number])[]> {
  const all: (readonly [string, number])[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listAwaiting(tenant, {
      limit,
      order,
      ...(cursor === undefined ? {} : { cursor }),
    });
    assert.ok(page.threads.length <= limit);
    all.push(...page.threads.map(({ thread, since }) => [thread, since] as const));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
}

export const awaitingCases: StoreCase[] = [
  {
    row: "X5",
    name:
      "threads that wait for people are listed in both orders, page by page, with their calls and decisions",
    async run(at) {
      const { store, ref: { tenant }, sibling } = at;
      const times: Readonly<Record<string, number>> = { a: 30, b: 10, "c/é 🦄": 20, d: 20, e: 20 };
      for (const [thread, since] of Object.entries(times)) await waits(at, sibling(thread), since);
      await at.append(["x"], { ref: sibling("idle") });
      const newest = await listed(store, tenant, "newest");
      assert.deepEqual(newest.map(([, since]) => since), [30, 20, 20, 20, 10]);
      assert.deepEqual(newest.map(([thread]) => thread).toSorted(), Object.keys(times).toSorted());
      const oldest = newest.toReversed();
      assert.deepEqual(await listed(store, tenant, "oldest"), oldest);
      for (const limit of [1, 2, 3]) {
        assert.deepEqual(await listed(store, tenant, "newest", limit), newest, `newest by ${limit}`);
        assert.deepEqual(await listed(store, tenant, "oldest", limit), oldest, `oldest by ${limit}`);
      }
      const decision = { approved: true, at: 1, by: "ann" };
      await store.decide(sibling("a"), "c1", decision, 2);
      const { threads: [first] } = await store.listAwaiting(tenant, { limit: 1, order: "newest" });
      assert.deepEqual([first?.pending, first?.marks], [
        PENDING,
        new Map([["c1", { decisions: [decision] }]]),
      ]);
      assert.deepEqual(first?.header, await at.header(sibling("a")));
      assert.deepEqual(await listed(store, `${tenant}-other`, "newest"), []);
    },
  },
  {
    row: "X5",
    name:
      "a thread leaves the list when its calls do, when it is cancelled or removed, and comes back when it waits again",
    async run(at) {
      const { store, ref, ref: { tenant, thread } } = at;
      const list = () => listed(store, tenant, "oldest");
      await waits(at, ref, 5);
      assert.deepEqual(await list(), [[thread, 5]]);
      await at.commit(await at.step());
      assert.deepEqual(await list(), []);
      await waits(at, ref, 6);
      assert.deepEqual(await list(), [[thread, 6]]);
      await store.cancel(ref);
      assert.deepEqual(await list(), []);
      await waits(at, ref, 7);
      assert.deepEqual(await list(), [[thread, 7]]);
      await store.remove(ref);
      assert.deepEqual(await list(), []);
      await waits(at, ref, 8);
      assert.deepEqual(await list(), [[thread, 8]]);
    },
  },
  {
    row: "X5",
    name: "a fork whose calls wait is listed, and a step that is in progress takes nothing off the list",
    async run(at) {
      const { store, ref, ref: { tenant }, sibling } = at;
      await at.append(["x"]);
      await store.fork({
        source: ref,
        target: sibling("fork"),
        length: 1,
        append: [],
        version: 1,
        base: 0,
        summary: null,
        thread: newThread(),
        status: "waiting",
        pending: PENDING,
        awaits: 9,
      });
      assert.deepEqual(await listed(store, tenant, "oldest"), [["fork", 9]]);
      const step = await at.step({ ref: sibling("fork") });
      assert.deepEqual(await listed(store, tenant, "oldest"), [["fork", 9]]);
      await at.commit(step, { status: "waiting", pending: PENDING, awaits: 10 });
      assert.deepEqual(await listed(store, tenant, "oldest"), [["fork", 10]]);
    },
  },
  {
    row: "X5",
    name: "a commit that comes too late takes no waiting thread off the list",
    async run(at) {
      const { store, ref, ref: { tenant, thread } } = at;
      const late = await at.step();
      await store.cancel(ref);
      await waits(at, ref, 5);
      assert.equal((await at.commit(late)).type, "fenced");
      assert.equal((await at.commit(late, { afterCancel: true })).type, "fenced");
      assert.deepEqual(await listed(store, tenant, "oldest"), [[thread, 5]]);
    },
  },
  {
    row: "X5",
    name: "a cursor of another kind is refused",
    async run({ store, ref: { tenant } }) {
      for (const cursor of ["", "x", "1"]) {
        const page = store.listAwaiting(tenant, { cursor, limit: 1, order: "oldest" });
        await assert.rejects(page, { code: "invalid_request" });
      }
    },
  },
];
