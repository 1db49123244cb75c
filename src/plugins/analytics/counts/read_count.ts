// The counts of days, read back: a name becomes a fact with its number. Names that this version does not write are left out.

import type { ChoiceKind } from "./choice_kind.ts";
import { CUT_CAUSES, type CutCause } from "../../../core/entry.ts";
import { type Feature, FEATURES } from "../../../core/model/capability.ts";
import { type Enforcement, type Violation, VIOLATIONS } from "../../../core/tool_choice/choice_report.ts";
import type { NotRun } from "../../../kernel/hooks/counted_step.ts";
import type { CountedDay } from "../../../kernel/hooks/step_counts.ts";
import { type CountGroup, readGroup, unescapePart } from "./count_group.ts";
import {
  BUCKETS,
  CALL_LETTERS,
  type CallEnd,
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
  type PlanEnd,
  type Sum,
  SUM_LETTERS,
  TOOL_SUM_LETTERS,
  UNKNOWN_TOOL,
  UNSENT_LETTER,
} from "./count_letters.ts";
import type { ToolSum } from "./tool_cost.ts";
import { readToolSet } from "./tool_set.ts";

/** The subject of a count. */
export type CountedFact =
  | {
    readonly type: "plan";
    readonly kind: ChoiceKind;
    readonly enforcement: Enforcement;
    readonly end: PlanEnd;
    /** The answer has calls. */
    readonly called: boolean;
    /** The first of its run. */
    readonly isFirst: boolean;
  }
  /** `unsent`: the plan had to call one of these, and none was sent. */
  | { readonly type: "offered"; readonly kind: OfferKind | "unsent"; readonly tools: readonly string[] }
  | { readonly type: "chosen"; readonly kind: OfferKind; readonly tool: string }
  | { readonly type: "violated"; readonly how: Violation; readonly tool: string }
  | { readonly type: "corrected"; readonly how: Violation }
  /** `model` is undefined for that of the group. */
  | { readonly type: "refused"; readonly feature: Feature; readonly model: string | undefined }
  /** The prompt was cut, for this reason among others. */
  | { readonly type: "prompt_cut"; readonly why: CutCause }
  /** The API's prompt cache did not read on, for this reason of the vendor's. */
  | { readonly type: "cache_miss"; readonly reason: string }
  /** A step failed; `isFinal`: its run ended with that. The code may be one of another version. */
  | { readonly type: "failure"; readonly code: string; readonly isFinal: boolean }
  | { readonly type: "ran"; readonly end: CallEnd; readonly bucket: number; readonly tool: string }
  | { readonly type: "not_run"; readonly why: NotRun; readonly tool: string }
  | { readonly type: "tool_ms"; readonly tool: string }
  | { readonly type: "tool_sum"; readonly of: ToolSum; readonly tool: string }
  | { readonly type: "model_bucket"; readonly bucket: number }
  | { readonly type: "sum"; readonly of: Sum };

/** One count of a day. */
export interface ReadCount {
  /** Such as `2026-11-22`, UTC. */
  readonly day: string;
  readonly group: CountGroup;
  readonly fact: CountedFact;
  readonly count: number;
}

/** The counts of days. */
export interface ReadCounts {
  /** Days in their order. */
  readonly counts: readonly ReadCount[];
  /** Steps in groups that the ledger has no definition of; their counts are left out. */
  readonly unresolved: number;
}

/** Reads the counts of these days. */
export function readCounts(days: readonly CountedDay[]): ReadCounts {
  const counts: ReadCount[] = [];
  let unresolved = 0;
  for (const { day, groups } of days) {
    for (const { of, counts: written } of groups) {
      const group = of === null ? undefined : readGroup(of);
      for (const [name, count] of written) {
        const fact = readCount(name, group?.tools ?? []);
        if (fact === undefined) continue;
        if (group !== undefined) counts.push({ day, group, fact, count });
        else if (fact.type === "plan" || (fact.type === "sum" && fact.of === "idleSteps")) {
          unresolved += count;
        }
      }
    }
  }
  return { counts, unresolved };
}

