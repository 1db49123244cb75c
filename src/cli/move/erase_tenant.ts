// A tenant of a store, counted and erased. A call that was stopped is finished by the next one: what is gone is not found again.

import { AgentError } from "../../core/error.ts";
import { SCHEMA } from "../../core/state.ts";
import { lockOf, withLock } from "../../core/store/moving.ts";
import type { TenantRows } from "../../core/store/tenant.ts";
import type { Place } from "./copy_thread.ts";

/** What was erased of a tenant. */
export interface Erased {
  /** What there was when the call began. */
  readonly erased: TenantRows;
  /** What there is behind it: written meanwhile by a client or a step. */
  readonly left: TenantRows;
}

/**
 * What would be erased.
 *
 * @throws {AgentError} schema_unsupported - a newer Treadle has written a thread, and may keep rows that this one does not know;
 * store_unavailable
 */
export async function planErasure(store: Place, tenant: string): Promise<TenantRows> {
  const rows = await store.countTenant(tenant);
  const newer = countThreads(rows, (schema) => withLock(schema) > SCHEMA);
  if (newer === 0) return rows;
  throw new AgentError(
    "schema_unsupported",
    `A newer Treadle has written ${newer} of the ${rows.threads} threads of ${tenant}, and may keep what this one does not know: use the ` +
      "command line of that version.",
  );
}

/**
 * Erases everything that the store has of a tenant.
 *
 * @param onPart Gets the number of rows or keys that are gone so far.
 * @throws {AgentError} as planErasure does; nothing is erased then but by store_unavailable, behind which the same call goes on
 */
export async function eraseTenant(
  store: Place,
  tenant: string,
  onPart: (removed: number) => void = () => {},
): Promise<Erased> {
  const erased = await planErasure(store, tenant);
  let sum = 0;
  for (let removed = 1; removed > 0;) {
    removed = await store.eraseTenant(tenant);
    sum += removed;
    onPart(sum);
  }
  return { erased, left: await store.countTenant(tenant) };
}

/** True when there is nothing. */
export function isNothing({ threads, definitions, due, days, others }: TenantRows): boolean {
  return threads + sumOf(definitions) + due + days + others === 0;
}

/** Threads that another store has, or is about to have. */
export function countMoved(rows: TenantRows): number {
  return countThreads(rows, (schema) => ["leaving", "moved"].includes(lockOf(schema) ?? ""));
}

/** The sum of numbers by name. */
export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function countThreads({ schemas }: TenantRows, fits: (schema: number) => boolean): number {
  return sumOf(Object.fromEntries(Object.entries(schemas).filter(([schema]) => fits(Number(schema)))));
}
