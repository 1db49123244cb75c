// Which calls of a tool need the approval of a person: never, always, or by conditions on their arguments and context.

import type { Json, JsonObject } from "../json.ts";
import { canonicalJson } from "../text/hash.ts";

/**
 * A condition on one argument, as data. All operators that are given must hold: `{ arg: "amount", gt: 100, lte: 500 }` needs
 * approval above 100 up to 500. A missing argument, and for the four number operators one that is no number, needs approval:
 * the tool may have a default that the rule does not see.
 */
export interface ApprovalRule {
  /** Name of a top-level argument. */
  readonly arg: string;
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
  /** Equal as JSON, whatever the order of keys. */
  readonly eq?: Json;
  readonly ne?: Json;
  /** Equal to one of these. */
  readonly in?: readonly Json[];
}

/** What a predicate reads besides the arguments. */
export interface ApprovalContext {
  readonly tenant: string;
  readonly thread: string;
  readonly agent: string;
  /** The user whom the step is booked to, as in the context of a tool: no metadata sets it. Undefined without one. */
  readonly user: string | undefined;
  /** A copy of what the creator of the thread wrote there: it proves nothing about a caller. */
  readonly metadata: JsonObject;
}

/**
 * True when the call needs approval. It is evaluated when the call is planned, with arguments that are not validated yet, and
 * again before the call runs; it should follow from its inputs alone. One that throws, or returns no boolean, counts as true.
 */
export type ApprovalPredicate = (args: JsonObject, context: ApprovalContext) => boolean;

/** One condition under which a call needs approval. */
export type ApprovalCondition = ApprovalRule | ApprovalPredicate;

/** Never, always, or when any of the conditions holds. */
export type NeedsApproval = boolean | ApprovalCondition | readonly ApprovalCondition[];

/** The operators of a rule. */
export const RULE_OPERATORS = ["gt", "gte", "lt", "lte", "eq", "ne", "in"] as const;

/** Whether a call needs approval, and which condition could not be evaluated. */
export interface ApprovalNeed {
  readonly needed: boolean;
  /** Why a predicate counts as true although it did not return true. */
  readonly failure?: string;
}

/**
 * Evaluates the conditions of a tool; never throws.
 *
 * @example
 * ```ts
 * import { approvalNeed } from "./needs_approval.ts";
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

/** The conditions of a definition as JSON: a predicate is code, so that it is there counts and not what it does. */
export function approvalAsJson(needsApproval: NeedsApproval): unknown {
  if (typeof needsApproval === "function") return "predicate";
  if (!Array.isArray(needsApproval)) return needsApproval;
  return needsApproval.map((condition) => typeof condition === "function" ? "predicate" : condition);
}
