// The measures of each kind of evaluation, from verdicts.

import type { ObservedRun, ObservedSelection, Verdict } from "../data/attempt.ts";
import type { Measure } from "../data/report.ts";
import { groupBy } from "../../core/group_by.ts";
import { estimate, type Sample } from "./interval.ts";
import { recallAt, reciprocalRank } from "./retrieval.ts";

/** A verdict with its case and what it is about. */
export interface Judged<K extends Verdict["kind"]> {
  readonly case: string;
  readonly verdict: Extract<Verdict, { kind: K }>;
  readonly observed: ObservedRun | ObservedSelection;
}

type Row = Omit<Measure, "category">;

/**
 * | measure | of | what it is |
 * |---|---|---|
 * | `accuracy` | attempts | what was called is what was expected, no call where none was |
 * | `false positive rate` | attempts that expect no tool | a tool was called |
 * | `wrong tool rate` | attempts that expect a tool | a tool was called that was not expected |
 * | `missed rate` | attempts that expect a tool | no tool was called |
 * | `incomplete rate` | attempts that expect a tool | some expected tools were not called, and no other was |
 * | `argument validity` | calls | the arguments fit the schema of the tool |
 * | `argument match` | expected calls with arguments, of tools that were called | a call has exactly these arguments |
 */
export function choiceMeasures(
  all: readonly Judged<"choice">[],
  expectsTool: (id: string) => boolean,
): Row[] {
  const none = all.filter((each) => !expectsTool(each.case));
  const some = all.filter((each) => expectsTool(each.case));
  const shareOf = (of: readonly Judged<"choice">[], outcome: Judged<"choice">["verdict"]["outcome"]) =>
    of.map((each) => sample(each, each.verdict.outcome === outcome));
  const flags = (of: "argumentsValid" | "argumentsMatch") =>
    all.flatMap((each) => each.verdict[of].map((flag) => sample(each, flag)));
  return [
    row("accuracy", "attempts", shareOf(all, "right"), "higher"),
    row("false positive rate", "attempts", shareOf(none, "false_positive"), "lower"),
    row("wrong tool rate", "attempts", shareOf(some, "wrong_tool"), "lower"),
    row("missed rate", "attempts", shareOf(some, "missed"), "lower"),
    row("incomplete rate", "attempts", shareOf(some, "incomplete"), "lower"),
    row("argument validity", "calls", flags("argumentsValid"), "higher"),
    row("argument match", "calls", flags("argumentsMatch"), "higher"),
  ];
}

/**
 * `recall@k`, the mean share of the expected tools among the first k, `all@k`, the share of queries all of whose tools are there, and
 * `MRR`, the mean of one divided by the rank of the first expected tool, counted to the largest k.
 */
export function selectionMeasures(all: readonly Judged<"selection">[], at: readonly number[]): Row[] {
  const asked = all.filter(({ verdict }) => verdict.ranks.length > 0);
  const of = (score: (ranks: readonly (number | null)[]) => number): Sample[] =>
    asked.map((each) => ({ cluster: each.case, value: score(each.verdict.ranks) }));
  return [
    ...at.map((k) => row(`recall@${k}`, "attempts", of((ranks) => recallAt(ranks, k)), "higher")),
    ...at.map((k) => row(`all@${k}`, "attempts", of((ranks) => Math.floor(recallAt(ranks, k))), "higher")),
    row("MRR", "attempts", of(reciprocalRank), "higher"),
  ];
}

/**
 * `pass rate` is the share of attempts all of whose gates hold, `pass every` the share of cases that pass in each repeat, `gate: x`
 * the share of attempts in which the gate holds, `score: x` the mean of a score; steps, calls and tokens are means of an attempt.
 */
export function agentMeasures(all: readonly Judged<"agent">[]): Row[] {
  const byCase = groupBy(all, (each) => each.case);
  const every = [...byCase].map(([cluster, own]) => ({
    cluster,
    value: Number(own.every(({ verdict }) => verdict.passed)),
  }));
  const sizes = (name: string, of: (run: ObservedRun) => number) =>
    row(
      name,
      "attempts",
      all.flatMap(({ case: cluster, observed }) =>
        observed.type === "run" ? [{ cluster, value: of(observed) }] : []
      ),
      null,
    );
  return [
    row("pass rate", "attempts", all.map((each) => sample(each, each.verdict.passed)), "higher"),
    row("pass every", "cases", every, "higher"),
    ...toRowsByName(
      all,
      "gate: ",
      ({ verdict }) => verdict.gates.map(({ name, held }) => ({ name, value: Number(held) })),
    ),
    ...toRowsByName(
      all,
      "score: ",
      ({ verdict }) => verdict.scores.map(({ name, score }) => ({ name, value: score })),
    ),
    sizes("steps", ({ steps }) => steps),
    sizes("calls", ({ calls }) => calls.length),
    sizes("tokens", ({ tokens }) => tokens),
  ];
}

/** A row for each name, in the order in which names come first. */
function toRowsByName(
  all: readonly Judged<"agent">[],
  prefix: string,
  read: (each: Judged<"agent">) => readonly { readonly name: string; readonly value: number }[],
): Row[] {
  const samples = all.flatMap((each) =>
    read(each).map(({ name, value }) => ({ name, cluster: each.case, value }))
  );
  return [...groupBy(samples, ({ name }) => name)].map(([name, own]) =>
    row(prefix + name, "attempts", own, "higher")
  );
}

function sample(each: { readonly case: string }, held: boolean): Sample {
  return { cluster: each.case, value: Number(held) };
}

function row(name: string, of: Measure["of"], samples: readonly Sample[], better: Measure["better"]): Row {
  return { name, of, better, ...estimate(samples) };
}
