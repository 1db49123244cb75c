// The counts of one finished step: what was offered, forced, chosen, refused and violated, with its duration and tokens. It runs in
// every commit, so it only puts a dozen short names into an object.

import { toChoiceKind } from "./choice_kind.ts";
import { unreachable } from "../../../core/error.ts";
import { isForced, namesIn, permits } from "../../../core/tool_choice.ts";
import type { Violation } from "../../../core/tool_choice/choice_report.ts";
import type { CountedCall, CountedPlan, CountedStep } from "../../../kernel/hooks/counted_step.ts";
import { escapePart } from "./count_group.ts";
import {
  CALL_LETTERS,
  CHOSEN_LETTERS,
  CUT_LETTER,
  END_LETTERS,
  ENFORCEMENT_LETTERS,
  FAILURE_LETTERS,
  KIND_LETTERS,
  MISS_LETTER,
  NOT_RUN_LETTERS,
  OFFER_LETTERS,
  type OfferKind,
  type Sum,
  SUM_LETTERS,
  toBucket,
  TOOL_SUM_LETTERS,
  UNKNOWN_TOOL,
  UNSENT_LETTER,
} from "./count_letters.ts";
import { shareUsage, TOOL_SUMS } from "./tool_cost.ts";
import { writeToolSet } from "./tool_set.ts";

/** Sums by name, of a null prototype. */
type Added = Record<string, number>;

/** Counts a step. Each name is one of those that readCount of read_count.ts reads; a tool is named by its place. */
export function countStep({ plan, tools, model, usage, calls, failure }: CountedStep): Added {
  const added: Added = Object.create(null);
  if (plan === undefined) sum(added, "idleSteps", 1);
  else countPlan(plan, { tools, model }, added);
  if (failure !== undefined) {
    add(added, FAILURE_LETTERS[failure.isFinal ? "final" : "retryable"] + failure.code, 1);
  }
  sum(added, "inputTokens", usage.inputTokens);
  sum(added, "outputTokens", usage.outputTokens);
  sum(added, "cachedTokens", usage.cachedTokens ?? 0);
  sum(added, "cacheWriteTokens", usage.cacheWriteTokens ?? 0);
  sum(added, "microDollars", usage.microDollars ?? 0);
  for (const call of calls) countCall(call, tools, added);
  if (plan !== undefined) countReading({ tools, calls, usage }, added);
  return added;
}

function countPlan(plan: CountedPlan, step: Pick<CountedStep, "tools" | "model">, added: Added): void {
  const { tools: own } = step;
  const { choice: { requested, enforcement }, outcome, called, isFirst } = plan;
  const end = outcome === null ? "failed" : outcome.type === "violated" ? outcome.how : outcome.type;
  const facts = KIND_LETTERS[toChoiceKind(requested)] + ENFORCEMENT_LETTERS[enforcement] + END_LETTERS[end];
  add(added, `P${facts}${called.length > 0 ? 1 : 0}${isFirst ? 1 : 0}`, 1);
  const ms = Math.max(0, Math.round(plan.ms));
  add(added, `b${toBucket(ms).toString(36)}`, 1);
  sum(added, "modelMs", ms);

  const kind = toOfferKind(plan);
  for (const name of new Set(called)) {
    const isOffered = permits(requested, name) && plan.tools.includes(name);
    if (isOffered) add(added, `${CHOSEN_LETTERS[kind]}${toPlace(name, own)}`, 1);
  }
  if (plan.corrected !== undefined) add(added, `X${END_LETTERS[plan.corrected]}`, 1);
  for (const why of plan.cuts) add(added, `${CUT_LETTER}${why}`, 1);
  // The words of a vendor are names in a store.
  if (/^[a-z_]{1,40}$/.test(plan.cacheMiss ?? "")) add(added, `${MISS_LETTER}${plan.cacheMiss}`, 1);
  for (const { feature, model } of plan.refused) {
    add(added, model === step.model ? `A${feature}` : `A${feature}~${escapePart(model)}`, 1);
  }
  if (outcome?.type === "violated") countViolation(outcome.how, plan, own, added);

  const offered = writeOffered(plan, own);
  if (offered !== undefined) return add(added, `${OFFER_LETTERS[kind]}${offered}`, 1);
  if (kind !== "named") return;
  const unsent = writeToolSet(own.length, (place) => permits(requested, own[place] ?? ""));
  if (unsent !== undefined) add(added, `${UNSENT_LETTER}${unsent}`, 1);
}

function toOfferKind({ choice: { requested }, isFirst }: CountedPlan): OfferKind {
  if (isForced(requested)) return requested.type === "required" ? "required" : "named";
  return isFirst ? "first" : "later";
}

/** The tools that the model could call: those that were sent and that the choice permits. Undefined for none. */
function writeOffered(
  { choice: { requested }, tools }: CountedPlan,
  own: readonly string[],
): string | undefined {
  if (tools.length === 0 || requested.type === "none") return undefined;
  const isAny = requested.type === "auto" || requested.type === "required";
  if (isAny && tools.length === own.length) return "";
  return writeToolSet(own.length, (place) => {
    const name = own[place] ?? "";
    return permits(requested, name) && tools.includes(name);
  });
}

/** Each tool of the violation once: those called that may not be, or those that should have been. */
function countViolation(
  how: Violation,
  { choice: { requested }, called, broken }: CountedPlan,
  own: readonly string[],
  added: Added,
): void {
  for (const name of toolsOf()) add(added, `V${END_LETTERS[how]}${toPlace(name, own)}`, 1);

  function toolsOf(): Iterable<string> {
    switch (how) {
      case "missing":
        return namesIn(requested);
      case "rule":
        return new Set(called.filter((_, index) => broken[index] !== undefined));
      case "forbidden":
      case "wrong_tool":
        return new Set(called.filter((name) => !permits(requested, name) || !own.includes(name)));
      case "too_many":
        return [];
      default:
        return unreachable(how);
    }
  }
}

function countCall({ name, outcome, ms, notRun }: CountedCall, own: readonly string[], added: Added): void {
  const tool = toPlace(name, own);
  if (notRun !== undefined) return add(added, `W${NOT_RUN_LETTERS[notRun]}${tool}`, 1);
  if (outcome !== "completed" && outcome !== "failed" && outcome !== "unknown") return;
  const took = Math.max(0, Math.round(ms));
  add(added, `Q${CALL_LETTERS[outcome]}${toBucket(took).toString(36)}${tool}`, 1);
  if (took > 0) add(added, `m${tool}`, took);
}

function countReading(
  { tools, calls, usage }: Pick<CountedStep, "tools" | "calls" | "usage">,
  added: Added,
): void {
  for (const { name, sums } of shareUsage(calls, usage)) {
    const place = toPlace(name, tools);
    for (const of of TOOL_SUMS) {
      if (sums[of] > 0) add(added, `${TOOL_SUM_LETTERS[of]}${place}`, sums[of]);
    }
  }
}

// Names that the agent has no tool of come from the model; there is no end of them.
function toPlace(name: string, own: readonly string[]): number | typeof UNKNOWN_TOOL {
  const place = own.indexOf(name);
  return place < 0 ? UNKNOWN_TOOL : place;
}

function sum(added: Added, of: Sum, count: number): void {
  if (count > 0) add(added, SUM_LETTERS[of], count);
}

function add(added: Added, name: string, count: number): void {
  added[name] = (added[name] ?? 0) + count;
}
