// A report as text for a terminal.

import type { EvaluationReport, Report } from "../../evaluation/data/report.ts";
import type { Comparison } from "../../evaluation/measures/compare.ts";
import { measureWidth, padTo } from "../terminal/text.ts";
import {
  differenceIntervalText,
  differenceText,
  intervalText,
  subjectText,
  valueText,
} from "../../evaluation/reports/format.ts";

/** Cases that are printed with what is wrong with them. */
const SHOWN = 20;

/** The report, with what has changed against another one. */
export function reportText(report: Report, comparisons: readonly Comparison[]): string {
  const parts = report.evaluations.map((evaluation) =>
    evaluationText(evaluation, comparisons.find(({ name }) => name === evaluation.name))
  );
  return parts.join("\n\n");
}

function evaluationText(evaluation: EvaluationReport, comparison: Comparison | undefined): string {
  const {
    name,
    kind,
    subject,
    cases,
    repeats,
    measures,
    gates,
    results,
    unlisted = 0,
    failures,
    warnings,
    passed,
  } = evaluation;
  const wrong = results.filter((each) => each.passed < each.attempts);
  const left = wrong.length + unlisted - SHOWN;
  const changes = comparison?.measures.filter(({ verdict, category }) =>
    verdict !== "same" || category === null
  );
  return [
    `${name}: ${passed ? "passed" : "failed"} (${kind}: ${
      subjectText(subject)
    }; ${cases} cases, ${repeats} repeats)`,
    ...alignColumns([
      ["measure", "category", "value", "95 % interval", "n"],
      ...measures.map((measure) => [
        measure.name,
        measure.category ?? "all",
        valueText(measure),
        intervalText(measure),
        `${measure.n} ${measure.of}`,
      ]),
    ]),
    ...changes === undefined ? [] : [
      `against the report before${comparison?.sameCases ? "" : ", which has other cases"}:`,
      ...alignColumns(changes.map((change) => [
        change.name,
        change.category ?? "all",
        differenceText(change),
        differenceIntervalText(change),
        change.verdict,
      ])),
    ],
    ...gates.map((gate) => `${gate.held ? "ok    " : "FAILED"} ${gate.name}: ${gate.detail}`),
    ...wrong.slice(0, SHOWN).map((each) =>
      `case ${each.id}: ${each.passed} of ${each.attempts} right: ${each.problems.join(" · ").slice(0, 300)}`
    ),
    ...left > 0 ? [`${left} more cases are not right`] : [],
    ...failures.slice(0, SHOWN).map((each) =>
      `case ${each.case} was prevented: ${each.code}: ${each.message}`
    ),
    ...warnings.map((warning) => `warning: ${warning}`),
  ].join("\n");
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from(
    { length: columns },
    (_, column) => Math.max(...rows.map((row) => measureWidth(row[column] ?? ""))),
  );
  return rows.map((row) =>
    `  ${row.map((cell, column) => padTo(cell, widths[column] ?? 0)).join("  ").trimEnd()}`
  );
}
