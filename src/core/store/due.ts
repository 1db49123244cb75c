// The due index of a deployment: the names to process, and their times. It spans all tenants and is a hint: a name in it may have no
// work any more. A name with work is always in it, so that the cron pump repairs every lost wake-up.

import type { WakeName } from "../wake.ts";

/**
 * Moves something in the due index. `to` enters it at that time, in place of the time that it has. Without `to` it is removed, but
 * only when it still has the time `from`: another request may have entered it again. With both it is moved when it has `from`.
 * Epoch milliseconds, integers.
 */
export type DueMove =
  | { readonly to: number; readonly from?: undefined }
  | { readonly from: number; readonly to?: number };

/** One row of the due index. */
export interface DueItem {
  readonly tenant: string;
  readonly name: WakeName;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Keeps the times at which something is to go on without a client. */
export interface DueIndex {
  /**
   * Moves something in the due index, atomically. False when it did not have the time `from`. Of two moves from one time one is
   * true, also when they lead to the same time. A move that is sent twice, because its answer was lost, is answered the same; a
   * removal may be false the second time.
   */
  moveDue(tenant: string, name: WakeName, move: DueMove): Promise<boolean>;

  /** Rows of the due index of all tenants with a time of at most `until`, the earliest first, at most `limit` of them. */
  listDue(until: number, limit: number): Promise<DueItem[]>;

  /**
   * Of a store that has each tenant woken by itself: the rows that an alarm hands to the Worker, moved to the time `to`; undefined for a
   * token of no alarm. `name` is that of what has the alarm (alarm.ts). The cron pump leaves the due index of such a store alone, and its `listDue` may leave tenants out.
   */
  claimAlarm?(name: string, token: string, to: number): Promise<readonly DueItem[] | undefined>;
}
