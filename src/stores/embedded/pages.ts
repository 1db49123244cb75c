// How much of a history or a list one answer holds, and how a list goes on.

import { AgentError } from "../../core/error.ts";
import type { HeldHistory, HistoryWindow, WindowLimits } from "../../core/store.ts";
import type { ListedRecord, ListPosition, Tables, ThreadRecord } from "./tables.ts";

const PAGE_BYTES = 600 * 1024;
const CURSOR = /^(\d{1,16}):(.+)$/s;
const utf8 = new TextEncoder();

/** The end of the history, as far as the limits reach. Reads no more entries than it returns, and one. */
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

/** What is newer than the held history; undefined when that is not proven current, or more than the limits is newer. */
export function readNewer(
  tables: Tables,
  record: ThreadRecord,
  limits: WindowLimits,
  held: HeldHistory,
): HistoryWindow | undefined {
  const { committed, header: { base, length } } = record;
  if (committed?.owner !== held.owner || committed.version + 1 !== held.version) return undefined;
  if (held.start < base || held.length > length || length - held.length > limits.entries) return undefined;
  const newest = tables.entries(record.id, held.length, length, "newest first");
  const entries = takeBytes(newest, limits.bytes).reverse();
  return entries.length < length - held.length ? undefined : { start: held.length, entries };
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

/** Entries with from <= index < to, as much of them as a page holds. */
export function readRange(tables: Tables, { id }: ThreadRecord, from: number, to: number): string[] {
  return takeBytes(tables.entries(id, from, to, "oldest first"), PAGE_BYTES);
}

/** The position that a cursor stands for. */
export function parseCursor(cursor: string): ListPosition {
  const [, createdAt, thread] = CURSOR.exec(cursor) ?? [];
  if (createdAt === undefined || thread === undefined) {
    throw new AgentError("invalid_request", "The cursor is not one that a list of threads gave out.");
  }
  return { createdAt: Number(createdAt), thread };
}

/** The cursor that goes on behind a thread. */
export function toCursor({ createdAt, ref }: ListedRecord): string {
  return `${createdAt}:${ref.thread}`;
}

// Stops reading at the first text that does not fit, but takes at least one.
function takeBytes(texts: Iterable<string>, limit: number): string[] {
  const taken: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    bytes += utf8.encode(text).length;
    if (bytes > limit && taken.length > 0) break;
    taken.push(text);
  }
  return taken;
}
