// The counts of one finished step: what was offered, forced, chosen, refused and violated, and what it took. It runs in every
// commit, so it does no more than put a dozen short names into a map.

import { kindOf } from "../../core/analytics/choice_kind.ts";
import type { PlannedCall } from "../../core/call.ts";
import { unreachable } from "../../core/error.ts";
import type { CutCause, Observation } from "../../core/entry.ts";
import type { Feature } from "../../core/model/capability.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { isForced, namesIn, permits } from "../../core/tool_choice.ts";
import type { ChoiceOutcome, EffectiveChoice, Violation } from "../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../core/usage.ts";
import { escapePart } from "./count_group.ts";
import {
  bucketOf,
  CALL_LETTERS,
  CHOSEN_LETTERS,
  CUT_LETTER,
  END_LETTERS,
  ENFORCEMENT_LETTERS,
  KIND_LETTERS,
  NOT_RUN_LETTERS,
  type NotRun,
  OFFER_LETTERS,
  type OfferKind,
  type Sum,
  SUM_LETTERS,
  UNKNOWN_TOOL,
  UNSENT_LETTER,
} from "./count_letters.ts";
import { writeToolSet } from "./tool_set.ts";

interface Toolbox {
  readonly tools: readonly ToolSpec[];
}

/** A step at its end, as far as it is counted. */
export interface FinishedStep {
  /** The step's agent. */
  readonly agent: Toolbox;
  /** Undefined: no model was called for a plan. */
  readonly plan: FinishedPlan | undefined;
  readonly acted: readonly CountedCall[];
  /** Of all answers of the step: dropped ones and summaries included. */
  readonly usage: Usage;
  /** Millionths of a US dollar. */
  readonly microDollars: number;
}

/** What came of the planning of a step. */
export interface FinishedPlan {
  /** Of the last request. */
  readonly choice: Pick<EffectiveChoice, "requested" | "enforcement">;
  /** The tools of the last request. */
  readonly tools: readonly ToolSpec[];
  /** It is the first plan of its run. */
  readonly isFirst: boolean;
  /** The tools that the answer calls, in order; a tool may stand there more than once. */
  readonly called: readonly string[];
  /** For each call the rule that it breaks; empty where no rule is broken. */
  readonly broken: readonly (string | undefined)[];
  /** Null: there is no plan. */
  readonly outcome: ChoiceOutcome | null;
  /** How an answer that was dropped violated the choice. */
  readonly corrected: Violation | undefined;
  /** What the APIs of models refused meanwhile. */
  readonly refused: readonly RefusedFeature[];
  /** Why the prompt was cut meanwhile, once for each cause of each cut. */
  readonly cuts: readonly CutCause[];
  /** From the first request to the end of the last answer. */
  readonly ms: number;
}

/** A feature that a model's API refused. */
export interface RefusedFeature {
  /** `provider/model`; undefined for the model of the group. */
  readonly model: string | undefined;
  readonly feature: Feature;
}

/** A call with its observation. */
export interface CountedCall {
  readonly call: Pick<PlannedCall, "name" | "disposition">;
  readonly observation: Pick<Observation, "outcome" | "ms">;
  /** Who settled it in place of a tool: a rule that holds by now, or the caller with a result. */
  readonly settledBy?: "rule" | "caller" | undefined;
}

/** Counts a step. Each name is one of those that readCount of read_count.ts reads; a tool is named by its place. */
export function countStep(step: FinishedStep): Map<string, number> {
  const added = new Map<string, number>();
  const { plan, agent, usage } = step;
  if (plan === undefined) sum(added, "idleSteps", 1);
  else countPlan(plan, agent, added);
  sum(added, "inputTokens", usage.inputTokens);
  sum(added, "outputTokens", usage.outputTokens);
  sum(added, "cachedTokens", usage.cachedTokens ?? 0);
  sum(added, "cacheWriteTokens", usage.cacheWriteTokens ?? 0);
  sum(added, "microDollars", step.microDollars);
  for (const call of step.acted) countCall(call, agent, added);
  return added;
}

