// How a YAML file narrows the arguments of a tool that has a schema of its own. A narrowed schema
// accepts nothing that the implementation's does not, so validating it validates the implementation's too.

import { canonicalJson } from "../core/text/hash.ts";
import { isJsonObject, type Json, type JsonObject, type JsonSchema, toJsonObject } from "../core/json.ts";
import { toPointer } from "../core/problems.ts";
import type { Finding } from "./_invalid.ts";
import { schemaProblems } from "./_schema_check.ts";
import { didYouMean } from "../core/text/did_you_mean.ts";
import { type ArgEntry, isUndeclared, type SchemaResult, toJsonSchema, type TypedArg } from "./schema.ts";

/** Problems have pointers into `args`. */
export function narrow(real: JsonSchema, args: readonly TypedArg[] | JsonObject): SchemaResult {
  if (isUndeclared(real)) return toJsonSchema(args);
  return isList(args) ? narrowToList(real, args) : narrowToSchema(real, args);
}

function isList(args: object): args is readonly TypedArg[] {
  return Array.isArray(args);
}

/** The implementation's types of the named arguments, with the file's descriptions. Other arguments are left out. */
function narrowToList(real: JsonSchema, args: readonly TypedArg[]): SchemaResult {
  const listed = toJsonSchema(args);
  if (listed.type === "problems") return listed;
  const known = readProperties(real);
  const problems: Finding[] = [];
  const properties: [string, Json][] = [];
  const required = new Set(readRequired(real));
  args.forEach((arg, index) => {
    const entry = typeof arg === "string" ? { name: arg } : arg;
    const property = own(known, entry.name);
    if (property === undefined) return problems.push(unknownArgument(`/${index}`, entry.name, known));
    properties.push([entry.name, mergeKeywords(property, keywordsOfEntry(entry), `/${index}`, problems)]);
    if (entry.required === true) required.add(entry.name);
    if (entry.required === false && required.has(entry.name)) {
      const detail = `the implementation requires ${entry.name}`;
      problems.push({ pointer: `/${index}/required`, detail, fix: "remove it here or change tools.ts." });
    }
  });
  for (const name of readRequired(real)) {
    if (properties.some(([listedName]) => listedName === name)) continue;
    const detail = `leaves out ${name}, which the implementation requires`;
    problems.push({ pointer: "", detail, fix: `add ${name}.` });
  }
  if (problems.length > 0) return { type: "problems", problems };
  return {
    type: "schema",
    schema: toJsonObject({
      ...real,
      properties: Object.fromEntries(properties),
      required: required.size === 0 ? real.required : [...required],
      additionalProperties: false,
    }),
  };
}

function keywordsOfEntry({ type, enum: values, description }: ArgEntry): JsonObject {
  return toJsonObject({ type, enum: values && [...values], description });
}

/** The implementation's schema with the file's keywords added, property by property. */
function narrowToSchema(real: JsonSchema, args: JsonObject): SchemaResult {
  const problems = schemaProblems(args);
  const known = readProperties(real);
  const shown: [string, Json][] = [];
  for (const [name, property] of Object.entries(readProperties(args))) {
    const implemented = own(known, name);
    const pointer = toPointer(["properties", name]);
    if (implemented === undefined) problems.push(unknownArgument(pointer, name, known));
    else shown.push([name, mergeKeywords(implemented, property, pointer, problems)]);
  }
  const required = [...new Set([...readRequired(real), ...readRequired(args)])];
  for (const name of required) {
    if (shown.some(([shownName]) => shownName === name)) continue;
    const detail = `lacks ${name}, which is required`;
    problems.push({ pointer: "/properties", detail, fix: `add ${name}.` });
  }
  const merged = mergeKeywords(pickKeywords(real), pickKeywords(args), "", problems);
  if (problems.length > 0 || !isJsonObject(merged)) return { type: "problems", problems };
  return {
    type: "schema",
    schema: { ...merged, properties: Object.fromEntries(shown), required, additionalProperties: false },
  };
}

/** Keywords that describe and do not constrain: the file may replace them. */
const DESCRIBING: readonly string[] = [
  "description",
  "title",
  "examples",
  "$comment",
  "deprecated",
  "default",
];

function mergeKeywords(real: Json, file: Json, pointer: string, problems: Finding[]): Json {
  if (!isJsonObject(file)) return real;
  if (!isJsonObject(real)) return real === true ? file : real;
  for (const [keyword, value] of Object.entries(file)) {
    const implemented = own(real, keyword);
    if (implemented === undefined || DESCRIBING.includes(keyword)) continue;
    if (canonicalJson(implemented) === canonicalJson(value)) continue;
    if (keyword === "enum" && isSubset(value, implemented)) continue;
    problems.push({
      pointer: pointer + toPointer([keyword]),
      detail: `is another than the implementation's ${JSON.stringify(implemented)}`,
      fix: "remove it here or change tools.ts.",
    });
  }
  return { ...real, ...file };
}

/** Fewer of the implementation's values. */
function isSubset(values: Json, all: Json): boolean {
  if (!Array.isArray(values) || !Array.isArray(all)) return false;
  const known = all.map(canonicalJson);
  return values.length > 0 && values.every((value) => known.includes(canonicalJson(value)));
}

function unknownArgument(pointer: string, name: string, known: JsonObject): Finding {
  const names = Object.keys(known);
  const detail = `"${name}" is no argument of the implementation, which takes ${names.join(", ") || "none"}`;
  return { pointer, detail, fix: `remove it, or change tools.ts.${didYouMean(name, names)}` };
}

/** A member of the object itself: `toString` of its prototype is no argument. */
function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The keywords of a schema, without those that list its arguments. */
function pickKeywords(schema: JsonSchema): JsonSchema {
  const about = ["properties", "required", "additionalProperties"];
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !about.includes(keyword)));
}

function readProperties(schema: JsonSchema): JsonObject {
  return isJsonObject(schema.properties) ? schema.properties : {};
}

function readRequired(schema: JsonSchema): string[] {
  return Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
}
