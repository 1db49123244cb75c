// When a suggestion is made: a text about choices, tools, policies or the capability table, with the numbers that it follows
// from. Nothing applies it.

import type { Feature } from "../../../core/model/capability.ts";

/** From which numbers on a suggestion is made. Percentages are of the second number of the evidence. */
export const THRESHOLDS = {
  /** Plans under the forced choice, and first plans of runs without one. */
  unneeded_force: { forced: 20, unforced: 20 },
  /** Plans that offered the tool. */
  never_chosen: { offered: 100 },
  /** Plans that violated what the policy chose or a rule of it, and their percentage of its plans. */
  policy_violated: { violated: 10, percent: 10 },
  /** Refusals by the model's API. */
  capability_missing: { refusals: 1 },
  /** Calls of the tool, and the percentage that failed. */
  tool_fails: { calls: 20, percent: 20 },
  /** Plans under the choice. */
  always_degraded: { plans: 20 },
  /** Input tokens on the last day and on those before it, and by how many percent points the share read from a cache is less. */
  cache_share_fell: { inputTokens: 50_000, points: 20 },
} as const;

/** What a suggestion is about. */
export type SuggestionKind = keyof typeof THRESHOLDS;

/** True when the capability table, or the agent's own override, has it by now that the model lacks the feature. */
export type IsKnownLack = (model: string, feature: Feature) => boolean;
