// What a plugin has counted, for its own routes.

import { daysBetween } from "../../../core/store/ledger.ts";
import type { StepPlugin } from "../plugin.ts";
import { type CountedDay, readCountedDays } from "../step_counts.ts";
import type { RuntimeDeps } from "../../deps.ts";

/** UTC days such as `2026-11-22`, both included: at most 100. */
export interface CountedRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The counters of a plugin in the steps of a tenant; days without one are left out.
 *
 * @throws {AgentError} invalid_request - a day that is none, or more than 100 days
 */
export async function readPluginCounts(
  { name, countKey = name }: StepPlugin,
  tenant: string,
  { from, to }: CountedRange,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<readonly CountedDay[]> {
  daysBetween(from, to); // refuses before the store is read
  return readCountedDays(countKey, await store.readLedger(tenant, from, to));
}
