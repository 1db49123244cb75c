// The report of an evaluation, from its attempts alone: a pure function.

import { unreachable } from "../core/error.ts";
import type { AgentVerdict, Attempt, ChoiceVerdict, Verdict } from "./data/attempt.ts";
import type { AttemptFailure, CaseResult, EvaluationReport, GateResult, Measure } from "./data/report.ts";
import type { Evaluation } from "./define.ts";
import { computeConfusion } from "./measures/confusion.ts";
import { groupBy } from "../core/group_by.ts";
import { agentMeasures, choiceMeasures, type Judged, selectionMeasures } from "./measures/measures.ts";

/** What a report is made from. */
export interface RunFacts {
  readonly attempts: readonly Attempt[];
  readonly failures: readonly AttemptFailure[];
  /** Of the cases that were to run. */
  readonly ids: readonly string[];
  readonly repeats: number;
}

/** Cases of a selector that a report lists. */
const LISTED = 200;

/** The report of the attempts. */
export function summarise(
  evaluation: Evaluation,
  { attempts, failures, ids, repeats }: RunFacts,
): EvaluationReport {
  const measures = computeMeasures(evaluation, attempts);
  const results = summariseCases(evaluation, attempts, ids);
  const missing = ids.length * repeats - attempts.length;
  const gates = [...caseGates(evaluation, results), ...thresholdGates(evaluation, measures)];
  const pairs = attempts.flatMap(({ verdict }) => verdict.kind === "choice" ? verdict.pairs : []);
  return {
    name: evaluation.name,
    kind: evaluation.kind,
    subject: evaluation.subject,
    digest: evaluation.digest,
    casesDigest: evaluation.casesDigest,
    cases: ids.length,
    repeats,
    attempts: attempts.length,
    measures,
    matrix: evaluation.kind === "choice" ? buildMatrix(pairs) : undefined,
    gates,
    ...listResults(evaluation, results),
    failures: [...failures],
    warnings: listWarnings(evaluation, attempts, missing),
    passed: missing === 0 && gates.every(({ held }) => held),
  };
}

/** Of a selector those with something missing, and how many more there are. */
function listResults(
  { kind }: Evaluation,
  results: CaseResult[],
): Pick<EvaluationReport, "results" | "unlisted"> {
  if (kind !== "selection") return { results };
  const wrong = results.filter(({ passed, attempts }) => passed < attempts);
  const unlisted = wrong.length - LISTED;
  return { results: wrong.slice(0, LISTED), ...(unlisted > 0 ? { unlisted } : {}) };
}

function buildMatrix(pairs: ChoiceVerdict["pairs"]) {
  const { names, counts } = computeConfusion(pairs);
  return { names: [...names], counts: counts.map((row) => [...row]) };
}

/** Over all cases, then by category in the order of the alphabet. */
function computeMeasures(evaluation: Evaluation, attempts: readonly Attempt[]): Measure[] {
  const categories = new Map(evaluation.cases.map(({ id, category }) => [id, category]));
  const names = [...new Set(categories.values())].filter((name) => name !== undefined).sort();
  const groups = [null, ...names];
  return groups.flatMap((group) => {
    const own = group === null
      ? attempts
      : attempts.filter((attempt) => categories.get(attempt.case) === group);
    return measureAttempts(evaluation, own).map((measure) => ({ ...measure, category: group }));
  });
}

function measureAttempts(evaluation: Evaluation, attempts: readonly Attempt[]): Omit<Measure, "category">[] {
  switch (evaluation.kind) {
    case "agent":
      return agentMeasures(pickJudged(attempts, "agent"));
    case "choice": {
      const expecting = new Map(
        evaluation.cases.map(({ id, expected }) => [id, (expected ?? []).length > 0]),
      );
      return choiceMeasures(pickJudged(attempts, "choice"), (id) => expecting.get(id) ?? false);
    }
    case "selection":
      return selectionMeasures(pickJudged(attempts, "selection"), evaluation.at);
    default:
      return unreachable(evaluation);
  }
}

function pickJudged<K extends Verdict["kind"]>(attempts: readonly Attempt[], kind: K): Judged<K>[] {
  return attempts.flatMap(({ case: id, verdict, observed }) => {
    return isKind(verdict, kind) ? [{ case: id, verdict, observed }] : [];
  });
}

function isKind<K extends Verdict["kind"]>(
  verdict: Verdict,
  kind: K,
): verdict is Extract<Verdict, { kind: K }> {
  return verdict.kind === kind;
}

function summariseCases(
  evaluation: Evaluation,
  attempts: readonly Attempt[],
  ids: readonly string[],
): CaseResult[] {
  const byCase = groupBy(attempts, (attempt) => attempt.case);
  const places = new Map(evaluation.cases.map(({ id }, place) => [id, place]));
  return ids.map((id) => {
    const own = byCase.get(id) ?? [];
    const place = places.get(id) ?? 0;
    const problems = new Set(own.flatMap((attempt) => {
      const { observed } = attempt;
      const failed = observed.type === "run" ? observed.error : undefined;
      return [
        ...listProblems(attempt, evaluation, place),
        ...failed === undefined ? [] : [`${failed.code}: ${failed.message}`],
      ];
    }));
    return {
      id,
      category: evaluation.cases[place]?.category ?? null,
      passed: own.filter(({ verdict }) => isRight(verdict)).length,
      attempts: own.length,
      problems: [...problems].slice(0, 5),
    };
  });
}

