/** What is particular to the sqlite store: its file, its statements, and how it fails. */
import assert from "node:assert/strict";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { AgentError, type ErrorCode } from "../../src/core/error.ts";
import type { Store } from "../../src/core/store.ts";
import { MIGRATIONS } from "../../src/stores/embedded/sqlite/schema.ts";
import { createSqliteStore } from "../../src/stores/embedded/sqlite/store.ts";
import { bench, newThread, texts, wholeHistory } from "../conformance/store_cases/case.ts";
import {
  booking,
  counted,
  DAY,
  LATER,
  limited,
  reservation,
} from "../conformance/store_cases/ledger/_ledger.ts";
import { sqliteFile } from "../support/sqlite_file.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { createTestApp } from "../http/_app.ts";

function hasCode(code: ErrorCode): (error: unknown) => boolean {
  return (error) => error instanceof AgentError && error.code === code;
}

Deno.test("E2: on a Node without node:sqlite the store says which Node has it", () => {
  const own = Object.getOwnPropertyDescriptor(process, "getBuiltinModule");
  Object.defineProperty(process, "getBuiltinModule", { value: () => undefined, configurable: true });
  try {
    assert.throws(() => createSqliteStore({ path: ":memory:" }), (error) => {
      assert.match(
        String(error),
        /needs node:sqlite, which Node has from 22\.13 on; this is Node \d+.*TREADLE_STORE/,
      );
      return hasCode("config_invalid")(error);
    });
  } finally {
    if (own === undefined) Reflect.deleteProperty(process, "getBuiltinModule");
    else Object.defineProperty(process, "getBuiltinModule", own);
  }
});

Deno.test("E2: a sqlite thread goes on after the store is closed and opened again", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  const first = createSqliteStore({ path });
  const at = bench({ store: first, close: () => first.close() });
  await at.append(["a", "b"]);
  const before = await first.read(at.ref);
  await first.close();
  const second = createSqliteStore({ path });
  assert.deepEqual(await second.read(at.ref), before);
  assert.deepEqual(await wholeHistory(second, at.ref), ["a", "b"]);
  await second.close();
});

Deno.test("E2: a sqlite file of a newer Treadle is refused and left alone", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  await createSqliteStore({ path }).close();
  const db = new DatabaseSync(path);
  db.exec("PRAGMA user_version = 99");
  db.close();
  assert.throws(() => createSqliteStore({ path }), hasCode("schema_unsupported"));
});

Deno.test("C4: a sqlite file from before learned capabilities keeps its threads and records them", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  const [first = ""] = MIGRATIONS;
  const db = new DatabaseSync(path);
  db.exec(`${first}; PRAGMA user_version = 1`);
  db.exec(
    `INSERT INTO threads (tenant, thread, created_at, meta, schema, version, epoch, cancelled_epoch, status, length, base,
       state, counters, marks, steps, log_last, log_count, log_until)
     VALUES ('acme', 't1', 1, '{}', 1, 7, 7, 0, 'done', 0, 0, '{}', '{}', '[]', '{}', 0, 0, 0)`,
  );
  db.close();
  const store = createSqliteStore({ path });
  assert.equal((await store.read({ tenant: "acme", thread: "t1" }))?.header.version, 7);
  await store.recordLearnedCapabilities("acme", "openai/a", ["tool"], 60_000);
  assert.deepEqual(await store.readLearnedCapabilities("acme", "openai/a"), ["tool"]);
  await store.close();
});

Deno.test("E8: a sqlite file from before the due index keeps its threads, and they go on", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  const before = MIGRATIONS.findIndex((step) => step.includes("CREATE TABLE due"));
  const db = new DatabaseSync(path);
  for (const step of MIGRATIONS.slice(0, before)) db.exec(step);
  db.exec(`PRAGMA user_version = ${before}`);
  db.exec(
    `INSERT INTO threads (tenant, thread, created_at, meta, schema, version, epoch, cancelled_epoch, status, length, base,
       state, counters, marks, steps, log_last, log_count, log_until)
     VALUES ('acme', 't1', 1, '{}', 1, 7, 7, 0, 'done', 0, 0, '{}', '{}', '[]', '{"holder":null}', 0, 0, 0);
     INSERT INTO receipts VALUES (1, 'k', 'h', 'done', 7, 0, 0, '"r"', 9000000000000)`,
  );
  db.close();
  const store = createSqliteStore({ path });
  assert.deepEqual(await store.listDue(9_000_000_000_000, 10), []);
  const ref = { tenant: "acme", thread: "t1" };
  const request = {
    ref,
    owner: "o",
    schema: 1,
    inputs: ["a"],
    receiptMs: 1_000,
    due: 5,
    idempotency: { key: "new", bodyHash: "h" },
  };
  assert.deepEqual(await store.enqueue(request), {
    type: "queued",
    version: 7,
    running: false,
    waiting: 1,
    created: false,
  });
  const known = { ...request, owner: "p", idempotency: { key: "k", bodyHash: "h" } };
  assert.deepEqual(await store.enqueue(known), { type: "duplicate", version: 7 });
  // What is accepted again has moved the row by a millisecond, so that it is not removed by its old time.
  assert.deepEqual(await store.listDue(5, 10), [{ tenant: "acme", name: "t1", at: 4 }]);
  const at = bench({ store, close: () => store.close() });
  const step = await at.step({ ref, inputs: [] });
  assert.deepEqual(step.begun.inbox, ["a"]);
  assert.deepEqual(await at.commit(step), { type: "committed", version: 8, waiting: 0 });
  await store.close();
});

