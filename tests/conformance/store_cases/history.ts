// Reading a history: the window of begin, compaction, and pages.

import assert from "node:assert/strict";
import { type Bench, type StoreCase, texts, wholeHistory } from "./case.ts";

const WIDE = { entries: 1_000, bytes: 1_000_000 };

async function window({ step, store, ref }: Bench, limits: { entries: number; bytes: number }) {
  const { begun } = await step({ window: limits });
  await store.cancel(ref);
  return begun.window;
}

export const historyCases: StoreCase[] = [
  {
    row: "E13",
    name: "the window holds the newest entries, oldest first",
    async run(at) {
      await at.append(texts(10));
      assert.deepEqual(await window(at, WIDE), { start: 0, entries: texts(10) });
      assert.deepEqual(await window(at, { ...WIDE, entries: 10 }), { start: 0, entries: texts(10) });
      assert.deepEqual(await window(at, { ...WIDE, entries: 3 }), { start: 7, entries: ["e7", "e8", "e9"] });
      assert.deepEqual(await window(at, { ...WIDE, entries: 1 }), { start: 9, entries: ["e9"] });
    },
  },
  {
    row: "E13",
    name: "the window is limited by bytes of UTF-8, but always holds the newest entry",
    async run(at) {
      await at.append(["a".repeat(100), "é".repeat(50), "🦄".repeat(25)]);
      assert.equal((await window(at, { entries: 10, bytes: 300 })).start, 0);
      assert.equal((await window(at, { entries: 10, bytes: 299 })).start, 1);
      assert.equal((await window(at, { entries: 10, bytes: 200 })).start, 1);
      assert.equal((await window(at, { entries: 10, bytes: 199 })).start, 2);
      assert.deepEqual(await window(at, { entries: 10, bytes: 1 }), { start: 2, entries: ["🦄".repeat(25)] });
    },
  },
  {
    row: "E13",
    name: "the window stops at the first entry that does not fit, also when an older one would",
    async run(at) {
      await at.append(["tiny", "x".repeat(1_000), "last"]);
      assert.deepEqual(await window(at, { entries: 10, bytes: 500 }), { start: 2, entries: ["last"] });
    },
  },
  {
    row: "E13",
    name: "a summary moves the start of the window and leaves the history whole",
    async run(at) {
      const { append, step, commit, store, ref, header } = at;
      await append(texts(10));
      const summary = { text: "what came before", base: 8 };
      await commit(await step(), { entries: ["s"], summary });
      const after = await header();
      assert.deepEqual([after.base, after.summary, after.length], [8, "what came before", 11]);
      assert.deepEqual(await window(at, WIDE), { start: 8, entries: ["e8", "e9", "s"] });
      assert.deepEqual(await window(at, { ...WIDE, entries: 2 }), { start: 9, entries: ["e9", "s"] });
      assert.deepEqual(await wholeHistory(store, ref), [...texts(10), "s"]);
      await append(["later"]);
      assert.equal((await header()).summary, "what came before");
      await commit(await step(), { entries: [], summary: { text: "all", base: 12 } });
      assert.deepEqual(await window(at, WIDE), { start: 12, entries: [] });
    },
  },
  {
    row: "E13",
    name: "advance moves the start of the window too",
    async run({ append, step, advance, header }) {
      await append(texts(4));
      await advance(await step(), { summary: { text: "S", base: 3 } });
      const { base, summary } = await header();
      assert.deepEqual([base, summary], [3, "S"]);
    },
  },
  {
    row: "E13",
    name: "pages cover more than 5,000 entries without a gap, wherever they begin",
    async run({ append, store, ref, step }) {
      const all = texts(5_300);
      const sizes = [1_000, 24, 1, 999, 1_100, 900, 975, 1, 1, 299];
      for (let from = 0, index = 0; from < all.length; index++) {
        const size = sizes[index] ?? 100;
        await append(all.slice(from, from + size));
        from += size;
      }
      assert.deepEqual(await wholeHistory(store, ref, 700), all);
      for (
        const after of [0, 1, 1_023, 1_024, 1_025, 2_040, 4_095, 4_096, 4_990, 5_000, 5_119, 5_120, 5_299]
      ) {
        const page = await store.history(ref, { after, limit: 40 });
        assert.deepEqual(page, { start: after, entries: all.slice(after, after + 40) });
      }
      const { begun } = await step({ window: { entries: 500, bytes: 1_000_000 } });
      assert.deepEqual(begun.window, { start: 4_800, entries: all.slice(4_800) });
    },
  },
  {
    row: "E13",
    name: "one commit may append thousands of entries",
    async run({ append, store, ref }) {
      await append(["first"]);
      await append(texts(4_000));
      await append(["last"]);
      assert.deepEqual(await wholeHistory(store, ref), ["first", ...texts(4_000), "last"]);
    },
  },
  {
    row: "E13",
    name: "pages are limited by entries and by bytes, but hold at least one entry",
    async run({ append, store, ref }) {
      const large = (letter: string) => letter.repeat(250 * 1024);
      await append([large("a"), large("b")]);
      await append([large("c"), "small"]);
      await append(["x".repeat(690 * 1_000), "end"]);
      const starts: number[] = [];
      for (let after = 0; after < 6;) {
        const page = await store.history(ref, { after, limit: 10 });
        assert(page !== undefined && page.entries.length > 0);
        const bytes = page.entries.reduce((sum, entry) => sum + entry.length, 0);
        assert(bytes <= 600 * 1024 || page.entries.length === 1, `${bytes} bytes at ${after}`);
        assert.equal(page.start, after);
        starts.push(after);
        after += page.entries.length;
      }
      assert.deepEqual(starts, [0, 2, 4, 5]);
      assert.deepEqual((await store.history(ref, { after: 3, limit: 1 }))?.entries, ["small"]);
    },
  },
  {
    row: "E13",
    name: "a page behind the end is empty, and a page of a missing thread undefined",
    async run({ append, store, ref, sibling }) {
      await append(texts(3));
      assert.deepEqual((await store.history(ref, { after: 3, limit: 5 }))?.entries, []);
      assert.deepEqual((await store.history(ref, { after: 99, limit: 5 }))?.entries, []);
      assert.equal(await store.history(sibling("none"), { after: 0, limit: 5 }), undefined);
    },
  },
];
