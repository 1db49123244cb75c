// The failures of steps over days: how often each code of an error came, by day, agent, model or policy.

import { type Dimension, DIMENSIONS, type TableQuery } from "./choice_table.ts";
import type { ReadCount } from "../counts/read_count.ts";

/** How often steps failed with a code. */
export interface FailureRow {
  /** A value for each dimension of the query but `tool`. A policy may be empty. */
  readonly by: Readonly<Partial<Record<Dimension, string>>>;
  /** The code. */
  readonly error: string;
  /** Steps that ended their run with it. */
  readonly failed: number;
  /** Steps whose run can go on by a retry. */
  readonly retryable: number;
}

/** Sums the failures: the most frequent first, and equal ones by their dimensions and their code. */
export function toFailures(
  counts: readonly ReadCount[],
  { by, agent }: Pick<TableQuery, "by" | "agent">,
): readonly FailureRow[] {
  const rows = new Map<string, FailureRow>();
  for (const { day, group, fact, count } of counts) {
    if (fact.type !== "failure" || agent !== undefined && group.agent !== agent) continue;
    const values = { day, agent: group.agent, model: group.model, policy: group.policy };
    const named = DIMENSIONS.flatMap((name) =>
      name !== "tool" && by.includes(name) ? [[name, values[name]] as const] : []
    );
    const key = JSON.stringify([...named, fact.code]);
    const { failed = 0, retryable = 0 } = rows.get(key) ?? {};
    rows.set(key, {
      by: Object.fromEntries(named),
      error: fact.code,
      failed: failed + (fact.isFinal ? count : 0),
      retryable: retryable + (fact.isFinal ? 0 : count),
    });
  }
  return [...rows].sort(([left, one], [right, other]) =>
    other.failed + other.retryable - one.failed - one.retryable || (left < right ? -1 : 1)
  ).map(([, row]) => row);
}
