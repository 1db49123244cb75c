// Two reports compared: the difference of each measure with its interval, and what has become better or worse.

import type { CaseResult, EvaluationReport, Measure, Report } from "../data/report.ts";

/** A measure in two reports. */
export interface MeasureChange {
  readonly name: string;
  readonly category: string | null;
  readonly before: Measure;
  readonly after: Measure;
  /** After minus before, with its 95 % interval; null where one of them has no value. */
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** `worse` and `better`: the two intervals do not meet. */
  readonly verdict: "better" | "worse" | "same";
}

/** An evaluation in two reports. */
export interface Comparison {
  readonly name: string;
  /** Both reports are of the same cases. */
  readonly sameCases: boolean;
  readonly measures: readonly MeasureChange[];
  /** Ids of cases that passed every attempt before and do not now, and the other way round. */
  readonly broken: readonly string[];
  readonly mended: readonly string[];
  /** A measure over all cases is worse. */
  readonly regressed: boolean;
}

/**
 * Compares the evaluations that both reports have, by name.
 *
 * The interval of a difference is made from those of its two measures (the square-and-add method of Newcombe): with shares of 0.8
 * [0.7, 0.9] and 0.6 [0.5, 0.7] the difference is -0.2, from -0.2 - sqrt(0.1² + 0.1²) to -0.2 + sqrt(0.1² + 0.1²).
 */
export function compareReports(before: Report, after: Report): readonly Comparison[] {
  return after.evaluations.flatMap((now) => {
    const then = before.evaluations.find(({ name, kind }) => name === now.name && kind === now.kind);
    return then === undefined ? [] : [compareEvaluations(then, now)];
  });
}

function compareEvaluations(before: EvaluationReport, after: EvaluationReport): Comparison {
  const measures = after.measures.flatMap((now) => {
    const then = before.measures.find((each) => each.name === now.name && each.category === now.category);
    return then === undefined ? [] : [computeChange(then, now)];
  });
  const passes = (report: EvaluationReport) =>
    new Map(report.results.map((each) => [each.id, passesAll(each)]));
  const [then, now] = [passes(before), passes(after)];
  const listTurned = (to: boolean) =>
    after.kind === "selection"
      ? []
      : [...now].filter(([id, passed]) => passed === to && then.get(id) === !to).map(([id]) => id);
  return {
    name: after.name,
    sameCases: before.casesDigest === after.casesDigest,
    measures,
    broken: listTurned(false),
    mended: listTurned(true),
    regressed: measures.some(({ category, verdict }) => category === null && verdict === "worse"),
  };
}

function passesAll({ passed, attempts }: CaseResult): boolean {
  return attempts > 0 && passed === attempts;
}

function computeChange(before: Measure, after: Measure): MeasureChange {
  const { name, category, better } = after;
  const common = { name, category, before, after };
  const [then, now] = [findBounds(before), findBounds(after)];
  if (then === undefined || now === undefined) {
    return { ...common, difference: null, low: null, high: null, verdict: "same" };
  }
  const difference = now.value - then.value;
  return {
    ...common,
    difference,
    low: difference - Math.hypot(now.value - now.low, then.high - then.value),
    high: difference + Math.hypot(now.high - now.value, then.value - then.low),
    verdict: better === null || now.high >= then.low && now.low <= then.high
      ? "same"
      : (now.low > then.high) === (better === "higher")
      ? "better"
      : "worse",
  };
}

function findBounds({ value, low, high }: Measure) {
  return value === null || low === null || high === null ? undefined : { value, low, high };
}
