// Conditions of policies: data over a few fields of a thread's state, evaluated without running code of the policy.

import type { Json } from "../json.ts";
import type { Condition, ConditionValue, PolicyCondition, PolicyView } from "../policy.ts";

/**
 * True when the condition holds. A function may throw.
 *
 * @example
 * ```ts
 * import { holds } from "./condition.ts";
 * import assert from "node:assert/strict";
 *
 * const budgetLeft = { steps: 3, calls: null, tokens: null, usd: null, wallMs: null };
 * const thread = { user: "ann", metadata: { tier: "free" }, phase: null };
 * const view = { step: 1, lastTool: "search", failures: 2, budgetLeft, ...thread };
 * assert.ok(holds({ and: [{ field: "failures", gt: 1 }, { field: "metadata.tier", eq: "free" }] }, view));
 * assert.ok(!holds({ not: { field: "last_tool", in: ["search", "look"] } }, view));
 * ```
 */
export function holds(when: PolicyCondition["when"], view: PolicyView): boolean {
  if (typeof when === "function") return requireBoolean(when(view));
  if ("and" in when) return when.and.every((each) => holds(each, view));
  if ("or" in when) return when.or.some((each) => holds(each, view));
  if ("not" in when) return !holds(when.not, view);
  return compares(when, readField(view, when.field));
}

/** A promise is true in a test of JavaScript, whatever it will be. */
function requireBoolean(result: unknown): boolean {
  if (typeof result === "boolean") return result;
  throw new TypeError("The condition did not return a boolean.");
}

function compares(when: Extract<Condition, { field: string }>, value: Json): boolean {
  if ("eq" in when) return value === when.eq;
  if ("lt" in when) return typeof value === "number" && value < when.lt;
  if ("gt" in when) return typeof value === "number" && value > when.gt;
  return isPlain(value) && when.in.includes(value);
}

function isPlain(value: Json): value is ConditionValue {
  return typeof value !== "object" || value === null;
}

function readField(
  { step, lastTool, failures, budgetLeft, user, metadata, phase }: PolicyView,
  field: string,
): Json {
  switch (field) {
    case "step":
      return step;
    case "last_tool":
      return lastTool;
    case "failures":
      return failures;
    case "phase":
      return phase;
    case "user":
      return user;
    case "budget_left.steps":
      return budgetLeft.steps;
    case "budget_left.calls":
      return budgetLeft.calls;
    case "budget_left.tokens":
      return budgetLeft.tokens;
    case "budget_left.usd":
      return budgetLeft.usd;
    case "budget_left.wall_ms":
      return budgetLeft.wallMs;
    default: {
      const key = field.slice(METADATA.length);
      return field.startsWith(METADATA) && Object.hasOwn(metadata, key) ? metadata[key] ?? null : null;
    }
  }
}

/** The beginning of a field that is one of the metadata. */
export const METADATA = "metadata.";
