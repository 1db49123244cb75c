// What rules count: failed runs, and calls of tools with those that failed. The ledger of the tenant has both, by day; the state of a rule
// has what came since its last evaluations, so that a window of time costs no read of its own.

import type { AgentFacts } from "../../kernel/hooks/facts.ts";
import type { CountedStep } from "../../kernel/hooks/counted_step.ts";
import { groupUnder, readCountedDays, type StepCounts } from "../../kernel/hooks/step_counts.ts";
import type { LedgerDay } from "../../core/store/ledger.ts";
import type { Rule } from "./rules.ts";
import type { Counted, Sums } from "./state.ts";

/** What groups of counts begin with in the ledger. */
export const COUNT_KEY = "alarms";

/** The group of failed runs, whose names are those of agents. */
export const RUNS_GROUP = groupUnder(COUNT_KEY, "");

/** What the names of calls begin with, and those of failed ones. */
const CALLS = "c/";
const FAILED = "x/";

/** Spans that the window of a rule has at most: what is older than the window by less than a part of it may still count. */
const MOST_SPANS = 48;

/** Counts the calls of an agent's steps that rules are about; undefined where there is no such rule. */
export function countCalls(
  rules: readonly Rule[],
  { name }: Pick<AgentFacts, "name">,
): ((step: Pick<CountedStep, "calls">) => StepCounts | undefined) | undefined {
  const tools = new Set(
    rules.flatMap(({ tool, agent = name }) => tool === undefined || agent !== name ? [] : [tool]),
  );
  if (tools.size === 0) return undefined;
  return ({ calls }) => {
    const added: Record<string, number> = {};
    for (const { name: tool, outcome, notRun } of calls) {
      const hasFailed = outcome === "failed" || outcome === "unknown";
      if (notRun !== undefined || !tools.has(tool) || !(hasFailed || outcome === "completed")) continue;
      add(added, CALLS + tool);
      if (hasFailed) add(added, FAILED + tool);
    }
    return Object.keys(added).length === 0 ? undefined : { of: name, added };
  };
}

/** What a rule has counted on each day: failures, and all calls. */
export function sumDays({ kind, tool = "", agent }: Rule, days: readonly LedgerDay[]): Map<string, Sums> {
  return new Map(
    readCountedDays(COUNT_KEY, days).map(({ day, groups }): [string, Sums] => {
      let [failed, all] = [0, 0];
      for (const { of, counts } of groups) {
        if (kind === "failed_runs") {
          if (of !== "") continue;
          for (const [name, count] of counts) if (agent === undefined || agent === name) failed += count;
        } else if (of !== "" && (agent === undefined || agent === of)) {
          failed += counts.get(FAILED + tool) ?? 0;
          all += counts.get(CALLS + tool) ?? 0;
        }
      }
      return [day, [failed, all]];
    }),
  );
}

/**
 * The counts of a rule behind an evaluation. The first one counts nothing: what the day has then came before. `days` has the last day that
 * was read, and those behind it.
 */
export function addDays(
  counted: Counted | undefined,
  days: ReadonlyMap<string, Sums>,
  { today, now, withinMs, everyMs }: {
    readonly today: string;
    readonly now: number;
    readonly withinMs: number;
    readonly everyMs: number;
  },
): Counted {
  const sums = days.get(today) ?? [0, 0];
  if (counted === undefined) return { day: today, sums, spans: [] };
  let [failed, all] = [0, 0];
  for (const [day, [dayFailed, dayAll]] of days) {
    if (day < counted.day) continue;
    const [failedBefore, allBefore] = day === counted.day ? counted.sums : [0, 0];
    failed += dayFailed - failedBefore;
    all += dayAll - allBefore;
  }
  const came = [Math.max(0, failed), Math.max(0, all)] as const;
  const spans = counted.spans.filter(([at]) => at > now - withinMs);
  if (came[0] + came[1] === 0) return { day: today, sums, spans };
  const last = spans.at(-1);
  const lastsMs = Math.max(everyMs, withinMs / MOST_SPANS);
  if (last === undefined || now - last[0] >= lastsMs) spans.push([now, ...came]);
  else spans[spans.length - 1] = [last[0], last[1] + came[0], last[2] + came[1]];
  return { day: today, sums, spans };
}

/** Failures, and all calls, of the window. */
export function sumSpans({ spans }: Counted): Sums {
  return spans.reduce<Sums>(([failed, all], [, f, a]) => [failed + f, all + a], [0, 0]);
}

function add(added: Record<string, number>, name: string): void {
  added[name] = (added[name] ?? 0) + 1;
}
