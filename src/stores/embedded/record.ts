// The states of a thread record: new, with a step in progress, cancelled.

import type { NewThread, ThreadRef } from "../../core/store/thread.ts";
import { ZERO_COUNTERS } from "../../core/usage.ts";
import type { Holder, ThreadRecord } from "./tables.ts";

/** The record of a new thread, whose epochs are higher than `epoch`. */
export function newRecord(
  ref: ThreadRef,
  thread: NewThread,
  expiresAt: number | null,
  epoch: number,
): ThreadRecord {
  return {
    id: 0,
    ref,
    createdAt: thread.createdAt,
    expiresAt,
    header: {
      schema: thread.schema,
      version: 0,
      epoch,
      cancelledEpoch: 0,
      status: "waiting",
      length: 0,
      base: 0,
      summary: null,
      meta: thread.meta,
      state: thread.state,
      counters: ZERO_COUNTERS,
      ...thread.facets === undefined ? {} : { facets: thread.facets },
    },
    pending: null,
    marks: new Map(),
    awaits: null,
    lease: null,
    holder: null,
    committed: null,
    queuedBy: null,
    bookedFor: null,
    log: { last: 0, count: 0, until: 0 },
  };
}

/** The record with a new step in progress. */
export function withStep(record: ThreadRecord, holder: Holder, until: number): ThreadRecord {
  const header = { ...record.header, epoch: holder.epoch };
  return { ...record, header, holder, lease: { owner: holder.owner, until } };
}

/** The record after a cancel. */
export function cancelRecord(record: ThreadRecord): ThreadRecord {
  const epoch = record.header.epoch + 1;
  return {
    ...record,
    awaits: null,
    lease: null,
    header: { ...record.header, epoch, cancelledEpoch: epoch, status: "cancelled" },
  };
}

/** True when the epoch is that of the step that began last, and no cancel has come since. */
export function isCurrent({ header, holder }: ThreadRecord, epoch: number): boolean {
  return header.epoch === epoch && holder?.epoch === epoch;
}

/** Milliseconds that are left of the lease; 0 without one. */
export function leaseLeft({ lease }: Pick<ThreadRecord, "lease">, now: number): number {
  return Math.max(0, (lease?.until ?? 0) - now);
}
