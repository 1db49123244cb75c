// An attempt: one repeat of one case, with what was observed and the verdict. A line of a file of results.

import * as z from "zod/mini";
import { anyJson, EVALUATION_SCHEMA, share } from "./schema.ts";

const observedCall = z.strictObject({
  name: z.string(),
  /** The argument text as the model wrote it. */
  args: z.string(),
  /** How the call ended; missing for one that was predicted only. */
  outcome: z.optional(z.string()),
  output: z.optional(anyJson),
  error: z.optional(z.string()),
});

/** The schema of an {@link ObservedRun}. */
export const observedRunSchema = z.strictObject({
  type: z.literal("run"),
  /** In the order in which the model made them. */
  calls: z.array(observedCall),
  /** The last answer; null without one. */
  answer: z.nullable(z.string()),
  /** Of the thread. */
  status: z.string(),
  steps: z.number(),
  /** Input and output tokens. */
  tokens: z.number(),
  /** `provider/model` that answered. */
  model: z.nullable(z.string()),
  /** What the run failed with. */
  error: z.optional(z.strictObject({ code: z.string(), message: z.string() })),
  /** Calls that had no stub, each as one sentence. */
  unstubbed: z.array(z.string()),
  /** Places of the stubs that were used: those of the case, then those of the evaluation. */
  stubsUsed: z.array(z.number()),
});

/** The schema of an {@link ObservedSelection}. */
export const observedSelectionSchema = z.strictObject({
  type: z.literal("selection"),
  /** The selected tools, the best first. */
  tools: z.array(z.string()),
  warnings: z.array(z.string()),
});

const scored = z.strictObject({ name: z.string(), score: share, reason: z.string() });

/** The schema of every {@link Verdict}. */
export const verdictSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("agent"),
    /** Every gate holds. */
    passed: z.boolean(),
    gates: z.array(z.extend(scored, { held: z.boolean() })),
    scores: z.array(scored),
  }),
  z.strictObject({
    kind: z.literal("choice"),
    /** `right`: what was called is what was expected. `missed`: no call where one was right. */
    outcome: z.enum(["right", "wrong_tool", "missed", "incomplete", "false_positive"]),
    /** Expected and called tool, for the matrix; null is none. */
    pairs: z.array(z.tuple([z.nullable(z.string()), z.nullable(z.string())])),
    /** For each call whether its arguments fit the schema of its tool. */
    argumentsValid: z.array(z.boolean()),
    /** For each expected call with arguments whether they were given so. */
    argumentsMatch: z.array(z.boolean()),
    problems: z.array(z.string()),
  }),
  z.strictObject({
    kind: z.literal("selection"),
    /** Ranks of the expected tools from 1, in their order; null for one that was not selected. */
    ranks: z.array(z.nullable(z.int())),
  }),
]);

/** The schema of an {@link Attempt}. */
export const attemptSchema = z.strictObject({
  schema: z.literal(EVALUATION_SCHEMA),
  type: z.literal("attempt"),
  /** The name of the evaluation. */
  evaluation: z.string(),
  /** The id of the case. */
  case: z.string(),
  /** From 1. */
  repeat: z.int().check(z.gte(1)),
  ms: z.number(),
  observed: z.discriminatedUnion("type", [observedRunSchema, observedSelectionSchema]),
  verdict: verdictSchema,
});

/** What a run came to. */
export type ObservedRun = z.output<typeof observedRunSchema>;
/** A call of a run. */
export type ObservedCall = z.output<typeof observedCall>;
/** What a selector came to. */
export type ObservedSelection = z.output<typeof observedSelectionSchema>;
/** What is to be said of an attempt. */
export type Verdict = z.output<typeof verdictSchema>;
/** The verdict about a run of an agent. */
export type AgentVerdict = Extract<Verdict, { kind: "agent" }>;
/** The verdict about a choice of tools. */
export type ChoiceVerdict = Extract<Verdict, { kind: "choice" }>;
/** One repeat of one case. */
export type Attempt = z.output<typeof attemptSchema>;
