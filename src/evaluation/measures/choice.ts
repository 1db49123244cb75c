// The verdict about one choice of tools: what was called against what was right.

import { fitsSchema } from "../../core/json_schema/fits_schema.ts";
import { isJsonObject, parseUntrustedJson } from "../../core/json.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { ChoiceVerdict, ObservedRun } from "../data/attempt.ts";
import type { ChoiceCase } from "../data/case.ts";
import { isSame } from "./trajectory.ts";

/**
 * The verdict about a predicted step.
 *
 * | expected | called | outcome |
 * |---|---|---|
 * | none | none | `right` |
 * | none | a tool | `false_positive` |
 * | a, b | a, b | `right` |
 * | a, b | none | `missed` |
 * | a, b | a, c or c | `wrong_tool` |
 * | a, b | a | `incomplete`; `right` with `match: "any"` |
 *
 * Calls of one tool count once for the outcome. Pairs: a tool that was expected and called stands on the diagonal; what is left of
 * the expected and the called tools is paired in order, and what is left of that with none. With `match: "any"`, expected tools
 * that were not called count only where none of them was.
 */
export function judgeChoice(
  { expected: wanted, match, args }: ChoiceCase,
  { calls }: ObservedRun,
  offered: readonly ToolSpec[],
): ChoiceVerdict {
  const expected = [...new Set(wanted ?? [])];
  const called = [...new Set(calls.map(({ name }) => name))];
  const right = expected.filter((name) => called.includes(name));
  const extra = called.filter((name) => !expected.includes(name));
  const missing = match === "any" && right.length > 0
    ? []
    : expected.filter((name) => !called.includes(name));
  const checks = calls.map(({ name, args }) => {
    const given = parseUntrustedJson(args);
    const tool = offered.find((tool) => tool.name === name);
    if (tool === undefined) return [`${name} was not offered`];
    if (!isJsonObject(given)) return [`${name}: the arguments are no JSON object`];
    const check = fitsSchema(tool.parameters, given);
    if (check.type === "valid") return [];
    return check.type === "broken"
      ? [`${name}: its schema is broken: ${check.reason}`]
      : check.problems.map((problem) => `${name}${problem}`);
  });
  const wantedArgs = (args ?? []).filter(({ name }) => called.includes(name));
  return {
    kind: "choice",
    outcome: classifyOutcome(expected, called, extra, missing),
    pairs: pairCalls(right, missing, extra),
    argumentsValid: checks.map(({ length }) => length === 0),
    argumentsMatch: wantedArgs.map((one) =>
      calls.some(({ name, args }) => name === one.name && isSame(one.arguments, parseUntrustedJson(args)))
    ),
    problems: checks.flat().slice(0, 10),
  };
}

function classifyOutcome(
  expected: readonly string[],
  called: readonly string[],
  extra: readonly string[],
  missing: readonly string[],
): ChoiceVerdict["outcome"] {
  if (expected.length === 0) return called.length === 0 ? "right" : "false_positive";
  if (called.length === 0) return "missed";
  if (extra.length > 0) return "wrong_tool";
  return missing.length > 0 ? "incomplete" : "right";
}

function pairCalls(
  right: readonly string[],
  missing: readonly string[],
  extra: readonly string[],
): [string | null, string | null][] {
  const pairs: [string | null, string | null][] = right.map((name) => [name, name]);
  for (let index = 0; index < Math.max(missing.length, extra.length); index++) {
    pairs.push([missing[index] ?? null, extra[index] ?? null]);
  }
  return pairs.length === 0 ? [[null, null]] : pairs;
}
