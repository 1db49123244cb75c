// A new thread with the history of another, over tables.

import type { ForkRequest } from "../../core/store/thread.ts";
import { ZERO_COUNTERS } from "../../core/usage.ts";
import { sourceUnknown } from "../../core/store/errors.ts";
import type { ExpiringThreads } from "./expiry.ts";

/** Store.fork, inside one transaction. */
export function fork(threads: ExpiringThreads, request: ForkRequest, now: number): boolean {
  const { source, target, append, version, base, summary, thread, status } = request;
  const { counters = ZERO_COUNTERS, pending = null, awaits = null } = request;
  const { tables } = threads;
  const from = threads.readable(source, now);
  if (from === undefined) throw sourceUnknown(source.thread);
  if (threads.find(target, now) !== undefined) return false;
  const length = Math.min(request.length, from.header.length);
  const draft = threads.make(target, thread, now);
  const shared = { version, base, summary, status, counters, length: length + append.length };
  const header = { ...draft.header, ...shared };
  const { id } = threads.insert({ ...draft, header, pending, awaits }, now);
  tables.copyEntries(from.id, id, length);
  tables.appendEntries(id, length, append);
  tables.copyPermanentBlobs(source, target);
  return true;
}
