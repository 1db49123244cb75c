// The fields of a schema as a list in Markdown, for docs/http-api and docs/events.md.

import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { NAME, THREAD_ID } from "../../core/text/id.ts";
import { linkFrom, toAnchor } from "../../cli/docs/headings.ts";
import { fieldMeaning } from "../../core/text/field_meanings.ts";
import "../../http/schemas/meanings.ts";
import { asKnown, findDescription, findFields, findName, isNumber, isOptional } from "./type_text.ts";

/** How lists are written. */
export interface ListRules {
  /** The components, each with a section of its own: a field of one is a link. */
  readonly names: ReadonlyMap<z.core.$ZodType, string>;
  /** The page of each component's section, relative to docs: `http-api/types.md`. */
  readonly pages: ReadonlyMap<string, string>;
  /** The page of the list, relative to docs; links of meanings are relative to docs as well. */
  readonly page: string;
  /** A field with a default may be left out, and only objects whose fields have a meaning have lines. */
  readonly side: "request" | "answer";
  /** The heading that the list stands below: later lists link to it. */
  readonly section: string;
  /** Objects whose fields are listed already, with the place of the list. A list adds its own. */
  readonly listed: Map<z.core.$ZodType, ListedObject>;
}

/** Where the fields of an object are listed. */
export interface ListedObject {
  /** The field whose object it is. */
  readonly field: string;
  readonly page: string;
  readonly section: string;
}

interface Line {
  /** With a `?` where it may be absent. */
  readonly field: string;
  readonly type: string;
  readonly meaning: string;
  /** The fields of the object that the field has, or a list of. */
  readonly inner: readonly Line[];
}

/**
 * The fields of an object, or of a union of objects as one: ``- `id?` (text): Its meaning``, and below it the fields of an object
 * in it. `but` are fields that stand elsewhere. Empty without fields.
 *
 * @throws {AgentError} internal - a field of a request has no meaning
 */
export function fieldList(
  schema: z.core.$ZodType,
  rules: ListRules,
  but: ReadonlySet<string> = new Set(),
): string {
  return listLines(schema, rules, but).flatMap((line) => formatLine(line, "")).join("\n");
}

function formatLine({ field, type, meaning, inner }: Line, indent: string): string[] {
  const words = [`${indent}- \`${field}\``, type && ` (${type})`, meaning && `: ${meaning}`];
  return [words.join(""), ...inner.flatMap((line) => formatLine(line, `${indent}  `))];
}

/** A union of objects by the constant that distinguishes them: the names of the other fields of each, without `but`. */
export function typeList(schema: z.core.$ZodType, but: ReadonlySet<string>): string {
  return listMembers(schema).map((member) => {
    const { type, ...fields } = findFields(member) ?? {};
    const names = Object.entries(fields).filter(([name]) => !but.has(name)).map(([name, field]) => {
      return `\`${name}${isOptional(field, { side: "answer" }) ? "?" : ""}\``;
    });
    const types = type === undefined ? [] : listConstants(type).map(formatCode);
    return `- ${types.join(", ")}${names.length === 0 ? "" : `: ${names.join(", ")}`}`;
  }).join("\n");
}

/** The fields of an object, each with the fields of the object in it. */
function listLines(object: z.core.$ZodType, rules: ListRules, but: ReadonlySet<string>): Line[] {
  const members = listMembers(object);
  const names = new Set(members.flatMap((member) => Object.keys(findFields(member) ?? {})));
  return [...names].flatMap((name) => {
    const fields = members.flatMap((member) => {
      const field = findFields(member)?.[name];
      return field === undefined ? [] : [{ member, field }];
    });
    const [first] = fields;
    if (first === undefined || but.has(name)) return [];
    const mayLack = fields.length < members.length || fields.some(({ field }) => isOptional(field, rules));
    const meaning = fieldMeaning(first.member, name) ?? findDescription(first.field, rules);
    if (meaning === undefined && rules.side === "request") {
      throw new AgentError("internal", `${name} of a request has no meaning: add it to its meanings.`);
    }
    const type = describeType(fields.map(({ field }) => field), rules);
    const { inner, like } = innerLines(first.field, name, rules);
    return [{
      field: `${name}${mayLack ? "?" : ""}`,
      type: `${type}${like}`,
      meaning: moveLinks(meaning ?? "", rules),
      inner,
    }];
  });
}

