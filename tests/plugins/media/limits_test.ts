// Rows E12 and E13: what a tenant stores of media on one day is limited, on every store, and only requests with media pay for it; what an
// isolate keeps of them is bounded.

import assert from "node:assert/strict";
import type { Store } from "../../../src/core/store.ts";
import { MediaCache } from "../../../src/plugins/media/media_cache.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { needsRedis } from "../../support/requires.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { image, mediaLab } from "./_media.ts";

const NOON = Date.parse("2026-11-22T12:00:00Z");

async function keepsTheBudget(store: Store): Promise<void> {
  let now = NOON;
  const mediaLimits = { bytes: 20_000_000, tenantBytesPerDay: 150, cacheBytes: 1_000_000 };
  const lab = mediaLab(undefined, { store, unchecked: true, deps: { mediaLimits, clock: () => now } });
  await lab.run({ input: "Hi", thread: "plain" });
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, commit: 1 });
  lab.counts.clear();

  const idempotency = { key: "k", bodyHash: "h" };
  await lab.run({ inputs: [[image]], agent: "a", idempotency });
  assert.deepEqual(Object.fromEntries(lab.counts), { reserve: 1, putBlob: 1, book: 1, begin: 1, commit: 1 });
  await lab.run({ inputs: [[image]], agent: "a", idempotency });
  await lab.run({ inputs: [[image]], agent: "a", thread: "t2" });
  lab.counts.clear();
  const refused = await lab.refused({ inputs: [[image]], agent: "a", thread: "t3" });
  assert.equal(refused.code, "media_budget");
  assert.equal(refused.retryAfterMs, 12 * 3_600_000);
  assert.match(
    refused.message,
    /150 bytes of media a day: 136 are used, 0 are being stored, and the request has 68/,
  );
  assert.deepEqual(Object.fromEntries(lab.counts), { reserve: 1 }, "nothing was stored");

  const elsewhere = { tenant: "beta", inputs: [[image]], agent: "a", thread: "t3" };
  await lab.run(elsewhere);
  now += 13 * 3_600_000;
  await lab.run({ inputs: [[image]], agent: "a", thread: "t3" });
}

Deno.test("E12: media a day have a budget of their own (memory)", () => keepsTheBudget(createMemoryStore()));

Deno.test("E12: media a day have a budget of their own (sqlite)", async () => {
  await using file = await sqliteFile();
  const store = createSqliteStore({ path: file.path });
  try {
    await keepsTheBudget(store);
  } finally {
    await store.close();
  }
});

needsRedis("E12: media a day have a budget of their own (upstash)", async () => {
  await using opened = await openUpstashStore();
  await keepsTheBudget(opened.store);
});

Deno.test("E13: a medium is read once, by many at a time too, and the cache is bounded", async () => {
  const cache = new MediaCache(100);
  let reads = 0;
  const store = {
    getBlob: () => {
      reads++;
      return Promise.resolve("x".repeat(60));
    },
  };
  const ref = { tenant: "acme", thread: "t1" };
  const blob = (id: string) => ({ id, chunks: 1, bytes: 60 });
  await Promise.all([cache.read(ref, blob("a"), store), cache.read(ref, blob("a"), store)]);
  await cache.read(ref, blob("a"), store);
  assert.equal(reads, 1);
  await cache.read(ref, blob("b"), store);
  assert.deepEqual([reads, cache.bytes], [2, 60]);
  await cache.read(ref, blob("a"), store);
  await cache.read({ ...ref, thread: "t2" }, blob("a"), store);
  assert.equal(reads, 4, "a thread reads its own");
  const gone = { getBlob: () => Promise.resolve(undefined) };
  await assert.rejects(cache.read(ref, blob("gone"), gone), { code: "store_corrupt" });
});
