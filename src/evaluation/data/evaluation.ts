// An evaluation as data: a file `*.eval.json`, or the body of `POST /v1/evaluations`. Agents are named in it.

import * as z from "zod/mini";
import { describeFields } from "../../core/text/field_meanings.ts";
import { agentCaseSchema, choiceCaseSchema, listedToolSchema, selectionCaseSchema } from "./case.ts";
import { checkSchema } from "./check.ts";
import { EVALUATION_SCHEMA, nameSchema, share } from "./schema.ts";
import { stubSchema } from "./stub.ts";

/** Most cases of one evaluation. */
const MAX_CASES = 100_000;

const thresholdSchema = z.strictObject({
  least: z.optional(z.number()),
  most: z.optional(z.number()),
});

const commonParts = {
  /** Unique in a run; 1 to 128 characters. */
  name: nameSchema,
  /** How often each case is run; 1 by default. */
  repeats: z._default(z.int().check(z.gte(1), z.lte(1_000)), 1),
  /** Bounds of measures over all cases, by the measure's name: gates of the whole evaluation. */
  thresholds: z._default(z.record(z.string(), thresholdSchema), {}),
};

/** The parts of an evaluation of an agent that are data. */
export const agentParts = {
  ...commonParts,
  cases: z.array(agentCaseSchema).check(z.minLength(1), z.maxLength(MAX_CASES)),
  /** Stubs of every case, behind its own. */
  stubs: z._default(z.array(stubSchema), []),
  /** Gates and scores of every case. */
  gates: z._default(z.array(checkSchema), []),
  scores: z._default(z.array(checkSchema), []),
  /** Tools that run for real. None may be `once`, and none may have a stub. */
  real: z._default(z.array(nameSchema), []),
  /** The share of a case's repeats that must pass; 1 by default. */
  passRate: z._default(share, 1),
};

/** The parts of an evaluation of a choice that are data. */
export const choiceParts = {
  ...commonParts,
  cases: z.array(choiceCaseSchema).check(z.minLength(1), z.maxLength(MAX_CASES)),
  /** Tools that cases may offer besides those of the agent. */
  tools: z._default(z.array(listedToolSchema), []),
};

/** The parts of an evaluation of a selector that are data. */
export const selectionParts = {
  ...commonParts,
  cases: z.array(selectionCaseSchema).check(z.minLength(1), z.maxLength(MAX_CASES)),
  /** The places at which recall is measured; 1, 5, 8 and 20 by default. */
  at: z._default(z.array(z.int().check(z.gte(1), z.lte(1_000))).check(z.minLength(1)), [1, 5, 8, 20]),
};

const agentEvaluation = z.strictObject({
  schema: z.literal(EVALUATION_SCHEMA),
  kind: z.literal("agent"),
  /** The name of the agent. */
  agent: nameSchema,
  /** `provider/model` of the judge; checks of the type `judge` need it. */
  judge: z.optional(z.strictObject({
    model: z.optional(z.string().check(z.regex(/^[^/\s]{1,64}\/\S{1,200}$/, "must be provider/model"))),
  })),
  ...agentParts,
});

const choiceEvaluation = z.strictObject({
  schema: z.literal(EVALUATION_SCHEMA),
  kind: z.literal("choice"),
  agent: nameSchema,
  ...choiceParts,
});

const selectionEvaluation = z.strictObject({
  schema: z.literal(EVALUATION_SCHEMA),
  kind: z.literal("selection"),
  /** The agent whose selector finds tools of its catalogue. */
  agent: nameSchema,
  ...selectionParts,
});

/** The schema of an {@link EvaluationData}. */
export const evaluationDataSchema = z.discriminatedUnion("kind", [
  agentEvaluation,
  choiceEvaluation,
  selectionEvaluation,
]);

const COMMON = {
  schema: "The number of the form",
  kind: "`agent`: whole runs; `choice`: which tool a model calls; `selection`: which tools a selector finds",
  agent: "Name of the agent",
  name: "What the evaluation is called",
  repeats: "How often each case is run",
  thresholds: "Bounds of measures over all cases, by the measure's name",
  cases: "The [cases](evaluation.md), at most 5,000 with their repeats",
};
/* @__PURE__ */ describeFields(agentEvaluation, {
  judge: "The model of checks of the type `judge`",
  stubs: "What tools return, of every case, behind its own",
  gates: "Checks that must hold in every case",
  scores: "Checks of every case whose scores are averaged",
  real: "Names of tools that run for real",
  passRate: "The share of a case's repeats that must pass",
}, COMMON);
/* @__PURE__ */ describeFields(choiceEvaluation, {
  tools: "Tools that cases may offer besides those of the agent",
}, COMMON);
/* @__PURE__ */ describeFields(selectionEvaluation, {
  agent: "Name of the agent whose selector finds tools of its catalogue",
  at: "The places at which recall is measured",
}, COMMON);

/** An evaluation as data. */
export type EvaluationData = z.output<typeof evaluationDataSchema>;

/** A bound of a measure. */
export type Threshold = z.output<typeof thresholdSchema>;
