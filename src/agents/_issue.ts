// What a shape refused, as a sentence that a person can act on. One wording for agents in TypeScript and in YAML.

import { unreachable } from "../core/error.ts";
import { type Issue, type Kind, mapped, type Path, type Shape, text } from "../core/shape.ts";
import type { Placed } from "./_json_check.ts";
import { didYouMean } from "./_suggest.ts";

export interface IssueFinding extends Placed {
  /** A key that may not be there; else its value is wrong. */
  readonly unknownKey?: true;
}

/** The finding of an issue; `input` is what was checked against `shape`. */
export function issueFinding(issue: Issue, input: unknown, shape: Shape<unknown>): IssueFinding {
  const { path } = issue;
  const value = valueAt(input, path);
  switch (issue.code) {
    case "unknown_key": {
      const known = keysAt(shape, path.slice(0, -1));
      const fix = `remove it.${didYouMean(String(path.at(-1)), known)}`;
      return { path, detail: "unknown key", fix, unknownKey: true };
    }
    case "not_one_of": {
      const { values } = issue;
      const meant = typeof value === "string" && values.length > 1 ? didYouMean(value, values) : "";
      const detail = value === undefined ? "is missing" : "unknown value";
      return { path, detail, fix: `write ${values.join(" or ")}.${meant}` };
    }
    case "wrong_type":
      return { path, ...wrongType(issue.expected, value, typeof path.at(-1) === "number") };
    case "too_small": {
      if (issue.expected === "string") return { path, detail: "is empty", fix: "write some text." };
      const least = `a ${issue.expected === "integer" ? "whole number" : "number"} from ${issue.least}`;
      return { path, detail: `${String(value)} is too small`, fix: `write ${least}.` };
    }
    case "too_big":
      return { path, detail: `${String(value)} is too big`, fix: `write a number up to ${issue.most}.` };
    case "custom":
      return { path, detail: issue.message, fix: issue.fix ?? "correct it." };
    default:
      return unreachable(issue);
  }
}

const KINDS: Readonly<Record<Kind, string>> = {
  object: "an object",
  array: "a list",
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
};

function wrongType(expected: Kind, value: unknown, isItem: boolean): { detail: string; fix: string } {
  const kind = KINDS[expected];
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

/** Text with a form of its own, without blanks around it. */
export function formed(pattern: RegExp, detail: string, fix: string): Shape<string> {
  return mapped(text(), (given, refuse) => {
    const value = given.trim();
    if (value !== "" && pattern.test(value)) return value;
    return refuse(value === "" ? "is empty" : `${JSON.stringify(value)} ${detail}`, fix);
  });
}

/** The keys that an object of the shape may have, to suggest one for a key it may not. */
export function keysAt(root: Shape<unknown>, path: Path): string[] {
  let shape: Shape<unknown> | undefined = root;
  for (const step of path) shape = shape?.item ?? shape?.fields?.[String(step)];
  return Object.keys(shape?.fields ?? {});
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let place = input;
  for (const step of path) {
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, step)) return undefined;
    place = Reflect.get(place, step);
  }
  return place;
}
