// What is stored of a thread as JSON text, read back. Text that no commit has written is `store_corrupt`.

import type { PlannedCall } from "../core/call.ts";
import { readStored } from "../core/migrations.ts";
import type { AgentState, ThreadMeta } from "../core/state.ts";
import { storeCorrupt } from "../core/store/corrupt.ts";
import type { PendingCalls, ThreadHeader, ThreadRef } from "../core/store/thread.ts";

/**
 * What was written when the thread was created.
 *
 * @throws {AgentError} store_corrupt
 */
export function readMeta({ thread }: ThreadRef, { meta, schema }: ThreadHeader): ThreadMeta {
  const read = (): ThreadMeta => readStored("meta", meta, schema);
  return checked(
    thread,
    "meta",
    read,
    ({ agent, createdAt }) => typeof agent === "string" && isTime(createdAt),
  );
}

/**
 * What the last commit wrote.
 *
 * @throws {AgentError} store_corrupt
 */
export function readState({ thread }: ThreadRef, { state, schema }: ThreadHeader): AgentState {
  const read = (): AgentState => readStored("state", state, schema);
  return checked(thread, "state", read, ({ run, updatedAt }) => isTime(updatedAt) && typeof run === "object");
}

/** True for epoch milliseconds that a Date takes. */
function isTime(ms: number): boolean {
  return typeof ms === "number" && !Number.isNaN(new Date(ms).getTime());
}

/**
 * The calls of the last plan, in its order.
 *
 * @throws {AgentError} store_corrupt
 */
export function readPendingCalls({ thread }: ThreadRef, pending: PendingCalls | null): PlannedCall[] {
  if (pending === null) return [];
  return checked(thread, "list of outstanding calls", () => JSON.parse(pending.calls), Array.isArray);
}

function checked<T>(thread: string, what: string, read: () => T, isRight: (value: T) => boolean): T {
  let value: T;
  let right: boolean;
  try {
    value = read();
    right = isRight(value);
  } catch (cause) {
    throw storeCorrupt(thread, what, cause);
  }
  if (!right) throw storeCorrupt(thread, what);
  return value;
}
