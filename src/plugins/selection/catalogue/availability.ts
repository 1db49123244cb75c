// Which tools of a catalogue a thread is offered, before anything is selected: by the tier of its tenant, its context, flags, and
// what has become of the tool. Pure functions.

import type { ToolVersion } from "../../../agents/tool_version/tool_version.ts";
import type { CatalogueEntry } from "./entry.ts";

/** What availability is decided by. */
export interface AvailabilityFacts {
  /** The tier of the tenant, such as `pro`; without one, tools that name tiers are not available. */
  readonly tier?: string;
  /** Where the agent is at work, such as `checkout`; without one, tools that name contexts are not available. */
  readonly context?: string;
  /** The flags that are set; none by default. */
  readonly flags?: readonly string[];
  /**
   * The time that `deprecatesAt` is compared with, in epoch milliseconds. A thread that keeps the versions which it began with gives
   * the time of its beginning, so that a date that passes takes nothing from it.
   */
  readonly now: number;
  /** Names of tools that the thread has called: a deprecated one among them stays. None by default. */
  readonly uses?: readonly string[];
}

/**
 * Whether a tool is for a tier, a context and flags.
 *
 * | tool names    | facts                        | available |
 * | ------------- | ---------------------------- | --------- |
 * | no tiers      | any tier or none             | yes       |
 * | tiers         | one of them                  | yes       |
 * | tiers         | another one, or none         | no        |
 * | no contexts   | any context or none          | yes       |
 * | contexts      | one of them                  | yes       |
 * | contexts      | another one, or none         | no        |
 * | no flags      | any flags                    | yes       |
 * | flags         | all of them, and maybe more  | yes       |
 * | flags         | one of them is not set       | no        |
 *
 * All three must hold.
 */
export function isAvailable(
  { tiers = [], contexts = [], flags = [] }: Pick<ToolVersion, "tiers" | "contexts" | "flags">,
  { tier, context, flags: set = [] }: Pick<AvailabilityFacts, "tier" | "context" | "flags">,
): boolean {
  return isAmong(tiers, tier) && isAmong(contexts, context) && flags.every((flag) => set.includes(flag));
}

/** Whether a thread is offered the tool: it is available, not archived, and active or in use. */
export function isOffered(entry: CatalogueEntry, facts: AvailabilityFacts): boolean {
  const { tool, status } = entry;
  if (status === "archived" || !isAvailable(tool, facts)) return false;
  return !isDeprecated(entry, facts.now) || (facts.uses ?? []).includes(tool.name);
}

/** Whether a tool is deprecated at a time: by its publisher, or because its date has come. */
export function isDeprecated({ tool, status }: CatalogueEntry, now: number): boolean {
  return status === "deprecated" || tool.deprecatesAt !== undefined && tool.deprecatesAt <= now;
}

function isAmong(names: readonly string[], name: string | undefined): boolean {
  return names.length === 0 || name !== undefined && names.includes(name);
}
