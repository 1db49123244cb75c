// Shapes: what a value from outside must be, checked with every wrong place at once, and the JSON Schema that says the same
// in openapi.json. zod would cost every deployment 29 KiB and a third of its cold start; who writes tools with it, pays for it.

import type { Json, JsonObject } from "./json.ts";

export type Path = readonly PropertyKey[];

/** Why a value is refused. `fix`: what to do, where a shape knows better than its type. */
export type Reason =
  | { readonly code: "unknown_key" }
  | { readonly code: "wrong_type"; readonly expected: Kind }
  | { readonly code: "not_one_of"; readonly values: readonly string[] }
  | { readonly code: "too_small"; readonly expected: Sized; readonly least: number }
  | { readonly code: "too_big"; readonly expected: Sized; readonly most: number }
  | { readonly code: "custom"; readonly fix?: string };

/** One wrong place. `message` completes "this field ...". */
export type Issue = Reason & { readonly path: Path; readonly message: string };

export type Kind = "string" | "number" | "integer" | "boolean" | "array" | "object";
type Sized = "string" | "number" | "integer" | "array";

/** @typeParam T What the program gets to see. */
export interface Shape<T> {
  /** What a caller may write, before defaults and mappings. */
  readonly schema: JsonObject;
  /** The value as the program uses it; undefined when issues were added. */
  readonly read: (value: unknown, path: Path, issues: Issue[]) => { readonly value: T } | undefined;
  /** A field that may be left out. */
  readonly optional?: true;
  /** Of an object. */
  readonly fields?: Fields;
  /** Of a list. */
  readonly item?: Shape<unknown>;
}

export type Fields = Readonly<Record<string, Shape<unknown>>>;

/** What a shape makes of what fits it. */
export type Shaped<S> = S extends Shape<infer T> ? T : never;

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Checks a value.
 *
 * @example
 * ```ts
 * import { check, object, optional, text, whole } from "./shape.ts";
 * import assert from "node:assert/strict";
 *
 * const shape = object({ city: text({ least: 1 }), days: optional(whole(1, 7)) });
 * assert.deepEqual(check(shape, { city: "Paris" }), { ok: true, value: { city: "Paris" } });
 * const checked = check(shape, { days: 8, country: "FR" });
 * assert(!checked.ok);
 * assert.deepEqual(checked.issues.map(({ path, message }) => `${path.join(".")} ${message}`), [
 *   "city is missing",
 *   "days must be at most 7",
 *   "country is not known",
 * ]);
 * ```
 */
export function check<T>(shape: Shape<T>, value: unknown): Checked<T> {
  const issues: Issue[] = [];
  const read = shape.read(value, [], issues);
  return read === undefined || issues.length > 0 ? { ok: false, issues } : { ok: true, value: read.value };
}

export interface TextRules {
  readonly least?: number;
  readonly most?: number;
  readonly pattern?: RegExp;
  /** Instead of the rule that was broken. */
  readonly message?: string;
}

/** A string; its length is counted in UTF-16 units. */
export function text({ least = 0, most = Infinity, pattern, message }: TextRules = {}): Shape<string> {
  return {
    schema: {
      type: "string",
      ...(least > 0 ? { minLength: least } : {}),
      ...(most < Infinity ? { maxLength: most } : {}),
      ...(pattern === undefined ? {} : { pattern: pattern.source }),
    },
    read: (value, path, issues) => {
      if (typeof value !== "string") return wrongType("string", value, path, issues);
      if (value.length < least || value.length > most) {
        return wrongSize("string", value.length, { least, most, message }, path, issues);
      }
      if (pattern === undefined || pattern.test(value)) return { value };
      issues.push({ code: "custom", path, message: message ?? `must match ${pattern.source}` });
      return undefined;
    },
  };
}

/** A whole number that a double holds exactly. */
export function whole(least = -MAX, most = MAX): Shape<number> {
  return numeric("integer", least, most);
}

/** A finite number. */
export function number(least = -Infinity, most = Infinity): Shape<number> {
  return numeric("number", least, most);
}

const MAX = Number.MAX_SAFE_INTEGER;

function numeric(expected: "integer" | "number", least: number, most: number): Shape<number> {
  return {
    schema: {
      type: expected,
      ...(least > -MAX ? { minimum: least } : {}),
      ...(most < MAX ? { maximum: most } : {}),
    },
    read: (value, path, issues) => {
      if (typeof value !== "number" || !Number.isFinite(value)) {
        return wrongType("number", value, path, issues);
      }
      if (expected === "integer" && !Number.isInteger(value)) return wrongType(expected, value, path, issues);
      if (value >= least && value <= most) return { value };
      return wrongSize(expected, value, { least, most }, path, issues);
    },
  };
}

export const boolean: Shape<boolean> = {
  schema: { type: "boolean" },
  read: (value, path, issues) =>
    typeof value === "boolean" ? { value } : wrongType("boolean", value, path, issues),
};

/** One of some words. */
export function oneOf<const W extends string>(words: readonly W[], message?: string): Shape<W> {
  return {
    schema: { type: "string", enum: [...words] },
    read: (value, path, issues) => {
      const word = words.find((known) => known === value);
      if (word !== undefined) return { value: word };
      const choices = words.map((known) => JSON.stringify(known)).join(" or ");
      issues.push({ code: "not_one_of", values: words, path, message: message ?? `must be ${choices}` });
      return undefined;
    },
  };
}

