// A report as Markdown: for a summary of CI, or a comment of a pull request.

import type { EvaluationReport, Report } from "../data/report.ts";
import type { Comparison } from "../measures/compare.ts";
import { differenceIntervalText, differenceText, intervalText, subjectText, valueText } from "./format.ts";

/** Most cases that are listed with what is wrong with them. */
const LISTED = 50;

/** Most rows of a matrix that are listed. */
const CONFUSED = 20;

/** The report; with comparisons also what has changed. Every table has the n of its numbers. */
export function toMarkdown(report: Report, comparisons: readonly Comparison[] = []): string {
  const sections = report.evaluations.map((evaluation) => {
    const comparison = comparisons.find(({ name }) => name === evaluation.name);
    return [
      ...formatHead(evaluation),
      ...measureTable(evaluation),
      ...comparison === undefined ? [] : changeTable(comparison),
      ...gateTable(evaluation),
      ...confusedTable(evaluation),
      ...caseTable(evaluation),
      ...noteList(evaluation),
    ].join("\n");
  });
  return `# Evaluation: ${report.passed ? "passed" : "failed"}\n\n${sections.join("\n\n")}\n`;
}

function formatHead({ name, kind, subject, cases, repeats, attempts, passed }: EvaluationReport): string[] {
  return [
    `## ${escapeMarkdown(name)}: ${passed ? "passed" : "failed"}`,
    "",
    `${kind}: ${
      escapeMarkdown(subjectText(subject))
    }. ${cases} cases, ${repeats} repeats, ${attempts} attempts.`,
    "",
  ];
}

function measureTable({ measures }: EvaluationReport): string[] {
  return table(
    ["measure", "category", "value", "95 % interval", "n", "of"],
    measures.map((measure) => [
      measure.name,
      measure.category ?? "all",
      valueText(measure),
      intervalText(measure),
      String(measure.n),
      measure.of,
    ]),
  );
}

function changeTable({ sameCases, measures, broken, mended }: Comparison): string[] {
  const rows = measures.map((change) => [
    change.name,
    change.category ?? "all",
    `${valueText(change.before)} (n = ${change.before.n})`,
    `${valueText(change.after)} (n = ${change.after.n})`,
    differenceText(change),
    differenceIntervalText(change),
    change.verdict,
  ]);
  const turned = [["No longer right", broken], ["Right now", mended]] as const;
  return [
    `### Against the report before${sameCases ? "" : ", which has other cases"}`,
    "",
    ...table(["measure", "category", "before", "after", "difference", "95 % interval", "verdict"], rows),
    ...turned.flatMap(([what, ids]) =>
      ids.length === 0 ? [] : [`${what}: ${escapeMarkdown(ids.slice(0, LISTED).join(", "))}`, ""]
    ),
  ];
}

function gateTable({ gates }: EvaluationReport): string[] {
  if (gates.length === 0) return [];
  return [
    "### Gates",
    "",
    ...table(
      ["gate", "holds", "detail"],
      gates.map(({ name, held, detail }) => [name, held ? "yes" : "no", detail]),
    ),
  ];
}

/** The largest numbers beside the diagonal. */
function confusedTable({ matrix }: EvaluationReport): string[] {
  if (matrix === undefined) return [];
  const { names, counts } = matrix;
  const confused = counts.flatMap((row, expected) => {
    const n = row.reduce((sum, count) => sum + count, 0);
    return row.map((count, called) => ({ expected, called, count, n }));
  }).filter(({ expected, called, count }) => expected !== called && count > 0)
    .sort((one, other) => other.count - one.count);
  if (confused.length === 0) return [];
  const left = confused.length - CONFUSED;
  return [
    "### Confused",
    "",
    ...table(
      ["expected", "called", "times", "n"],
      confused.slice(0, CONFUSED).map(({ expected, called, count, n }) => [
        names[expected] ?? "",
        names[called] ?? "",
        String(count),
        String(n),
      ]),
    ),
    ...left > 0 ? [`${left} more pairs are in the JSON.`, ""] : [],
  ];
}

function caseTable({ results, unlisted = 0 }: EvaluationReport): string[] {
  const wrong = results.filter(({ passed, attempts }) => passed < attempts);
  if (wrong.length === 0) return [];
  const left = wrong.length - LISTED;
  return [
    "### Cases that are not right",
    "",
    ...table(
      ["case", "right", "what is wrong"],
      wrong.slice(0, LISTED).map(({ id, passed, attempts, problems }) => [
        id,
        `${passed} of ${attempts}`,
        problems.join(" · ").slice(0, 500),
      ]),
    ),
    ...left > 0 ? [`${left} more cases are in the JSON.`, ""] : [],
    ...unlisted > 0 ? [`${unlisted} further ones are counted alone.`, ""] : [],
  ];
}

function noteList({ warnings, failures }: EvaluationReport): string[] {
  const lines = [
    ...warnings,
    ...failures.slice(0, LISTED).map((each) =>
      `Case ${each.case}, repeat ${each.repeat}: ${each.code}: ${each.message}`
    ),
  ];
  return lines.length === 0
    ? []
    : ["### Warnings", "", ...lines.map((line) => `- ${escapeMarkdown(line)}`), ""];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line), ""];
}

/** Texts of models stand in reports: they make no markup and no cells. Some renderers know no backslash before `<`. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]#|!~]/g, "\\$&").replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;").replaceAll(/\s+/g, " ");
}
