// The warm path of begin: a cached history counts only when the store can prove that it is current.

import assert from "node:assert/strict";
import type { CachedHistory, WindowLimits } from "../../../src/core/store/begin.ts";
import { type Bench, newThread, type Step, type StoreCase, texts } from "./case.ts";

const WIDE = { entries: 1_000, bytes: 1_000_000 };

/** Commits `entries` and returns what its caller has cached from then on. */
async function commitAndCache(at: Bench, entries: readonly string[], start = 0): Promise<CachedHistory> {
  const step = await at.step();
  const outcome = await at.commit(step, { entries });
  assert(outcome.type === "committed");
  const length = step.header.length + entries.length;
  return { version: outcome.version, owner: step.owner, start, length };
}

/** The window of a begin with this cached history. */
async function warm({ begin, store, ref }: Bench, cached: CachedHistory, window: WindowLimits = WIDE) {
  const begun = await begin({ inputs: ["input"], cached, window });
  assert(begun.type === "begun");
  await store.cancel(ref);
  return { current: begun.cacheIsCurrent, ...begun.window };
}

export const cachedHistoryCases: StoreCase[] = [
  {
    row: "E13",
    name: "what the last commit left is not read again",
    async run(at) {
      const cached = await commitAndCache(at, texts(10));
      assert.deepEqual(await warm(at, cached), { current: true, start: 10, entries: [] });
    },
  },
  {
    row: "E13",
    name: "without a cached history the window stands alone",
    async run({ step }) {
      const { begun } = await step();
      assert.equal(begun.cacheIsCurrent, false);
    },
  },
  {
    row: "E3",
    name: "a cached history of another owner or version is not current",
    async run(at) {
      const cached = await commitAndCache(at, texts(3));
      const whole = { current: false, start: 0, entries: texts(3) };
      assert.deepEqual(await warm(at, { ...cached, owner: `${cached.owner}x` }), whole);
      assert.deepEqual(await warm(at, { ...cached, owner: cached.owner.slice(1) }), whole);
      assert.deepEqual(await warm(at, { ...cached, version: cached.version + 1 }), whole);
      assert.deepEqual(await warm(at, { ...cached, version: cached.version + 32 }), whole);
      assert.deepEqual(await warm(at, { ...cached, length: cached.length + 1 }), whole);
    },
  },
  {
    row: "E3",
    name: "after commits of others the cached history is current with what is newer, or not current",
    async run(at) {
      const cached = await commitAndCache(at, ["a", "b"]);
      await at.append(["c", "d"]);
      const { current, start, entries } = await warm(at, cached);
      assert.deepEqual([start, entries], current ? [2, ["c", "d"]] : [0, ["a", "b", "c", "d"]]);
      for (let more = 0; more < 40; more++) await at.append([`e${more}`]);
      assert.equal((await warm(at, cached)).current, false);
    },
  },
  {
    row: "E3",
    name: "the history of a removed thread is not that of its next incarnation",
    async run(at) {
      const cached = await commitAndCache(at, ["old"]);
      await at.store.remove(at.ref);
      await at.append(["new"]);
      assert.deepEqual(await warm(at, cached), { current: false, start: 0, entries: ["new"] });
    },
  },
  {
    row: "E3",
    name: "a history that was cached of the source is not current for a fork",
    async run(at) {
      const cached = await commitAndCache(at, ["a"]);
      const ref = at.sibling("fork");
      const forked = await at.store.fork({
        source: at.ref,
        target: ref,
        length: 1,
        append: ["b"],
        version: 1,
        base: 0,
        summary: null,
        thread: newThread(),
        status: "open",
      });
      assert.equal(forked, true);
      const begun = await at.begin({ ref, inputs: ["input"], cached });
      assert(begun.type === "begun");
      assert.deepEqual([begun.cacheIsCurrent, begun.window.entries], [false, ["a", "b"]]);
    },
  },
  {
    row: "E13",
    name: "a summary that has passed the start of a cached history makes it stale",
    async run(at) {
      await at.append(texts(6));
      const step = await at.step();
      await at.commit(step, { entries: ["s"], summary: { text: "before", base: 4 } });
      const cached = { version: step.header.version + 1, owner: step.owner, length: 7 };
      const whole = { current: false, start: 4, entries: ["e4", "e5", "s"] };
      assert.deepEqual(await warm(at, { ...cached, start: 3 }), whole);
      assert.deepEqual(await warm(at, { ...cached, start: 4 }), { current: true, start: 7, entries: [] });
    },
  },
  {
    row: "E13",
    name: "a history can be cached after an advance, and the same begin sent twice answers the same",
    async run(at) {
      const step = await at.step();
      const advanced = await at.advance(step, { entries: ["a", "b"] });
      assert(advanced.type === "advanced");
      const { version, epoch } = advanced;
      const second: Step = { ...step, header: { ...step.header, version, epoch, length: 2 } };
      const outcome = await at.commit(second, { entries: ["c"], version, epoch, consumed: 0 });
      assert(outcome.type === "committed");
      const cached = { version: outcome.version, owner: step.owner, start: 0, length: 3 };
      const request = at.request({ inputs: ["input"], cached, window: WIDE });
      const first = await at.store.begin(request);
      assert(first.type === "begun");
      assert.deepEqual([first.cacheIsCurrent, first.window], [true, { start: 3, entries: [] }]);
      assert.deepEqual(await at.store.begin(request), first);
    },
  },
];
