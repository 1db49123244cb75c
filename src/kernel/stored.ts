// What is stored of a thread as JSON text, read back. Text that no commit has written is `store_corrupt`.

import { DISPOSITIONS, type PlannedCall } from "../core/call.ts";
import { readStored } from "../core/migrations.ts";
import type { AgentState, ThreadMeta } from "../core/state.ts";
import { storeCorrupt } from "../core/store/corrupt.ts";
import type { PendingCalls, ThreadHeader, ThreadRef, ThreadSnapshot } from "../core/store/thread.ts";
import type { ThreadStore } from "../core/store/thread_store.ts";

/**
 * What was written when the thread was created.
 *
 * @throws {AgentError} store_corrupt
 */
export function readMeta({ thread }: ThreadRef, { meta, schema }: ThreadHeader): ThreadMeta {
  const read = (): ThreadMeta => readStored("meta", meta, schema);
  return checkRead(
    thread,
    "meta",
    read,
    ({ agent, createdAt, metadata }) =>
      typeof agent === "string" && isTime(createdAt) && isObject(metadata ?? {}),
  );
}

/**
 * What the last commit wrote.
 *
 * @throws {AgentError} store_corrupt
 */
export function readState({ thread }: ThreadRef, { state, schema }: ThreadHeader): AgentState {
  const read = (): AgentState => readStored("state", state, schema);
  return checkRead(
    thread,
    "state",
    read,
    ({ run, recent, updatedAt, wakes = {}, record = {} }) =>
      isTime(updatedAt) && isObject(run) && Array.isArray(recent) && isObject(wakes) && isObject(record),
  );
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
  const read = (): PlannedCall[] => JSON.parse(pending.calls);
  return checkRead(
    thread,
    "list of outstanding calls",
    read,
    (calls) => Array.isArray(calls) && calls.every(isCall),
  );
}

function isCall(call: PlannedCall): boolean {
  return isObject(call) && typeof call.id === "string" && typeof call.name === "string" &&
    isObject(call.args) &&
    isObject(call.disposition) && Object.hasOwn(DISPOSITIONS, call.disposition.type) &&
    typeof call.epoch === "number";
}

function checkRead<T>(thread: string, what: string, read: () => T, isRight: (value: T) => boolean): T {
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

/** How many inputs wait for a step: those that the running one has taken are in the inbox until its commit. */
export async function waitingBehind(
  ref: ThreadRef,
  { waiting, running }: Pick<ThreadSnapshot, "waiting" | "running">,
  { store }: { readonly store: Pick<ThreadStore, "taken"> },
): Promise<number> {
  return waiting === 0 || !running ? waiting : Math.max(0, waiting - await store.taken(ref));
}
