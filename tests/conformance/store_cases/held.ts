// The warm path of begin: what a caller still holds is believed only when the store can prove that it is current.

import assert from "node:assert/strict";
import type { HeldHistory, WindowLimits } from "../../../src/core/store.ts";
import { type Bench, newThread, type Step, type StoreCase, texts } from "./case.ts";

const WIDE = { entries: 1_000, bytes: 1_000_000 };

/** Commits `entries` and says what its caller holds from then on. */
async function hold(at: Bench, entries: readonly string[], start = 0): Promise<HeldHistory> {
  const step = await at.step();
  const outcome = await at.commit(step, { entries });
  assert(outcome.type === "committed");
  const length = step.header.length + entries.length;
  return { version: outcome.version, owner: step.owner, start, length };
}

/** What begin answers to a caller who holds `held`. */
async function warm({ begin, store, ref }: Bench, held: HeldHistory, window: WindowLimits = WIDE) {
  const begun = await begin({ inputs: ["input"], held, window });
  assert(begun.type === "begun");
  await store.cancel(ref);
  return { current: begun.heldIsCurrent, ...begun.window };
}

export const heldCases: StoreCase[] = [
  {
    row: "E13",
    name: "what the last commit left is not read again",
    async run(at) {
      const held = await hold(at, texts(10));
      assert.deepEqual(await warm(at, held), { current: true, start: 10, entries: [] });
    },
  },
  {
    row: "E13",
    name: "without anything held the window stands alone",
    async run({ step }) {
      const { begun } = await step();
      assert.equal(begun.heldIsCurrent, false);
    },
  },
  {
    row: "E3",
    name: "a held history of another owner or version is not believed",
    async run(at) {
      const held = await hold(at, texts(3));
      const whole = { current: false, start: 0, entries: texts(3) };
      assert.deepEqual(await warm(at, { ...held, owner: `${held.owner}x` }), whole);
      assert.deepEqual(await warm(at, { ...held, owner: held.owner.slice(1) }), whole);
      assert.deepEqual(await warm(at, { ...held, version: held.version + 1 }), whole);
      assert.deepEqual(await warm(at, { ...held, version: held.version + 32 }), whole);
      assert.deepEqual(await warm(at, { ...held, length: held.length + 1 }), whole);
    },
  },
  {
    row: "E3",
    name: "after commits of others the held history is current with what is newer, or not believed",
    async run(at) {
      const held = await hold(at, ["a", "b"]);
      await at.append(["c", "d"]);
      const { current, start, entries } = await warm(at, held);
      assert.deepEqual([start, entries], current ? [2, ["c", "d"]] : [0, ["a", "b", "c", "d"]]);
      for (let more = 0; more < 40; more++) await at.append([`e${more}`]);
      assert.equal((await warm(at, held)).current, false);
    },
  },
  {
    row: "E3",
    name: "a removed thread's history is not that of its next life",
    async run(at) {
      const held = await hold(at, ["old"]);
      await at.store.remove(at.ref);
      await at.append(["new"]);
      assert.deepEqual(await warm(at, held), { current: false, start: 0, entries: ["new"] });
    },
  },
  {
    row: "E3",
    name: "a fork does not know the history that its source's callers hold",
    async run(at) {
      const held = await hold(at, ["a"]);
      const ref = at.sibling("fork");
      const forked = await at.store.fork({
        ...{ source: at.ref, target: ref, length: 1, append: ["b"], version: 1, base: 0, summary: null },
        ...{ thread: newThread(), status: "open" },
      });
      assert.equal(forked, true);
      const begun = await at.begin({ ref, inputs: ["input"], held });
      assert(begun.type === "begun");
      assert.deepEqual([begun.heldIsCurrent, begun.window.entries], [false, ["a", "b"]]);
    },
  },
  {
    row: "E13",
    name: "a summary that has passed the start of what is held makes it stale",
    async run(at) {
      await at.append(texts(6));
      const step = await at.step();
      await at.commit(step, { entries: ["s"], summary: { text: "before", base: 4 } });
      const held = { version: step.header.version + 1, owner: step.owner, length: 7 };
      const whole = { current: false, start: 4, entries: ["e4", "e5", "s"] };
      assert.deepEqual(await warm(at, { ...held, start: 3 }), whole);
      assert.deepEqual(await warm(at, { ...held, start: 4 }), { current: true, start: 7, entries: [] });
    },
  },
  {
    row: "E13",
    name: "an advance leaves a history that can be held, and the same begin sent twice answers the same",
    async run(at) {
      const step = await at.step();
      const advanced = await at.advance(step, { entries: ["a", "b"] });
      assert(advanced.type === "advanced");
      const { version, epoch } = advanced;
      const second: Step = { ...step, header: { ...step.header, version, epoch, length: 2 } };
      const outcome = await at.commit(second, { entries: ["c"], version, epoch, consumed: 0 });
      assert(outcome.type === "committed");
      const held = { version: outcome.version, owner: step.owner, start: 0, length: 3 };
      const request = at.request({ inputs: ["input"], held, window: WIDE });
      const first = await at.store.begin(request);
      assert(first.type === "begun");
      assert.deepEqual([first.heldIsCurrent, first.window], [true, { start: 3, entries: [] }]);
      assert.deepEqual(await at.store.begin(request), first);
    },
  },
];
