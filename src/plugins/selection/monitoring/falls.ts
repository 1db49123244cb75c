// Falls: tools whose calls of a week are far fewer than those of the week before, and tools that are chosen less often than before.

import { wilson } from "../../../core/share_interval.ts";
import type { CallsFell, Share } from "./contract.ts";
import type { ToolCounts, UsageCounts } from "./counts.ts";

/** When calls of a tool count as fallen. */
export interface AlertLimits {
  /** The share of the calls of the week before that must be missing: more than this, from 0 up to but not 1. 0.5 by default. */
  readonly fall: number;
  /** Calls of the week before from which on a fall counts; 20 by default, so that 3 calls and then 1 are no alert. */
  readonly least: number;
}

/**
 * The tools whose calls have fallen, the largest fall first.
 *
 * | before | now | fall 0.5, least 20 |
 * | ------ | --- | ------------------ |
 * | 40     | 19  | an alert           |
 * | 40     | 20  | none: half of them |
 * | 19     | 0   | none: too few      |
 */
export function callsThatFell(
  before: Pick<UsageCounts, "tools">,
  now: Pick<UsageCounts, "tools">,
  { fall, least }: AlertLimits,
): readonly CallsFell[] {
  return Array.from(before.tools, ([tool, { calls }]) => ({
    tool,
    before: calls,
    calls: now.tools.get(tool)?.calls ?? 0,
  })).filter(({ calls, before }) => before >= least && calls < before * (1 - fall))
    .sort((one, other) =>
      other.before - other.calls - one.before + one.calls || compare(one.tool, other.tool)
    );
}

/** The share of `part` in `whole`, with the interval of `effective` independent samples. */
export function toShare(part: number, whole: number, effective = whole): Share {
  if (whole === 0) return { value: null, low: null, high: null };
  const [low, high] = wilson(part / whole, effective);
  return { value: part / whole, low, high };
}

/**
 * True where the share of threads that called the tool is less than before: the 95 % interval of the difference, made from those of the
 * two shares by the square-and-add method of Newcombe, lies below 0.
 */
export function isChosenLess(
  before: Pick<ToolCounts, "offered" | "chosen">,
  now: Pick<ToolCounts, "offered" | "chosen">,
): boolean {
  const [first, second] = [before, now].map(({ chosen, offered }) => toShare(chosen, offered));
  const [p, q] = [first?.value ?? null, second?.value ?? null];
  if (p === null || q === null) return false;
  const high = q - p + Math.hypot((second?.high ?? q) - q, p - (first?.low ?? p));
  return high < 0;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
