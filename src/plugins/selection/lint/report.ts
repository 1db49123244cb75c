// The report of a lint of tools: a score for each, and what to write first.

import type { ToolDocument } from "../selector.ts";

/** A tool as it is linted. */
export interface LintTool extends ToolDocument {
  /** The agents whose every prompt has it; absent for a tool of a catalogue, which is selected. */
  readonly agents?: readonly string[];
  /** Its code has an effect, and sends requests by the platform's `fetch`. */
  readonly sendsByFetch?: boolean;
}

/** Every {@link Grade}, the best first, with the lowest score that has it. */
export const GRADES = { A: 85, B: 70, C: 45, D: 25, F: 0 } as const;

/** The letter of a score. */
export type Grade = keyof typeof GRADES;

/** The parts of a score. */
export const ASPECTS = ["what", "when", "whenNot", "returns", "length", "example", "parameters"] as const;

/** One of {@link ASPECTS}. */
export type Aspect = typeof ASPECTS[number];

/**
 * What is found of a tool or of several.
 *
 * | code | meaning |
 * |---|---|
 * | `description_missing` | there is no description |
 * | `what_missing`, `when_missing`, `when_not_missing`, `returns_missing` | the description does not say it |
 * | `description_short`, `description_long` | it is outside of 80 to 120 words |
 * | `example_missing` | there is no example of what the tool is for |
 * | `parameter_undescribed` | a parameter has no description, or one that repeats its name |
 * | `enum_unexplained` | values of an enum are codes that nothing explains |
 * | `required_unmarked` | no parameter is marked as required, and none as optional |
 * | `required_contradicted` | the description of a parameter and `required` say opposite things |
 * | `language_ungraded` | the description is in another language than English, so what it says is not graded |
 * | `fetch_repeats` | a tool with an effect calls `fetch` of the platform, which may send a request twice, in place of `context.fetch` |
 * | `name_aliased` | some model API takes no such name, so that its requests have an alias |
 * | `name_alike` | names differ in case or separators alone |
 * | `near_duplicate` | two tools that a model can confuse |
 * | `too_many_tools` | a prompt has more tools than a model chooses well among |
 */
export const LINT_CODES = [
  "description_missing",
  "what_missing",
  "when_missing",
  "when_not_missing",
  "returns_missing",
  "description_short",
  "description_long",
  "example_missing",
  "parameter_undescribed",
  "enum_unexplained",
  "required_unmarked",
  "required_contradicted",
  "language_ungraded",
  "fetch_repeats",
  "name_aliased",
  "name_alike",
  "near_duplicate",
  "too_many_tools",
] as const;

/** One of {@link LINT_CODES}. */
export type LintCode = typeof LINT_CODES[number];

/** What is wrong at one place of a tool. */
export interface LintFinding {
  readonly code: LintCode;
  /** JSON Pointer (RFC 6901) into the tool; "" is the whole tool. */
  readonly pointer: string;
  /** A sentence. */
  readonly detail: string;
  /** What to write, as a sentence. */
  readonly fix: string;
  /** What the fix adds to the tool's score, 0 to 100; for names and near-duplicates, which no score has, its weight beside such points. */
  readonly points: number;
}

/** The grade of one tool. */
export interface ToolGrade {
  readonly name: string;
  /** 0 to 100, rounded. */
  readonly score: number;
  readonly grade: Grade;
  /** Each part that was graded, 0 to 1. What the tool cannot have, such as parameters, and what cannot be judged are absent. */
  readonly aspects: Readonly<Partial<Record<Aspect, number>>>;
  /** Words of the description, of which 20,000 characters are read. */
  readonly words: number;
  /** `other` for a description that is not in English: what, when, when not and returns are not graded then. */
  readonly language: "en" | "other";
  /** A server has written it. */
  readonly foreign?: true;
  /** The most valuable ones first. */
  readonly findings: readonly LintFinding[];
}

/** Two tools that a model can confuse. */
export interface NearDuplicate {
  /** Names; they are the same where two agents define a tool of one name differently. */
  readonly tools: readonly [string, string];
  /** Cosine of their weighted words, 0 to 1. */
  readonly similarity: number;
  /** Words of the first that the second lacks, and the other way round, the most telling first; at most 5 each. */
  readonly distinguishing: readonly [readonly string[], readonly string[]];
  readonly fix: string;
}

/** Findings of one code over all tools. */
export interface LintSummary {
  readonly code: LintCode;
  /** How many tools have it. */
  readonly tools: number;
  /** Sum of the points over these tools. */
  readonly points: number;
  /** Of the tool for which the fix is worth most. */
  readonly detail: string;
  readonly fix: string;
  /** Names of tools, those with most points first; at most 5. */
  readonly examples: readonly string[];
}

/** What a lint found. */
export interface LintReport {
  /** How many tools were linted. */
  readonly count: number;
  /** Mean of the scores, rounded; 0 without tools. */
  readonly score: number;
  /** How many tools have each grade. */
  readonly grades: Readonly<Record<Grade, number>>;
  /** How many descriptions are in another language than English. */
  readonly otherLanguages: number;
  /** The ten kinds of finding that are worth most, the first first. */
  readonly first: readonly LintSummary[];
  /** How many tools each other kind has. */
  readonly more: Readonly<Partial<Record<LintCode, number>>>;
  /** The worst first; at most `mostTools`. */
  readonly tools: readonly ToolGrade[];
  /** The most similar first; at most `mostPairs`. */
  readonly nearDuplicates: readonly NearDuplicate[];
  /** How many pairs there are. */
  readonly pairs: number;
  /** False where so many tools are alike that not all were compared: there are more pairs. */
  readonly compared: boolean;
  /** Prompts with too many tools, the largest first. */
  readonly prompts: readonly { readonly agent: string; readonly tools: number; readonly fix: string }[];
}

/** The letter of a score. */
export function toGrade(score: number): Grade {
  if (score >= GRADES.A) return "A";
  if (score >= GRADES.B) return "B";
  if (score >= GRADES.C) return "C";
  return score >= GRADES.D ? "D" : "F";
}
