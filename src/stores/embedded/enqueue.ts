// An input that is accepted without a step, over tables. lua/enqueue.ts of the Upstash store decides the same.

import type { EnqueueOutcome, EnqueueRequest } from "../../core/store/enqueue.ts";
import { FULL_RETRY_MS } from "../../core/store/limits.ts";
import { isFull } from "./begin.ts";
import { bringForward } from "./due/due.ts";
import type { ExpiringThreads } from "./expiry.ts";
import { findReceipt } from "./receipt_keys.ts";
import { leaseLeft } from "./record.ts";
import type { ReceiptRecord } from "./tables.ts";

/** Store.enqueue, inside one transaction. */
export function enqueue(threads: ExpiringThreads, request: EnqueueRequest, now: number): EnqueueOutcome {
  const { ref: { tenant, thread: name }, due } = request;
  const outcome = accept(threads, request, now);
  bringForward(threads.tables, { tenant, name, at: due });
  return outcome;
}

function accept(threads: ExpiringThreads, request: EnqueueRequest, now: number): EnqueueOutcome {
  const { tables } = threads;
  const { ref, owner, create, inputs, idempotency: { key, bodyHash } } = request;
  const found = threads.find(ref, now);
  const record = found ?? (create && threads.make(ref, create, now));
  if (record === undefined) return { type: "missing" };
  const { header: { schema, version, length } } = record;
  const leaseMs = leaseLeft(record, now);
  const inbox = found ? tables.inbox(found.id) : [];
  const stored = found && findReceipt(tables, found.id, key);
  const receipt = stored && stored.expiresAt > now ? stored : undefined;
  const answered = receipt && createdBy(receipt, owner);
  if (answered !== undefined) {
    return { type: "queued", version, running: leaseMs > 0, waiting: inbox.length, created: answered };
  }
  if (schema > request.schema) return { type: "unsupported", schema };
  if (receipt) return receipt.bodyHash === bodyHash ? { type: "duplicate", version } : { type: "mismatch" };
  if (isFull(inbox, inputs)) return { type: "full", retryAfterMs: leaseMs || FULL_RETRY_MS };

  const created = found === undefined;
  const kept = { ...record, expiresAt: threads.until(now) };
  const { id } = created ? threads.insert(kept, now) : kept;
  if (!created) tables.updateThread(kept);
  tables.pushInbox(id, inputs.map((text) => ({ owner, text })));
  tables.putReceipt(id, key, {
    bodyHash,
    state: "queued",
    epoch: 0,
    from: length,
    to: length,
    text: JSON.stringify([owner, created]),
    expiresAt: now + Math.max(request.receiptMs, threads.lifetimes.receiptMs),
  });
  return { type: "queued", version, running: leaseMs > 0, waiting: inbox.length + inputs.length, created };
}

/** Whether the enqueue of this owner created the thread; undefined when the receipt is not of this owner. */
function createdBy({ state, text }: ReceiptRecord, owner: string): boolean | undefined {
  if (state !== "queued") return undefined;
  if (text === JSON.stringify([owner, true])) return true;
  return text === JSON.stringify([owner, false]) ? false : undefined;
}
