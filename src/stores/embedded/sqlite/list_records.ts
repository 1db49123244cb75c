// The list of threads of a tenant in a sqlite file. With a filter it reads the smallest of the sets that the filter names, in the order of
// the list, and looks the threads up in the others.

import { setNames } from "../../../core/store/thread_filter.ts";
import type { ListedRecord, ThreadsPage } from "../tables.ts";
import type { SqliteFile } from "./file.ts";
import { number, SELECT_THREADS, toListedRecord } from "./rows.ts";

/** Threads of a set that are counted to find the smallest one. */
const LARGE_SET = 2_000;

/** The threads of a page that match, newest first. */
export function listRecords(
  file: SqliteFile,
  tenant: string,
  { after, limit, now, filter }: ThreadsPage,
): ListedRecord[] {
  const { at, thread } = after ?? { at: Number.MAX_SAFE_INTEGER, thread: "" };
  const from = filter.after ?? 0;
  const [position, first] = filter.before === undefined || filter.before > at
    ? ["(created_at, thread) < (?, ?)", [at, thread]] as const
    : ["created_at < ?", [filter.before]] as const;
  const place = `tenant = ? AND ${position} AND created_at >= ?`;
  const order = "ORDER BY created_at DESC, thread DESC LIMIT ?";
  const isAlive = "(expires_at IS NULL OR expires_at > ?)";
  const [smallest, ...others] = bySize(file, tenant, setNames(filter));
  if (smallest === undefined) {
    const sql = `${SELECT_THREADS} WHERE ${place} AND ${isAlive} ${order}`;
    return file.all(sql, tenant, ...first, from, now, limit).map(toListedRecord);
  }
  const isIn = "EXISTS (SELECT 1 FROM thread_sets WHERE (tenant, name, created_at, thread) = " +
    "(found.tenant, ?, found.created_at, found.thread))";
  const found = `SELECT id FROM thread_sets AS found WHERE name = ? AND ${place} ${
    others.map(() => `AND ${isIn}`).join(" ")
  } AND EXISTS (SELECT 1 FROM threads WHERE threads.id = found.id AND ${isAlive}) ${order}`;
  return file.all(
    `${SELECT_THREADS} WHERE id IN (${found}) ORDER BY created_at DESC, thread DESC`,
    smallest,
    tenant,
    ...first,
    from,
    ...others,
    now,
    limit,
  ).map(toListedRecord);
}

/** The names of sets, that of the smallest set first. Sets of more than so many threads are equally large. */
function bySize(file: SqliteFile, tenant: string, names: readonly string[]): string[] {
  if (names.length < 2) return [...names];
  const sql =
    "SELECT count(*) AS size FROM (SELECT 1 FROM thread_sets WHERE tenant = ? AND name = ? LIMIT ?)";
  const sizes = new Map(names.map((name) => {
    return [name, number(file.get(sql, tenant, name, LARGE_SET) ?? {}, "size")];
  }));
  return [...names].sort((left, right) => (sizes.get(left) ?? 0) - (sizes.get(right) ?? 0));
}
