// From what an author writes about a tool's parameters to the JSON Schema that models and the validator read (row D3).

import * as z from "zod";
import type { Problem } from "../core/error.ts";
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../core/json.ts";
import { schemaProblems } from "./_schema_check.ts";

/** An argument that is only named, or named and described: a required string. */
export type ToolArg = string | { readonly name: string; readonly description?: string };

/** A zod schema of an object, a JSON Schema, or the names of arguments. */
export type ToolParameters =
  | z.ZodType<unknown, Record<string, unknown>>
  | { readonly [key: string]: Json }
  | readonly ToolArg[];

/** The parameters of a tool that declares none: any arguments. YAML may name them (row D3). */
export const UNDECLARED: JsonSchema = { type: "object", properties: {}, additionalProperties: true };

/** True when a tool has no schema of its own. */
export function isUndeclared({ properties, additionalProperties }: JsonSchema): boolean {
  return additionalProperties === true && isJsonObject(properties) && Object.keys(properties).length === 0;
}

export type SchemaResult =
  | { readonly type: "schema"; readonly schema: JsonSchema }
  | { readonly type: "problems"; readonly problems: readonly Problem[] };

/**
 * The JSON Schema of a tool's arguments: the real one when there is one, else every argument a required string. A zod
 * schema gives its *input* side, for that is what the model writes; defaults and transforms happen afterwards.
 *
 * @example
 * ```ts
 * import { toJsonSchema } from "./schema.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(toJsonSchema(["city", { name: "day", description: "ISO date" }]), {
 *   type: "schema",
 *   schema: {
 *     type: "object",
 *     properties: { city: { type: "string" }, day: { type: "string", description: "ISO date" } },
 *     required: ["city", "day"],
 *     additionalProperties: false,
 *   },
 * });
 * ```
 */
export function toJsonSchema(parameters: ToolParameters | undefined): SchemaResult {
  if (parameters === undefined) return { type: "schema", schema: UNDECLARED };
  if (parameters instanceof z.ZodType) return fromZod(parameters);
  if (isArgList(parameters)) return fromArgs(parameters);
  const problems = schemaProblems(parameters);
  return problems.length > 0
    ? { type: "problems", problems }
    : { type: "schema", schema: structuredClone<JsonObject>(parameters) };
}

function isArgList(parameters: object): parameters is readonly ToolArg[] {
  return Array.isArray(parameters);
}

function fromZod(parameters: z.ZodType): SchemaResult {
  try {
    // `$schema` only says that this is the default draft, to every model, in every request.
    const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: "input" });
    const json: JsonSchema = JSON.parse(JSON.stringify(schema));
    const problems = schemaProblems(json);
    return problems.length > 0 ? { type: "problems", problems } : { type: "schema", schema: json };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return wrong(
      "",
      `${reason}; use types that JSON has, and transform them: z.iso.date().transform(toDate).`,
    );
  }
}

function fromArgs(args: readonly ToolArg[]): SchemaResult {
  const problems: Problem[] = [];
  const properties: [string, JsonSchema][] = [];
  for (const [index, arg] of args.entries()) {
    const { name, description } = typeof arg === "string" ? { name: arg, description: undefined } : arg;
    if (typeof name !== "string" || name === "") {
      problems.push({ pointer: `/${index}`, detail: "has no name; write the argument's name." });
    } else if (properties.some(([known]) => known === name)) {
      problems.push({ pointer: `/${index}`, detail: `names ${name} a second time; remove one of them.` });
    }
    properties.push([name, description === undefined ? { type: "string" } : { type: "string", description }]);
  }
  if (problems.length > 0) return { type: "problems", problems };
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
  return { type: "schema", schema };
}

function wrong(pointer: string, detail: string): SchemaResult {
  return { type: "problems", problems: [{ pointer, detail }] };
}
