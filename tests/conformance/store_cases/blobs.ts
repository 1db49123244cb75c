// Blobs: texts of any size, by the hash of their content.

import assert from "node:assert/strict";
import { newThread, type StoreCase, texts } from "./case.ts";

const DAY_MS = 86_400_000;

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

/** About `bytes` bytes of UTF-8 in characters of every width, so that any cut of chunks falls inside one somewhere. */
function largeText(bytes: number): string {
  const unit = `x\u0000"\\\n é 🦄 你 ${JSON.stringify("\ud800 lone \udc00")} 🧵`;
  return unit.repeat(Math.ceil(bytes / new TextEncoder().encode(unit).length));
}

export const largeBlobCases: StoreCase[] = [
  {
    row: "E13",
    name: "a blob of 12 MB with NULs, quotes, emoji and escaped surrogates comes back byte for byte",
    async run({ store, ref }) {
      await store.create(ref, newThread());
      const text = largeText(12_000_000);
      const blob = await store.putBlob(ref, text);
      assert.equal(blob.id, await sha256(text));
      assert.equal(blob.bytes, new TextEncoder().encode(text).length);
      assert(Number.isInteger(blob.chunks) && blob.chunks >= 1);
      assert(await store.getBlob(ref, blob) === text, "the text changed");
    },
  },
];

export const blobCases: StoreCase[] = [
  {
    row: "E13",
    name: "a blob may be put before its thread exists",
    async run({ store, ref, step, commit }) {
      const blob = await store.putBlob(ref, "early");
      assert.equal(await store.read(ref), undefined);
      await commit(await step(), { blobs: [blob] });
      assert.equal(await store.getBlob(ref, blob), "early");
    },
  },
  {
    row: "E13",
    name: "the same text is the same blob",
    async run({ store, ref }) {
      const [one, two] = await Promise.all([store.putBlob(ref, "same"), store.putBlob(ref, "same")]);
      assert.deepEqual(one, two);
      assert.notEqual((await store.putBlob(ref, "other")).id, one.id);
      assert.equal(await store.getBlob(ref, one), "same");
    },
  },
  {
    row: "E13",
    name: "a blob that is not all there is undefined",
    async run({ store, ref, sibling }) {
      const blob = await store.putBlob(ref, texts(10).join());
      assert.equal(await store.getBlob(ref, { ...blob, bytes: blob.bytes + 1 }), undefined);
      assert.equal(await store.getBlob(ref, { ...blob, id: "0".repeat(64) }), undefined);
      assert.equal(await store.getBlob(sibling("t2"), blob), undefined);
    },
  },
  {
    row: "E13",
    name: "a blob vanishes after a day unless a commit refers to it",
    async run({ store, ref, step, commit, advance, passLong }) {
      const [kept, lost, advanced] = await Promise.all(
        ["kept", "lost", "advanced"].map((text) => store.putBlob(ref, text)),
      );
      assert(kept && lost && advanced);
      await commit(await step(), { blobs: [kept] });
      await advance(await step(), { blobs: [advanced] });
      await passLong(DAY_MS + 60_000);
      assert.equal(await store.getBlob(ref, kept), "kept");
      assert.equal(await store.getBlob(ref, advanced), "advanced");
      assert.equal(await store.getBlob(ref, lost), undefined);
    },
  },
  {
    row: "E13",
    name:
      "a blob that comes within its commit lives as long as the thread, once, and only when that is accepted",
    async run({ store, ref, sibling, step, commit, passLong }) {
      const text = `{"instructions":"Be brief. 🧵","note":${JSON.stringify("\ud800 \u0000")}}`;
      const newBlob = { id: await sha256(text), text };
      const blob = { id: newBlob.id, chunks: 1, bytes: new TextEncoder().encode(text).length };
      const begun = await step();
      assert.equal((await commit(begun, { newBlob, version: 7 })).type, "conflict");
      assert.equal(await store.getBlob(ref, blob), undefined);
      const other = await store.putBlob(ref, "other");
      for (let time = 0; time < 2; time++) await commit(begun, { newBlob, blobs: [other] });
      await commit(await step(), { newBlob });
      await passLong(DAY_MS + 60_000);
      assert.equal(await store.getBlob(ref, blob), text);
      assert.equal(await store.getBlob(ref, other), "other");
      assert.deepEqual(await store.putBlob(ref, text), blob);
      const target = sibling("fork");
      const copy = { length: 1, append: [], version: 1, base: 0, summary: null, status: "done" } as const;
      await store.fork({ source: ref, target, ...copy, thread: newThread() });
      await store.remove(ref);
      assert.equal(await store.getBlob(ref, blob), undefined);
      assert.equal(await store.getBlob(target, blob), text);
    },
  },
  {
    row: "E13",
    name: "the blobs of a fork live as long as the fork",
    async run({ store, ref, sibling, step, commit, passLong }) {
      const blob = await store.putBlob(ref, "blob");
      await commit(await step(), { blobs: [blob] });
      const target = sibling("fork");
      const copy = { length: 1, append: [], version: 1, base: 0, summary: null, status: "done" } as const;
      assert.equal(await store.fork({ source: ref, target, ...copy, thread: newThread() }), true);
      await store.remove(ref);
      await passLong(DAY_MS + 60_000);
      assert.equal(await store.getBlob(target, blob), "blob");
    },
  },
];
