// Policy: named rules about tools and the choice of a plan, which agents share. One definition decides before a plan, after it
// and when a call is executed.

import type { BudgetLeft } from "./budget/limits.ts";
import type { Json } from "./json.ts";
import type { ToolChoice } from "./tool_choice.ts";

/** Every {@link PolicyMode}. */
export const POLICY_MODES = ["enforce", "shadow"] as const;

/** `enforce`: rules and choices hold. `shadow`: a warning `policy_shadow` reports what they would have changed. */
export type PolicyMode = typeof POLICY_MODES[number];

/** Every {@link RuleScope}. */
export const RULE_SCOPES = ["run", "thread"] as const;

/** How long a rule remembers: until the next input (`run`, the default), or as long as the thread lives. */
export type RuleScope = typeof RULE_SCOPES[number];

/**
 * A rule about tools. "Completed" is an observation with the outcome `completed`. A call is counted when it may have happened:
 * completed, unknown, or failed in the tool.
 *
 * | type | meaning |
 * |---|---|
 * | `after` | `tool` only after every one of `after` has completed |
 * | `forbid_unless` | no `tool` unless one of `unless` has completed |
 * | `at_most` | `tool` is counted `times` times at most; 0 forbids it |
 * | `never_both` | once one of `tools` is counted, none of the others |
 * | `at_least_one` | no answer before one of `tools` has completed, or was denied by a person; per run |
 * | `first` | the first call of a run is a call of `tool`, alone in its plan; per run |
 */
export type PolicyRule =
  | {
    readonly type: "after";
    readonly tool: string;
    readonly after: readonly string[];
    readonly per?: RuleScope;
  }
  | {
    readonly type: "forbid_unless";
    readonly tool: string;
    readonly unless: readonly string[];
    readonly per?: RuleScope;
  }
  | { readonly type: "at_most"; readonly tool: string; readonly times: number; readonly per?: RuleScope }
  | { readonly type: "never_both"; readonly tools: readonly string[]; readonly per?: RuleScope }
  | { readonly type: "at_least_one"; readonly tools: readonly string[] }
  | { readonly type: "first"; readonly tool: string };

/** The state of a thread that a condition reads, before the plan that it decides about. */
export interface PolicyView {
  /** Steps of the run before this one: 0 for its first plan. */
  readonly step: number;
  /** The tool of the run's last observation; null before the first. */
  readonly lastTool: string | null;
  /** Observations of the run since the last completed one. */
  readonly failures: number;
  /** What is left with this step; null without such a limit. */
  readonly budgetLeft: BudgetLeft;
  /** The user whom the step is booked to; null without one. */
  readonly user: string | null;
  /** What the creator of the thread wrote there: it proves nothing about a caller. */
  readonly metadata: { readonly [key: string]: Json };
  /** `phase` of the strategic plan, where the plan is an object that has it as text; else null. */
  readonly phase: string | null;
}

/** The fields of {@link PolicyView} as declarative conditions name them; `metadata.<key>` is one of the metadata. */
export const CONDITION_FIELDS = [
  "step",
  "last_tool",
  "failures",
  "budget_left.steps",
  "budget_left.calls",
  "budget_left.tokens",
  "budget_left.usd",
  "budget_left.wall_ms",
  "phase",
  "user",
] as const;

/** A value that a condition compares with. */
export type ConditionValue = string | number | boolean | null;

/**
 * A condition as data. `lt` and `gt` hold for numbers only; a field that the thread lacks is null. A condition with several
 * keys does not exist: `{and: [...]}` joins them.
 */
export type Condition =
  | { readonly field: string; readonly eq: ConditionValue }
  | { readonly field: string; readonly lt: number }
  | { readonly field: string; readonly gt: number }
  | { readonly field: string; readonly in: readonly ConditionValue[] }
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] }
  | { readonly not: Condition };

/** A choice for the plans before which `when` holds. A function is pure and synchronous; one that throws fails the plan. */
export interface PolicyCondition {
  readonly when: Condition | ((view: PolicyView) => boolean);
  readonly choice: ToolChoice;
}

/** A policy, complete: `definePolicy` makes one. */
export interface Policy {
  readonly name: string;
  readonly description: string;
  readonly rules: readonly PolicyRule[];
  /** The choice of plans for which no condition holds. */
  readonly choice?: ToolChoice | undefined;
  /** The first that holds decides. */
  readonly conditions: readonly PolicyCondition[];
  readonly mode: PolicyMode;
}

/** Every {@link PolicyOrigin}. */
export const POLICY_ORIGINS = ["stored", "deployment", "built-in"] as const;

/** Where a policy is defined. A stored one replaces the deployment's, and that a built-in one. */
export type PolicyOrigin = typeof POLICY_ORIGINS[number];

/** The state of rules by their keys: a small whole number each, 0 at the beginning. */
export type RuleStates = { readonly [key: string]: number };

/** What a run's policy has to remember. */
export interface RunProgress {
  /** Of the rules per run, and of the conditions whose forced choice was satisfied (1). */
  readonly rules: RuleStates;
  /** The tool of the last observation. */
  readonly lastTool?: string;
  /** Observations since the last completed one; left out for 0. */
  readonly failures?: number;
}
