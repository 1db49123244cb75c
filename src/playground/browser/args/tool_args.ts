// The fields of a form from the JSON Schema of a tool, and the arguments that are typed into them.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";

/** How a value is typed. `json`: a list, an object, or whatever has no type of its own. */
export type FieldKind = "text" | "number" | "integer" | "boolean" | "choice" | "json";

/** One property of the arguments. */
export interface ArgField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** Of the schema; empty without one. */
  readonly description: string;
  /** Of `choice`: each value as JSON text. */
  readonly choices: readonly string[];
  /** A text of several lines, or of a long one. */
  readonly isLong?: boolean;
}

/** The only field of a schema without properties. */
export const WHOLE: ArgField = { name: "", kind: "json", isRequired: false, description: "", choices: [] };

/** The fields of a schema; undefined for one without properties, whose arguments are one JSON text. */
export function readFields(schema: JsonObject): readonly ArgField[] | undefined {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return undefined;
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, property]) => {
    const of = isJsonObject(property) ? property : {};
    return {
      name,
      kind: toKind(of),
      isRequired: names.includes(name),
      description: typeof of.description === "string" ? of.description : "",
      choices: Array.isArray(of.enum) ? of.enum.map((value) => JSON.stringify(value)) : [],
    };
  });
}

function toKind({ type, enum: values }: JsonObject): FieldKind {
  if (Array.isArray(values)) return "choice";
  switch (type) {
    case "string":
      return "text";
    case "number":
    case "integer":
    case "boolean":
      return type;
    default:
      return "json";
  }
}

/** What was typed, as arguments, or what is wrong by the names of fields. */
export type ReadArgs =
  | { readonly args: JsonObject; readonly problems?: undefined }
  | { readonly problems: ReadonlyMap<string, string> };

/**
 * Reads what was typed. A field that is empty is left out; one that is required has to be there, but for a text, which may be empty.
 *
 * @example
 * ```ts
 * import { readFields, readArgs } from "./tool_args.ts";
 * import assert from "node:assert/strict";
 *
 * const fields = readFields({ type: "object", properties: { city: { type: "string" }, days: { type: "integer" } } }) ?? [];
 * assert.deepEqual(readArgs(fields, new Map([["city", "Paris"], ["days", "3"]])), { args: { city: "Paris", days: 3 } });
 * ```
 */
export function readArgs(fields: readonly ArgField[], typed: ReadonlyMap<string, string>): ReadArgs {
  const problems = new Map<string, string>();
  const entries: [string, Json][] = [];
  for (const field of fields) {
    const text = typed.get(field.name) ?? "";
    if (text.trim() === "" && (field.kind !== "text" || !field.isRequired)) {
      if (field.isRequired) problems.set(field.name, "is required");
      continue;
    }
    const read = readValue(field.kind, text);
    if (read.problem === undefined) entries.push([field.name, read.value]);
    else problems.set(field.name, read.problem);
  }
  return problems.size > 0 ? { problems } : { args: Object.fromEntries(entries) };
}

/** A whole JSON text as arguments, where a schema has no fields. The problem is that of the field `""`. */
export function readWhole(text: string): ReadArgs {
  const read = readValue("json", text.trim() === "" ? "{}" : text);
  if (read.problem !== undefined) return { problems: new Map([["", read.problem]]) };
  return isJsonObject(read.value)
    ? { args: read.value }
    : { problems: new Map([["", "must be a JSON object"]]) };
}

type ReadValue =
  | { readonly value: Json; readonly problem?: undefined }
  | { readonly problem: string };

function readValue(kind: FieldKind, text: string): ReadValue {
  switch (kind) {
    case "text":
      return { value: text };
    case "number":
    case "integer": {
      const value = Number(text);
      if (!Number.isFinite(value)) return { problem: "must be a number" };
      return kind === "integer" && !Number.isInteger(value)
        ? { problem: "must be a whole number" }
        : { value };
    }
    case "boolean":
    case "choice":
    case "json":
      try {
        return { value: JSON.parse(text) };
      } catch {
        return { problem: "must be JSON" };
      }
  }
}
