// Reads the threads of a tenant, the newest first, and adds what they have in some weeks to the counts. One entry is in memory at a
// time, and of a thread the part that lies in these weeks.

import { failureFields, toAgentError } from "../../../core/error.ts";
import type { Entry } from "../../../core/entry.ts";
import type { ThreadMeta } from "../../../core/state.ts";
import type { ListedThread, ThreadHeader, ThreadRef } from "../../../core/store/thread.ts";
import type { HttpDeps } from "../../../http/context.ts";
import { unpackEntry } from "../../../kernel/stored_history/blobs.ts";
import { readMeta, readState } from "../../../kernel/stored.ts";
import type { CatalogueReader } from "../catalogue/reader.ts";
import { inLanes } from "../catalogue/pieces.ts";
import { ThreadCounter } from "./count_thread.ts";
import type { UsageCounts } from "./counts.ts";
import { readTerms } from "./variants.ts";
import { parseWeek, WEEK_MS } from "./week.ts";

/** Entries of one request of a history. */
const ENTRIES = 100;

/** What reading needs. */
export interface ReadParts {
  readonly deps: HttpDeps;
  /** The catalogues that this isolate has read; their tools say which variants and categories threads have. */
  readonly reader: CatalogueReader;
}

/** What is read. */
export interface ReadRequest {
  readonly tenant: string;
  /** The weeks that are counted. */
  readonly weeks: ReadonlySet<string>;
  /** Continues a reading. */
  readonly cursor?: string | undefined;
  /** Threads of one request of the list, 1 to 100. */
  readonly page: number;
  /** True when no further page is to be read, given how many threads were looked at, and how many of them were read. */
  isEnough(looked: number, read: number): boolean;
  /** The counts of a week, to add to. */
  countsOf(week: string): UsageCounts;
}

/** What was read. */
export interface ReadThreads {
  /** Threads whose histories were read; the others had no entry in the weeks. */
  readonly read: number;
  /** Threads that cannot be read. */
  readonly unreadable: number;
  /** Continues the reading; absent when every thread was looked at. */
  readonly cursor?: string;
}

/** The times of the weeks, from the beginning of the first to the end of the last. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads threads. A thread that has lived in none of the weeks costs no request; each other one costs a request for a hundred entries,
 * and one for each entry that is too large for its history.
 *
 * @throws {AgentError} what the store throws; a thread that cannot be read is counted as such
 */
export async function readThreads(request: ReadRequest, parts: ReadParts): Promise<ReadThreads> {
  const { tenant, weeks } = request;
  const { store, log } = parts.deps;
  const starts = Array.from(weeks, (week) => parseWeek(week) ?? 0);
  const range = { from: Math.min(...starts), to: Math.max(...starts) + WEEK_MS };
  let [looked, read, unreadable] = [0, 0, 0];
  let { cursor } = request;
  do {
    const page = await store.list(tenant, { limit: request.page, cursor });
    looked += page.threads.length;
    await inLanes(page.threads, async (listed) => {
      try {
        if (await readThread(listed, range, request, parts)) read += 1;
      } catch (thrown) {
        if (toAgentError(thrown).code !== "store_corrupt") throw thrown;
        unreadable += 1;
        log("warn", "a thread could not be counted", {
          tenant,
          thread: listed.thread,
          ...failureFields(thrown),
        });
      }
    });
    ({ cursor } = page);
  } while (cursor !== undefined && !request.isEnough(looked, read));
  return { read, unreadable, cursor };
}

/** Adds one thread. False where it has nothing in the range. */
async function readThread(
  { thread, header }: ListedThread,
  range: Range,
  { tenant, weeks, countsOf }: ReadRequest,
  parts: ReadParts,
): Promise<boolean> {
  if (header === null || header.length === 0) return false;
  const ref = { tenant, thread };
  const [meta, state] = [readMeta(ref, header), readState(ref, header)];
  const lived = Array.from(weeks, (week) => parseWeek(week) ?? 0)
    .some((start) => meta.createdAt < start + WEEK_MS && state.updatedAt >= start);
  if (!lived) return false;
  const counter = new ThreadCounter(weeks);
  for await (const entry of entriesIn(ref, { header, meta }, range, parts)) {
    if (entry.at >= range.to && !counter.isOpen) break;
    counter.take(entry);
  }
  counter.finish(await readTerms(ref, { meta, state }, parts), countsOf);
  return true;
}

/** The thread's own entries from the beginning of the range on; those that a fork has copied are of the thread it was forked from. */
async function* entriesIn(
  ref: ThreadRef,
  { header: { length }, meta: { createdAt, forkedFrom } }: {
    readonly header: ThreadHeader;
    readonly meta: ThreadMeta;
  },
  { from }: Range,
  { deps: { store } }: ReadParts,
): AsyncGenerator<Entry, void> {
  const shared = forkedFrom?.version ?? 0;
  let next = createdAt >= from && forkedFrom === undefined ? 0 : await firstIndex(ref, length, from, store);
  while (next < length) {
    const window = await store.history(ref, { after: next, limit: Math.min(ENTRIES, length - next) });
    if (window === undefined || window.entries.length === 0) return; // removed in the meantime
    for (const text of window.entries) {
      const entry = await unpackEntry(store, ref, text);
      if (entry.version > shared) yield entry;
    }
    next += window.entries.length;
  }
}

/** The index of the first entry from a time on, by halves: about ten requests for a thousand entries. */
async function firstIndex(
  ref: ThreadRef,
  length: number,
  from: number,
  store: HttpDeps["store"],
): Promise<number> {
  let [low, high] = [0, length];
  while (high - low > ENTRIES) {
    const middle = (low + high) >> 1;
    const window = await store.history(ref, { after: middle, limit: 1 });
    const [text] = window?.entries ?? [];
    if (text === undefined) return length; // removed in the meantime
    if ((await unpackEntry(store, ref, text)).at < from) low = middle;
    else high = middle;
  }
  return low;
}
