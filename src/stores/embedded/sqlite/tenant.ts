// A tenant as a whole in the tables of sqlite. Texts are read back as bytes; schema.ts has the reason.

import type { SchemaSample, TenantRows } from "../../../core/store/tenant.ts";
import type { SqliteFile } from "./file.ts";
import { number, text, type Value } from "./rows.ts";
import { LEARNED } from "./tables.ts";

/** Rows of each table that one transaction removes. */
const AT_ONCE = 100;

/** The tables that name tenants, each with its key. What refers to a thread or to a day goes with it. */
const KEYS = {
  threads: "id",
  blobs: "tenant, thread, id",
  [LEARNED]: "tenant, model, feature",
  definitions: "tenant, kind, name",
  due: "tenant, name",
  ledger_days: "id",
} as const;

const KINDS =
  "SELECT CAST(kind AS BLOB) AS kind, count(*) AS count FROM definitions WHERE tenant = ? GROUP BY kind";

/** Removes some rows of each table, and returns how many. */
export function eraseTenant(file: SqliteFile, tenant: string): number {
  return Object.entries(KEYS).reduce((sum, [table, key]) => {
    const some = `SELECT ${key} FROM ${table} WHERE tenant = ? LIMIT ${AT_ONCE}`;
    const removed = file.all(`DELETE FROM ${table} WHERE (${key}) IN (${some}) RETURNING 1 AS one`, tenant);
    return sum + removed.length;
  }, 0);
}

/** As TenantStore.countTenant. */
export function countTenant(file: SqliteFile, tenant: string, now: number): TenantRows {
  const count = (from: string, ...values: readonly number[]) =>
    number(file.get(`SELECT count(*) AS count FROM ${from}`, tenant, ...values) ?? {}, "count");
  return {
    threads: count("threads WHERE tenant = ?"),
    running: count("threads WHERE tenant = ? AND lease_until > ?", now),
    schemas: readSchemas(file, "tenant = ?", tenant),
    definitions: Object.fromEntries(
      file.all(KINDS, tenant).map((row) => [text(row, "kind"), number(row, "count")]),
    ),
    due: count("due WHERE tenant = ?"),
    days: count("ledger_days WHERE tenant = ?"),
    others: count(`${LEARNED} WHERE tenant = ?`) +
      count(`blobs WHERE tenant = ? AND NOT EXISTS (
        SELECT 1 FROM threads WHERE threads.tenant = blobs.tenant AND threads.thread = blobs.thread)`),
  };
}

/** As TenantStore.sampleSchemas: it reads an index of the tenant's threads, and the rows of those that it counts. */
export function sampleSchemas(file: Pick<SqliteFile, "all">, tenant: string, most: number): SchemaSample {
  const [row = {}] = file.all("SELECT count(*) AS count FROM threads WHERE tenant = ?", tenant);
  const threads = number(row, "count");
  if (threads <= most) return { threads, schemas: readSchemas(file, "tenant = ?", tenant) };
  const newest = Math.ceil(most / 2);
  const step = Math.ceil((threads - newest) / (most - newest));
  const some = `id IN (SELECT id FROM (
    SELECT id, row_number() OVER (ORDER BY created_at DESC, thread DESC) - 1 AS place FROM threads WHERE tenant = ?
  ) WHERE place < ? OR (place - ?) % ? = 0)`;
  return { threads, schemas: readSchemas(file, some, tenant, newest, newest, step) };
}

function readSchemas(
  file: Pick<SqliteFile, "all">,
  where: string,
  ...values: readonly Value[]
): Record<string, number> {
  const sql = `SELECT schema, count(*) AS count FROM threads WHERE ${where} GROUP BY schema`;
  return Object.fromEntries(
    file.all(sql, ...values).map((row) => [String(number(row, "schema")), number(row, "count")]),
  );
}
