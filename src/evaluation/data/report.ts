// A report: what a run of evaluations came to. What reports are written from, and what a later run is compared with.

import * as z from "zod/mini";
import { EVALUATION_SCHEMA, jsonObject } from "./schema.ts";

/** The schema of a {@link Measure}. */
export const measureSchema = z.strictObject({
  /** Such as `accuracy`, `recall@8`, `score: polite`. */
  name: z.string(),
  /** The category that it is about; null for all cases. */
  category: z.nullable(z.string()),
  /** Null where there is nothing to measure. */
  value: z.nullable(z.number()),
  /** What was counted: `n` of `of`. */
  n: z.int(),
  of: z.enum(["attempts", "calls", "cases"]),
  /** The 95 % interval. */
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  method: z.enum(["wilson", "bootstrap", "none"]),
  /** Null for a measure that is neither good nor bad, such as steps. */
  better: z.nullable(z.enum(["higher", "lower"])),
});

const caseResultSchema = z.strictObject({
  id: z.string(),
  category: z.nullable(z.string()),
  /** Attempts that were right, of so many. */
  passed: z.int(),
  attempts: z.int(),
  /** What was wrong, at most five sentences. */
  problems: z.array(z.string()),
});

const gateResultSchema = z.strictObject({
  name: z.string(),
  held: z.boolean(),
  detail: z.string(),
});

const failureSchema = z.strictObject({
  case: z.string(),
  repeat: z.int(),
  code: z.string(),
  message: z.string(),
});

/** The schema of an {@link EvaluationReport}. */
export const evaluationReportSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(["agent", "choice", "selection"]),
  /** What was evaluated: an agent with its model and hash, or a selector with its settings. */
  subject: jsonObject,
  /** Digest of everything that the results depend on but models. */
  digest: z.string(),
  /** Digest of the cases alone. */
  casesDigest: z.string(),
  cases: z.int(),
  repeats: z.int(),
  /** Attempts with a verdict. */
  attempts: z.int(),
  measures: z.array(measureSchema),
  /** Rows are expected tools, columns called ones; `(none)` stands last. */
  matrix: z.optional(z.strictObject({ names: z.array(z.string()), counts: z.array(z.array(z.int())) })),
  gates: z.array(gateResultSchema),
  /** Of selectors only the cases with something missing, at most 200. */
  results: z.array(caseResultSchema),
  /** How many more of these a selector has; missing for none. */
  unlisted: z.optional(z.int()),
  /** Attempts that a provider or the network prevented: a run that goes on tries them again. */
  failures: z.array(failureSchema),
  warnings: z.array(z.string()),
  /** Every gate holds, and no attempt is missing. */
  passed: z.boolean(),
});

/** The schema of a {@link Report}. */
export const reportSchema = z.strictObject({
  schema: z.literal(EVALUATION_SCHEMA),
  type: z.literal("report"),
  evaluations: z.array(evaluationReportSchema),
  passed: z.boolean(),
});

/** A number with its interval. */
export type Measure = z.output<typeof measureSchema>;
/** How one case went. */
export type CaseResult = z.output<typeof caseResultSchema>;
/** Whether a gate holds, and by how much. */
export type GateResult = z.output<typeof gateResultSchema>;
/** An attempt that was prevented. */
export type AttemptFailure = z.output<typeof failureSchema>;
/** What one evaluation came to. */
export type EvaluationReport = z.output<typeof evaluationReportSchema>;
/** What a run of evaluations came to. */
export type Report = z.output<typeof reportSchema>;

/** The report of several evaluations. */
export function reportOf(evaluations: EvaluationReport[]): Report {
  return {
    schema: EVALUATION_SCHEMA,
    type: "report",
    evaluations,
    passed: evaluations.every(({ passed }) => passed),
  };
}
