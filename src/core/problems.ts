// Converts zod's issues to problems with a place, a detail and a fix. Agents, YAML files, the environment and HTTP
// requests share this reading; each brings its wording.

// The classes come from zod/v4/core: as z.core.$ZodObject they would bring all of zod and its languages into a
// bundle.
import * as core from "zod/v4/core";
import * as z from "zod/mini";
import { type ProblemKind, unreachable } from "./error.ts";

/**
 * One wrong place of a value. `<detail>; <fix>` reads as one sentence, such as `0 is too small; write a number from
 * 1.`
 */
export interface FieldProblem {
  /** JSON Pointer (RFC 6901) of the place; "" is the whole value. */
  readonly pointer: string;
  /** The same place as a list of keys and indexes. */
  readonly path: readonly PropertyKey[];
  /** What is wrong, without a full stop. */
  readonly detail: string;
  readonly kind: ProblemKind;
  /** What to do, with one; absent when a schema has a sentence of its own and no fix. */
  readonly fix?: string;
  /** True for a key that may not be there. False or absent: the value is wrong. */
  readonly isUnknownKey?: true;
  /** For such a key: ` Did you mean "x"?`, or "". */
  readonly meant?: string;
}

/** A value as its schema reads it, or every problem of it. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** An issue at a value, in place of a key that the schema does not have. */
export type ValueIssue = Exclude<z.core.$ZodIssue, { code: "unrecognized_keys" }>;

/** What a kind of text changes in the sentences. */
export interface Wording {
  /** A suggestion among the known names: ` Did you mean "x"?` with a leading space, or "". */
  readonly suggest?: (name: string, known: readonly string[]) => string;
  /** How a value of the expected kind is written, where another stands. `isItem`: it is an item of a list. */
  readonly typeFix?: (expected: Kind, value: unknown, isItem: boolean) => string | undefined;
  /** The detail of an issue whose schema has no sentence of its own; the problem then has no fix. */
  readonly describe?: (issue: ValueIssue) => string;
}

// An issue has its input, and the message "" when its schema has no sentence of its own. zod's own messages would
// depend on the locale of the process. `params: { fix }` of a custom issue is its fix.
const ISSUES: z.core.ParseContext<z.core.$ZodIssue> = { reportInput: true, error: () => "" };

/**
 * Parses a value, and turns the issues into problems.
 *
 * @example
 * ```ts
 * import * as z from "zod/mini";
 * import { check } from "./problems.ts";
 * import assert from "node:assert/strict";
 *
 * const schema = z.strictObject({ city: z.string(), days: z.optional(z.int().check(z.lte(7))) });
 * assert.deepEqual(check(schema, { city: "Paris" }), { ok: true, value: { city: "Paris" } });
 * const checked = check(schema, { days: 8, country: "FR" });
 * assert(!checked.ok);
 * assert.deepEqual(checked.problems.map(({ pointer, detail, fix }) => `${pointer} ${detail}; ${fix}`), [
 *   "/city is missing; add a string.",
 *   "/days 8 is too big; write a number up to 7.",
 *   "/country unknown key; remove it.",
 * ]);
 * ```
 */
export function check<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  wording?: Wording,
): Checked<z.output<S>> {
  const parsed = z.safeParse(schema, value, ISSUES);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, problems: toProblems(parsed.error.issues, schema, wording) };
}

function toProblems(
  issues: readonly z.core.$ZodIssue[],
  schema: z.core.$ZodType,
  wording: Wording = {},
): FieldProblem[] {
  return issues.flatMap((issue): FieldProblem[] => {
    const { path, message } = issue;
    if (issue.code === "unrecognized_keys") {
      const known = keysAt(schema, path);
      return issue.keys.map((key) => {
        const meant = wording.suggest?.(key, known) ?? "";
        return {
          pointer: toPointer([...path, key]),
          path: [...path, key],
          detail: message || "unknown key",
          kind: "unknown",
          fix: `remove it.${meant}`,
          isUnknownKey: true,
          meant,
        };
      });
    }
    const sentence = message !== ""
      ? { detail: message, fix: findFix(issue) }
      : wording.describe === undefined
      ? explain(issue, schema, wording)
      : { detail: wording.describe(issue) };
    return [{ pointer: toPointer(path), path, ...sentence, kind: kindOfIssue(issue) }];
  });
}

function kindOfIssue(issue: ValueIssue): ProblemKind {
  if (issue.input === undefined) return "missing";
  switch (issue.code) {
    case "invalid_type":
    case "invalid_union":
      return "type";
    case "too_small":
      if (issue.origin === "array") {
        return Array.isArray(issue.input) && issue.input.length === 0 ? "empty" : "few";
      }
      return issue.origin === "string" ? "short" : "below";
    case "too_big":
      return issue.origin === "array" ? "many" : issue.origin === "string" ? "long" : "above";
    default:
      return "value";
  }
}

