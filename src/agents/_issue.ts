// What zod found, as a sentence that a person can act on. One wording for agents in TypeScript and in YAML.

import * as z from "zod";
import type { Placed } from "./_json_check.ts";
import { didYouMean } from "./_suggest.ts";

export interface IssueFinding extends Placed {
  /** A key that may not be there; else its value is wrong. */
  readonly unknownKey?: true;
}

/** The findings of an issue; `input` is what was parsed with `shape`. */
export function issueFindings(issue: z.core.$ZodIssue, input: unknown, shape: z.ZodType): IssueFinding[] {
  const { path } = issue;
  const value = valueAt(input, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        path: [...path, key],
        detail: "unknown key",
        fix: `remove it.${didYouMean(key, keysAt(shape, path))}`,
        unknownKey: true,
      }));
    case "invalid_value": {
      const values = issue.values.map(String);
      const meant = typeof value === "string" && values.length > 1 ? didYouMean(value, values) : "";
      const detail = value === undefined ? "is missing" : "unknown value";
      return [{ path, detail, fix: `write ${values.join(" or ")}.${meant}` }];
    }
    case "invalid_type":
      return [{ path, ...wrongType(issue.expected, value, typeof path.at(-1) === "number") }];
    case "too_small": {
      if (issue.origin === "string") return [{ path, detail: "is empty", fix: "write some text." }];
      const least = issue.inclusive === false
        ? `a whole number from ${Number(issue.minimum) + 1}`
        : `a number from ${issue.minimum}`;
      return [{ path, detail: `${String(value)} is too small`, fix: `write ${least}.` }];
    }
    case "too_big":
      return [{ path, detail: `${String(value)} is too big`, fix: `write a number up to ${issue.maximum}.` }];
    case "custom":
      return [{ path, detail: issue.message, fix: String(issue.params?.fix ?? "correct it.") }];
    default:
      return [{ path, detail: "is not allowed here", fix: `${lowerFirst(issue.message)}.` }];
  }
}

const KINDS: Readonly<Record<string, string>> = {
  object: "an object",
  record: "an object",
  array: "a list",
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

function wrongType(expected: string, value: unknown, isItem: boolean): { detail: string; fix: string } {
  const kind = KINDS[expected] ?? `a value of type ${expected}`;
  if (value === undefined) return { detail: "is missing", fix: `add ${kind}.` };
  if (value === null) return { detail: "has no value", fix: `write ${kind}, or remove it.` };
  if (expected === "string" && (typeof value === "number" || typeof value === "boolean")) {
    return { detail: "has the wrong type", fix: `write ${kind}, in quotes: "${value}".` };
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    return { detail: `is ${value}`, fix: "write a finite number." };
  }
  if (expected === "number" && typeof value === "string" && value !== "" && Number.isFinite(Number(value))) {
    return { detail: "has the wrong type", fix: `write ${kind}, without quotes: ${value}.` };
  }
  if (expected === "object" && isItem && typeof value === "string") {
    return { detail: "has the wrong type", fix: `write an object: {name: ${value}}.` };
  }
  if (expected === "object" && typeof value === "string" && /\w:\S/.test(value)) {
    return { detail: "has the wrong type", fix: "write `key: value`, with a space after the colon." };
  }
  if (expected === "array") {
    const fix = typeof value === "string"
      ? `write a list: [${value}].`
      : "write a list, with `-` before each item.";
    return { detail: "has the wrong type", fix };
  }
  return { detail: "has the wrong type", fix: `write ${kind}.` };
}

/** A refinement for text with a form of its own. */
export function formed(pattern: RegExp, detail: string, fix: string): z.ZodType<string> {
  return z.string().superRefine((text, context) => {
    const value = text.trim();
    if (value !== "" && pattern.test(value)) return;
    context.addIssue({
      code: "custom",
      message: value === "" ? "is empty" : `${JSON.stringify(value)} ${detail}`,
      params: { fix },
    });
  }).transform((text) => text.trim());
}

/** The keys that an object of the shape may have, to suggest one for a key it may not. */
export function keysAt(root: z.ZodType, path: readonly PropertyKey[]): string[] {
  let shape: unknown = root;
  for (const step of [...path, undefined]) {
    while (shape instanceof z.ZodOptional) shape = shape.unwrap();
    if (step === undefined) break;
    if (shape instanceof z.ZodArray) shape = shape.element;
    else shape = shape instanceof z.ZodObject ? shape.shape[String(step)] : undefined;
  }
  return shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let place = input;
  for (const step of path) {
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, step)) return undefined;
    place = Reflect.get(place, step);
  }
  return place;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
