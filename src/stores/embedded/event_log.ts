// The event log of a thread over tables: every seq once, the newest EVENT_LIMIT events, until a while after the last.

import { EVENT_LIMIT } from "../../core/store/limits.ts";
import type { LoggedEvent } from "../../core/store/thread.ts";
import type { ExpiringThreads } from "./expiry.ts";
import type { Tables, ThreadRecord } from "./tables.ts";

/** The record with the events logged. Events that are in the log are left out: a flush may arrive twice. */
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