/** A path as a JSON Pointer (RFC 6901): `["a/b", 0]` is `/a~1b/0`. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The keys that the object at a path of a schema may have; none where it is no object. */
export function keysAt(root: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const schema = schemaAt(root, path);
  return schema instanceof core.$ZodObject ? Object.keys(schema._zod.def.shape) : [];
}

type Sentence = Pick<FieldProblem, "detail" | "fix">;

function explain(
  issue: ValueIssue,
  schema: z.core.$ZodType,
  { suggest = () => "", typeFix }: Wording,
): Sentence {
  const { code, input, path } = issue;
  switch (code) {
    case "invalid_type":
      return wrongType(toKind(issue.expected), input, typeof path.at(-1) === "number", typeFix);
    case "invalid_value": {
      const values = issue.values.map(String);
      const detail = input === undefined ? "is missing" : "unknown value";
      const meant = typeof input === "string" && values.length > 1 ? suggest(input, values) : "";
      return { detail, fix: `write ${values.join(" or ")}.${meant}` };
    }
    case "too_small":
      if (issue.origin === "string" && input === "") return { detail: "is empty", fix: "write some text." };
      if (issue.origin !== "number") return describeSize("too few", "at least", issue.origin, issue.minimum);
      return {
        detail: `${String(input)} is too small`,
        fix: `write a ${
          isInteger(schemaAt(schema, path)) ? "whole number" : "number"
        } from ${issue.minimum}.`,
      };
    case "too_big":
      if (issue.origin !== "number" && issue.origin !== "int") {
        return describeSize("too many", "at most", issue.origin, issue.maximum);
      }
      return { detail: `${String(input)} is too big`, fix: `write a number up to ${issue.maximum}.` };
    case "invalid_format":
      return {
        detail: "has the wrong form",
        fix: `write text in the form ${issue.pattern ?? issue.format}.`,
      };
    case "custom":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "not_multiple_of":
      return { detail: "does not fit", fix: "correct it." };
    default:
      return unreachable(code);
  }
}

/** The fix of a custom issue. */
function findFix(issue: z.core.$ZodIssue): string | undefined {
  const fix: unknown = issue.code === "custom" ? issue.params?.fix : undefined;
  return typeof fix === "string" ? fix : undefined;
}

function describeSize(how: string, bound: string, origin: string, size: number | bigint): Sentence {
  const unit = origin === "string" ? "characters" : "items";
  return { detail: `has ${how} ${unit}`, fix: `write ${bound} ${size}.` };
}

const KINDS = {
  object: "an object",
  array: "a list",
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  other: "another value",
};

/** What a value must be. */
export type Kind = keyof typeof KINDS;

/** The kind that zod names, in words: `int` is `a whole number`. */
export function nameOfKind(expected: string): string {
  return KINDS[toKind(expected)];
}

function toKind(expected: string): Kind {
  if (expected === "record") return "object";
  return isKind(expected) ? expected : "other";
}

function isKind(name: string): name is Kind {
  return Object.hasOwn(KINDS, name);
}

function wrongType(
  expected: Kind,
  value: unknown,
  isItem: boolean,
  typeFix: Wording["typeFix"],
): Sentence {
  const kind = KINDS[expected];
  if (value === undefined) return { detail: "is missing", fix: `add ${kind}.` };
  if (value === null) return { detail: "has no value", fix: `write ${kind}, or remove it.` };
  if (typeof value === "number" && !Number.isFinite(value)) {
    return { detail: `is ${value}`, fix: "write a finite number." };
  }
  return {
    detail: "has the wrong type",
    fix: typeFix?.(expected, value, isItem) ?? plainTypeFix(expected, value),
  };
}

function plainTypeFix(expected: Kind, value: unknown): string {
  const kind = KINDS[expected];
  if (expected === "string" && (typeof value === "number" || typeof value === "boolean")) {
    return `write ${kind}, in quotes: "${value}".`;
  }
  if (expected === "number" && typeof value === "string" && value !== "" && Number.isFinite(Number(value))) {
    return `write ${kind}, without quotes: ${value}.`;
  }
  return `write ${kind}.`;
}

/** The schema at a path, without optional, default and pipe around it; undefined when there is none. */
function schemaAt(root: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  let schema: z.core.$ZodType | undefined = inner(root);
  for (const step of path) {
    if (schema instanceof core.$ZodObject) schema = schema._zod.def.shape[String(step)];
    else schema = schema instanceof core.$ZodArray ? schema._zod.def.element : undefined;
    if (schema === undefined) return undefined;
    schema = inner(schema);
  }
  return schema;
}

function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof core.$ZodOptional || schema instanceof core.$ZodDefault) {
    return inner(schema._zod.def.innerType);
  }
  return schema instanceof core.$ZodPipe ? inner(schema._zod.def.in) : schema;
}

function isInteger(schema: z.core.$ZodType | undefined): boolean {
  return schema instanceof core.$ZodNumberFormat;
}
