// The cases of the three kinds of evaluations, as data.

import * as z from "zod/mini";
import { checkSchema } from "./check.ts";
import { anyJson, jsonObject, nameSchema } from "./schema.ts";
import { stubSchema } from "./stub.ts";

const caseId = z.string().check(z.minLength(1), z.maxLength(128));
const common = {
  /** Unique in its evaluation; by default its place, from 1. */
  id: z.optional(caseId),
  /** Measures are also given for each category. */
  category: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
};

/** A tool that a case offers besides those that have a name. */
const toolSpec = z.strictObject({
  name: nameSchema,
  description: z._default(z.string(), ""),
  /** JSON Schema of the arguments, of an object. */
  parameters: z._default(jsonObject, { type: "object" }),
});

/** The schema of a case of `kind: "agent"`. */
export const agentCaseSchema = z.strictObject({
  ...common,
  /** What the user says; several inputs follow each other in one thread. */
  input: z.union([z.string(), z.array(z.string()).check(z.minLength(1), z.maxLength(100))]),
  stubs: z._default(z.array(stubSchema), []),
  /** Checks that must hold. */
  gates: z._default(z.array(checkSchema), []),
  /** Checks whose scores are averaged. */
  scores: z._default(z.array(checkSchema), []),
  /** What people answer to calls that need approval; `approve` by default. */
  approvals: z._default(z.enum(["approve", "deny"]), "approve"),
});

/** The schema of a case of `kind: "choice"`. */
export const choiceCaseSchema = z.strictObject({
  ...common,
  input: z.string(),
  /** The tools that are offered: names of tools of the evaluation or of its agent, or whole tools. All of them by default. */
  offered: z.optional(z.array(z.union([nameSchema, toolSpec]))),
  /** The tools that are right; none (null or an empty list) where no tool is. */
  expected: z.nullable(z.array(nameSchema)),
  /** `all`: each expected tool is called, and no other (by default). `any`: one or more of them, and no other. */
  match: z._default(z.enum(["all", "any"]), "all"),
  /** The right arguments of expected tools. */
  args: z.optional(z.array(z.strictObject({ name: nameSchema, arguments: jsonObject }))),
});

/** The schema of a case of `kind: "selection"`. */
export const selectionCaseSchema = z.strictObject({
  ...common,
  query: z.string(),
  /** The tools that are right. A case without any says nothing about retrieval and is left out of its measures. */
  expected: z.nullable(z.array(nameSchema)),
});

/** The schema of a tool in a list of tools, as `tools.json` has it. What else stands there is ignored. */
export const listedToolSchema = z.object({
  name: nameSchema,
  description: z._default(z.string(), ""),
  parameters: z._default(jsonObject, { type: "object" }),
  examples: z.optional(z.array(z.string())),
  category: z.optional(z.string()),
  categories: z.optional(z.array(z.string())),
  tags: z.optional(z.array(z.string())),
});

/** The schema of a line of `queries.jsonl`. What else stands there is ignored. */
export const listedQuerySchema = z.object({
  query: z.string(),
  expected: z.nullable(z.array(nameSchema)),
  split: z.optional(z.string()),
  offered: z.optional(z.array(nameSchema)),
  args: z.optional(z.array(z.object({ name: nameSchema, arguments: z.record(z.string(), anyJson) }))),
});

/** The input of an agent. */
export type AgentCase = z.output<typeof agentCaseSchema> & { readonly id: string };
/** A request with the tools that are right for it. */
export type ChoiceCase = z.output<typeof choiceCaseSchema> & { readonly id: string };
/** A query with the tools that are right for it. */
export type SelectionCase = z.output<typeof selectionCaseSchema> & { readonly id: string };
/** A tool that a case offers. */
export type OfferedTool = z.output<typeof toolSpec>;
/** A tool of a list. */
export type ListedTool = z.output<typeof listedToolSchema>;
