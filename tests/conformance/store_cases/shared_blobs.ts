// Blobs of a tenant: put once, found by the begins of its other threads, and there as long as one of these refers to them.

import assert from "node:assert/strict";
import { sha256, toHexDigest } from "../../../src/core/text/sha256.ts";
import { type Bench, newThread, type StoreCase } from "./case.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const TEXT = `{"instructions":"Be brief. 🧵","note":${JSON.stringify("\ud800 \u0000")}}`;
const COPY = { length: 1, append: [], version: 1, base: 0, summary: null, status: "done" } as const;

async function idOf(text: string): Promise<string> {
  return toHexDigest(await sha256(text));
}

/** The blob of a text, and how commits name it where the tenant has it. */
async function blobOf(text: string) {
  const blob = { id: await idOf(text), chunks: 1, bytes: new TextEncoder().encode(text).length };
  return { blob, shared: { id: blob.id, shared: true } as const };
}

/** A step of the thread that asks for the blob. */
async function ask({ step, sibling }: Bench, thread: string, id: string) {
  const of = await step({ ref: sibling(thread), sharedBlob: id });
  return { of, found: of.begun.hasSharedBlob };
}

/** The first thread of the tenant: its commit shares the text. */
async function share({ step, commit, sibling }: Bench, text = TEXT): Promise<void> {
  const newBlob = { id: await idOf(text), text, shared: true } as const;
  await commit(await step({ ref: sibling("first") }), { newBlob });
}

/** A second thread that refers to the blob of the first. */
async function shareWithSecond(at: Bench) {
  const { blob, shared } = await blobOf(TEXT);
  await share(at);
  const { of } = await ask(at, "second", blob.id);
  await at.commit(of, { blobs: [shared] });
  return { blob, second: of.ref };
}

export const sharedBlobCases: StoreCase[] = [
  {
    row: "E13",
    name:
      "a blob that a commit shares is found by other threads, and stays theirs when the first one is removed",
    async run(at) {
      const { blob, shared } = await blobOf(TEXT);
      assert.equal((await ask(at, "before", blob.id)).found, undefined);
      await share(at);
      const { of, found } = await ask(at, "second", blob.id);
      assert.equal(found, true);
      await at.commit(of, { blobs: [shared] });
      await at.store.remove(at.sibling("first"));
      await at.passLong(DAY_MS + HOUR_MS);
      assert.equal(await at.store.getBlob(at.sibling("second"), blob), TEXT);
    },
  },
  {
    row: "E13",
    name: "what a begin has found is there for its commit, whatever happens to the thread that had it",
    async run(at) {
      const { blob, shared } = await blobOf(TEXT);
      await share(at);
      const { of, found } = await ask(at, "second", blob.id);
      assert.equal(found, true);
      await at.store.remove(at.sibling("first"));
      await at.passLong(DAY_MS - HOUR_MS);
      await at.commit(of, { blobs: [shared] });
      await at.passLong(2 * DAY_MS);
      assert.equal(await at.store.getBlob(at.sibling("second"), blob), TEXT);
    },
  },
  {
    row: "E13",
    name: "a shared blob that is put is found at once, of any size, and kept by the commit that refers to it",
    async run(at) {
      const text = TEXT.repeat(12_000);
      const { store, ref, sibling } = at;
      const blob = await store.putBlob(ref, text, { shared: true });
      assert.equal(blob.id, await idOf(text));
      assert.deepEqual(await store.putBlob(ref, text, { shared: true, mayExist: true }), blob);
      const { of, found } = await ask(at, "second", blob.id);
      assert.equal(found, true);
      await at.commit(of, { blobs: [{ id: blob.id, shared: true }] });
      await at.commit(await at.step(), { blobs: [{ id: blob.id, shared: true }] });
      await at.passLong(DAY_MS + HOUR_MS);
      for (const thread of [ref, sibling("second")]) assert(await store.getBlob(thread, blob) === text);
    },
  },
  {
    row: "E13",
    name: "a shared blob is found in its tenant alone, and by its own id",
    async run(at) {
      const { blob } = await blobOf(TEXT);
      await share(at);
      for (const tenant of [`${at.ref.tenant}-2`, at.ref.tenant.slice(0, -1)]) {
        const ref = { tenant, thread: "first-of-another" };
        assert.equal((await at.step({ ref, sharedBlob: blob.id })).begun.hasSharedBlob, undefined);
        assert.equal(await at.store.getBlob(ref, blob), undefined);
      }
      assert.equal((await ask(at, "second", "0".repeat(64))).found, undefined);
      assert.equal((await at.step({ ref: at.sibling("third") })).begun.hasSharedBlob, undefined);
    },
  },
  {
    row: "E13",
    name: "a begin that is sent twice finds a shared blob twice, and a refused one begins nothing",
    async run(at) {
      const { blob } = await blobOf(TEXT);
      await share(at);
      const request = at.request({ create: newThread(), inputs: ["input"], sharedBlob: blob.id });
      const first = await at.store.begin(request);
      assert(first.type === "begun" && first.hasSharedBlob);
      assert.deepEqual(await at.store.begin(request), first);
      assert.equal((await at.begin({ inputs: ["input"], sharedBlob: blob.id })).type, "busy");
    },
  },
  {
    row: "E13",
    name: "a fork has the shared blobs of its source, and keeps them without it",
    async run(at) {
      const { blob, second } = await shareWithSecond(at);
      const target = at.sibling("fork");
      assert(await at.store.fork({ source: second, target, ...COPY, thread: newThread() }));
      for (const thread of ["first", "second"]) await at.store.remove(at.sibling(thread));
      await at.passLong(DAY_MS + HOUR_MS);
      assert.equal(await at.store.getBlob(target, blob), TEXT);
    },
  },
  {
    row: "E13",
    name: "a shared blob outlives the thread that shared it while another thread is written to",
    lifetimes: { threadMs: 40 * HOUR_MS },
    async run(at) {
      const { blob, second } = await shareWithSecond(at);
      const target = at.sibling("fork");
      await at.passLong(30 * HOUR_MS);
      assert(await at.store.fork({ source: second, target, ...COPY, thread: newThread() }));
      for (let round = 0; round < 9; round++) { // beyond any life that the first requests have given
        await at.append(["more"], { ref: target });
        await at.passLong(30 * HOUR_MS);
      }
      assert.equal(await at.store.read(at.sibling("first")), undefined);
      assert.equal(await at.store.getBlob(target, blob), TEXT);
    },
  },
];
