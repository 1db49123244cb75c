// The report of a lint as text for a terminal.

import type { GRADES } from "../../plugins/selection/lint/report.ts";
import type { ReadLintReport } from "../../plugins/selection/lint/report_schema.ts";
import { cut, formatCount, measureWidth, padTo, printable } from "./text.ts";

/** What is shown. */
export interface LintTextOptions {
  /** Most tools and most pairs. */
  readonly limit: number;
  /** The grade that every tool is to have. */
  readonly minGrade?: Grade | undefined;
}

type Grade = keyof typeof GRADES;

const LETTERS: readonly Grade[] = ["A", "B", "C", "D", "F"];

/** Columns of the longest bar, and of a name. */
const BAR = 40;
const NAME = 32;

/** How many tools have a lower grade. */
export function countBelow({ grades }: ReadLintReport, minGrade: Grade): number {
  return LETTERS.slice(LETTERS.indexOf(minGrade) + 1).reduce((sum, letter) => sum + grades[letter], 0);
}

/** The report as text. Names and texts of strangers lose the characters that a terminal acts on. */
export function toText(report: ReadLintReport, { limit, minGrade }: LintTextOptions): string {
  if (report.count === 0) return "There are no tools.";
  const parts = [
    gradeLines(report),
    summaryLines(report),
    toolLines(report, limit),
    pairLines(report, limit),
    promptLines(report),
    minGrade === undefined ? [] : [minGradeLine(report, minGrade)],
  ];
  return parts.filter((lines) => lines.length > 0).map((lines) => lines.map(printable).join("\n")).join(
    "\n\n",
  );
}

function gradeLines({ count, score, grades, otherLanguages }: ReadLintReport): string[] {
  const most = Math.max(...LETTERS.map((letter) => grades[letter]));
  const width = String(most).length;
  const bars = LETTERS.map((letter) => {
    const bar = "#".repeat(Math.ceil(BAR * grades[letter] / most));
    return `  ${letter}  ${String(grades[letter]).padStart(width)}  ${bar}`.trimEnd();
  });
  const others = otherLanguages === 0
    ? []
    : [`${otherLanguages} not in English: graded by length, examples and parameters alone`];
  return [`${formatCount(count, "tool")}, mean score ${score} of 100`, ...bars, ...others];
}

function summaryLines({ first, more }: ReadLintReport): string[] {
  if (first.length === 0) return ["Nothing is found."];
  const width = Math.max(...first.map(({ tools }) => String(tools).length));
  const lines = first.flatMap(({ code, tools, points, detail, fix, examples: [example = ""] }) => [
    `  ${String(tools).padStart(width)}  ${formatGain(code, points / tools)}  ${code.padEnd(21)}  ${
      cut(example, NAME)
    }: ${detail}`,
    `  ${" ".repeat(width)}       ${" ".repeat(21)}  ${fix}`,
  ]);
  const others = Object.entries(more).map(([code, tools]) => `${code} ${tools}`);
  return [
    "What to write first: how many tools, points that each gains, and the tool that gains most",
    ...lines,
    ...(others.length === 0 ? [] : [`  also: ${others.join(", ")}`]),
  ];
}

/** What is no part of a score, and gains none. */
const UNSCORED: ReadonlySet<string> = new Set([
  "fetch_repeats",
  "name_aliased",
  "name_alike",
  "near_duplicate",
  "too_many_tools",
  "language_ungraded",
]);

function formatGain(code: string, points: number): string {
  return (UNSCORED.has(code) ? "" : `+${Math.max(1, Math.round(points))}`).padStart(3);
}

function toolLines({ tools, count }: ReadLintReport, limit: number): string[] {
  const shown = tools.slice(0, limit);
  if (shown.length === 0) return [];
  const width = Math.min(NAME, Math.max(...shown.map(({ name }) => measureWidth(name))));
  const lines = shown.map(({ name, score, grade, words, findings }) => {
    const codes = findings.slice(0, 3).map(({ code }) => code);
    const more = findings.length > codes.length ? ` +${findings.length - codes.length}` : "";
    return `  ${grade}  ${String(score).padStart(3)}  ${padTo(cut(name, width), width)}  ${
      String(words).padStart(4)
    } words  ${codes.join(", ")}${more}`;
  });
  return [`The lowest scores: ${shown.length} of ${formatCount(count, "tool")}`, ...lines];
}

function pairLines({ nearDuplicates, pairs, compared }: ReadLintReport, limit: number): string[] {
  if (pairs === 0) return [];
  const lines = nearDuplicates.slice(0, limit).flatMap(({ tools: [a, b], similarity, fix }) => [
    `  ${similarity.toFixed(2)}  ${cut(a, NAME)} and ${cut(b, NAME)}`,
    `        ${fix}`,
  ]);
  const all = compared ? "" : "; so many are alike that not all were compared";
  return [`Tools that a model can confuse: ${formatCount(pairs, "pair")}${all}`, ...lines];
}

function promptLines({ prompts }: ReadLintReport): string[] {
  if (prompts.length === 0) return [];
  return [
    "Prompts with too many tools",
    ...prompts.flatMap(({ agent, tools, fix }) => [`  ${agent}: ${tools} tools`, `    ${fix}`]),
  ];
}

function minGradeLine(report: ReadLintReport, minGrade: Grade): string {
  const below = countBelow(report, minGrade);
  return below === 0
    ? `Every tool has at least ${minGrade}.`
    : `${formatCount(below, "tool")} below ${minGrade}.`;
}
