// The report of GET /v1/tools/usage: the counts of weeks as rows, and what follows from them.

import { groupBy } from "../../../core/group_by.ts";
import { effectiveSize } from "../../../core/share_interval.ts";
import { addCounts, listIntents, listPairs, newCounts, type ToolCounts, type UsageCounts } from "./counts.ts";
import type {
  CallsFell,
  ChosenLess,
  IntentView,
  PairView,
  ToolUsage,
  VariantView,
  WeekView,
} from "./contract.ts";
import { type AlertLimits, callsThatFell, isChosenLess, toShare } from "./falls.ts";
import { parseWeek, WEEK_MS } from "./week.ts";

/** A week to report. */
export interface CountedWeek {
  readonly week: string;
  readonly counts: UsageCounts;
  /** Every thread was counted. */
  readonly complete: boolean;
  /** It is not over, or not for an hour yet. */
  readonly running: boolean;
}

/** What a report is made with. */
export interface ReportLimits {
  readonly alert: AlertLimits;
  /** Threads of the report that must have been offered a tool before it counts as never chosen, or as chosen less. */
  readonly driftOffered: number;
  /** Most tools: those with the most calls and offers. */
  readonly mostTools: number;
}

/** Makes the report of weeks, the oldest first. A week of which not every thread was counted is compared with no other. */
export function toReport(
  weeks: readonly CountedWeek[],
  limits: ReportLimits,
): Omit<ToolUsage, "partial" | "threadsRead"> {
  const total = sumWeeks(weeks);
  const fallen = weeks.map(({ counts, complete, running }, index) => {
    const before = weeks[index - 1];
    const isCompared = complete && !running && before?.complete === true;
    return isCompared ? callsThatFell(before.counts, counts, limits.alert) : [];
  });
  const shown = mostUsed(total, fallen.flat(), limits.mostTools);
  return {
    weeks: weeks.map((week, index) => toWeekView(week, fallen[index] ?? [], shown)),
    moreTools: total.tools.size - shown.size,
    drift: { neverChosen: neverChosen(total, limits), chosenLess: findChosenLess(weeks, limits) },
    months: toMonths(total, limits.mostTools),
    variants: listVariants(total),
  };
}

function sumWeeks(weeks: readonly Pick<CountedWeek, "counts">[]): UsageCounts {
  const total = newCounts();
  for (const { counts } of weeks) addCounts(total, counts);
  return total;
}

function mostUsed(
  { tools }: UsageCounts,
  fallen: readonly CallsFell[],
  most: number,
): ReadonlySet<string> {
  const used = Array.from(tools).sort(([, one], [, other]) =>
    other.calls - one.calls || other.offered - one.offered
  );
  return new Set([...fallen.map(({ tool }) => tool), ...used.map(([name]) => name)].slice(0, most));
}

function toWeekView(
  { week, counts, complete, running }: CountedWeek,
  alerts: readonly CallsFell[],
  shown: ReadonlySet<string>,
): WeekView {
  const start = parseWeek(week) ?? 0;
  const { threads, logged, searches, tools } = counts;
  return {
    week,
    from: iso(start),
    to: iso(start + WEEK_MS),
    complete,
    running,
    threads,
    logged,
    searches,
    tools: Array.from(tools).filter(([name]) => shown.has(name)).sort(byName)
      .map(([name, counts]) => ({ name, ...counts })),
    alerts,
  };
}

function neverChosen({ tools }: UsageCounts, { driftOffered, mostTools }: ReportLimits) {
  return Array.from(tools).filter(([, { offered, chosen, calls, refused }]) =>
    offered >= driftOffered && chosen + calls + refused === 0
  ).map(([tool, { offered }]) => ({ tool, offered }))
    .sort((one, other) => other.offered - one.offered || compare(one.tool, other.tool)).slice(0, mostTools);
}

/** The later half of the weeks beside the earlier one; of an odd number the middle one is of the earlier half. */
function findChosenLess(
  weeks: readonly CountedWeek[],
  { driftOffered }: ReportLimits,
): readonly ChosenLess[] {
  const half = Math.ceil(weeks.length / 2);
  const [before, now] = [sumWeeks(weeks.slice(0, half)), sumWeeks(weeks.slice(half))];
  return Array.from(before.tools).flatMap(([tool, earlier]): ChosenLess[] => {
    const later = now.tools.get(tool);
    if (later === undefined || Math.min(earlier.offered, later.offered) < driftOffered) return [];
    if (!isChosenLess(earlier, later)) return [];
    const share = ({ chosen, offered }: ToolCounts) => toShare(chosen, offered);
    return [{ tool, before: share(earlier), now: share(later) }];
  }).sort((one, other) => compare(one.tool, other.tool));
}

function toMonths(counts: UsageCounts, most: number): ToolUsage["months"] {
  const cells = Array.from(
    listPairs(counts),
    ([month, ranked, called, count]) => ({ month, ranked, called, count }),
  );
  const intents = groupBy(
    Array.from(listIntents(counts), ([month, category, called, of]) => ({ month, category, called, ...of })),
    ({ month }) => month,
  );
  return Array.from(groupBy(cells, ({ month }) => month)).sort(byName).map(([month, all]) => {
    const asked = intents.get(month) ?? [];
    return {
      month,
      selections: sumCounts(all),
      agreed: sumCounts(all.filter(({ ranked, called }) => ranked === called)),
      pairs: largest(all.map(({ ranked, called, count }): PairView => ({ ranked, called, count })), most),
      categorized: sumCounts(asked),
      misrouted: asked.reduce((total, { misrouted }) => total + misrouted, 0),
      intents: largest(
        asked.map(({ category, called, count, misrouted }): IntentView => ({
          category,
          called,
          count,
          misrouted,
        })),
        most,
      ),
    };
  });
}

function sumCounts(cells: readonly { readonly count: number }[]): number {
  return cells.reduce((total, { count }) => total + count, 0);
}

/** Cells of a matrix for each tool of the report. */
const CELLS = 5;

/** The largest cells first; those of one count by their names. */
function largest<Cell extends PairView | IntentView>(cells: readonly Cell[], most: number): Cell[] {
  const name = (cell: Cell) => JSON.stringify(["ranked" in cell ? cell.ranked : cell.category, cell.called]);
  return cells.toSorted((one, other) => other.count - one.count || compare(name(one), name(other))).slice(
    0,
    most * CELLS,
  );
}

function listVariants({ variants }: UsageCounts): readonly VariantView[] {
  return Array.from(variants).sort(byName).flatMap(([tool, all]) =>
    Array.from(all).sort(byName).map(([variant, counts]): VariantView => {
      const { threads, offered, chosen, calls, completed, callers } = counts;
      const { completedSquared, completedTimesCalls, callsSquared } = counts;
      const effective = effectiveSize({
        clusters: callers,
        samples: calls,
        ones: completed,
        onesSquared: completedSquared,
        onesTimesSamples: completedTimesCalls,
        samplesSquared: callsSquared,
      });
      return {
        tool,
        variant,
        threads,
        offered,
        chosen,
        calls,
        completed,
        chosenRate: toShare(chosen, offered),
        successRate: toShare(completed, calls, effective),
      };
    })
  );
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return compare(one, other);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
