// The JSON Schema of a decision: what a model may decide under a tool choice, with the tools that it may call.

import type { AnswerFormat } from "../../core/model/decision.ts";
import { isJsonObject, type Json, type JsonObject, type JsonSchema, toJsonObject } from "../../core/json.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { isForced, permits, type ToolChoice } from "../../core/tool_choice.ts";

/** What may be decided. */
export interface DecisionScope {
  /** The tools that may be called; none under `none`. */
  readonly callable: readonly ToolSpec[];
  /** The model may answer without a call. */
  readonly mayAnswer: boolean;
}

/** The scope of a choice among these tools. */
export function toDecisionScope(choice: ToolChoice, tools: readonly ToolSpec[]): DecisionScope {
  const callable = tools.filter(({ name }) => permits(choice, name));
  return { callable, mayAnswer: callable.length === 0 || !isForced(choice) };
}

/**
 * The schema. What the choice does not permit is not in it: under `none` there is no `tool`, under a forced choice there is
 * no `answer`. Every property is required and null where it does not apply, because strict modes require all properties.
 *
 * @example
 * ```ts
 * import { decisionSchema, toDecisionScope } from "./decision_schema.ts";
 * import assert from "node:assert/strict";
 *
 * const { properties } = decisionSchema(toDecisionScope({ type: "auto" }, []), undefined);
 * assert.deepEqual(properties, {
 *   thought: { type: "string" },
 *   type: { type: "string", enum: ["final_answer"] },
 *   answer: { type: "string" },
 * });
 * ```
 */
export function decisionSchema(
  { callable, mayAnswer }: DecisionScope,
  output: AnswerFormat | undefined,
): JsonSchema {
  const definitions: JsonObject = {};
  const mayCall = callable.length > 0;
  const names = callable.map(({ name }) => name);
  const args = callable.map(({ parameters }, index) => embed(parameters, `tool${index}`, definitions));
  const answer = output === undefined ? { type: "string" } : embed(output.schema, "answer", definitions);
  const types = [...mayCall ? ["call_tool"] : [], ...mayAnswer ? ["final_answer"] : []];
  const properties = toJsonObject({
    thought: { type: "string" },
    type: { type: "string", enum: types },
    tool: mayCall ? orNull([{ type: "string", enum: names }], mayAnswer) : undefined,
    args: mayCall ? orNull(args, mayAnswer) : undefined,
    answer: mayAnswer ? orNull([answer], mayCall) : undefined,
  });
  return toJsonObject({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    $defs: Object.keys(definitions).length === 0 ? undefined : definitions,
  });
}

// Tools with the same parameters are one branch.
function orNull(schemas: readonly JsonSchema[], isNullable: boolean): JsonSchema {
  const branches = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  const [only] = branches.values();
  if (!isNullable && branches.size === 1 && only !== undefined) return only;
  return { anyOf: [...branches.values(), ...isNullable ? [{ type: "null" }] : []] };
}

const ANY_OBJECT: JsonSchema = { type: "object" };

/**
 * A schema as a part of another: its definitions move to the root under names of their own. One whose references lead
 * elsewhere is any object here; the value is checked against the whole schema later.
 */
function embed(schema: JsonSchema, prefix: string, definitions: JsonObject): JsonSchema {
  const { $schema: _, $defs, definitions: older, ...rest } = schema;
  const text = JSON.stringify(schema);
  const references = Array.from(text.matchAll(/"\$ref":"([^"]*)"/g), ([, to = ""]) => to);
  const isForeign = /"\$(?:id|anchor|dynamicRef|dynamicAnchor|recursiveRef)":"/.test(text);
  if (isForeign || !references.every((to) => DEFINITION.test(to))) return ANY_OBJECT;
  for (const place of [$defs, older]) {
    if (!isJsonObject(place)) continue;
    for (const [name, definition] of Object.entries(place)) {
      definitions[`${prefix}_${name}`] = redirect(definition, prefix);
    }
  }
  const embedded = redirect(rest, prefix);
  return isJsonObject(embedded) ? embedded : ANY_OBJECT;
}

const DEFINITION = /^#\/(?:\$defs|definitions)\/([^/%~\\]+)$/;

function redirect(value: Json, prefix: string): Json {
  if (Array.isArray(value)) return value.map((item) => redirect(item, prefix));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]): [string, Json] => [
      key,
      key === "$ref" && typeof inner === "string"
        ? inner.replace(DEFINITION, (_, name: string) => `#/$defs/${prefix}_${name}`)
        : redirect(inner, prefix),
    ]),
  );
}
