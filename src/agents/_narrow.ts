// What a YAML file may say about the arguments of a tool that has a schema of its own: less, never other. A narrowed schema
// accepts nothing that the implementation's does not, so validating it validates the implementation's too (row D3).

import type { Problem } from "../core/error.ts";
import { canonicalJson } from "../core/hash.ts";
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../core/json.ts";
import { schemaProblems } from "./_schema_check.ts";
import { didYouMean } from "./_suggest.ts";
import { isUndeclared, type SchemaResult, toJsonSchema, type ToolArg } from "./schema.ts";

/** Problems have pointers into `args`. */
export function narrow(real: JsonSchema, args: readonly ToolArg[] | JsonObject): SchemaResult {
  if (isUndeclared(real)) return toJsonSchema(args);
  return isList(args) ? narrowToList(real, args) : narrowToSchema(real, args);
}

function isList(args: object): args is readonly ToolArg[] {
  return Array.isArray(args);
}

/** The real types of the named arguments, with the file's descriptions; what is not named is not offered. */
function narrowToList(real: JsonSchema, args: readonly ToolArg[]): SchemaResult {
  const listed = toJsonSchema(args);
  if (listed.type === "problems") return listed;
  const known = propertiesOf(real);
  const problems: Problem[] = [];
  const properties: [string, Json][] = [];
  args.forEach((arg, index) => {
    const name = typeof arg === "string" ? arg : arg.name;
    const property = known[name];
    if (property === undefined) return problems.push(unknownArgument(`/${index}`, name, known));
    const described = typeof arg !== "string" && arg.description !== undefined && isJsonObject(property)
      ? { ...property, description: arg.description }
      : property;
    properties.push([name, described]);
  });
  for (const name of requiredOf(real)) {
    if (properties.some(([listedName]) => listedName === name)) continue;
    problems.push({ pointer: "", detail: `leaves out ${name}, which the implementation requires; add it.` });
  }
  if (problems.length > 0) return { type: "problems", problems };
  return {
    type: "schema",
    schema: { ...real, properties: Object.fromEntries(properties), additionalProperties: false },
  };
}

/** The real schema with the file's keywords added, property by property. */
function narrowToSchema(real: JsonSchema, args: JsonObject): SchemaResult {
  const problems = schemaProblems(args);
  const known = propertiesOf(real);
  const shown: [string, Json][] = [];
  for (const [name, property] of Object.entries(propertiesOf(args))) {
    const implemented = known[name];
    if (implemented === undefined) problems.push(unknownArgument(`/properties/${name}`, name, known));
    else shown.push([name, added(implemented, property, `/properties/${name}`, problems)]);
  }
  const required = [...new Set([...requiredOf(real), ...requiredOf(args)])];
  for (const name of required) {
    if (shown.some(([shownName]) => shownName === name)) continue;
    problems.push({ pointer: "/properties", detail: `lacks ${name}, which is required; add it.` });
  }
  const merged = added(keywordsOf(real), keywordsOf(args), "", problems);
  if (problems.length > 0 || !isJsonObject(merged)) return { type: "problems", problems };
  return {
    type: "schema",
    schema: { ...merged, properties: Object.fromEntries(shown), required, additionalProperties: false },
  };
}

/** Keywords that tell and do not constrain: the file may replace them. */
const TOLD: readonly string[] = ["description", "title", "examples", "$comment", "deprecated", "default"];

function added(real: Json, own: Json, pointer: string, problems: Problem[]): Json {
  if (!isJsonObject(own)) return real;
  if (!isJsonObject(real)) return real === true ? own : real;
  for (const [keyword, value] of Object.entries(own)) {
    const implemented = real[keyword];
    if (implemented === undefined || TOLD.includes(keyword)) continue;
    if (canonicalJson(implemented) === canonicalJson(value)) continue;
    problems.push({
      pointer: `${pointer}/${keyword}`,
      detail: `is another than the implementation's ${
        JSON.stringify(implemented)
      }; remove it here or change tools.ts.`,
    });
  }
  return { ...real, ...own };
}

function unknownArgument(pointer: string, name: string, known: JsonObject): Problem {
  const names = Object.keys(known);
  const detail =
    `"${name}" is no argument of the implementation, which takes ${names.join(", ") || "none"}.` +
    didYouMean(name, names);
  return { pointer, detail };
}

/** What a schema says besides which arguments there are. */
function keywordsOf(schema: JsonSchema): JsonSchema {
  const about = ["properties", "required", "additionalProperties"];
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !about.includes(keyword)));
}

function propertiesOf(schema: JsonSchema): JsonObject {
  return isJsonObject(schema.properties) ? schema.properties : {};
}

function requiredOf(schema: JsonSchema): string[] {
  return Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
}
