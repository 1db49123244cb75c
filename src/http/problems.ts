// What zod refuses, as the wrong places of a request: one sentence each, in words that do not depend on zod's locale.

import type * as z from "zod/mini";
import type { Problem } from "../core/error.ts";
import { jsonPointer } from "./json_pointer.ts";

/** Most problems of one answer: a body of 1 MB can be wrong in a hundred thousand places, its answer stays small. */
export const MAX_PROBLEMS = 20;

/** The wrong places of a value; every unknown key has one of its own. `message` of an issue completes "this field ...". */
export function toProblems(issues: readonly z.core.$ZodIssue[]): Problem[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") {
      return [{ pointer: jsonPointer(issue.path), detail: issue.message }];
    }
    return issue.keys.map((key) => ({
      pointer: jsonPointer([...issue.path, key]),
      detail: "This field is not known.",
    }));
  });
}

/** The first problems, and how many were left out. */
export function firstOf<T>(problems: readonly T[]): { readonly shown: readonly T[]; readonly more: string } {
  const left = problems.length - MAX_PROBLEMS;
  return { shown: problems.slice(0, MAX_PROBLEMS), more: left > 0 ? ` and ${left} more` : "" };
}

/** The error map of a parse: what is wrong with a value whose schema brings no message of its own. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return "is missing";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "too_small":
      return `must be at least ${issue.minimum}${UNITS[issue.origin] ?? ""}`;
    case "too_big":
      return `must be at most ${issue.maximum}${UNITS[issue.origin] ?? ""}`;
    case "unrecognized_keys":
      return "is not known";
    default:
      return "does not fit its schema";
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const UNITS: Readonly<Record<string, string>> = { string: " characters", array: " items" };
