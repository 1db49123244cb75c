// Whether a call needs the approval of a person, by the conditions of its tool.

import type {
  ApprovalCondition,
  ApprovalContext,
  ApprovalNeed,
  ApprovalPredicate,
  ApprovalRule,
  NeedsApproval,
} from "../../core/approval/needs_approval.ts";
import type { JsonObject } from "../../core/json.ts";
import { canonicalJson } from "../../core/text/hash.ts";

/**
 * Evaluates the conditions of a tool; never throws.
 *
 * @example
 * ```ts
 * import { approvalNeed } from "./approval_need.ts";
 * import assert from "node:assert/strict";
 *
 * const context = { tenant: "acme", thread: "t1", agent: "shop", user: "ann", metadata: {} };
 * assert.equal(approvalNeed({ arg: "amount", gt: 100 }, { amount: 100 }, context).needed, false);
 * assert.equal(approvalNeed({ arg: "amount", gt: 100 }, { amount: "much" }, context).needed, true);
 * assert.equal(approvalNeed((args) => args.to !== "me", { to: "you" }, context).needed, true);
 * ```
 */
export function approvalNeed(
  conditions: NeedsApproval,
  args: JsonObject,
  context: ApprovalContext,
): ApprovalNeed {
  if (typeof conditions === "boolean") return { needed: conditions };
  for (const condition of isList(conditions) ? conditions : [conditions]) {
    const need = typeof condition === "function"
      ? predicateNeed(condition, args, context)
      : { needed: ruleHolds(condition, args) };
    if (need.needed) return need;
  }
  return { needed: false };
}

function isList(
  conditions: ApprovalCondition | readonly ApprovalCondition[],
): conditions is readonly ApprovalCondition[] {
  return Array.isArray(conditions);
}

function predicateNeed(
  predicate: ApprovalPredicate,
  args: JsonObject,
  context: ApprovalContext,
): ApprovalNeed {
  try {
    const needed: unknown = predicate(structuredClone(args), {
      ...context,
      metadata: structuredClone(context.metadata),
    });
    if (typeof needed === "boolean") return { needed };
    return {
      needed: true,
      failure: `it returned ${needed === null ? "null" : typeof needed}, not a boolean`,
    };
  } catch (thrown) {
    return { needed: true, failure: `it threw ${thrown instanceof Error ? thrown.name : typeof thrown}` };
  }
}

function ruleHolds({ arg, ...operators }: ApprovalRule, args: JsonObject): boolean {
  const value = Object.hasOwn(args, arg) ? args[arg] : undefined;
  if (value === undefined) return true;
  const { gt, gte, lt, lte, eq, ne } = operators;
  const compared = [gt, gte, lt, lte].some((bound) => bound !== undefined);
  if (compared && typeof value !== "number") return true;
  const number = Number(value);
  const text = canonicalJson(value);
  return (gt === undefined || number > gt) && (gte === undefined || number >= gte) &&
    (lt === undefined || number < lt) && (lte === undefined || number <= lte) &&
    (eq === undefined || text === canonicalJson(eq)) && (ne === undefined || text !== canonicalJson(ne)) &&
    (operators.in === undefined || operators.in.some((item) => text === canonicalJson(item)));
}
