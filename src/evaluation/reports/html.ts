// A report as one HTML page: no script, nothing from elsewhere, the matrix as a picture.

import type { EvaluationReport, Measure, Report } from "../data/report.ts";
import type { Comparison } from "../measures/compare.ts";
import { differenceIntervalText, differenceText, intervalText, subjectText, valueText } from "./format.ts";
import { escapeXml, matrixSvg } from "./matrix_svg.ts";

/** Most cases that are listed with what is wrong with them. */
const LISTED = 200;

/** The page; with comparisons also what has changed. Every table has the n of its numbers. */
export function toHtml(report: Report, comparisons: readonly Comparison[] = []): string {
  const title = `Evaluation: ${report.passed ? "passed" : "failed"}`;
  const sections = report.evaluations.map((evaluation) =>
    section(evaluation, comparisons.find(({ name }) => name === evaluation.name))
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title} ${mark(report.passed)}</h1>
${sections.join("\n")}
</main>
</body>
</html>
`;
}

function section(evaluation: EvaluationReport, comparison: Comparison | undefined): string {
  const { name, kind, subject, cases, repeats, attempts, passed, matrix } = evaluation;
  return `<section>
<h2>${escapeXml(name)} ${mark(passed)}</h2>
<p class="facts">${kind}: ${
    escapeXml(subjectText(subject))
  }. ${cases} cases, ${repeats} repeats, ${attempts} attempts.</p>
${measures(evaluation)}
${comparison === undefined ? "" : changes(comparison)}
${gates(evaluation)}
${matrix === undefined ? "" : `<h3>Confusion matrix</h3><div class="wide">${matrixSvg(matrix)}</div>`}
${wrongCases(evaluation)}
${notes(evaluation)}
</section>`;
}

function measures({ measures: all }: EvaluationReport): string {
  return table(
    ["measure", "category", "value", "", "95 % interval", "n", "of"],
    all.map((measure) => [
      ...[measure.name, measure.category ?? "all", valueText(measure)].map(escapeXml),
      bar(measure),
      ...[intervalText(measure), String(measure.n), measure.of].map(escapeXml),
    ]),
  );
}

/** The value on a line from 0 to 1, with its interval; nothing for a number that is no share. */
function bar({ value, low, high, better }: Measure): string {
  if (value === null || low === null || high === null || better === null) return "";
  const x = (share: number) => (5 + share * 110).toFixed(1);
  return `<svg viewBox="0 0 120 16" width="120" height="16" aria-hidden="true"><line x1="5" x2="115" y1="8" y2="8" class="scale"/><line x1="${
    x(low)
  }" x2="${x(high)}" y1="8" y2="8" class="interval"/><circle cx="${
    x(value)
  }" cy="8" r="4" class="point"/></svg>`;
}

function changes({ sameCases, measures: all, broken, mended }: Comparison): string {
  const rows = all.map((change) => [
    ...[change.name, change.category ?? "all"].map(escapeXml),
    `${valueText(change.before)} <small>n = ${change.before.n}</small>`,
    `${valueText(change.after)} <small>n = ${change.after.n}</small>`,
    ...[differenceText(change), differenceIntervalText(change)].map(escapeXml),
    `<span class="${change.verdict}">${change.verdict}</span>`,
  ]);
  const turned = [["No longer right", broken], ["Right now", mended]] as const;
  const lists = turned.map(([what, ids]) =>
    ids.length === 0 ? "" : `<p>${what}: ${escapeXml(ids.slice(0, LISTED).join(", "))}</p>`
  );
  return `<h3>Against the report before${sameCases ? "" : ", which has other cases"}</h3>
${table(["measure", "category", "before", "after", "difference", "95 % interval", "verdict"], rows)}
${lists.join("")}`;
}

function gates({ gates: all }: EvaluationReport): string {
  if (all.length === 0) return "";
  const rows = all.map(({ name, held, detail }) => [escapeXml(name), mark(held), escapeXml(detail)]);
  return `<h3>Gates</h3>${table(["gate", "", "detail"], rows)}`;
}

function wrongCases({ results, unlisted = 0 }: EvaluationReport): string {
  const wrong = results.filter(({ passed, attempts }) => passed < attempts);
  if (wrong.length === 0) return "";
  const rows = wrong.slice(0, LISTED).map(({ id, passed, attempts, problems }) => [
    escapeXml(id),
    `${passed} of ${attempts}`,
    problems.map((problem) => `<div>${escapeXml(problem)}</div>`).join(""),
  ]);
  const left = wrong.length - LISTED;
  return `<details${wrong.length <= 20 ? " open" : ""}><summary>Cases that are not right: ${
    wrong.length + unlisted
  }</summary>
${table(["case", "right", "what is wrong"], rows)}
${left > 0 ? `<p>${left} more cases are in the JSON.</p>` : ""}
${unlisted > 0 ? `<p>${unlisted} further ones are counted alone.</p>` : ""}</details>`;
}

function notes({ warnings, failures }: EvaluationReport): string {
  const lines = [
    ...warnings,
    ...failures.slice(0, LISTED).map((each) =>
      `Case ${each.case}, repeat ${each.repeat}: ${each.code}: ${each.message}`
    ),
  ];
  if (lines.length === 0) return "";
  return `<h3>Warnings</h3><ul>${lines.map((line) => `<li>${escapeXml(line)}</li>`).join("")}</ul>`;
}

function mark(passed: boolean): string {
  return `<span class="mark ${passed ? "better" : "worse"}">${passed ? "passed" : "failed"}</span>`;
}

/** Cells are HTML. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: "th" | "td") =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<div class="wide"><table><thead>${line(head, "th")}</thead><tbody>${
    rows.map((row) => line(row, "td")).join("\n")
  }</tbody></table></div>`;
}

const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#faf9f6,#131418);--card:light-dark(#fff,#1b1d23);--ink:light-dark(#1e1d1a,#e8e6e1);
--muted:light-dark(#69655d,#9d9a93);--line:light-dark(#e2ded5,#2d3038);--good:light-dark(#2c6b3f,#86d29a);--bad:light-dark(#a32c1c,#ff9f8d);
--accent:light-dark(#3a4bb5,#a5b2ff)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.5rem}h2{margin:0;font-size:1.15rem}h3{margin:1.5rem 0 .5rem;font-size:1rem}
section{margin:1.5rem 0;padding:1.25rem;border:1px solid var(--line);border-radius:.6rem;background:var(--card)}
.facts,small,.of{color:var(--muted)}.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{color:var(--muted);font-weight:500;white-space:nowrap}td:first-child{min-width:8rem}td:nth-child(2),td:nth-child(3){min-width:5rem}
summary{margin:1.5rem 0 .5rem;font-weight:600;cursor:pointer}
.mark{padding:.1rem .5rem;border:1px solid currentColor;border-radius:1rem;font-size:.75rem;font-weight:500;white-space:nowrap}
.better{color:var(--good)}.worse{color:var(--bad)}.same{color:var(--muted)}
svg{display:block}svg text{fill:var(--ink)}svg .sum,svg .axis{fill:var(--muted)}
.cell{fill:var(--line);fill-opacity:.35}.right{fill:light-dark(#6cc28b,#2c7a48)}.wrong{fill:light-dark(#f0968a,#b03a28)}
.scale{stroke:var(--line);stroke-width:2}.interval{stroke:var(--accent);stroke-width:4;stroke-opacity:.45;stroke-linecap:round}.point{fill:var(--accent)}
`;
