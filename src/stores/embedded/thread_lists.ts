// The lists of a tenant's threads, page by page, and the names by which lists with a filter find a thread.

import { AgentError } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import { SCHEMA } from "../../core/state.ts";
import type { AwaitingThread, ListedThread, ThreadRef } from "../../core/store/thread.ts";
import type { ExpiringThreads } from "./expiry.ts";
import { parseCursor, toCursor, toPosition } from "./pages.ts";
import { leaseLeft } from "./record.ts";
import type { Tables } from "./tables.ts";

/** A page of Store.list. */
export function listThreads(
  tables: Tables,
  tenant: string,
  { cursor, limit, filter }: Parameters<Store["list"]>[1],
  now: number,
): Awaited<ReturnType<Store["list"]>> {
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const records = tables.threads(tenant, { after, limit: limit + 1, now, filter: filter ?? {} });
  const known = filter !== undefined && tables.hasUnindexed(tenant) ? { unindexed: true as const } : {};
  const page = records.slice(0, limit);
  const threads = page.map(({ id, ref: { thread }, createdAt, header, lease }): ListedThread => {
    const listed = {
      thread,
      createdAt,
      waiting: tables.inboxSize(id),
      running: leaseLeft({ lease }, now) > 0,
    };
    return header !== null && header.schema > SCHEMA
      ? { ...listed, header: null, isNewer: true }
      : { ...listed, header };
  });
  const last = page.at(-1);
  if (records.length <= limit || last === undefined) return { threads, ...known };
  return { threads, ...known, cursor: toCursor(toPosition(last)) };
}

/** A page of Store.listAwaiting. */
export function listAwaiting(
  tables: Tables,
  tenant: string,
  { cursor, limit, order }: Parameters<Store["listAwaiting"]>[1],
  now: number,
): Awaited<ReturnType<Store["listAwaiting"]>> {
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const found = tables.awaiting(tenant, { after, limit: limit + 1, order, now });
  const page = found.slice(0, limit);
  const threads = page.flatMap(({ thread, at }) => awaiting(tables, { tenant, thread }, at));
  const last = page.at(-1);
  return found.length > limit && last ? { threads, cursor: toCursor(last) } : { threads };
}

/** Store.putFacets, inside one transaction. */
export function putFacets(
  threads: ExpiringThreads,
  ref: ThreadRef,
  { version, facets }: Parameters<Store["putFacets"]>[1],
  now: number,
): Awaited<ReturnType<Store["putFacets"]>> {
  const record = threads.readable(ref, now);
  if (record === undefined) return "missing";
  const { header } = record;
  if (header.version !== version || leaseLeft(record, now) > 0) return "busy";
  threads.tables.updateThread({ ...record, header: { ...header, facets } });
  return "put";
}

/** Store.putLabel, inside one transaction. */
export function putLabel(
  threads: ExpiringThreads,
  ref: ThreadRef,
  { title, archived }: Parameters<Store["putLabel"]>[1],
  now: number,
): boolean {
  const record = threads.readable(ref, now);
  if (record === undefined) return false;
  const { givenTitle, archived: wasArchived, ...header } = record.header;
  const named = title ?? givenTitle;
  const labelled = {
    ...header,
    ...named === undefined ? {} : { givenTitle: named },
    ...archived ?? wasArchived ? { archived: true as const } : {},
  };
  threads.tables.updateThread({ ...record, header: labelled });
  return true;
}

function awaiting(tables: Tables, ref: ThreadRef, since: number): AwaitingThread[] {
  try {
    const { header, pending = null, marks } = tables.thread(ref) ?? {};
    if (header === undefined || pending === null || marks === undefined || header.schema > SCHEMA) return [];
    return [{ thread: ref.thread, since, header, pending, marks }];
  } catch (error) {
    if (error instanceof AgentError && error.code === "store_corrupt") return [];
    throw error;
  }
}
