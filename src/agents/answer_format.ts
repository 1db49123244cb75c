// The forms of an agent's answers as their author writes them: a zod schema or a JSON Schema.

import type { AnswerFormat, DecisionFormat, ModelDecision } from "../core/model/decision.ts";
import type { Json, JsonSchema } from "../core/json.ts";
import { type Finding, show, within } from "./_invalid.ts";
import type { ReadonlyJsonObject } from "./from_schema.ts";
import { isZod, toJsonSchema, type ZodObjectSchema } from "./schema.ts";

/** A zod schema of an object, or a JSON Schema whose type is `object`, also one written `as const`. */
export type AnswerSchema = ZodObjectSchema | ReadonlyJsonObject;

/** A decision of the author's own form. */
export interface DecisionDefinition {
  readonly schema: AnswerSchema;
  /** Gets zod's output, or the value that fits the JSON Schema. What it throws is shown to the model. */
  // deno-lint-ignore no-explicit-any
  readonly toDecision: (value: any) => ModelDecision | Promise<ModelDecision>;
}

/** The form of final answers. The schema has been checked. */
export function toAnswerFormat(output: AnswerSchema): AnswerFormat {
  return { schema: readSchema(output), check: async (value) => (await parse(output, value)).problems };
}

/** The form of decisions. The schema has been checked. */
export function toDecisionFormat({ schema, toDecision }: DecisionDefinition): DecisionFormat {
  return {
    schema: readSchema(schema),
    toDecision: async (value) => {
      const { problems, output } = await parse(schema, value);
      if (problems.length > 0) throw new Error(problems.join(" "));
      return await toDecision(output);
    },
  };
}

/** What is wrong with a form of answers. */
export function answerFindings(output: unknown): Finding[] {
  if (typeof output !== "object" || output === null || Array.isArray(output)) {
    const fix = "write z.object({ ... }) or a JSON Schema of an object.";
    return [{ pointer: "", detail: `is ${show(output)}`, fix }];
  }
  // An object of any kind: toJsonSchema checks its content.
  const read = toJsonSchema(output as AnswerSchema);
  return read.type === "schema" ? [] : [...read.problems];
}

/** What is wrong with a form of decisions. */
export function decisionFindings(decision: unknown): Finding[] {
  if (typeof decision !== "object" || decision === null) {
    const fix = "write an object with schema and toDecision.";
    return [{ pointer: "", detail: `is ${show(decision)}`, fix }];
  }
  const unknown = Object.keys(decision).filter((key) => key !== "schema" && key !== "toDecision");
  const findings: Finding[] = unknown.map((key) => ({
    pointer: `/${key}`,
    detail: "is not a part of a decision",
    fix: "write schema and toDecision.",
  }));
  findings.push(...within("/schema", answerFindings(Reflect.get(decision, "schema"))));
  const toDecision: unknown = Reflect.get(decision, "toDecision");
  if (typeof toDecision !== "function") {
    findings.push({ pointer: "/toDecision", detail: `is ${show(toDecision)}`, fix: "write a function." });
  }
  return findings;
}

function readSchema(schema: AnswerSchema): JsonSchema {
  const read = toJsonSchema(schema);
  return read.type === "schema" ? read.schema : {};
}

async function parse(
  schema: AnswerSchema,
  value: Json,
): Promise<{ readonly problems: readonly string[]; readonly output: unknown }> {
  if (!isZod(schema)) return { problems: [], output: value };
  const parsed = await schema.safeParseAsync(value);
  if (parsed.success) return { problems: [], output: parsed.data };
  const problems = parsed.error.issues.slice(0, 5).map(({ path, message }) =>
    `${path.length === 0 ? "(the whole)" : `/${path.join("/")}`}: ${message}`
  );
  return { problems, output: undefined };
}
