// The event log of a thread over tables: it knows every seq once, keeps the newest events, and ends some time after the last.

import { EVENT_LIMIT, type LoggedEvent } from "../../core/store.ts";
import type { ExpiringThreads } from "./expiry.ts";
import type { Tables, ThreadRecord } from "./tables.ts";

/** The record with the events logged. Events that are in the log already are left out: their flush came twice. */
export function logEvents(
  { tables, lifetimes }: ExpiringThreads,
  record: ThreadRecord,
  events: readonly LoggedEvent[],
  now: number,
): ThreadRecord {
  const { id, log } = record;
  const fresh = events.filter(({ seq }) => seq > log.last).slice(-EVENT_LIMIT);
  const last = fresh.at(-1);
  if (last === undefined) return record;
  const old = log.until > now ? Math.max(0, log.count + fresh.length - EVENT_LIMIT) : log.count;
  if (old > 0) tables.dropEvents(id, old);
  tables.appendEvents(id, fresh);
  return {
    ...record,
    log: { last: last.seq, count: log.count - old + fresh.length, until: now + lifetimes.eventsMs },
  };
}

/** Logged events with seq > after. */
export function readLog(
  tables: Tables,
  { id, log }: ThreadRecord,
  { after, limit, now }: { after: number; limit: number; now: number },
): LoggedEvent[] {
  return log.until > now ? tables.events(id, after, limit) : [];
}
