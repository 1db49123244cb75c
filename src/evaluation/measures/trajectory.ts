// Compares the calls of a run with the calls that were expected.

import { unreachable } from "../../core/error.ts";
import { fitsSchema, type StepMeter } from "../../core/json_schema/fits_schema.ts";
import { type Json, parseUntrustedJson } from "../../core/json.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import type { ObservedCall } from "../data/attempt.ts";
import type { ExpectedCall, TRAJECTORY_MATCHES } from "../data/check.ts";
import { MOST_SCHEMA_STEPS } from "../data/schema.ts";

/** How much of a trajectory was found. */
export interface TrajectoryScore {
  /** 1 when it holds, else the share of it that was found, below 1. */
  readonly score: number;
  readonly reason: string;
}

/**
 * | match | holds when |
 * |---|---|
 * | `exact` | the calls are the expected ones in their order, and there are no others |
 * | `in_order` | the expected calls were made in their order; others may stand between them |
 * | `any_order` | each expected call was made, each by a call of its own; others may stand between them |
 *
 * The score is the most expected calls that can be matched so, divided by their number, for `exact` by that of the calls where
 * that is larger. A trajectory without calls expects that there is none, whatever the match. Behind `MOST_SCHEMA_STEPS` steps of
 * `argsFit` no call fits one.
 */
export function matchTrajectory(
  match: typeof TRAJECTORY_MATCHES[number],
  expected: readonly ExpectedCall[],
  calls: readonly ObservedCall[],
): TrajectoryScore {
  if (expected.length === 0) {
    return calls.length === 0
      ? { score: 1, reason: "no call was made" }
      : { score: 0, reason: `no call was expected, and there are ${calls.length}: ${listCalls(calls)}` };
  }
  const meter = { steps: 0 };
  const fits = expected.map((wanted) => calls.map((call) => fitsCall(wanted, call, meter)));
  const found = countFound(match, fits);
  const whole = match === "exact" ? Math.max(expected.length, calls.length) : expected.length;
  const reason = found === whole
    ? `${found} of ${whole} calls`
    : `${found} of ${whole} calls (${match}): expected ${listCalls(expected)}; called ${
      listCalls(calls) || "none"
    }${meter.steps < MOST_SCHEMA_STEPS ? "" : "; their schemas take more steps than a trajectory may"}`;
  return { score: found / whole, reason };
}

/**
 * The first call of a tool, or like a call, that is never to be made; the first of all where none is named. Behind `MOST_SCHEMA_STEPS`
 * steps of `argsFit` each call of the tool is one.
 */
export function findForbidden(
  { tools, calls: forbidden }: {
    readonly tools?: readonly string[];
    readonly calls?: readonly ExpectedCall[];
  },
  calls: readonly ObservedCall[],
): ObservedCall | undefined {
  if (tools === undefined && forbidden === undefined) return calls[0];
  const meter = { steps: 0 };
  return calls.find((call) =>
    tools?.includes(call.name) ||
    forbidden?.some((each) =>
      fitsCall(each, call, meter) || each.name === call.name && meter.steps >= MOST_SCHEMA_STEPS
    )
  );
}

function countFound(match: typeof TRAJECTORY_MATCHES[number], fits: readonly (readonly boolean[])[]): number {
  switch (match) {
    case "exact":
    case "in_order":
      return longestCommon(fits);
    case "any_order":
      return largestMatching(fits);
    default:
      return unreachable(match);
  }
}

function fitsCall({ name, args, argsFit }: ExpectedCall, call: ObservedCall, meter: StepMeter): boolean {
  if (name !== call.name) return false;
  const given = parseUntrustedJson(call.args);
  if (args !== undefined && !isSame(args, given)) return false;
  if (argsFit === undefined) return true;
  return given !== undefined && meter.steps < MOST_SCHEMA_STEPS &&
    fitsSchema(argsFit, given, meter).type === "valid";
}

/** True for two equal values of JSON; the order of keys does not count. */
export function isSame(one: Json, other: Json | undefined): boolean {
  return other !== undefined && canonicalJson(one) === canonicalJson(other);
}

/** The length of the longest common subsequence: rows are expected, columns are calls. */
function longestCommon(fits: readonly (readonly boolean[])[]): number {
  let above: number[] = [0];
  for (const row of fits) {
    const line = [0];
    for (const [column, fit] of row.entries()) {
      const [corner = 0, top = 0, left = 0] = [above[column], above[column + 1], line[column]];
      line.push(fit ? corner + 1 : Math.max(top, left));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}

/** The size of the largest matching of rows to columns, by augmenting paths. */
function largestMatching(fits: readonly (readonly boolean[])[]): number {
  const rowOf = new Map<number, number>();
  const place = (row: number, seen: Set<number>): boolean => {
    for (const [column, fit] of (fits[row] ?? []).entries()) {
      if (!fit || seen.has(column)) continue;
      seen.add(column);
      const other = rowOf.get(column);
      if (other === undefined || place(other, seen)) {
        rowOf.set(column, row);
        return true;
      }
    }
    return false;
  };
  return fits.filter((_, row) => place(row, new Set())).length;
}

function listCalls(calls: readonly { readonly name: string; readonly args?: unknown }[]): string {
  return calls.slice(0, 10).map(quoteCall).join(", ") +
    (calls.length > 10 ? ` and ${calls.length - 10} more` : "");
}

/** A call in a report: its name and the beginning of its arguments. */
export function quoteCall({ name, args }: { readonly name: string; readonly args?: unknown }): string {
  const text = args === undefined ? "" : typeof args === "string" ? args : JSON.stringify(args);
  return `${name}${text === "" ? "" : ` ${text.slice(0, 120)}`}`;
}
