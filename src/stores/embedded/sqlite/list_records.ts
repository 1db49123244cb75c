// The list of threads of a tenant in a sqlite file. With a filter it reads the sets that the filter names in turns, each from where the last
// one has come to, and looks the threads up in the others: no set is read much further than the smallest one.

import { setNames } from "../../../core/store/thread_filter.ts";
import type { ListedRecord, ListPosition, ThreadsPage } from "../tables.ts";
import type { SqliteFile } from "./file.ts";
import { number, SELECT_THREADS, text, toListedRecord } from "./rows.ts";

/** Threads of a set that one turn reads at most. The first turn reads a page, and each one twice as many as the one before. */
const LONGEST_TURN = 1_000;

const ORDER = "ORDER BY created_at DESC, thread DESC LIMIT ?";
const IS_ALIVE = "(expires_at IS NULL OR expires_at > ?)";
const IS_IN = "EXISTS (SELECT 1 FROM thread_sets WHERE (tenant, name, created_at, thread) = " +
  "(found.tenant, ?, found.created_at, found.thread))";

/** The threads of a page that match, newest first. */
export function listRecords(
  file: SqliteFile,
  tenant: string,
  { after, limit, now, filter }: ThreadsPage,
): ListedRecord[] {
  const { at, thread } = after ?? { at: Number.MAX_SAFE_INTEGER, thread: "" };
  const from = filter.after ?? 0;
  // No name is before the empty one.
  const start = filter.before !== undefined && filter.before <= at
    ? { at: filter.before, thread: "" }
    : { at, thread };
  const names = setNames(filter);
  if (names.length > 0) return [...findInSets(file, tenant, names, { start, from, limit, now })];
  const sql = `${SELECT_THREADS} WHERE tenant = ? AND (created_at, thread) < (?, ?) AND created_at >= ?
    AND ${IS_ALIVE} ${ORDER}`;
  return file.all(sql, tenant, start.at, start.thread, from, now, limit).map(toListedRecord);
}

/** The threads that are in all of the sets. */
function* findInSets(
  file: SqliteFile,
  tenant: string,
  names: readonly string[],
  { start, from, limit, now }: {
    readonly start: ListPosition;
    readonly from: number;
    readonly limit: number;
    readonly now: number;
  },
): Iterable<ListedRecord> {
  const sql = `SELECT ${
    ["1", ...names.slice(1).map(() => IS_IN)].join(" AND ")
  } AS is_in, id, created_at, thread
    FROM thread_sets AS found WHERE tenant = ? AND name = ? AND (created_at, thread) < (?, ?)
    AND created_at >= ? ${ORDER}`;
  let { at, thread } = start;
  let left = limit;
  for (let turn = 0, length = limit;; turn++, length = Math.min(2 * length, LONGEST_TURN)) {
    const place = turn % names.length;
    const [name = "", ...others] = [...names.slice(place), ...names.slice(0, place)];
    const rows = file.all(sql, ...others, tenant, name, at, thread, from, length);
    for (const row of rows) {
      at = number(row, "created_at");
      thread = text(row, "thread");
      if (row.is_in !== 1) continue;
      const found = file.get(`${SELECT_THREADS} WHERE id = ? AND ${IS_ALIVE}`, number(row, "id"), now);
      if (found === undefined) continue;
      yield toListedRecord(found);
      left -= 1;
      if (left === 0) return;
    }
    if (rows.length < length) return;
  }
}
