// A new thread with the history of another, over tables.

import type { ForkRequest } from "../../core/store/thread.ts";
import { ZERO_COUNTERS } from "../../core/usage.ts";
import { sourceUnknown } from "../../core/store/errors.ts";
import type { ExpiringThreads } from "./expiry.ts";

/** A thread that is forked into other tables. */
export interface ForkSource {
  /** The same until the thread is removed. */
  readonly incarnation: number;
  readonly length: number;
  /** Ids of the blobs that its entries may refer to, in order. */
  readonly blobs: readonly string[];
}

/** What a fork has from a source in other tables: the entries, and the ids of blobs that the new thread has already. */
export interface CopiedSource extends Pick<ForkSource, "blobs"> {
  readonly entries: readonly string[];
}

/** Store.fork, inside one transaction. */
export function fork(
  threads: ExpiringThreads,
  request: ForkRequest,
  now: number,
  copied?: CopiedSource,
): boolean {
  const { source, target, append, version, base, summary, thread, status } = request;
  const { counters = ZERO_COUNTERS, pending = null, awaits = null } = request;
  const { tables } = threads;
  const from = copied === undefined ? threads.readable(source, now) : undefined;
  const sourceLength = copied?.entries.length ?? from?.header.length;
  if (sourceLength === undefined) throw sourceUnknown(source.thread);
  if (threads.find(target, now) !== undefined) return false;
  const length = Math.min(request.length, sourceLength);
  const draft = threads.make(target, thread, now);
  const shared = { version, base, summary, status, counters, length: length + append.length };
  const header = { ...draft.header, ...shared };
  const { id } = threads.insert({ ...draft, header, pending, awaits }, now);
  if (from !== undefined) {
    tables.copyEntries(from.id, id, length);
    tables.copyPermanentBlobs(source, target);
  }
  if (copied !== undefined) {
    tables.appendEntries(id, 0, copied.entries);
    tables.makeBlobsPermanent(target, copied.blobs);
  }
  tables.appendEntries(id, length, append);
  return true;
}
