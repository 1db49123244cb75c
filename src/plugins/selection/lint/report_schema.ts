// The report as `GET /v1/tools/lint` answers it, for who reads it from a deployment that may be newer: codes are any text, and fields
// that are not known are left out.

import * as z from "zod/mini";
import type { LintReport } from "./report.ts";

const grade = z.enum(["A", "B", "C", "D", "F"]);
const pairOf = <T extends z.ZodMiniType>(item: T) => z.readonly(z.tuple([item, item]));
const code = z.string().check(z.describe("What is found: see [the codes](cli.md#treadle-lint)"));
const fix = z.string().check(z.describe("What to write, as a sentence"));
const counted = (what: string) => z.number().check(z.describe(what));

const finding = z.object({
  code,
  pointer: z.string().check(z.describe("JSON Pointer into the tool; empty for the whole tool")),
  detail: z.string().check(z.describe("What is wrong, as a sentence")),
  fix,
  points: counted("What the fix adds to the score of the tool"),
});

/** Reads a {@link LintReport}. */
export const lintReport = z.object({
  count: counted("Tools that were graded"),
  score: counted("Mean of their scores, 0 to 100"),
  grades: z.object({ A: z.number(), B: z.number(), C: z.number(), D: z.number(), F: z.number() }).check(
    z.describe("How many tools have each grade"),
  ),
  otherLanguages: counted("Descriptions in another language than English"),
  first: z.readonly(z.array(z.object({
    code,
    tools: counted("How many tools have it"),
    points: counted("The sum of the points over these tools"),
    detail: z.string().check(z.describe("Of the tool for which the fix is worth most")),
    fix,
    examples: z.readonly(z.array(z.string())).check(z.describe("Names of at most 5 tools")),
  }))).check(z.describe("The ten kinds of finding that are worth most")),
  more: z.record(z.string(), z.number()).check(z.describe("How many tools each other kind has")),
  tools: z.readonly(z.array(z.object({
    name: z.string(),
    score: counted("0 to 100"),
    grade,
    aspects: z.record(z.string(), z.number()).check(z.describe("Each part that was graded, 0 to 1")),
    words: counted("Words of the description"),
    language: z.enum(["en", "other"]),
    foreign: z.optional(z.literal(true)).check(z.describe("A server has written it")),
    findings: z.readonly(z.array(finding)).check(z.describe("The most valuable ones first")),
  }))).check(z.describe("The worst first, at most `limit`")),
  nearDuplicates: z.readonly(z.array(z.object({
    tools: pairOf(z.string()).check(z.describe("Two names")),
    similarity: counted("0 to 1"),
    distinguishing: pairOf(z.readonly(z.array(z.string()))).check(
      z.describe("Words of the first that the second lacks, and the other way round"),
    ),
    fix,
  }))).check(z.describe("Tools that a model can confuse, the most similar first")),
  pairs: counted("How many such pairs there are"),
  compared: z.boolean().check(z.describe("False where there are more pairs, which were not compared")),
  prompts: z.readonly(z.array(z.object({ agent: z.string(), tools: z.number(), fix }))).check(
    z.describe("Prompts with too many tools, the largest first"),
  ),
}).check(z.describe("The grades of the descriptions of tools"));

/** A report that was read; every {@link LintReport} is one. */
export type ReadLintReport = z.infer<typeof lintReport>;

/** The report for who prints it. */
export function toReadReport(report: LintReport): ReadLintReport {
  return report;
}
