// Tools that an upstream limits: a call that failed with `rate_limited` is observed as every other, and the model may plan
// another. The thread rests until that one may run.

import { isRunnable, type PlannedCall } from "../../core/call.ts";
import type { ToolEntry } from "../../core/entry.ts";
import type { LimitedTool } from "../../core/state.ts";

/** The tools that are limited after these calls; undefined for none. A tool without a wait (`retryAfterMs`) is not limited. */
export function limitTools(
  known: readonly LimitedTool[] | undefined,
  acted: readonly { readonly observation: ToolEntry }[],
  now: number,
): readonly LimitedTool[] | undefined {
  const failed = acted.filter(({ observation: { outcome, error } }) =>
    outcome === "failed" && error?.kind === "rate_limited"
  );
  if (known === undefined && failed.length === 0) return undefined;
  const until = new Map(
    known?.filter((limit) => limit.until > now).map((limit) => [limit.tool, limit.until]),
  );
  for (const { observation: { name, error } } of failed) {
    const wait = Math.ceil(error?.retryAfterMs ?? 0);
    if (wait > 0) until.set(name, Math.max(until.get(name) ?? 0, now + wait));
  }
  return until.size === 0 ? undefined : Array.from(until, ([tool, time]) => ({ tool, until: time }));
}

/** When the calls of a plan may run, in epoch milliseconds; undefined for at once. */
export function restFor(
  pending: readonly PlannedCall[],
  limited: readonly LimitedTool[] | undefined,
): number | undefined {
  const times = (limited ?? []).filter(({ tool }) =>
    pending.some((call) => call.name === tool && isRunnable(call))
  );
  return times.length === 0 ? undefined : Math.max(...times.map(({ until }) => until));
}
