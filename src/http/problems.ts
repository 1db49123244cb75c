// The wrong places of a request, in HTTP's words. core/problems.ts reads them from zod's issues.

import type { Problem } from "../core/error.ts";
import { check, type FieldProblem, nameOfKind, type ValueIssue } from "../core/problems.ts";
import { didYouMean } from "../core/text/did_you_mean.ts";
import type * as z from "zod/mini";
import { jsonPointer } from "./json_pointer.ts";

/** Most problems of one answer: a body of 1 MB can be wrong in a hundred thousand places, its answer stays small. */
export const MAX_PROBLEMS = 20;

/** The wrong places of a value; `detail` completes "this field ...". Empty for a value that fits. */
export function findProblems(schema: z.core.$ZodType, value: unknown): readonly FieldProblem[] {
  const checked = check(schema, value, { describe: describeIssue, suggest: didYouMean });
  return checked.ok ? [] : checked.problems;
}

/** A wrong place as problem+json has it: its pointer is bounded, and an unknown key is a full sentence. */
export function toProblem({ path, detail, kind, isUnknownKey, meant = "" }: FieldProblem): Problem {
  return {
    pointer: jsonPointer(path),
    detail: isUnknownKey ? `This field is not known.${meant}` : detail,
    kind,
  };
}

/** The first problems, and how many were left out. */
export function limitProblems<T>(
  problems: readonly T[],
): { readonly first: readonly T[]; readonly more: string } {
  const left = problems.length - MAX_PROBLEMS;
  return { first: problems.slice(0, MAX_PROBLEMS), more: left > 0 ? ` and ${left} more` : "" };
}

function describeIssue(issue: ValueIssue): string {
  if (issue.input === undefined) return "is missing";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${nameOfKind(issue.expected)}`;
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "too_small":
      return `must be at least ${issue.minimum}${UNITS[issue.origin] ?? ""}`;
    case "too_big":
      return `must be at most ${issue.maximum}${UNITS[issue.origin] ?? ""}`;
    default:
      return "does not fit its schema";
  }
}

const UNITS: Readonly<Record<string, string>> = { string: " characters", array: " items" };
