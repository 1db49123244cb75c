/** The embedded stores in a long session: what has expired is never returned, and is removed. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { BlobRef } from "../../src/core/store/blob_ref.ts";
import type { Store } from "../../src/core/store.ts";
import { LocalStore } from "../../src/stores/embedded/store.ts";
import { MemoryTables } from "../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../src/stores/embedded/sqlite/store.ts";
import { bench, newThread } from "../conformance/store_cases/case.ts";
import { sqliteFile } from "../support/sqlite_file.ts";

const LIFETIMES = { threadMs: 1_000, receiptMs: 500, eventsMs: 500 };
const BLOB_MS = 86_400_000;

/** A thread with a receipt, an event, a blob of a commit and a blob without one. */
async function use(store: Store, thread: string): Promise<BlobRef> {
  const at = bench({ store, close: () => store.close() });
  const ref = { tenant: "acme", thread };
  const idempotency = { key: "k", bodyHash: "h" };
  const kept = await store.putBlob(ref, `kept ${thread}`);
  await store.putBlob(ref, `lost ${thread}`);
  await store.recordLearnedCapabilities("acme", `openai/${thread}`, ["tool"], 500);
  await at.commit(await at.step({ ref, idempotency }), {
    receipt: { ...idempotency, outcome: "done", text: "T" },
    events: [{ seq: 1_000_001, text: "E" }],
    blobs: [kept],
  });
  return kept;
}

Deno.test("E2: the memory store keeps nothing that has expired", async () => {
  let now = 1;
  const tables = new MemoryTables();
  const store = new LocalStore("memory", tables, { lifetimes: LIFETIMES, clock: () => now });
  const blobs = [];
  for (let n = 0; n < 50; n++) blobs.push(await use(store, `t${n}`));
  assert.equal(tables.expiredThreads(Infinity, 100).length, 50);
  now += BLOB_MS + 1;
  await store.create({ tenant: "acme", thread: "new" }, newThread());
  assert.equal(tables.expiredThreads(Infinity, 100).length, 1);
  for (const [n, blob] of blobs.entries()) {
    assert.equal(tables.blob({ tenant: "acme", thread: `t${n}` }, blob.id), undefined);
    assert.deepEqual(
      tables.readLearnedCapabilities("acme", `openai/t${n}`, 0),
      [],
      "not even at an earlier time",
    );
  }
});

Deno.test("E2: a thread that lives on loses its old receipts and events", async () => {
  let now = 1;
  const tables = new MemoryTables();
  const lifetimes = { ...LIFETIMES, threadMs: undefined };
  const store = new LocalStore("memory", tables, { lifetimes, clock: () => now });
  await use(store, "t1");
  const record = tables.thread({ tenant: "acme", thread: "t1" });
  assert(
    record !== undefined && tables.receipt(record.id, "k") && tables.events(record.id, 0, 10).length === 1,
  );
  now += 61_000;
  await store.create({ tenant: "acme", thread: "new" }, newThread());
  assert.equal(tables.receipt(record.id, "k"), undefined);
  assert.deepEqual(tables.events(record.id, 0, 10), []);
});

Deno.test("E2: a sqlite file keeps nothing that has expired", async () => {
  await using file = await sqliteFile();
  let now = 1;
  const store = createSqliteStore({ path: file.path, lifetimes: LIFETIMES, clock: () => now });
  for (let n = 0; n < 20; n++) await use(store, `t${n}`);
  now += BLOB_MS + 1;
  await store.create({ tenant: "acme", thread: "new" }, newThread());
  const db = new DatabaseSync(file.path);
  const left = ["threads", "entries", "inbox", "receipts", "events", "blobs", "blob_texts", "lessons"]
    .map((table) => db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows);
  assert.deepEqual(left, [1, 0, 0, 0, 0, 0, 0, 0]);
  db.close();
  await store.close();
});

Deno.test("E14: a blob ends with its thread and is not there for the next one of that name", async () => {
  let now = 1;
  const store = new LocalStore("memory", new MemoryTables(), { lifetimes: LIFETIMES, clock: () => now });
  const ref = { tenant: "acme", thread: "t1" };
  const blob = await use(store, ref.thread);
  now += 1_001;
  assert.equal(await store.getBlob(ref, blob), undefined);
  await store.create(ref, newThread());
  assert.equal(await store.getBlob(ref, blob), undefined);
});

for (const name of ["memory", "sqlite"]) {
  Deno.test(`E2: the epoch of a thread that is gone ends with its events (${name})`, async () => {
    let now = 1;
    await using file = await sqliteFile();
    const settings = { lifetimes: { eventsMs: 500 }, clock: () => now };
    const store = name === "memory"
      ? new LocalStore("memory", new MemoryTables(), settings)
      : createSqliteStore({ path: file.path, ...settings });
    const at = bench({ store, close: () => store.close() });
    const refs = ["early", "late"].map((thread) => at.sibling(thread));
    for (const ref of refs) {
      const { owner, header: { epoch } } = await at.step({ ref, inputs: ["a"] });
      await store.abandon({ ref, owner, epoch, inputs: ["a"], told: true });
      assert.equal(await store.read(ref), undefined);
    }
    const [early, late] = refs;
    now += 499;
    assert.equal((await at.step({ ref: early })).header.epoch, 2);
    now += 1;
    assert.equal((await at.step({ ref: late })).header.epoch, 1);
    await store.close();
  });
}