Deno.test("E2, O2: a sqlite file that is damaged is named as such, when it is opened and later", async () => {
  const path = await Deno.makeTempFile({ suffix: ".sqlite" });
  await Deno.writeTextFile(path, "no file of sqlite ".repeat(1_000));
  assert.throws(() => createSqliteStore({ path }), { code: "config_invalid", message: /is damaged: stop/ });
  await Deno.remove(path);
  const store = createSqliteStore({ path });
  await store.putDefinition("acme", "note", "n", "x".repeat(50_000));
  await store.close();
  const bytes = await Deno.readFile(path);
  await Deno.writeFile(path, bytes.fill(7, bytes.length - 30_000));
  const read = async () => {
    const damaged = createSqliteStore({ path });
    try {
      return await damaged.readDefinition("acme", "note", "n");
    } finally {
      await damaged.close();
    }
  };
  await assert.rejects(read, { code: "store_failed", message: /is damaged: stop/ });
  await Deno.remove(path);
});

Deno.test("E2: a sqlite file that cannot be opened is a wrong configuration", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  assert.throws(() => createSqliteStore({ path: `${path}/missing/threads.db` }), hasCode("config_invalid"));
  await Deno.writeTextFile(path, "this is no database, but a text of some length".repeat(100));
  assert.throws(() => createSqliteStore({ path }), hasCode("config_invalid"));
});

Deno.test("E3: a sqlite file that another process keeps locked is store_unavailable, and then works", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  const store = createSqliteStore({ path, busyMs: 20 });
  const ref = { tenant: "acme", thread: "t1" };
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  await assert.rejects(store.create(ref, newThread()), hasCode("store_unavailable"));
  assert.equal(await store.read(ref), undefined);
  other.exec("ROLLBACK");
  other.close();
  assert.equal(await store.create(ref, newThread()), true);
  await store.close();
});

Deno.test("E3: a request that waits for a sqlite file which another process has locked keeps no other waiting", async () => {
  await using file = await sqliteFile();
  const store = createSqliteStore({ path: file.path });
  const ref = { tenant: "acme", thread: "t1" };
  const other = new DatabaseSync(file.path);
  other.exec("BEGIN IMMEDIATE");
  let isCreated: boolean | undefined;
  const creating = store.create(ref, newThread()).then((created) => isCreated = created);
  const memory = createMemoryStore();
  for (let thread = 0; thread < 20; thread++) {
    assert.equal(await memory.create({ tenant: "acme", thread: `m${thread}` }, newThread()), true);
    await new Promise((resolve) => setTimeout(resolve));
  }
  assert.equal(await store.read(ref), undefined, "reads need no lock");
  assert.equal(isCreated, undefined, "the write waits");
  other.exec("ROLLBACK");
  other.close();
  await creating;
  assert.equal(isCreated, true, "and is done behind the lock");
  await store.close();
});

Deno.test("E3: a step on a sqlite file that stays locked is 503 store_unavailable with Retry-After, and nothing of it is written", async () => {
  await using file = await sqliteFile();
  const store = createSqliteStore({ path: file.path, busyMs: 20 });
  const app = createTestApp({ store });
  const other = new DatabaseSync(file.path);
  const step = () => app.send("POST", "/v1/threads/t1/steps", { agent: "tester", input: "hi" });
  other.exec("BEGIN IMMEDIATE");
  const refused = await step();
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  assert.equal((await refused.json()).code, "store_unavailable");
  other.exec("ROLLBACK");
  other.close();
  assert.equal(await store.read({ tenant: "acme", thread: "t1" }), undefined);
  assert.equal((await step()).status, 200);
  await store.close();
});

Deno.test("E14: a sqlite file without room is store_full, and the thread is unchanged", async () => {
  const store = storeWithPages(40);
  const at = bench({ store, close: () => store.close() });
  await at.append(["a"]);
  const step = await at.step();
  const before = await store.read(at.ref);
  await assert.rejects(at.commit(step, { entries: ["x".repeat(200_000)] }), hasCode("store_full"));
  assert.deepEqual(await store.read(at.ref), before);
  assert.equal((await at.commit(step)).type, "committed");
  await store.close();
});

