/** Threads of which a part was overwritten from outside: they are listed as unreadable, can be removed, and break no list. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { AgentError } from "../../src/core/error.ts";
import type { Store } from "../../src/core/store.ts";
import type { ThreadRef } from "../../src/core/store/thread.ts";
import { ThreadKeys } from "../../src/stores/upstash/keys.ts";
import { createSqliteStore } from "../../src/stores/embedded/sqlite/store.ts";
import { bench, newThread } from "../conformance/store_cases/case.ts";
import { needsRedis } from "../support/requires.ts";
import { RespClient } from "../../src/redis_rest/resp.ts";
import { sqliteFile } from "../support/sqlite_file.ts";
import { openUpstashStore } from "../support/redis/upstash_store.ts";

const BAD: ThreadRef = { tenant: "acme", thread: "bad" };
const GOOD: ThreadRef = { tenant: "acme", thread: "good" };

/** Columns of a thread's row, with values that the schema takes and no commit writes. */
const COLUMNS = {
  status: "busy",
  counters: "{",
  steps: "null",
  marks: "{}",
  pending_ids: "[",
  pending_calls: null,
} as const;

for (const [column, value] of Object.entries(COLUMNS)) {
  Deno.test(`E14: a sqlite row with an illegal ${column} is listed as unreadable and can be removed`, async () => {
    await using file = await sqliteFile();
    const store = createSqliteStore({ path: file.path });
    await makeThreads(store);
    const db = new DatabaseSync(file.path);
    db.prepare(`UPDATE threads SET ${column} = ? WHERE thread = 'bad'`).run(value);
    db.close();
    await assertContained(store);
    await store.close();
  });
}

Deno.test("E14: an unreadable sqlite row that has expired is swept like any other", async () => {
  await using file = await sqliteFile();
  let now = 1_700_000_000_000;
  const store = createSqliteStore({ path: file.path, lifetimes: { threadMs: 1_000 }, clock: () => now });
  await makeThreads(store);
  const db = new DatabaseSync(file.path);
  db.exec("UPDATE threads SET steps = '{' WHERE thread = 'bad'");
  now += 100_000;
  assert.equal(await store.create(GOOD, newThread()), true);
  assert.equal(db.prepare("SELECT count(*) AS rows FROM threads").get()?.rows, 1);
  assert.equal(await store.create(BAD, newThread()), true);
  db.close();
  await store.close();
});

Deno.test("E14: an unreadable sqlite receipt names its thread", async () => {
  await using file = await sqliteFile();
  const store = createSqliteStore({ path: file.path });
  const at = bench({ store, close: () => store.close() });
  const idempotency = { key: "k", bodyHash: "h" };
  await at.commit(await at.step({ idempotency }), {
    receipt: { ...idempotency, outcome: "done", text: "T" },
  });
  const db = new DatabaseSync(file.path);
  db.exec("UPDATE receipts SET state = 'lost'");
  db.close();
  await assertCorrupt(at.begin({ idempotency, inputs: ["x"] }), at.ref);
  await store.close();
});

/** Fields of a header: a value of another kind, or null for one that is gone. */
const FIELDS: readonly (readonly [field: string, value: string | null])[] = [
  ["st", "busy"],
  ["n", "1 2 x"],
  ["v", "one"],
  ["ep", null],
  ["len", null],
  ["len", "many"],
  ["meta", null],
  ["sum", "{"],
  ["sv", null],
];

for (const [field, value] of FIELDS) {
  const how = value === null ? `without ${field}` : `with ${field} ${value}`;
  needsRedis(`E14: an upstash header ${how} is listed as unreadable and can be removed`, async () => {
    await using opened = await openUpstashStore();
    const { store, keyPrefix } = opened;
    await makeThreads(store);
    const redis = new RespClient(opened.redis);
    const { header } = new ThreadKeys(keyPrefix, BAD);
    await redis.send([value === null ? ["HDEL", header, field] : ["HSET", header, field, value]]);
    await assertContained(store);
    const [left] = await redis.send([["KEYS", `${keyPrefix}:{acme/bad}*`]]);
    assert.ok(Array.isArray(left));
    const keys = left.map((key) => key instanceof Uint8Array ? new TextDecoder().decode(key) : key);
    assert.deepEqual(keys, [header], "of the new thread, and nothing else");
    await redis.close();
  });
}

for (const name of ["header", "inbox"] as const) {
  needsRedis(
    `E14: an upstash ${name} of another type is listed as unreadable and can be removed`,
    async () => {
      await using opened = await openUpstashStore();
      await makeThreads(opened.store);
      await replaceByText(opened, name);
      await assertContained(opened.store);
    },
  );
}

for (const name of ["active", "previous", "lease", "pending", "events", "blobs", "renewal"] as const) {
  needsRedis(`E14: an upstash thread whose ${name} key has another type can be removed`, async () => {
    await using opened = await openUpstashStore();
    const { store } = opened;
    await makeThreads(store);
    await replaceByText(opened, name);
    assert.equal(await store.remove(BAD), true);
    assert.equal(await store.read(BAD), undefined);
    assert.deepEqual((await store.list("acme", { limit: 10 })).threads.map(({ thread }) => thread), ["good"]);
    assert.equal(await store.create(BAD, newThread()), true);
  });
}

