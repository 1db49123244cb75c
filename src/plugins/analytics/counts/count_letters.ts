// The letters of the counts: a count has a name of a few characters, because every commit contains it.

import type { NotRun } from "../../../kernel/hooks/counted_step.ts";
import type { ToolSum } from "./tool_cost.ts";
import type { ChoiceKind } from "./choice_kind.ts";
import type { Enforcement, Violation } from "../../../core/tool_choice/choice_report.ts";

/** How a plan ended. `failed`: the model was called and there is no plan. */
export type PlanEnd = "satisfied" | "cut" | "failed" | Violation;

/**
 * How tools were offered, or chosen. `first`: in the first plan of a run, which may answer in words. `later`: in another such
 * plan. `required`: in a plan that had to call something. `named`: in a plan that had to call one of these.
 */
export type OfferKind = "first" | "later" | "required" | "named";

/** How a call that a tool got ended. */
export type CallEnd = "completed" | "failed" | "unknown";

/** Letters of {@link ChoiceKind}. */
export const KIND_LETTERS: Readonly<Record<ChoiceKind, string>> = {
  auto: "a",
  none: "n",
  required: "r",
  tool: "t",
  allowed: "l",
  allowed_required: "m",
};

/** Letters of enforcements. */
export const ENFORCEMENT_LETTERS: Readonly<Record<Enforcement, string>> = {
  native: "n",
  filtered: "f",
  announced: "p",
  withheld: "w",
  none: "o",
};

/** Letters of {@link PlanEnd}. */
export const END_LETTERS: Readonly<Record<PlanEnd, string>> = {
  satisfied: "s",
  cut: "c",
  failed: "x",
  missing: "m",
  forbidden: "f",
  wrong_tool: "w",
  too_many: "t",
  rule: "r",
};

/** Letters of {@link OfferKind}, for tools that were offered. */
export const OFFER_LETTERS: Readonly<Record<OfferKind, string>> = {
  first: "U",
  later: "L",
  required: "M",
  named: "N",
};

/** The letter of tools that a plan had to call and that no request offered, because the model's API takes no tools. */
export const UNSENT_LETTER = "F";

/** Letters of {@link OfferKind}, for tools that were chosen. */
export const CHOSEN_LETTERS: Readonly<Record<OfferKind, string>> = {
  first: "u",
  later: "c",
  required: "r",
  named: "n",
};

/** Letters of {@link CallEnd}. */
export const CALL_LETTERS: Readonly<Record<CallEnd, string>> = { completed: "c", failed: "f", unknown: "u" };

/** Letters of {@link NotRun}. */
export const NOT_RUN_LETTERS: Readonly<Record<NotRun, string>> = {
  rule: "r",
  choice: "h",
  denied: "d",
  blocked: "b",
  skipped: "s",
  surplus: "o",
  malformed: "j",
  repeated: "p",
  unknown_tool: "z",
  answered: "e",
};

/** What the names of causes of cuts begin with. */
export const CUT_LETTER = "K";

/** What the names of a vendor's reasons begin with, for which its prompt cache did not read on. */
export const MISS_LETTER = "J";

/** What the names of codes of errors begin with: of steps that ended their run, and of those that can be tried again. */
export const FAILURE_LETTERS = { final: "E", retryable: "e" } as const;

/** What is summed under a name of one letter. */
export type Sum =
  | "idleSteps"
  | "modelMs"
  | "inputTokens"
  | "outputTokens"
  | "cachedTokens"
  | "cacheWriteTokens"
  | "microDollars";

/** Letters of {@link Sum}. `idleSteps` are steps that called no model. */
export const SUM_LETTERS: Readonly<Record<Sum, string>> = {
  idleSteps: "s",
  modelMs: "t",
  inputTokens: "i",
  outputTokens: "o",
  cachedTokens: "h",
  cacheWriteTokens: "w",
  microDollars: "d",
};

/** Letters of {@link ToolSum}, before the place of a tool. Versions before 2026-11-27 leave them out. */
export const TOOL_SUM_LETTERS: Readonly<Record<ToolSum, string>> = {
  resultTokens: "R",
  readTokens: "I",
  microDollars: "B",
};

/** A call of a name that the agent has no tool of: such names are not kept, because there is no end of them. */
export const UNKNOWN_TOOL = "?";

/** Number of buckets of a histogram; the last one has everything from 2^19 ms (8.7 minutes) on. */
export const BUCKETS = 21;

/** The bucket of a duration: 0 for less than 1 ms, else `n` for 2^(n-1) ms to 2^n ms. */
export function toBucket(ms: number): number {
  return Math.min(BUCKETS - 1, 32 - Math.clz32(Math.min(ms, 0x7fffffff)));
}

/** The duration in milliseconds below which the bucket lies; undefined for the last one. */
export function bucketLimit(bucket: number): number | undefined {
  return bucket >= BUCKETS - 1 ? undefined : 2 ** bucket;
}