function countPlan(plan: FinishedPlan, agent: Toolbox, added: Map<string, number>): void {
  const { choice: { requested, enforcement }, outcome, called, isFirst } = plan;
  const end = outcome === null ? "failed" : outcome.type === "violated" ? outcome.how : outcome.type;
  const facts = KIND_LETTERS[kindOf(requested)] + ENFORCEMENT_LETTERS[enforcement] + END_LETTERS[end];
  add(added, `P${facts}${called.length > 0 ? 1 : 0}${isFirst ? 1 : 0}`, 1);
  const ms = Math.max(0, Math.round(plan.ms));
  add(added, `b${bucketOf(ms).toString(36)}`, 1);
  sum(added, "modelMs", ms);

  const kind = offerKindOf(plan);
  for (const name of new Set(called)) {
    const isOffered = permits(requested, name) && placeOf(plan, name) >= 0;
    if (isOffered) add(added, `${CHOSEN_LETTERS[kind]}${toPlace(name, agent)}`, 1);
  }
  if (plan.corrected !== undefined) add(added, `X${END_LETTERS[plan.corrected]}`, 1);
  for (const why of plan.cuts) add(added, `${CUT_LETTER}${why}`, 1);
  for (const { feature, model } of plan.refused) {
    add(added, model === undefined ? `A${feature}` : `A${feature}~${escapePart(model)}`, 1);
  }
  if (outcome?.type === "violated") countViolation(outcome.how, plan, agent, added);

  const offered = writeOffered(plan, agent);
  if (offered !== undefined) return add(added, `${OFFER_LETTERS[kind]}${offered}`, 1);
  if (kind !== "named") return;
  const unsent = writeToolSet(agent.tools.length, (place) => permits(requested, nameAt(agent, place)));
  if (unsent !== undefined) add(added, `${UNSENT_LETTER}${unsent}`, 1);
}

function offerKindOf({ choice: { requested }, isFirst }: FinishedPlan): OfferKind {
  if (isForced(requested)) return requested.type === "required" ? "required" : "named";
  return isFirst ? "first" : "later";
}

/** The tools that the model could call: those that were sent and that the choice permits. Undefined for none. */
function writeOffered({ choice: { requested }, tools }: FinishedPlan, agent: Toolbox): string | undefined {
  if (tools.length === 0 || requested.type === "none") return undefined;
  const isAny = requested.type === "auto" || requested.type === "required";
  if (isAny && tools.length === agent.tools.length) return "";
  return writeToolSet(agent.tools.length, (place) => {
    const name = nameAt(agent, place);
    return permits(requested, name) && tools.some((tool) => tool.name === name);
  });
}

/** Each tool of the violation once: those called that may not be, or those that should have been. */
function countViolation(
  how: Violation,
  { choice: { requested }, called, broken }: FinishedPlan,
  agent: Toolbox,
  added: Map<string, number>,
): void {
  for (const name of toolsOf()) add(added, `V${END_LETTERS[how]}${toPlace(name, agent)}`, 1);

  function toolsOf(): Iterable<string> {
    switch (how) {
      case "missing":
        return namesIn(requested);
      case "rule":
        return new Set(called.filter((_, index) => broken[index] !== undefined));
      case "forbidden":
      case "wrong_tool":
        return new Set(called.filter((name) => !permits(requested, name) || placeOf(agent, name) < 0));
      case "too_many":
        return [];
      default:
        return unreachable(how);
    }
  }
}

function countCall(counted: CountedCall, agent: Toolbox, added: Map<string, number>): void {
  const { call, observation: { outcome, ms } } = counted;
  const tool = toPlace(call.name, agent);
  const why = whyNotRun(counted);
  if (why !== undefined) return add(added, `W${NOT_RUN_LETTERS[why]}${tool}`, 1);
  if (outcome !== "completed" && outcome !== "failed" && outcome !== "unknown") return;
  const took = Math.max(0, Math.round(ms));
  add(added, `Q${CALL_LETTERS[outcome]}${bucketOf(took).toString(36)}${tool}`, 1);
  if (took > 0) add(added, `m${tool}`, took);
}

/** Why the call was not given to a tool; undefined when it was. */
function whyNotRun({ call, observation: { outcome }, settledBy }: CountedCall): NotRun | undefined {
  if (settledBy === "rule") return "rule";
  const { disposition } = call;
  switch (disposition.type) {
    case "forbidden":
      return disposition.reason === undefined ? "choice" : "rule";
    case "surplus":
    case "malformed":
    case "repeated":
    case "unknown_tool":
      return disposition.type;
    case "moved":
      return "skipped";
    case "run":
    case "approve":
    case "client":
      break;
    default:
      return unreachable(disposition);
  }
  if (outcome === "denied" || outcome === "blocked" || outcome === "skipped") return outcome;
  const isAnswer = settledBy === "caller" || (disposition.type === "approve" && disposition.asks === true);
  return isAnswer ? "answered" : undefined;
}

// Names that the agent has no tool of come from the model; there is no end of them.
function toPlace(name: string, agent: Toolbox): number | typeof UNKNOWN_TOOL {
  const place = placeOf(agent, name);
  return place < 0 ? UNKNOWN_TOOL : place;
}

function placeOf({ tools }: Toolbox, name: string): number {
  return tools.findIndex((tool) => tool.name === name);
}

function nameAt({ tools }: Toolbox, place: number): string {
  return tools[place]?.name ?? "";
}

function sum(added: Map<string, number>, of: Sum, count: number): void {
  if (count > 0) add(added, SUM_LETTERS[of], count);
}

function add(added: Map<string, number>, name: string, count: number): void {
  added.set(name, (added.get(name) ?? 0) + count);
}
