// What the model calls of a step have cost, by the tools whose results they read.

import type { CountedStep } from "../../../kernel/hooks/counted_step.ts";

/** Every {@link ToolSum}. */
export const TOOL_SUMS = ["resultTokens", "readTokens", "microDollars"] as const;

/** What is summed of a tool. */
export type ToolSum = typeof TOOL_SUMS[number];

/** A share of what a step has used. */
export interface ToolShare {
  /** As the call names it. */
  readonly name: string;
  readonly sums: Readonly<Record<ToolSum, number>>;
}

/**
 * The usage of a step whose model has read results, in whole numbers: each call has the share of its result in the tokens of all, and
 * all shares together are the usage. None where no model was called for a plan, or no call had its outcome.
 *
 * @example
 * ```ts
 * import { shareUsage } from "./tool_cost.ts";
 * import assert from "node:assert/strict";
 *
 * const call = { outcome: "completed", ms: 1, notRun: undefined } as const;
 * const calls = [{ ...call, name: "search", resultTokens: 900 }, { ...call, name: "add", resultTokens: 100 }];
 * const shares = shareUsage(calls, { inputTokens: 5_000, outputTokens: 200, microDollars: 70 });
 * assert.deepEqual(shares.map(({ sums }) => [sums.readTokens, sums.microDollars]), [[4_680, 63], [520, 7]]);
 * ```
 */
export function shareUsage(
  calls: CountedStep["calls"],
  { inputTokens, outputTokens, microDollars = 0 }: CountedStep["usage"],
): ToolShare[] {
  const weights = calls.map(({ resultTokens }) => Math.max(1, resultTokens));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let behind = 0;
  return calls.map(({ name, resultTokens }, index) => {
    const before = behind;
    behind += weights[index] ?? 0;
    const shareOf = (total: number) =>
      Math.round(total * behind / whole) - Math.round(total * before / whole);
    const readTokens = shareOf(inputTokens + outputTokens);
    return { name, sums: { resultTokens, readTokens, microDollars: shareOf(microDollars) } };
  });
}