/** What a name of countStep stands for, by the agent's tools; undefined for an unknown one. */
export function readCount(name: string, tools: readonly string[]): CountedFact | undefined {
  const [first = "", second = "", third = "", fourth, fifth] = name;
  switch (first) {
    case "P": {
      const kind = KINDS_BY.get(second);
      const enforcement = ENFORCEMENTS_BY.get(third);
      const end = ENDS_BY.get(fourth ?? "");
      if (kind === undefined || enforcement === undefined || end === undefined) return undefined;
      return { type: "plan", kind, enforcement, end, called: fifth === "1", isFirst: name[5] === "1" };
    }
    case "V":
    case "X": {
      const end = ENDS_BY.get(second);
      const how = VIOLATIONS.find((violation) => violation === end);
      if (how === undefined) return undefined;
      return first === "X"
        ? { type: "corrected", how }
        : { type: "violated", how, tool: toolAt(name.slice(2)) };
    }
    case "A": {
      const [text, model] = splitAtFirst(name.slice(1), "~");
      const feature = FEATURES.find((feature) => feature === text);
      if (feature === undefined) return undefined;
      return { type: "refused", feature, model: model === "" ? undefined : unescapePart(model) };
    }
    case "Q": {
      const end = CALLS_BY.get(second);
      const bucket = readBucket(third);
      if (end === undefined || bucket === undefined) return undefined;
      return { type: "ran", end, bucket, tool: toolAt(name.slice(3)) };
    }
    case "W": {
      const why = NOT_RUN_BY.get(second);
      return why === undefined ? undefined : { type: "not_run", why, tool: toolAt(name.slice(2)) };
    }
    case "m":
      return { type: "tool_ms", tool: toolAt(name.slice(1)) };
    case "b": {
      const bucket = readBucket(second);
      return bucket === undefined ? undefined : { type: "model_bucket", bucket };
    }
    default:
      return readRest(first, name, tools);
  }

  function toolAt(place: string): string {
    return findTool(place, tools);
  }
}

function readRest(first: string, name: string, tools: readonly string[]): CountedFact | undefined {
  if (first === CUT_LETTER) {
    const why = CUT_CAUSES.find((cause) => cause === name.slice(1));
    return why === undefined ? undefined : { type: "prompt_cut", why };
  }
  if (first === MISS_LETTER) return { type: "cache_miss", reason: name.slice(1) };
  const isFinal = first === FAILURE_LETTERS.final;
  if (isFinal || first === FAILURE_LETTERS.retryable) {
    return { type: "failure", code: name.slice(1), isFinal };
  }
  const offered = first === UNSENT_LETTER ? "unsent" : OFFERS_BY.get(first);
  if (offered !== undefined) {
    const places = readToolSet(name.slice(1), tools.length);
    return { type: "offered", kind: offered, tools: places.map((place) => tools[place] ?? UNKNOWN_TOOL) };
  }
  const chosen = CHOSEN_BY.get(first);
  if (chosen !== undefined) return { type: "chosen", kind: chosen, tool: findTool(name.slice(1), tools) };
  const toolSum = TOOL_SUMS_BY.get(first);
  if (toolSum !== undefined) return { type: "tool_sum", of: toolSum, tool: findTool(name.slice(1), tools) };
  const of = SUMS_BY.get(name);
  return of === undefined ? undefined : { type: "sum", of };
}

function findTool(place: string, tools: readonly string[]): string {
  return tools[Number(place)] ?? UNKNOWN_TOOL;
}

function readBucket(digit: string): number | undefined {
  const bucket = Number.parseInt(digit, 36);
  return bucket < BUCKETS ? bucket : undefined;
}

/** What stands before and behind the first separator; the second part is empty without one. */
function splitAtFirst(text: string, separator: string): readonly [string, string] {
  const place = text.indexOf(separator);
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place + 1)];
}

const KINDS_BY = byLetter<ChoiceKind>(KIND_LETTERS);
const ENFORCEMENTS_BY = byLetter<Enforcement>(ENFORCEMENT_LETTERS);
const ENDS_BY = byLetter<PlanEnd>(END_LETTERS);
const OFFERS_BY = byLetter<OfferKind>(OFFER_LETTERS);
const CHOSEN_BY = byLetter<OfferKind>(CHOSEN_LETTERS);
const CALLS_BY = byLetter<CallEnd>(CALL_LETTERS);
const NOT_RUN_BY = byLetter<NotRun>(NOT_RUN_LETTERS);
const TOOL_SUMS_BY = byLetter<ToolSum>(TOOL_SUM_LETTERS);
const SUMS_BY = byLetter<Sum>(SUM_LETTERS);

function byLetter<T extends string>(letters: Readonly<Record<T, string>>): ReadonlyMap<string, T> {
  const isKey = (key: string): key is T => Object.hasOwn(letters, key);
  return new Map(Object.keys(letters).filter(isKey).map((key) => [letters[key], key]));
}
