// Checks, when a tool is defined, that its JSON Schema can be used: the form of every keyword of the validator, and the target
// of every reference. It validates no instance. It is written by hand because the metaschemas accept a reference without a
// target and a pattern that is no regular expression, and their errors have no fix.

import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { compilePattern } from "../core/json_schema/pattern.ts";
import { PatternUnusable } from "../core/json_schema/pattern_unusable.ts";
import { toPointer } from "../core/problems.ts";
import { type Finding, show } from "./_invalid.ts";

/** What is wrong with a tool's schema, with JSON Pointers into it. Empty when it can be used. */
export function schemaProblems(schema: JsonObject): Finding[] {
  const problems: Finding[] = [];
  const report: Report = (pointer, detail, fix) => problems.push({ pointer, detail, fix });
  if (schema.type !== "object") {
    report("/type", `is ${show(schema.type)}`, `write "object", because arguments are an object.`);
  }
  if (schema.$schema !== undefined && !KNOWN_DRAFTS.test(String(schema.$schema))) {
    report("/$schema", `${show(schema.$schema)} is an unknown draft`, "leave it out for 2020-12.");
  }
  visit(schema, "", { root: schema, report });
  return problems;
}

type Report = (pointer: string, detail: string, fix: string) => void;
type Check = (value: Json, pointer: string, site: Site) => void;

interface Site {
  readonly root: JsonObject;
  readonly report: Report;
}

const KNOWN_DRAFTS = /^https?:\/\/json-schema\.org\/(draft-0[467]|draft\/(2019-09|2020-12))\/schema#?$/;

/** The types of JSON Schema. */
export const TYPES: readonly Json[] = ["array", "boolean", "integer", "null", "number", "object", "string"];
const MAX_DEPTH = 64;

function visit(schema: Json, pointer: string, site: Site): void {
  if (typeof schema === "boolean") return;
  if (!isJsonObject(schema)) {
    return site.report(pointer, `is ${show(schema)}`, "write a schema: an object, true or false.");
  }
  if (pointer.split("/").length > 2 * MAX_DEPTH) {
    return site.report(
      pointer,
      `is nested deeper than ${MAX_DEPTH} schemas`,
      `use $defs and $ref, or less structure.`,
    );
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (Object.hasOwn(CHECKS, keyword)) CHECKS[keyword]?.(value, `${pointer}${toPointer([keyword])}`, site);
  }
}

const schemaList: Check = (value, pointer, site) => {
  if (!Array.isArray(value) || value.length === 0) {
    return site.report(pointer, `is ${show(value)}`, "write a list of schemas, not empty.");
  }
  value.forEach((item, index) => visit(item, `${pointer}/${index}`, site));
};

const schemaMap: Check = (value, pointer, site) => {
  if (!isJsonObject(value)) return site.report(pointer, `is ${show(value)}`, "write an object of schemas.");
  for (const [name, schema] of Object.entries(value)) visit(schema, `${pointer}${toPointer([name])}`, site);
};

const patternMap: Check = (value, pointer, site) => {
  schemaMap(value, pointer, site);
  if (isJsonObject(value)) {
    Object.keys(value).forEach((key) => pattern(key, `${pointer}${toPointer([key])}`, site));
  }
};

const pattern: Check = (value, pointer, site) => {
  if (typeof value !== "string") {
    return site.report(pointer, `is ${show(value)}`, "write a regular expression as text.");
  }
  try {
    compilePattern(value);
  } catch (thrown) {
    if (!(thrown instanceof PatternUnusable)) throw thrown;
    const fix = "write another one.";
    site.report(pointer, `${show(value)} ${thrown.message}`, fix);
  }
};

const type: Check = (value, pointer, site) => {
  const types = Array.isArray(value) ? value : [value];
  if (types.length === 0 || types.some((item) => !TYPES.includes(item))) {
    site.report(pointer, `is ${show(value)}`, `write one of ${TYPES.join(", ")}, or a list of them.`);
  }
};

const names: Check = (value, pointer, site) => {
  if (!Array.isArray(value) || value.some((name) => typeof name !== "string")) {
    site.report(pointer, `is ${show(value)}`, "write a list of property names.");
  }
};

const values: Check = (value, pointer, site) => {
  if (!Array.isArray(value) || value.length === 0) {
    site.report(pointer, `is ${show(value)}`, "write a list of values, not empty.");
  }
};

const count: Check = (value, pointer, site) => {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0) {
    site.report(pointer, `is ${show(value)}`, "write a whole number from 0.");
  }
};

const number: Check = (value, pointer, site) => {
  if (typeof value !== "number") site.report(pointer, `is ${show(value)}`, "write a number.");
};

const bound: Check = (value, pointer, site) => {
  if (typeof value !== "boolean") number(value, pointer, site); // draft 4 has booleans here
};

const factor: Check = (value, pointer, site) => {
  if (typeof value !== "number" || value <= 0) {
    site.report(pointer, `is ${show(value)}`, "write a number above 0.");
  }
};

/** References lead to a place in the same schema, and not round in a circle. */
const reference: Check = (value, pointer, site) => {
  const seen = new Set<Json>();
  for (let target: Json | undefined = value; target !== undefined;) {
    if (seen.has(target)) {
      return site.report(pointer, `${show(value)} leads back to itself`, "let it point at a definition.");
    }
    seen.add(target);
    const schema: Json | undefined = typeof target === "string" ? lookUp(site.root, target) : undefined;
    if (schema === undefined) {
      return site.report(
        pointer,
        `${show(value)} leads nowhere`,
        `write "#/$defs/<name>" and define it there.`,
      );
    }
    target = isJsonObject(schema) ? schema.$ref : undefined;
  }
};

function lookUp(root: JsonObject, target: string): Json | undefined {
  if (target === "#") return root;
  if (!target.startsWith("#/")) return findAnchor(root, target);
  let place: Json | undefined = root;
  for (const step of target.slice(2).split("/")) {
    const key = decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(place)) place = place[Number(key)];
    else place = isJsonObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }
  return place;
}

function findAnchor(place: Json, target: string): Json | undefined {
  if (typeof place !== "object" || place === null) return undefined;
  if (isJsonObject(place) && (place.$id === target || `#${place.$anchor}` === target)) return place;
  for (const inner of Object.values(place)) {
    const found = findAnchor(inner, target);
    if (found !== undefined) return found;
  }
  return undefined;
}

const CHECKS: Readonly<Record<string, Check>> = {
  $ref: reference,
  type,
  enum: values,
  required: names,
  pattern,
  multipleOf: factor,
  minimum: number,
  maximum: number,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
  minContains: count,
  maxContains: count,
  properties: schemaMap,
  patternProperties: patternMap,
  dependentSchemas: schemaMap,
  $defs: schemaMap,
  definitions: schemaMap,
  additionalProperties: visit,
  unevaluatedProperties: visit,
  propertyNames: visit,
  additionalItems: visit,
  unevaluatedItems: visit,
  contains: visit,
  not: visit,
  if: visit,
  then: visit,
  else: visit,
  items: (value, pointer, site) => (Array.isArray(value) ? schemaList : visit)(value, pointer, site),
  prefixItems: schemaList,
  allOf: schemaList,
  anyOf: schemaList,
  oneOf: schemaList,
};

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