/** A store in memory whose file has at most so many pages of 4 KB. */
function storeWithPages(pages: number): Store {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    exec.call(this, sql);
    if (sql.startsWith("PRAGMA user_version =")) exec.call(this, `PRAGMA max_page_count = ${pages}`);
  };
  try {
    return createSqliteStore({ path: ":memory:" });
  } finally {
    DatabaseSync.prototype.exec = exec;
  }
}

Deno.test("E3: a new sqlite file waits for another process that is creating it, and no longer than busyMs", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  const held = await holdNewFile(path, 200);
  const store = createSqliteStore({ path, busyMs: 5_000 });
  assert.equal(await store.create({ tenant: "acme", thread: "t1" }, newThread()), true);
  await store.close();
  await held.released;

  await using second = await sqliteFile();
  const long = await holdNewFile(second.path, 600);
  assert.throws(() => createSqliteStore({ path: second.path, busyMs: 20 }), hasCode("store_unavailable"));
  await long.released;
});

/** Resolves when a thread of its own has the write lock of a file that is not in WAL mode yet, for so many milliseconds. */
async function holdNewFile(path: string, ms: number): Promise<{ released: Promise<void> }> {
  const source = `import process from "node:process";
import { DatabaseSync } from "node:sqlite";
    const db = new DatabaseSync(${JSON.stringify(path)});
    db.exec("BEGIN IMMEDIATE");
    self.postMessage("locked");
    setTimeout(() => { db.exec("ROLLBACK"); db.close(); self.postMessage("released"); }, ${ms});`;
  const url = `data:text/javascript,${encodeURIComponent(source)}`;
  const worker = new Worker(url, { type: "module" });
  const next = () => new Promise<void>((resolve) => worker.onmessage = () => resolve());
  await next();
  return { released: next().then(() => worker.terminate()) };
}

Deno.test("E2: no sqlite statement scans a table", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  const statements = await statementsOf(async () => {
    let now = 1;
    const store = createSqliteStore({ path, lifetimes: { threadMs: 100_000 }, clock: () => now });
    const at = bench({ store, close: () => store.close() });
    const idempotency = { key: "k", bodyHash: "h" };
    const blob = await store.putBlob(at.ref, "blob");
    const step = await at.step({ idempotency });
    await at.begin({ inputs: ["q"], busy: "queue" });
    const events = texts(5_001).map((text, index) => ({ seq: index + 1, text }));
    await at.advance(step, { entries: texts(10), events, blobs: [blob], idempotency });
    await store.abandon({ ref: at.ref, owner: step.owner, epoch: 2, inputs: ["q"], idempotency });
    await at.append(["a"]);
    await store.fork({
      source: at.ref,
      target: at.sibling("t2"),
      length: 5,
      append: [],
      version: 1,
      base: 0,
      summary: null,
      thread: newThread(),
      status: "done",
    });
    await store.list(at.ref.tenant, { limit: 1 });
    await store.readEvents(at.ref, 0, 10);
    await wholeHistory(store, at.ref);
    await store.getBlob(at.ref, blob);
    const held = reservation({ accounts: [limited("tenant", 100)] });
    await at.append(["b"], { booking: booking(counted("g", { n: 1 })) });
    for (const each of [held, held, reservation({ accounts: [limited("tenant", 1)], now: LATER })]) {
      await store.reserve(at.ref.tenant, each);
    }
    await store.book(at.ref.tenant, booking({ reservations: [held.id] }));
    await store.readLedger(at.ref.tenant, DAY, DAY);
    now = 1_000_000;
    await at.append(["swept"]);
    await store.close();
  });
  const db = new DatabaseSync(path);
  assert(statements.size > 40, `${statements.size} statements seen`);
  for (const sql of statements) {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all().map(({ detail }) => String(detail));
    const scans = plan.filter((detail) => detail.startsWith("SCAN") && detail !== "SCAN CONSTANT ROW");
    assert.deepEqual(scans, [], sql);
    assert(!plan.some((detail) => detail.includes("TEMP B-TREE")), `sorts: ${sql}`);
  }
  db.close();
});

/** The statements that are prepared while `work` runs. */
async function statementsOf(work: () => Promise<void>): Promise<Set<string>> {
  const seen = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (sql, ...rest) {
    if (!sql.startsWith("PRAGMA")) seen.add(sql);
    return prepare.call(this, sql, ...rest);
  };
  try {
    await work();
  } finally {
    DatabaseSync.prototype.prepare = prepare;
  }
  return seen;
}
