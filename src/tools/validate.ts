// Checks arguments against a tool's JSON Schema, with problems that a model can correct.

import { type OutputUnit, type SchemaDraft, Validator } from "@cfworker/json-schema";
import { unreachable } from "../core/error.ts";
import type { Json, JsonObject, JsonSchema } from "../core/json.ts";
import type { ToolSpec } from "../core/tool.ts";

/** Whether arguments fit a schema. */
export type ArgumentCheck =
  | { readonly type: "valid" }
  /** At most five lines, each a JSON Pointer (RFC 6901) into the arguments and what is wrong there. */
  | { readonly type: "invalid"; readonly problems: readonly string[] }
  /** The schema itself cannot be used; the tool's author must correct it. */
  | { readonly type: "broken"; readonly reason: string };

/**
 * Checks arguments against `tool.parameters`. `$schema` names the draft; without it, the draft is 2020-12. The compiled
 * validator is kept as long as the schema object lives.
 *
 * @example
 * ```ts
 * import { checkArguments } from "./validate.ts";
 * import assert from "node:assert/strict";
 *
 * const tool = {
 *   name: "get_weather",
 *   description: "",
 *   parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
 * };
 * assert.deepEqual(checkArguments(tool, { city: "Paris" }), { type: "valid" });
 * assert.deepEqual(checkArguments(tool, { city: 7 }), {
 *   type: "invalid",
 *   problems: ["/city: must be string, not number."],
 * });
 * ```
 */
export function checkArguments(tool: ToolSpec, args: Json): ArgumentCheck {
  const check = checkBy(tool.parameters, args);
  return check.type === "broken"
    ? { type: "broken", reason: `The schema of tool ${tool.name} is broken: ${check.reason}` }
    : check;
}

/**
 * The problems of a value by a schema, as {@link checkArguments} has them. A schema that cannot be used is the one problem of
 * every value.
 */
export function checkJson(schema: JsonSchema, value: Json): readonly string[] {
  const check = checkBy(schema, value);
  switch (check.type) {
    case "valid":
      return [];
    case "invalid":
      return check.problems;
    case "broken":
      return [`(the schema): ${check.reason}`];
    default:
      return unreachable(check);
  }
}

function checkBy(schema: JsonSchema, value: Json): ArgumentCheck {
  try {
    const result = validatorOf(schema).validate(value);
    return result.valid ? { type: "valid" } : { type: "invalid", problems: explain(result.errors) };
  } catch (thrown) {
    if (thrown instanceof URIError) {
      return { type: "invalid", problems: ["(arguments): a name is not well-formed Unicode text."] };
    }
    const [reason] = (thrown instanceof Error ? thrown.message : String(thrown)).split("\n");
    return { type: "broken", reason: reason ?? "" };
  }
}

const validators = new WeakMap<JsonSchema, Validator>();

function validatorOf(schema: JsonSchema): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  // A copy, because the validator writes its bookkeeping into the schema.
  const validator = new Validator(structuredClone(schema), draftOf(schema), false);
  validators.set(schema, validator);
  return validator;
}

function draftOf({ $schema }: JsonObject): SchemaDraft {
  const uri = typeof $schema === "string" ? $schema : "";
  if (uri.includes("draft-04")) return "4";
  if (uri.includes("draft-06") || uri.includes("draft-07")) return "7";
  return uri.includes("2019-09") ? "2019-09" : "2020-12";
}

const PROBLEMS_SHOWN = 5;
const PROBLEM_LENGTH = 300;

/** Keywords whose errors only repeat the errors inside them. */
const WRAPPERS: ReadonlySet<string> = new Set([
  "$ref",
  "$recursiveRef",
  "additionalItems",
  "additionalProperties",
  "allOf",
  "dependentSchemas",
  "if",
  "items",
  "patternProperties",
  "prefixItems",
  "properties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

function explain(errors: readonly OutputUnit[]): string[] {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const findings = errors.filter((error) =>
    !WRAPPERS.has(error.keyword) && !choices.some((choice) => isInside(error, choice))
  );
  const lines = (findings.length > 0 ? findings : errors).map((error) => {
    const forms = choices.includes(error) ? formsOf(error, errors) : "";
    return `${pointerOf(error)}: ${inWords(error)}${forms}`.slice(0, PROBLEM_LENGTH).toWellFormed();
  });
  const shown = [...new Set(lines)];
  if (shown.length <= PROBLEMS_SHOWN) return shown;
  const hidden = shown.length - PROBLEMS_SHOWN + 1;
  return [...shown.slice(0, PROBLEMS_SHOWN - 1), `... and ${hidden} more problems.`];
}

function isInside(error: OutputUnit, choice: OutputUnit): boolean {
  return error !== choice && error.keywordLocation.startsWith(`${choice.keywordLocation}/`);
}

/** What each form of an anyOf or oneOf requires. */
function formsOf(choice: OutputUnit, errors: readonly OutputUnit[]): string {
  const wants = errors
    .filter((error) => isInside(error, choice) && !WRAPPERS.has(error.keyword))
    .map((error) => inWords(error).replace(/\.$/, ""));
  return wants.length === 0 ? "" : ` Either: ${[...new Set(wants)].join("; or: ")}.`;
}

/** Rewrites the validator's sentences that a model misreads; the others stay. */
function inWords({ keyword, error }: OutputUnit): string {
  if (keyword === "false") return "is not a known argument here; leave it out.";
  return error
    .replace(
      /^Instance type "(\w+)" is invalid\. Expected "(.*)"\.$/,
      (_, actual: string, expected: string) =>
        `must be ${expected.replaceAll('", "', " or ")}, not ${actual}.`,
    )
    .replace(/^Instance does not have required property (".*")\.$/, "$1 is missing.")
    .replace(/^Instance does not match any of (\[.*\])\.$/, "must be one of $1.")
    .replace("Instance does not match any subschemas.", "fits none of the allowed forms.")
    .replace(/^Instance/, "The value");
}

/** `/rows/0/city` for `#/rows/0/city`; the arguments as a whole have the empty pointer, which no model would notice. */
function pointerOf({ instanceLocation }: OutputUnit): string {
  return decodeURI(instanceLocation.slice(1)) || "(arguments)";
}