/** Fields of the pending hash with a value that no script writes. */
const PENDING_FIELDS = [["d:c1", "name 5"], ["d:c1", "name {"], ["s:c1", "soon"], [
  "p:c1",
  "first",
]] as const;

for (const [field, value] of PENDING_FIELDS) {
  needsRedis(`E14: an upstash pending hash with ${field} "${value}" names its thread`, async () => {
    await using opened = await openUpstashStore();
    const { store, keyPrefix } = opened;
    await makeThreads(store);
    const redis = new RespClient(opened.redis);
    await redis.send([["HSET", new ThreadKeys(keyPrefix, BAD).pending, field, value]]);
    await redis.close();
    await assertCorrupt(store.read(BAD), BAD);
    const at = bench({ store, close: () => store.close() });
    await assertCorrupt(at.step({ ref: BAD, inputs: ["x"] }), BAD);
    if (field === "d:c1") {
      await assertCorrupt(store.decide(BAD, "c1", { approved: true, at: 1 }), BAD);
    }
    assert.equal(await store.remove(BAD), true);
  });
}

needsRedis("E14: every upstash method that meets a key of another type names the thread", async () => {
  const methods: Record<string, { key: ReplacedKey; use: (store: Store) => Promise<unknown> }> = {
    begin: { key: "active", use: (store) => bench({ store, close: () => store.close() }).step({ ref: BAD }) },
    read: { key: "pending", use: (store) => store.read(BAD) },
    history: { key: "active", use: (store) => store.history(BAD, { after: 0, limit: 10 }) },
    readEvents: { key: "events", use: (store) => store.readEvents(BAD, 0, 10) },
    cancel: { key: "header", use: (store) => store.cancel(BAD) },
    decide: { key: "pending", use: (store) => store.decide(BAD, "c1", { approved: true, at: 1 }) },
    markStarted: { key: "header", use: (store) => store.markStarted(BAD, 1, ["c1"]) },
    abandon: { key: "header", use: (store) => store.abandon({ ref: BAD, owner: "o", epoch: 1, inputs: [] }) },
    create: { key: "header", use: (store) => store.create(BAD, newThread()) },
  };
  for (const { key, use } of Object.values(methods)) {
    await using opened = await openUpstashStore();
    await makeThreads(opened.store);
    await replaceByText(opened, key);
    await assertCorrupt(use(opened.store), BAD);
  }
});

type ReplacedKey =
  | "header"
  | "inbox"
  | "active"
  | "previous"
  | "lease"
  | "pending"
  | "events"
  | "blobs"
  | "renewal";

/** Puts a value of another type, a text or for texts a list, where the bad thread has this key. */
async function replaceByText(
  { redis: server, keyPrefix }: Awaited<ReturnType<typeof openUpstashStore>>,
  name: ReplacedKey,
): Promise<void> {
  const redis = new RespClient(server);
  const key = new ThreadKeys(keyPrefix, BAD)[name];
  const isText = name === "lease" || name === "renewal";
  await redis.send([["DEL", key], isText ? ["RPUSH", key, "text"] : ["SET", key, "text"]]);
  await redis.close();
}

async function makeThreads(store: Store): Promise<void> {
  const at = bench({ store, close: () => store.close() });
  const pending = { ids: ["c1"], calls: "[]" };
  for (const ref of [BAD, GOOD]) await at.commit(await at.step({ ref }), { pending });
}

/** The bad thread is seen to be bad, harms no list, and makes room for another of its id. */
async function assertContained(store: Store): Promise<void> {
  const names = async () => {
    const { threads } = await store.list("acme", { limit: 10 });
    return new Map(threads.map(({ thread, header }) => [thread, header?.length ?? null]));
  };
  assert.deepEqual(await names(), new Map([["good", 1], ["bad", null]]));
  await assertCorrupt(store.read(BAD), BAD);
  const at = bench({ store, close: () => store.close() });
  await assertCorrupt(at.step({ ref: BAD, inputs: ["x"] }), BAD);
  assert.equal(await store.remove(BAD), true);
  assert.deepEqual(await names(), new Map([["good", 1]]));
  assert.equal(await store.read(BAD), undefined);
  assert.equal(await store.create(BAD, newThread()), true);
  assert.equal((await store.read(BAD))?.header.length, 0);
}

async function assertCorrupt(work: Promise<unknown>, { thread }: ThreadRef): Promise<void> {
  const error = await work.then(() => undefined, (thrown: unknown) => thrown);
  assert(error instanceof AgentError, Deno.inspect(error));
  assert.deepEqual([error.code, error.status, error.details.thread], ["store_corrupt", 500, thread]);
  assert.match(error.message, new RegExp(`Thread ${thread} `));
}
