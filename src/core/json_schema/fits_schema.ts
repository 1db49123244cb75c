// The check of a value by a schema, with its bounds and its outcome.

import type { Json, JsonSchema } from "../json.ts";
import { Budget, BudgetSpent } from "./budget.ts";
import { Check } from "./check.ts";
import { toProblems } from "./_findings.ts";
import { PatternUnusable } from "./pattern_unusable.ts";
import { prepare, SchemaBroken } from "./_prepared.ts";

/** Whether a value fits a schema. */
export type SchemaCheck =
  | { readonly type: "valid" }
  /** At most five lines, each a JSON Pointer (RFC 6901) into the value and what is wrong there. */
  | { readonly type: "invalid"; readonly problems: readonly string[] }
  /** The schema itself cannot be used; its author must correct it. */
  | { readonly type: "broken"; readonly reason: string };

/** Counts the steps of several checks, for who lets others run in between. */
export interface StepMeter {
  steps: number;
}

/** Steps that every check may take. */
export const LEAST_STEPS = 10_000;

/** Steps for each part of the value, and for each 16 characters of its texts. */
export const STEPS_A_PART = 32;

/** Most steps of a check: about 20 ms on one core. */
export const MOST_STEPS = 100_000;

/**
 * Checks a value by a schema of JSON Schema 4, 6, 7, 2019-09 or 2020-12; `$schema` names the draft, 2020-12 by default. A step is one
 * schema met by one value, or one move of a pattern. A check takes at most 10,000 steps and 32 for each part of the value, together
 * 100,000; one that would take more is `invalid`, whatever the schema says. The schema must not change afterwards. The meter takes the steps.
 *
 * @example
 * ```ts
 * import { fitsSchema } from "./fits_schema.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(fitsSchema({ type: "string", pattern: "^(a+)+$" }, "aaa"), { type: "valid" });
 * const doubled = { allOf: [{ $ref: "#/$defs/d1" }, { $ref: "#/$defs/d1" }] };
 * assert.equal(fitsSchema({ ...doubled, $defs: { d1: doubled } }, 1).type, "broken"); // it leads back to itself
 * ```
 */
export function fitsSchema(schema: JsonSchema, value: Json, meter: StepMeter = { steps: 0 }): SchemaCheck {
  const budget = new Budget(
    LEAST_STEPS,
    () => Math.min(countParts(value) * STEPS_A_PART, MOST_STEPS - LEAST_STEPS),
  );
  try {
    const findings = new Check(prepare(schema), budget).findings(value);
    return findings.length === 0 ? { type: "valid" } : { type: "invalid", problems: toProblems(findings) };
  } catch (thrown) {
    if (thrown instanceof BudgetSpent) return { type: "invalid", problems: [TOO_MUCH] };
    if (thrown instanceof PatternUnusable) {
      return { type: "broken", reason: `A pattern ${thrown.message}.` };
    }
    if (thrown instanceof SchemaBroken) return { type: "broken", reason: thrown.message };
    throw thrown;
  } finally {
    meter.steps += budget.spent;
  }
}

const TOO_MUCH =
  "(arguments): the check of this value takes more steps than a check may; send less, or a simpler value.";

const CHARS_A_PART = 16;

/** Values in a value, and its text. It stops where more makes no difference. */
function countParts(value: Json): number {
  let parts = 0;
  const left: Json[] = [value];
  for (let next = left.pop(); next !== undefined && parts * STEPS_A_PART < MOST_STEPS; next = left.pop()) {
    parts++;
    if (typeof next === "string") parts += Math.ceil(next.length / CHARS_A_PART);
    else if (typeof next === "object" && next !== null) {
      for (const inner of Object.values(next)) left.push(inner);
    }
  }
  return parts;
}
