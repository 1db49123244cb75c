// Rows V6, E8: a tenant with 100,000 threads. Lists, filters, the inbox and due times answer in an object as in a sqlite file, and what they
// read of it, which is billed, does not follow the number of threads.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { Store } from "../../../../src/core/store.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import { createSqliteStore } from "../../../../src/stores/embedded/sqlite/store.ts";
import { sqliteFile } from "../../../support/sqlite_file.ts";
import { type OpenObjects, startObjects } from "./_store.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const FEW = 1_000;
const MANY = 100_000;
const LIMIT = 20;
/** Rows that work reads at most: those of a page, each looked up in three sets, and of two pages that a turn reads for nothing. */
const MOST_READ = 12 * LIMIT;
const TENANT = "acme";

/**
 * Threads t1 and so on, two of each millisecond. Half of them are done, a tenth waits for people, each hundredth is of the same user, ten have
 * the facet `tag=rare`, and each has a time in the due index.
 */
const fill = (threads: number): string => `
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${threads})
  INSERT INTO threads (tenant, thread, created_at, schema, version, epoch, cancelled_epoch, status, length, base, meta, state,
    counters, marks, steps, log_last, log_count, log_until, facets, pending_ids, pending_calls, awaits)
  SELECT '${TENANT}', 't' || i, i / 2, ${SCHEMA}, 1, 1, 0,
    CASE WHEN i % 10 = 0 THEN 'waiting' WHEN i % 2 = 0 THEN 'done' ELSE 'open' END,
    0, 0, '{}', '{}', '{}', '[]', '{"holder":null,"committed":null,"queuedBy":null,"bookedFor":null}', 0, 0, 0,
    json_array('user=u' || (i % 100), 'tag=' || iif(i % 2 = 0, 'even', 'odd'), iif(i % ${
  threads / 10
} = 0, 'tag=rare', 'tag=often')),
    iif(i % 10 = 0, '["c"]', NULL), iif(i % 10 = 0, '[]', NULL), iif(i % 10 = 0, i, NULL)
  FROM n;
  INSERT INTO due (tenant, name, at) SELECT tenant, thread, created_at + ${LATER} FROM threads;`;

/** In epoch milliseconds: no alarm comes meanwhile. */
const LATER = 4e12;

type List = Parameters<Store["list"]>[1];

/** Pages by what they are of. */
const LISTS: Readonly<Record<string, Omit<List, "limit">>> = {
  all: {},
  "from the middle": { cursor: "300:t600" },
  "of a time": { filter: { after: 100, before: 300 } },
  done: { filter: { status: "done" } },
  "done and not archived": { filter: { status: "done", archived: false } },
  "of a user": { filter: { archived: false, facets: ["user=u7"] } },
  "rare, of large sets": { filter: { status: "waiting", archived: false, facets: ["tag=rare", "tag=even"] } },
  "of a set that is empty": { filter: { status: "done", archived: false, facets: ["tag=none"] } },
};

/** Work by what it is. A page of a filter looks each thread up in its sets, and reads on in each of them for as long as pages are short. */
const WORK: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  ...Object.fromEntries(
    Object.entries(LISTS).map(([what, page]) => {
      return [`list: ${what}`, (store: Store) => store.list(TENANT, { limit: LIMIT, ...page })];
    }),
  ),
  "inbox: newest": (store) => store.listAwaiting(TENANT, { limit: LIMIT, order: "newest" }),
  "inbox: oldest": (store) => store.listAwaiting(TENANT, { limit: LIMIT, order: "oldest" }),
  "inbox: from the middle": (store) =>
    store.listAwaiting(TENANT, { limit: LIMIT, order: "oldest", cursor: "500:t500" }),
  "due times": (store) => store.listDue(Number.MAX_SAFE_INTEGER, LIMIT),
  "a due time moves": (store) => store.moveDue(TENANT, "t2", { from: LATER + 1, to: LATER }),
  "a thread is read": (store) => store.read({ tenant: TENANT, thread: "t600" }),
  "a thread is named": (store) => store.putLabel({ tenant: TENANT, thread: "t600" }, { archived: true }),
  "a thread is removed": (store) => store.remove({ tenant: TENANT, thread: "t600" }),
};

async function filled(objects: OpenObjects, threads: number): Promise<OpenObjects> {
  await objects.store.moveDue(TENANT, "none", { from: 0 });
  await objects.sql(TENANT, fill(threads));
  return objects;
}

Deno.test(
  "V6: durable_objects reads as much for a page of 100,000 threads as for one of 1,000, and answers as sqlite",
  loose,
  async () => {
    await using file = await sqliteFile();
    const sqlite = createSqliteStore({ path: file.path });
    const database = new DatabaseSync(file.path);
    database.exec(fill(MANY));
    database.close();
    await using engine = await startObjects();
    const few = await filled(engine.open(), FEW);
    const many = await filled(engine.open(), MANY);
    for (const [what, work] of Object.entries(WORK)) {
      const ofFew = await few.rowsOf(TENANT, () => work(few.store));
      const ofMany = await many.rowsOf(TENANT, () => work(many.store));
      assert.deepEqual(ofMany.answer, await work(sqlite), what);
      assert.ok(
        Math.max(ofFew.read, ofMany.read) <= MOST_READ,
        `${what}: ${ofFew.read} and ${ofMany.read} rows`,
      );
      assert.ok(
        ofMany.written <= ofFew.written + 1,
        `${what}: ${ofFew.written} rows, then ${ofMany.written}`,
      );
    }
    await sqlite.close();
  },
);

Deno.test(
  "E13: durable_objects: alarms that follow each other remove threads that have expired together",
  loose,
  async () => {
    await using engine = await startObjects();
    const objects = await filled(engine.open(), FEW);
    await objects.sql(TENANT, "UPDATE threads SET expires_at = id");
    for (let left = FEW; left > 0;) {
      const { rows: [threads = 0], inMs } = await objects.alarm(TENANT);
      assert.ok(threads < left, `${threads} of ${left}`);
      left = threads;
      assert.ok(
        inMs !== null && (left === 0 ? inMs > 60_000 : inMs <= 2_000),
        `${left} are left, in ${inMs} ms`,
      );
    }
  },
);

Deno.test(
  "V6: a filter of two large sets without a common thread reads no set further than the smaller one",
  loose,
  async () => {
    await using engine = await startObjects();
    const objects = await filled(engine.open(), FEW);
    const filter = { status: "waiting" as const, facets: ["tag=odd"] };
    const { read, answer } = await objects.rowsOf(
      TENANT,
      () => objects.store.list(TENANT, { limit: LIMIT, filter }),
    );
    assert.deepEqual(answer, { threads: [] });
    assert.ok(read <= 4 * FEW / 10 * 2, `${read} rows`);
  },
);
