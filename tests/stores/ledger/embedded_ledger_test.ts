// Row E12: the ledger of the embedded stores in files of earlier versions, and in long sessions.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { BOOKING_MS } from "../../../src/core/store/limits.ts";
import { LocalStore } from "../../../src/stores/embedded/store.ts";
import { MemoryTables } from "../../../src/stores/embedded/memory.ts";
import { MIGRATIONS } from "../../../src/stores/embedded/sqlite/schema.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { bench, counters, newThread } from "../../conformance/store_cases/case.ts";
import {
  booking,
  counted,
  DAY,
  heldOf,
  reservation,
  usedOf,
} from "../../conformance/store_cases/ledger/_ledger.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";

const START = 1_700_000_000_000;

Deno.test("E12: a sqlite file from before the ledger keeps its threads, whose counters go on", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  const older = MIGRATIONS.slice(0, 4);
  const db = new DatabaseSync(path);
  db.exec(`${older.join(";")}; PRAGMA user_version = ${older.length}`);
  const { microDollars: _, ...six } = counters(2);
  db.prepare(
    `INSERT INTO threads (tenant, thread, created_at, meta, schema, version, epoch, cancelled_epoch, status, length, base,
       state, counters, marks, steps, log_last, log_count, log_until)
     VALUES ('acme', 't1', 1, '{}', 1, 7, 7, 0, 'done', 0, 0, '{}', ?, '[]', ?, 0, 0, 0)`,
  ).run(JSON.stringify(six), '{"holder":null,"committed":null,"queuedBy":null,"bookedFor":null}');
  db.close();

  const store = createSqliteStore({ path });
  const at = bench({ store, close: () => store.close() });
  const ref = { tenant: "acme", thread: "t1" };
  assert.deepEqual((await at.header(ref)).counters, { ...counters(2), microDollars: 0 });
  await at.append(["e"], { ref, counters: counters(3), booking: booking() });
  assert.deepEqual((await at.header(ref)).counters, { ...counters(5), microDollars: 21 });
  assert.equal(await usedOf(store, "acme"), 10);
  await store.close();
});

Deno.test("E12: a sqlite ledger goes on after the store is closed and opened again", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  const first = createSqliteStore({ path });
  const [held, one] = [reservation(), booking()];
  await first.reserve("acme", held);
  await first.book("acme", one);
  await first.close();
  const second = createSqliteStore({ path });
  await second.book("acme", one);
  assert.deepEqual([await usedOf(second, "acme"), await heldOf(second, "acme")], [10, 100]);
  await second.book("acme", booking({ reservations: [held.id] }));
  assert.deepEqual([await usedOf(second, "acme"), await heldOf(second, "acme")], [20, 0]);
  await second.close();
});

Deno.test("E12: a sqlite file keeps no ledger that has expired", async () => {
  await using file = await sqliteFile();
  let now = START;
  const store = createSqliteStore({
    path: file.path,
    lifetimes: { ledgerMs: 2 * BOOKING_MS },
    clock: () => now,
  });
  const one = reservation();
  await store.reserve("acme", one);
  await store.book("acme", booking({ reservations: [one.id], ...counted("g", { n: 1 }) }));
  await store.reserve("acme", reservation());
  const db = new DatabaseSync(file.path);
  const rows = () =>
    ["days", "sums", "reservations", "ended", "counts"]
      .map((table) => db.prepare(`SELECT count(*) AS rows FROM ledger_${table}`).get()?.rows);
  assert.deepEqual(rows(), [1, 2, 1, 2, 1]);
  const sweep = () => store.create({ tenant: "acme", thread: `at ${now}` }, newThread());
  now += BOOKING_MS;
  await sweep();
  assert.deepEqual(rows(), [1, 2, 1, 0, 1], "what has ended is forgotten after an hour");
  now += BOOKING_MS;
  await sweep();
  assert.deepEqual(rows(), [0, 0, 0, 0, 0]);
  db.close();
  await store.close();
});

Deno.test("E12: the memory store keeps no ledger that has expired", async () => {
  let now = START;
  const tables = new MemoryTables();
  const lifetimes = { ledgerMs: 2 * BOOKING_MS };
  const store = new LocalStore("memory", tables, { lifetimes, clock: () => now });
  const one = booking();
  await store.book("acme", one);
  const { id } = tables.ledger.day("acme", DAY) ?? assert.fail("no day");
  assert.equal(tables.ledger.hasEnded(id, "booking", one.id), true);
  now += BOOKING_MS;
  await store.create({ tenant: "acme", thread: "t1" }, newThread());
  assert.equal(tables.ledger.hasEnded(id, "booking", one.id), false);
  now += BOOKING_MS;
  await store.create({ tenant: "acme", thread: "t2" }, newThread());
  assert.equal(tables.ledger.day("acme", DAY), undefined);
});

Deno.test("E12: a failed commit of a sqlite file books nothing, and is booked when it is sent again", async () => {
  await using file = await sqliteFile();
  const store = createSqliteStore({ path: file.path });
  const at = bench({ store, close: () => store.close() });
  const step = await at.step();
  const db = new DatabaseSync(file.path);
  db.exec("CREATE TRIGGER refuse BEFORE UPDATE ON threads BEGIN SELECT RAISE(ABORT, 'refused'); END");
  const one = booking();
  await assert.rejects(at.commit(step, { booking: one }));
  assert.equal(await usedOf(store, at.ref.tenant), 0);
  db.exec("DROP TRIGGER refuse");
  assert.equal((await at.commit(step, { booking: one })).type, "committed");
  assert.equal(await usedOf(store, at.ref.tenant), 10);
  db.close();
  await store.close();
});
