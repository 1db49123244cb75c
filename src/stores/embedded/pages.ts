// The pages of histories and lists, and the cursors of lists.

import type { CachedHistory, WindowLimits } from "../../core/store/begin.ts";
import { cursorInvalid } from "../../core/store/errors.ts";
import { PAGE_BYTES } from "../../core/store/limits.ts";
import type { HistoryWindow } from "../../core/store/thread.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import type { ListPosition, Tables, ThreadRecord } from "./tables.ts";

const CURSOR = /^(\d{1,16}):(.+)$/s;

/** The end of the history within the limits. Reads at most one entry more than it returns. */
export function readWindow(
  tables: Tables,
  { id, header }: ThreadRecord,
  limits: WindowLimits,
): HistoryWindow {
  const { base, length } = header;
  const newest = tables.entries(id, Math.max(base, length - limits.entries), length, "newest first");
  const entries = takeBytes(newest, limits.bytes).reverse();
  return { start: length - entries.length, entries };
}

/** The entries behind the cached history; undefined when it is not proven current, or when they exceed the limits. */
export function readNewer(
  tables: Tables,
  record: ThreadRecord,
  limits: WindowLimits,
  cached: CachedHistory,
): HistoryWindow | undefined {
  const { committed, header: { base, length } } = record;
  if (committed?.owner !== cached.owner || committed.version + 1 !== cached.version) return undefined;
  if (cached.start < base || cached.length > length || length - cached.length > limits.entries) {
    return undefined;
  }
  const newest = tables.entries(record.id, cached.length, length, "newest first");
  const entries = takeBytes(newest, limits.bytes).reverse();
  return entries.length < length - cached.length ? undefined : { start: cached.length, entries };
}

/** Entries from `after` on: at most `limit` and at most 600 KB of them, but at least one. */
export function readPage(
  tables: Tables,
  record: ThreadRecord,
  { after, limit }: { after: number; limit: number },
): HistoryWindow {
  return {
    start: after,
    entries: readRange(tables, record, after, Math.min(record.header.length, after + limit)),
  };
}

/** Entries with from <= index < to, at most 600 KB of them, but at least one. */
export function readRange(tables: Tables, { id }: ThreadRecord, from: number, to: number): string[] {
  return takeBytes(tables.entries(id, from, to, "oldest first"), PAGE_BYTES);
}

/**
 * The position that a cursor stands for.
 *
 * @throws {AgentError} invalid_request when the cursor is malformed.
 */
export function parseCursor(cursor: string): ListPosition {
  const [, at, thread] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || thread === undefined) throw cursorInvalid();
  return { at: Number(at), thread };
}

/** The cursor of the page behind a thread. */
export function toCursor({ at, thread }: ListPosition): string {
  return `${at}:${thread}`;
}

/** The place of a thread in a list by its creation. */
export function toPosition({ createdAt, ref }: Pick<ThreadRecord, "createdAt" | "ref">): ListPosition {
  return { at: createdAt, thread: ref.thread };
}

/** Negative when `left` comes first in a list by time. Equal times are ordered by name, as UTF-16 and not by a locale. */
export function newestFirst(left: ListPosition, right: ListPosition): number {
  if (left.at !== right.at) return right.at - left.at;
  return left.thread === right.thread ? 0 : left.thread < right.thread ? 1 : -1;
}

// Texts up to `limit` bytes, but at least one. Reads no text behind the first that does not fit.
function takeBytes(texts: Iterable<string>, limit: number): string[] {
  const fitting: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    bytes += utf8Bytes(text);
    if (bytes > limit && fitting.length > 0) break;
    fitting.push(text);
  }
  return fitting;
}
