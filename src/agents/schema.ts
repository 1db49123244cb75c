// From what an author writes about a tool's parameters to the JSON Schema that models and the validator read.

import type * as z from "zod";
import { isJsonObject, type Json, type JsonSchema, toJsonObject } from "../core/json.ts";
import type { ReadonlyJsonObject } from "./from_schema.ts";
import type { Finding } from "./_invalid.ts";
import { parameterFindings } from "./_tool_check.ts";

/** An argument that is only named, or named and described: a required string. */
export type ToolArg = string | { readonly name: string; readonly description?: string };

/** An argument of a YAML file, which may have a type of its own. */
export interface ArgEntry {
  readonly name: string;
  readonly description?: string;
  /** A type of JSON Schema; `string` by default. */
  readonly type?: string;
  readonly enum?: readonly Json[];
  /** True by default. */
  readonly required?: boolean;
}

/** An argument of a YAML file: its name, or more. */
export type TypedArg = string | ArgEntry;

/**
 * A zod schema whose input is an object. The input is compared by zod's core type, whose few members the compiler follows to their end:
 * with the methods of ZodType it gives up in a program that has langchain or @mastra/core beside this package.
 */
export type ZodObjectSchema = z.ZodType & z.core.$ZodType<unknown, Record<string, unknown>>;

/** A zod schema of an object, a JSON Schema, or the names of arguments. */
export type ToolParameters =
  | ZodObjectSchema
  | ReadonlyJsonObject
  | readonly ToolArg[];

/** The parameters of a tool that declares none: any arguments. YAML may name them. */
export const UNDECLARED: JsonSchema = { type: "object", properties: {}, additionalProperties: true };

/** True when a tool has no schema of its own. */
export function isUndeclared({ properties, additionalProperties }: JsonSchema): boolean {
  return additionalProperties === true && isJsonObject(properties) && Object.keys(properties).length === 0;
}

/** A schema, or why there is none. */
export type SchemaResult =
  | { readonly type: "schema"; readonly schema: JsonSchema }
  | { readonly type: "problems"; readonly problems: readonly Finding[] };

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
export function toJsonSchema(parameters: ToolParameters | readonly TypedArg[] | undefined): SchemaResult {
  if (parameters === undefined) return { type: "schema", schema: UNDECLARED };
  if (isZod(parameters)) return fromZod(parameters);
  if (isArgList(parameters)) return fromArgs(parameters);
  if (isShape(parameters)) {
    return wrong("is an object with zod types in it", "wrap it: z.object({ ... }).");
  }
  if (hasTrait(parameters, "ZodMiniType")) {
    return wrong(
      "is a schema of zod/mini, which has no JSON Schema",
      "write it with zod, or as a JSON Schema.",
    );
  }
  const problems = parameterFindings(parameters);
  return problems.length > 0
    ? { type: "problems", problems }
    : { type: "schema", schema: JSON.parse(JSON.stringify(parameters)) };
}

function isArgList(parameters: object): parameters is readonly ToolArg[] | readonly TypedArg[] {
  return Array.isArray(parameters);
}

/** True for a type of zod 4, whichever copy of zod the tool was written with. */
export function isZod(value: unknown): value is z.ZodType {
  return hasTrait(value, "ZodType");
}

function hasTrait(value: unknown, trait: "ZodType" | "ZodMiniType"): boolean {
  const traits: unknown = Reflect.get(Object(Reflect.get(Object(value), "_zod")), "traits");
  return traits instanceof Set && traits.has(trait);
}

/** zod's `{ city: z.string() }` without z.object around it. */
function isShape(parameters: unknown): boolean {
  return typeof parameters === "object" && parameters !== null &&
    Object.values(parameters).some(isZod);
}

function fromZod(parameters: z.ZodType): SchemaResult {
  try {
    // `$schema` names the default draft, and would go to the model with every request.
    const { $schema: _, ...schema } = parameters.toJSONSchema({ io: "input" });
    const json: JsonSchema = JSON.parse(JSON.stringify(schema));
    const problems = parameterFindings(json);
    return problems.length > 0 ? { type: "problems", problems } : { type: "schema", schema: json };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return wrong(reason, "use types that JSON has, and transform them: z.iso.date().transform(toDate).");
  }
}

function fromArgs(args: readonly TypedArg[]): SchemaResult {
  const problems: Finding[] = [];
  const properties: [string, JsonSchema][] = [];
  const required: string[] = [];
  args.forEach((arg: unknown, index) => {
    const pointer = `/${index}`;
    const entry = typeof arg === "string" ? { name: arg } : arg;
    const name: unknown = typeof entry === "object" && entry !== null
      ? Reflect.get(entry, "name")
      : undefined;
    if (!isEntry(entry) || typeof name !== "string" || name === "") {
      return problems.push({ pointer, detail: "has no name", fix: "write the argument's name." });
    }
    if (properties.some(([known]) => known === name)) {
      problems.push({ pointer, detail: `names ${name} a second time`, fix: "remove one of them." });
    }
    properties.push([name, toProperty(entry)]);
    if (entry.required !== false) required.push(name);
  });
  if (problems.length > 0) return { type: "problems", problems };
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  };
  return { type: "schema", schema };
}

/** What its other keys hold is checked where YAML is read, and again as a schema when the agent is made. */
function isEntry(entry: unknown): entry is ArgEntry {
  return typeof entry === "object" && entry !== null;
}

/** Without a type an argument is a string, unless one of its values is not a string. */
function toProperty(entry: ArgEntry): JsonSchema {
  const { description, type, enum: values } = entry;
  const isText = values === undefined ||
    Array.isArray(values) && values.every((value) => typeof value === "string");
  return toJsonObject({
    type: type === undefined && isText ? "string" : type,
    enum: values && (Array.isArray(values) ? [...values] : []),
    description,
  });
}

function wrong(detail: string, fix: string): SchemaResult {
  return { type: "problems", problems: [{ pointer: "", detail, fix }] };
}
