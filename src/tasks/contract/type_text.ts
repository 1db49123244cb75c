// A schema of zod as the text of a TypeScript type, with the descriptions as comments.

import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";

/** How schemas become types. */
export interface TypeRules {
  /** The name that stands for a schema wherever it is a part of another one. */
  readonly names: ReadonlyMap<z.core.$ZodType, string>;
  /** The name of a union of words. */
  nameOfWords(words: readonly string[]): string | undefined;
  /** Where a schema is looser than what a caller may write: the schema that it is checked with after it. */
  readonly instead: ReadonlyMap<z.core.$ZodType, z.core.$ZodType>;
  /** The meaning of a field, where the schema of the field does not have it. */
  meaningOf(object: z.core.$ZodType, field: string): string | undefined;
  /** `request`: what a caller may write, in which a field that may be left out may also be undefined. */
  readonly side: "request" | "answer";
}

/** The type of a schema, by its name where it has one. */
export function typeText(given: z.core.$ZodType, rules: TypeRules): string {
  const schema = rules.instead.get(given) ?? given;
  return findName(schema, rules) ?? bareTypeText(schema, rules);
}

/** The name of a schema; one with a description of its own has that of the schema which it was made from. */
export function findName(schema: z.core.$ZodType, { names }: Pick<TypeRules, "names">): string | undefined {
  for (let each: z.core.$ZodType | undefined = schema; each !== undefined; each = each._zod.parent) {
    const name = names.get(each);
    if (name !== undefined) return name;
  }
  return undefined;
}

/**
 * The type of a schema, whatever its own name is.
 *
 * @throws {AgentError} internal - the schema has a form that no type is written for
 */
export function bareTypeText(schema: z.core.$ZodType, rules: TypeRules): string {
  const { def } = asKnown(schema)._zod;
  switch (def.type) {
    case "custom":
      return "Json"; // the one form that zod cannot say: core/json.ts has the type
    case "string":
    case "boolean":
    case "null":
    case "number":
      return def.type;
    case "literal":
      return def.values.map((value) => JSON.stringify(value)).join(" | ");
    case "enum": {
      const values = Object.values(def.entries);
      return rules.nameOfWords(values.map(String)) ??
        values.map((value) => JSON.stringify(value)).join(" | ");
    }
    case "array":
      return `readonly ${groupType(typeText(def.element, rules))}[]`;
    case "tuple":
      return `readonly [${def.items.map((item) => typeText(item, rules)).join(", ")}]`;
    case "record": {
      const value = typeText(def.valueType, rules);
      return value === "Json" ? "JsonObject" : `Readonly<Record<${typeText(def.keyType, rules)}, ${value}>>`;
    }
    case "union":
      return unionText(def.options.map((option) => typeText(option, rules)));
    case "nullable":
      return `${typeText(def.innerType, rules)} | null`;
    case "optional":
    case "default":
      return typeText(def.innerType, rules);
    case "pipe":
      return isNumber(def.out) ? "number" : typeText(def.in, rules);
    case "object":
      return `{\n${fieldsText(schema, rules)}\n}`;
    default:
      throw new AgentError("internal", `No type is written for a schema of the form ${def.type}; name it.`);
  }
}

/** The schemas of the fields of an object; undefined for any other form. */
export function findFields(
  schema: z.core.$ZodType | undefined,
): Readonly<Record<string, z.core.$ZodType>> | undefined {
  const def = schema && asKnown(schema)._zod.def;
  return def?.type === "object" ? def.shape : undefined;
}

/** The fields of an object, each with its comment; `but` are those that stand elsewhere. */
export function fieldsText(
  object: z.core.$ZodType,
  rules: TypeRules,
  but: ReadonlySet<string> = new Set(),
): string {
  const { def } = asKnown(object)._zod;
  if (def.type !== "object") {
    throw new AgentError("internal", `A schema of the form ${def.type} has no fields.`);
  }
  const fields = Object.entries(def.shape).filter(([name]) => !but.has(name)).map(([name, field]) => {
    const meaning = rules.meaningOf(object, name) ?? findDescription(field, rules);
    const mayLack = isOptional(field, rules);
    const orUndefined = mayLack && rules.side === "request" ? " | undefined" : "";
    const words = [meaning, isTime(field) ? "ISO 8601" : undefined].filter((each) => each !== undefined);
    return `${docText(words.join("; "))}readonly ${name}${mayLack ? "?" : ""}: ${
      typeText(field, rules)
    }${orUndefined};`;
  });
  const others = def.catchall && asKnown(def.catchall)._zod.def.type === "unknown"
    ? ["readonly [field: string]: Json;"]
    : [];
  return [...fields, ...others].join("\n");
}

/** A meaning as a comment: links become their words, and lines are cut at 120 characters. */
export function docText(meaning: string): string {
  if (meaning === "") return "";
  const words = meaning.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("*/", "*\\/");
  const text = `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length < 114) lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines.length === 1
    ? `/** ${text} */\n`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`;
}

/** The description of a field, or of what it wraps. That of a named schema stands at its name. */
export function findDescription(
  schema: z.core.$ZodType,
  rules: Pick<TypeRules, "names">,
): string | undefined {
  if (rules.names.has(schema)) return undefined;
  const own = z.globalRegistry.get(schema)?.description;
  const { parent } = schema._zod;
  const isOfName = parent !== undefined && rules.names.has(parent) &&
    z.globalRegistry.get(parent)?.description === own;
  if (own !== undefined && !isOfName) return own;
  const { def } = asKnown(schema)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return findDescription(def.innerType, rules);
    case "pipe":
      return findDescription(def.in, rules);
    default:
      return undefined;
  }
}

/** Whether a field may be left out. */
export function isOptional(field: z.core.$ZodType, rules: Pick<TypeRules, "side">): boolean {
  const { def } = asKnown(field)._zod;
  if (def.type === "optional") return true;
  if (def.type === "default") return rules.side === "request";
  return def.type === "pipe" && isOptional(def.in, rules);
}

/** What a number in a query becomes: programs give the number itself. */
export function isNumber(schema: z.core.$ZodType): boolean {
  const { def } = asKnown(schema)._zod;
  return def.type === "number" || def.type === "pipe" && isNumber(def.out);
}

/** A time, or one that may be missing. */
function isTime(field: z.core.$ZodType): boolean {
  const { def } = asKnown(field)._zod;
  if (def.type === "optional" || def.type === "nullable") return isTime(def.innerType);
  return def.type === "string" && "format" in def && def.format === "datetime";
}

function unionText(types: readonly string[]): string {
  const line = types.join(" | ");
  return line.length > 60 || line.includes("\n") ? types.map((type) => `| ${type}`).join("\n") : line;
}

function groupType(type: string): string {
  return /^\s*\||^[^{]* \| |^readonly /.test(type) ? `(${type})` : type;
}

/**
 * A schema by its form: zod gives each as its base class.
 *
 * @throws {AgentError} internal
 */
export function asKnown(schema: z.core.$ZodType): z.core.$ZodTypes {
  if (isKnown(schema)) return schema;
  throw new AgentError("internal", `${schema._zod.def.type} is no form of a schema.`);
}

function isKnown(schema: z.core.$ZodType): schema is z.core.$ZodTypes {
  return "type" in schema._zod.def;
}