/** The fields of the object that a field has; `like` says where they are, when they are listed elsewhere. */
function innerLines(
  field: z.core.$ZodType,
  name: string,
  rules: ListRules,
): { readonly inner: readonly Line[]; readonly like: string } {
  const object = unwrapSchema(field);
  if (!hasLines(object, rules)) return { inner: [], like: "" };
  const origin = unwrapOrigin(object);
  const listed = rules.listed.get(origin);
  if (listed !== undefined) return { inner: [], like: `, as ${linkTo(listed, rules)}` };
  const inner = listLines(object, rules, new Set());
  const { page, section } = rules;
  if (inner.length > 1) rules.listed.set(origin, { field: name, page, section });
  return { inner, like: "" };
}

/** `messages`, or `messages` of the section where it is listed. */
function linkTo({ field, page, section }: ListedObject, rules: ListRules): string {
  if (page === rules.page && section === rules.section) return `\`${field}\``;
  return `[\`${field}\`](${linkFrom(rules.page, `${page}#${toAnchor(section)}`)})`;
}

/** The schema that others were made of by descriptions. */
function unwrapOrigin(schema: z.core.$ZodType): z.core.$ZodType {
  return schema._zod.parent === undefined ? schema : unwrapOrigin(schema._zod.parent);
}

/** Whether the fields of a field stand in the same list: those of a component have a section of their own. */
function hasLines(schema: z.core.$ZodType, rules: ListRules): boolean {
  const { def } = asKnown(schema)._zod;
  const options = def.type === "union" ? def.options : [];
  const areNamed = options.length > 0 && options.every((option) => findName(option, rules) !== undefined);
  if (areNamed || findName(schema, rules) !== undefined) return false;
  return rules.side === "answer" || listMembers(schema).some(isDescribed);
}

/** The objects that a schema is one of. */
export function listMembers(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = asKnown(schema)._zod;
  if (def.type === "object") return [schema];
  return def.type === "union" && def.options.every((option) => listMembers(option).length > 0)
    ? def.options.flatMap(listMembers)
    : [];
}

/** What a field has fields of: the items of a list, what may be missing or null. */
function unwrapSchema(field: z.core.$ZodType): z.core.$ZodType {
  const { def } = asKnown(field)._zod;
  switch (def.type) {
    case "optional":
    case "default":
    case "nullable":
      return unwrapSchema(def.innerType);
    case "array":
      return unwrapSchema(def.element);
    case "pipe":
      return unwrapSchema(def.in);
    default:
      return field;
  }
}

function isDescribed(object: z.core.$ZodType): boolean {
  return Object.keys(findFields(object) ?? {}).some((name) => fieldMeaning(object, name) !== undefined);
}

// Types -----------------------------------------------------------------------------------------------------------------

/** The type of a field; constants of several objects are choices. */
function describeType(fields: readonly z.core.$ZodType[], rules: ListRules): string {
  const constants = fields.map(listConstants);
  if (constants.every((values) => values.length > 0)) {
    const value = fields.map(findDefault).find((each) => each !== undefined);
    return formatChoices([...new Set(constants.flat())], value);
  }
  const [first] = fields;
  return first === undefined ? "" : `${describeSchema(first, rules)}${defaultText(findDefault(first))}`;
}

function describeSchema(schema: z.core.$ZodType, rules: ListRules): string {
  const name = findName(schema, rules);
  if (name !== undefined) {
    const page = rules.pages.get(name) ?? rules.page;
    return `[\`${name}\`](${linkFrom(rules.page, `${page}#${toAnchor(name)}`)})`;
  }
  const constants = listConstants(schema);
  if (constants.length > 0) return formatChoices(constants, undefined);
  const { def } = asKnown(schema)._zod;
  switch (def.type) {
    case "optional":
    case "default":
      return describeSchema(def.innerType, rules);
    case "nullable":
      return `${describeSchema(def.innerType, rules)} or null`;
    case "pipe":
      return describeSchema(isNumber(def.out) ? def.out : def.in, rules);
    case "array":
      return `list of ${plural(describeSchema(def.element, rules))}${itemsText(schema)}`;
    case "union": {
      const [one, many] = def.options;
      const list = many && asKnown(many)._zod.def;
      if (def.options.length === 2 && one !== undefined && list?.type === "array" && list.element === one) {
        return `${describeSchema(one, rules)}, or a list of them${itemsText(def.options[1] ?? one)}`;
      }
      return [...new Set(def.options.map((option) => describeSchema(option, rules)))].join(" or ");
    }
    case "enum":
      return "text"; // more values than a cell has room for
    case "string":
      return textWords(toSchema(schema));
    case "number":
      return numberWords(toSchema(schema));
    case "boolean":
    case "null":
      return def.type;
    case "object":
    case "record":
      return "object";
    case "tuple":
      return "list";
    default:
      return "JSON";
  }
}