function isRight(verdict: Verdict): boolean {
  switch (verdict.kind) {
    case "agent":
      return verdict.passed;
    case "choice":
      return verdict.outcome === "right";
    case "selection":
      return verdict.ranks.every((rank) => rank !== null);
    default:
      return unreachable(verdict);
  }
}

function listProblems({ verdict, observed }: Attempt, evaluation: Evaluation, place: number): string[] {
  switch (verdict.kind) {
    case "agent":
      return listGates(verdict).filter(({ held }) => !held).map(({ name, reason }) => `${name}: ${reason}`);
    case "choice": {
      if (verdict.outcome === "right") return verdict.problems;
      const said = verdict.pairs.filter(([expected, called]) => expected !== called)
        .map(([expected, called]) => `expected ${expected ?? "no tool"}, called ${called ?? "none"}`);
      const asked = evaluation.kind === "choice" ? quoteQuery(evaluation.cases[place]?.input) : "";
      return [`${verdict.outcome}: ${said.join("; ")}${asked}`, ...verdict.problems];
    }
    case "selection": {
      if (verdict.ranks.every((rank) => rank !== null)) return [];
      const asked = evaluation.kind === "selection" ? evaluation.cases[place] : undefined;
      const tools = observed.type === "selection" ? observed.tools : [];
      const expected = asked?.expected ?? [];
      const missing = expected.filter((_, index) => verdict.ranks[index] === null);
      return [
        `expected ${expected.join(", ")}, missing ${missing.join(", ")}, selected ${listFirst(tools)}${
          quoteQuery(asked?.query)
        }`,
      ];
    }
    default:
      return unreachable(verdict);
  }
}

/** Selected tools that a problem names, and characters that it has of a query. */
const NAMED = 5;
const QUOTED = 160;

function listFirst(tools: readonly string[]): string {
  const more = tools.length - NAMED;
  return tools.length === 0
    ? "none"
    : `${tools.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function quoteQuery(query = ""): string {
  const cut = query.length > QUOTED ? `${query.slice(0, QUOTED).toWellFormed()} ...` : query;
  return `; asked ${JSON.stringify(cut)}`;
}

function listGates({ gates }: AgentVerdict): AgentVerdict["gates"] {
  return gates;
}

/** One gate for all cases of an agent: each of them passes often enough. */
function caseGates(evaluation: Evaluation, results: readonly CaseResult[]): GateResult[] {
  if (evaluation.kind !== "agent") return [];
  const ran = results.filter(({ attempts }) => attempts > 0);
  const failed = ran.filter(({ passed, attempts }) => passed / attempts < evaluation.passRate);
  return [{
    name: "cases",
    held: failed.length === 0,
    detail: failed.length === 0
      ? `${ran.length} of ${ran.length} cases pass`
      : `${failed.length} of ${ran.length} cases fail: ${failed.slice(0, 10).map(({ id }) => id).join(", ")}`,
  }];
}

function thresholdGates({ thresholds }: Evaluation, measures: readonly Measure[]): GateResult[] {
  return Object.entries(thresholds).map(([name, { least = -Infinity, most = Infinity }]) => {
    const measure = measures.find((each) => each.name === name && each.category === null);
    const bounds = [
      ...least === -Infinity ? [] : [`at least ${least}`],
      ...most === Infinity ? [] : [`at most ${most}`],
    ].join(" and ");
    const value = measure?.value ?? undefined;
    if (value === undefined) {
      return { name, held: false, detail: `there is no such measure; ${bounds} is asked` };
    }
    return {
      name,
      held: value >= least && value <= most,
      detail: `${value} (n = ${measure?.n}); ${bounds} is asked`,
    };
  });
}

function listWarnings(evaluation: Evaluation, attempts: readonly Attempt[], missing: number): string[] {
  const left = missing > 0
    ? [`${missing} attempts are missing; a run with the same file of results goes on.`]
    : [];
  const said = new Set(
    attempts.flatMap(({ observed }) => observed.type === "selection" ? observed.warnings : []),
  );
  return [
    ...left,
    ...[...said].slice(0, 20),
    ...evaluation.kind === "agent" ? findUnusedStubs(evaluation, attempts) : [],
  ];
}

/** Stubs that no attempt has used: of a case by its attempts, of the evaluation by all of them. */
function findUnusedStubs(
  { cases, stubs }: Extract<Evaluation, { kind: "agent" }>,
  attempts: readonly Attempt[],
): string[] {
  const shared = new Set<number>();
  const warnings: string[] = [];
  const byCase = groupBy(attempts, (attempt) => attempt.case);
  for (const { id, stubs: own } of cases) {
    const used = new Set((byCase.get(id) ?? []).flatMap(({ observed }) => {
      return observed.type === "run" ? observed.stubsUsed : [];
    }));
    if (!byCase.has(id)) continue;
    for (const [index, { tool }] of own.entries()) {
      if (!used.has(index)) warnings.push(`Case ${id}: stub ${index + 1}, of ${tool}, was not used.`);
    }
    for (const index of used) if (index >= own.length) shared.add(index - own.length);
  }
  for (const [index, { tool }] of stubs.entries()) {
    if (!shared.has(index)) {
      warnings.push(`Stub ${index + 1} of the evaluation, of ${tool}, was used in no case.`);
    }
  }
  return warnings;
}