export function list<T>(item: Shape<T>, least = 0, most = Infinity): Shape<T[]> {
  return {
    schema: {
      type: "array",
      items: item.schema,
      ...(least > 0 ? { minItems: least } : {}),
      ...(most < Infinity ? { maxItems: most } : {}),
    },
    item,
    read: (value, path, issues) => {
      if (!Array.isArray(value)) return wrongType("array", value, path, issues);
      if (value.length < least || value.length > most) {
        return wrongSize("array", value.length, { least, most }, path, issues);
      }
      return {
        value: value.flatMap((member, index) => item.read(member, [...path, index], issues)?.value ?? []),
      };
    },
  };
}

/** Fields that may be left out are absent, not undefined. */
type ObjectOf<F extends Fields> =
  & { [K in Exclude<keyof F, OptionalKey<F>>]: Shaped<F[K]> }
  & { [K in OptionalKey<F>]?: Shaped<F[K]> };

type OptionalKey<F extends Fields> = { [K in keyof F]: undefined extends Shaped<F[K]> ? K : never }[keyof F];

/** An object with these fields and no others. */
export function object<F extends Fields>(fields: F): Shape<ObjectOf<F>> & { readonly fields: F } {
  const names = Object.keys(fields);
  const required = names.filter((name) => fields[name]?.optional !== true);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, fields[name]?.schema ?? {}])),
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
    },
    fields,
    read: (value, path, issues) => {
      if (!isObject(value)) return wrongType("object", value, path, issues);
      const before = issues.length;
      const result: Record<string, unknown> = {};
      for (const [name, shape] of Object.entries(fields)) {
        const given = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
        const read = shape.read(given, [...path, name], issues);
        if (read !== undefined && read.value !== undefined) result[name] = read.value;
      }
      for (const name of Object.keys(value)) {
        if (Object.hasOwn(fields, name)) continue;
        issues.push({ code: "unknown_key", path: [...path, name], message: "is not known" });
      }
      return issues.length > before ? undefined : { value: result as ObjectOf<F> }; // each field by its own shape
    },
  };
}

/** An object with any keys. */
export function record<T>(item: Shape<T>): Shape<Record<string, T>> {
  return {
    schema: { type: "object", additionalProperties: item.schema },
    read: (value, path, issues) => {
      if (!isObject(value)) return wrongType("object", value, path, issues);
      const read = Object.entries(value).flatMap(([key, member]) => {
        const result = item.read(member, [...path, key], issues);
        return result === undefined ? [] : [[key, result.value] as const];
      });
      return { value: Object.fromEntries(read) };
    },
  };
}

/** Any value that came out of JSON text. */
export const anyJson: Shape<Json> = {
  schema: {},
  read: (value, path, issues) => {
    if (value !== undefined) return { value: value as Json }; // as the caller says: it came out of JSON text
    issues.push({ code: "custom", path, message: "is missing" });
    return undefined;
  },
};

/** May be left out. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return {
    ...shape,
    optional: true,
    read: (value, path, issues) =>
      value === undefined ? { value: undefined } : shape.read(value, path, issues),
  };
}

/** May be left out, which means the same as `fallback`. */
export function withDefault<T>(shape: Shape<T>, fallback: T & Json): Shape<T> {
  return {
    ...shape,
    schema: { ...shape.schema, default: fallback },
    optional: true,
    read: (value, path, issues) =>
      value === undefined ? { value: fallback } : shape.read(value, path, issues),
  };
}

/** With a sentence for openapi.json. */
export function described<S extends Shape<unknown>>(shape: S, description: string): S {
  return { ...shape, schema: { ...shape.schema, description } };
}

/** Notes why a value is refused that its type allows; `path` leads on from the value. */
export type Refuse = (message: string, fix?: string, path?: Path) => undefined;

/** Goes on from what fits: answers another value, or undefined after it has refused. */
export function mapped<T, U>(shape: Shape<T>, map: (value: T, refuse: Refuse) => U | undefined): Shape<U> {
  return {
    ...shape,
    read: (value, path, issues) => {
      const before = issues.length;
      const read = shape.read(value, path, issues);
      if (read === undefined || issues.length > before) return undefined;
      const result = map(read.value, (message, fix, further = []): undefined => {
        issues.push({
          code: "custom",
          path: [...path, ...further],
          message,
          ...(fix === undefined ? {} : { fix }),
        });
      });
      return result === undefined ? undefined : { value: result };
    },
  };
}

/** What fits any of the shapes. What fits none is refused as a whole, in one sentence. */
export function anyOf<S extends readonly Shape<unknown>[]>(
  shapes: S,
  message: string,
): Shape<Shaped<S[number]>> {
  return {
    schema: { anyOf: shapes.map((shape) => shape.schema) },
    read: (value, path, issues) => {
      for (const shape of shapes) {
        const attempt = check(shape, value);
        if (attempt.ok) return { value: attempt.value as Shaped<S[number]> }; // by one of the shapes
      }
      issues.push({ code: "custom", path, message });
      return undefined;
    },
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const KINDS: Readonly<Record<Kind, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function wrongType(expected: Kind, value: unknown, path: Path, issues: Issue[]): undefined {
  const message = value === undefined ? "is missing" : `must be ${KINDS[expected]}`;
  issues.push({ code: "wrong_type", expected, path, message });
}

function wrongSize(
  expected: Sized,
  size: number,
  { least, most, message }: { least: number; most: number; message?: string | undefined },
  path: Path,
  issues: Issue[],
): undefined {
  const unit = expected === "string" ? " characters" : expected === "array" ? " items" : "";
  if (size < least) {
    issues.push({
      code: "too_small",
      expected,
      least,
      path,
      message: message ?? `must be at least ${least}${unit}`,
    });
  } else {
    issues.push({
      code: "too_big",
      expected,
      most,
      path,
      message: message ?? `must be at most ${most}${unit}`,
    });
  }
}