/** What patterns are called. */
const PATTERNS: Readonly<Record<string, string>> = {
  [NAME.source]: "name",
  [THREAD_ID.source]: "id",
  "^[0-9a-f]{64}$": "64 hex digits",
  "^\\d{4}-\\d\\d-\\d\\d$": "day",
  "^\\d{1,9}$": "number",
  "^\\d{4}-W\\d{2}$": "week",
  "^[^/\\s]{1,64}\\/\\S{1,200}$": "`provider/model`",
  [String.raw`^[^\p{Cc}\p{Cs}]{1,128}$`]: "text, 1 to 128 characters",
  [String.raw`^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$`]: "text, 1 to 128 characters",
};

function textWords({ format, pattern, minLength, maxLength }: JsonObject): string {
  if (format === "date-time") return "time";
  if (format === "date") return "day";
  const name = PATTERNS[String(pattern)];
  if (name !== undefined) return name;
  if (typeof maxLength !== "number") return "text";
  return `text, ${boundsText(minLength, maxLength)} characters`;
}

function boundsText(least: Json | undefined, most: number): string {
  return `${typeof least === "number" ? `${numberText(least)} to` : "at most"} ${numberText(most)}`;
}

function numberWords({ minimum, maximum }: JsonObject): string {
  const least = Number.isInteger(minimum) ? Number(minimum) : 0;
  if (typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER) {
    return boundsText(least, maximum);
  }
  return least > 0 ? `number from ${numberText(least)}` : "number";
}

function numberText(value: number): string {
  return value.toLocaleString("en-US");
}

function itemsText(list: z.core.$ZodType): string {
  const { minItems, maxItems } = toSchema(list);
  return typeof maxItems === "number" ? `, ${boundsText(minItems, maxItems)}` : "";
}

/** The values that a field may have, where they are few; the codes of errors are listed where errors are. */
export function listConstants(schema: z.core.$ZodType): readonly Json[] {
  const { def } = asKnown(schema)._zod;
  switch (def.type) {
    case "optional":
    case "default":
      return listConstants(def.innerType);
    case "pipe":
      return listConstants(def.in);
    case "literal":
    case "enum": {
      const { const: value, enum: values } = toSchema(schema);
      const all = Array.isArray(values) ? values : value === undefined ? [] : [value];
      return all.length > 20 ? [] : all;
    }
    default:
      return [];
  }
}

function formatChoices(values: readonly Json[], byDefault: Json | undefined): string {
  return values.map((value) => `${formatCode(value)}${value === byDefault ? " (default)" : ""}`).join(", ");
}

/** What a field has when it is left out. */
function findDefault(field: z.core.$ZodType): Json | undefined {
  const { def } = asKnown(field)._zod;
  if (def.type === "pipe") {
    const value = findDefault(def.in);
    return isNumber(def.out) && value !== undefined ? Number(value) : value;
  }
  return def.type === "default" ? toSchema(field).default : undefined;
}

function defaultText(value: Json | undefined): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? "" : `, ${value.map(formatCode).join(" and ")} by default`;
  }
  if (value === undefined || value === "" || isJsonObject(value)) return "";
  const text = typeof value === "number"
    ? numberText(value)
    : typeof value === "string"
    ? formatCode(value)
    : String(value);
  return `, ${text} by default`;
}

function plural(type: string): string {
  return ["text", "object", "name", "number", "id"].includes(type) ? `${type}s` : type;
}

function formatCode(value: Json): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** The links of a meaning, which are relative to docs, as they are on the page. */
function moveLinks(meaning: string, { page }: ListRules): string {
  return meaning.replaceAll(
    /\]\(([^():]+\.md(?:#[^()]*)?)\)/g,
    (_, target) => `](${linkFrom(page, target)})`,
  );
}

function toSchema(schema: z.core.$ZodType): JsonObject {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })));
}
