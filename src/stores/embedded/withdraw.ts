// Removes inputs from an inbox before a step consumes them, over tables. lua/inbox.ts of the Upstash store has the same rules.

import { SCHEMA } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import type { ExpiringThreads } from "./expiry.ts";

/** Store.withdraw, inside one transaction. */
export function withdraw(
  threads: ExpiringThreads,
  ...[ref, { epoch, texts }, now]: [...Parameters<Store["withdraw"]>, now: number]
): boolean {
  const record = threads.find(ref, now);
  if (record === undefined || record.header.schema > SCHEMA || record.header.epoch !== epoch) return false;
  const { tables } = threads;
  const wanted = new Set(texts);
  const found = tables.inbox(record.id).filter(({ text }) => wanted.has(text));
  if (found.length < wanted.size) return false;
  for (const item of found) tables.removeFromInbox(record.id, item);
  const { header } = record;
  // The late commit of a cancelled step would remove as many of the inputs that are left.
  if (epoch === header.cancelledEpoch) {
    tables.updateThread({ ...record, header: { ...header, epoch: epoch + 1 } });
  }
  return true;
}
