// The lint of tools: a grade for each description, and what an author writes first.

import { MANY_TOOLS } from "../../../core/tool/many_tools.ts";
import { findInTool, type Neighbours, OTHER_POINTS } from "./findings.ts";
import { findAlikeNames } from "./names.ts";
import { findNearDuplicates, type NearDuplicates } from "./near_duplicates.ts";
import {
  type Grade,
  type LintCode,
  type LintFinding,
  type LintReport,
  type LintSummary,
  type LintTool,
  type NearDuplicate,
  toGrade,
  type ToolGrade,
} from "./report.ts";
import { scoreTool } from "./score.ts";

/** Settings of a lint; all have a default. */
export interface LintOptions {
  /** Cosine from which on two tools are near-duplicates, and 0.2 less for paraphrases; 0.75 by default. */
  readonly similarity?: number;
  /** Most tools of the report, the worst ones; all by default. */
  readonly mostTools?: number;
  /** Most pairs of the report; 100 by default. */
  readonly mostPairs?: number;
  /** Tools in one prompt among which a model chooses well; 20 by default. */
  readonly promptTools?: number;
}

/** Kinds of finding that a report has in full. */
const MOST_SUMMARIES = 10;

/** Names that such a kind has. */
const MOST_EXAMPLES = 5;

/**
 * Grades the descriptions of tools, finds those that a model can confuse, and sums up what is worth writing first. The same tools give
 * the same report. 5,000 tools take about a second.
 *
 * @example
 * ```ts
 * import { lintTools } from "./lint_tools.ts";
 * import assert from "node:assert/strict";
 *
 * const report = lintTools([{
 *   name: "get_weather",
 *   description: "Get weather",
 *   parameters: { type: "object", properties: { city: { type: "string" } } },
 * }]);
 * assert.equal(report.tools[0]?.grade, "F");
 * assert.equal(report.first[0]?.code, "when_missing");
 * ```
 */
export function lintTools(tools: readonly LintTool[], options: LintOptions = {}): LintReport {
  const { similarity = 0.75, mostTools = Infinity, mostPairs = 100, promptTools = MANY_TOOLS } = options;
  const duplicates = findNearDuplicates(tools, { threshold: similarity, most: mostPairs });
  const neighbours = toNeighbours(tools, duplicates);
  const grades = tools.map((tool, index) => gradeTool(tool, neighbours(index)));
  const prompts = findLargePrompts(tools, promptTools);
  const summaries = summarize(grades, prompts);
  const counts: Record<Grade, number> = { A: 0, B: 0, C: 0, D: 0, F: 0 };
  for (const { grade } of grades) counts[grade]++;
  return {
    count: tools.length,
    score: tools.length === 0
      ? 0
      : Math.round(grades.reduce((sum, { score }) => sum + score, 0) / tools.length),
    grades: counts,
    otherLanguages: grades.filter(({ language }) => language === "other").length,
    first: summaries.slice(0, MOST_SUMMARIES),
    more: Object.fromEntries(summaries.slice(MOST_SUMMARIES).map(({ code, tools }) => [code, tools])),
    tools: grades.sort((a, b) => a.score - b.score).slice(0, mostTools),
    nearDuplicates: duplicates.pairs,
    pairs: duplicates.count,
    compared: duplicates.compared,
    prompts,
  };
}

function gradeTool(tool: LintTool, neighbours: Neighbours): ToolGrade {
  const scored = scoreTool(tool);
  const score = Math.round(scored.score);
  const aspects = Object.entries(scored.aspects).map((
    [part, share],
  ) => [part, Math.round(share * 100) / 100]);
  return {
    name: tool.name,
    score,
    grade: toGrade(score),
    aspects: Object.fromEntries(aspects),
    words: scored.words,
    language: scored.isEnglish ? "en" : "other",
    foreign: tool.foreign || undefined,
    findings: findInTool(tool, scored, neighbours),
  };
}

/** What the other tools say about the one with an index. */
function toNeighbours(
  tools: readonly LintTool[],
  { nearest }: NearDuplicates,
): (index: number) => Neighbours {
  const groups = new Map<string, readonly string[]>();
  for (const group of findAlikeNames(tools.map(({ name }) => name))) {
    for (const name of group) groups.set(name, group);
  }
  return (index) => {
    const own = tools[index]?.name ?? "";
    const found = nearest.get(index);
    return {
      alike: (groups.get(own) ?? []).filter((name) => name !== own),
      nearest: found === undefined ? undefined : toNearest(own, found),
    };
  };
}

function toNearest(own: string, { pair, count }: { readonly pair: NearDuplicate; readonly count: number }) {
  const [first, second] = pair.tools;
  return { name: first === own ? second : first, similarity: pair.similarity, count, fix: pair.fix };
}

/** The agents with more tools than `most`, those with the most first. */
function findLargePrompts(tools: readonly LintTool[], most: number): LintReport["prompts"] {
  const counts = new Map<string, number>();
  for (const { agents = [] } of tools) {
    for (const agent of agents) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > most).sort(([, a], [, b]) => b - a).map((
    [agent, count],
  ) => ({
    agent,
    tools: count,
    fix:
      `A model chooses well among about ${most}: move tools of ${agent} into its catalogue, selection: toolSelection({ tools, selector }), ` +
      "or give some of them to an agent of their own.",
  }));
}

/** The findings by their code, those with the most points first. */
function summarize(grades: readonly ToolGrade[], prompts: LintReport["prompts"]): LintSummary[] {
  const found = new Map<LintCode, { readonly name: string; readonly finding: LintFinding }[]>();
  for (const { name, findings } of grades) {
    for (const finding of findings) {
      const known = found.get(finding.code);
      if (known === undefined) found.set(finding.code, [{ name, finding }]);
      else known.push({ name, finding });
    }
  }
  const summaries = Array.from(found, ([code, all]): LintSummary => {
    const sorted = all.toSorted((a, b) => b.finding.points - a.finding.points);
    const [worst] = sorted;
    return {
      code,
      tools: all.length,
      points: Math.round(all.reduce((sum, { finding }) => sum + finding.points, 0)),
      detail: worst?.finding.detail ?? "",
      fix: worst?.finding.fix ?? "",
      examples: sorted.slice(0, MOST_EXAMPLES).map(({ name }) => name),
    };
  });
  const [largest] = prompts;
  if (largest !== undefined) {
    const affected = prompts.reduce((sum, { tools }) => sum + tools, 0);
    summaries.push({
      code: "too_many_tools",
      tools: affected,
      points: affected * OTHER_POINTS.tooMany,
      detail: `Every prompt of ${largest.agent} has ${largest.tools} tools.`,
      fix: largest.fix,
      examples: prompts.slice(0, MOST_EXAMPLES).map(({ agent }) => agent),
    });
  }
  return summaries.sort((a, b) => b.points - a.points);
}
