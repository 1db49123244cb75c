// Which calls of a tool need the approval of a person: never, always, or by conditions on their arguments and context. The plugin of
// approvals evaluates them.

import type { Json, JsonObject } from "../json.ts";

/**
 * A condition on one argument, as data. All operators that are set must hold: `{ arg: "amount", gt: 100, lte: 500 }` needs
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
export type ApprovalPredicate<Args = JsonObject> = (args: Args, context: ApprovalContext) => boolean;

/** One condition under which a call needs approval. */
export type ApprovalCondition<Args = JsonObject> = ApprovalRule | ApprovalPredicate<Args>;

/** Never, always, or when any of the conditions holds. */
export type NeedsApproval<Args = JsonObject> =
  | boolean
  | ApprovalCondition<Args>
  | readonly ApprovalCondition<Args>[];

/** The operators of a rule. */
export const RULE_OPERATORS = ["gt", "gte", "lt", "lte", "eq", "ne", "in"] as const;

/** Whether a call needs approval, and which condition could not be evaluated. */
export interface ApprovalNeed {
  readonly needed: boolean;
  /** Why a predicate counts as true although it did not return true. */
  readonly failure?: string;
}

/** The conditions of a definition as JSON: a predicate is code, so that it is there counts and not what it does. */
export function approvalAsJson(needsApproval: NeedsApproval): unknown {
  if (typeof needsApproval === "function") return "predicate";
  if (!Array.isArray(needsApproval)) return needsApproval;
  return needsApproval.map((condition) => typeof condition === "function" ? "predicate" : condition);
}
