// The report as `GET /v1/tools/lint` answers it, for who reads it from a deployment that may be newer: codes are any text, and fields
// that are not known are left out.

import * as z from "zod/mini";
import type { LintReport } from "./report.ts";

const grade = z.enum(["A", "B", "C", "D", "F"]);
const pairOf = <T extends z.ZodMiniType>(item: T) => z.readonly(z.tuple([item, item]));

const finding = z.object({
  code: z.string(),
  pointer: z.string(),
  detail: z.string(),
  fix: z.string(),
  points: z.number(),
});

/** Reads a {@link LintReport}. */
export const lintReport = z.object({
  count: z.number(),
  score: z.number(),
  grades: z.object({ A: z.number(), B: z.number(), C: z.number(), D: z.number(), F: z.number() }),
  otherLanguages: z.number(),
  first: z.readonly(z.array(z.object({
    code: z.string(),
    tools: z.number(),
    points: z.number(),
    detail: z.string(),
    fix: z.string(),
    examples: z.readonly(z.array(z.string())),
  }))),
  more: z.record(z.string(), z.number()),
  tools: z.readonly(z.array(z.object({
    name: z.string(),
    score: z.number(),
    grade,
    aspects: z.record(z.string(), z.number()),
    words: z.number(),
    language: z.enum(["en", "other"]),
    foreign: z.optional(z.literal(true)),
    findings: z.readonly(z.array(finding)),
  }))),
  nearDuplicates: z.readonly(z.array(z.object({
    tools: pairOf(z.string()),
    similarity: z.number(),
    distinguishing: pairOf(z.readonly(z.array(z.string()))),
    fix: z.string(),
  }))),
  pairs: z.number(),
  compared: z.boolean(),
  prompts: z.readonly(z.array(z.object({ agent: z.string(), tools: z.number(), fix: z.string() }))),
});

/** A report that was read; every {@link LintReport} is one. */
export type ReadLintReport = z.infer<typeof lintReport>;

/** The report for who prints it. */
export function toReadReport(report: LintReport): ReadLintReport {
  return report;
}
