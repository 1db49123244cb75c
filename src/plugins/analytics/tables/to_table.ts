// The counts of days, summed by agent, tool, model, policy or day.

import {
  type ChoiceTable,
  type CountName,
  type Dimension,
  DIMENSIONS,
  PLAN_COUNTS,
  type TableQuery,
  TOOL_COUNTS,
} from "./choice_table.ts";
import { isForcedKind } from "../counts/choice_kind.ts";
import { unreachable } from "../../../core/error.ts";
import type { Price } from "../../../core/budget/price.ts";
import { BUCKETS, type Sum } from "../counts/count_letters.ts";
import type { CountedFact, ReadCount, ReadCounts } from "../counts/read_count.ts";

interface MutableRow {
  readonly by: Partial<Record<Dimension, string>>;
  readonly counts: Map<CountName, number>;
  latencyMs: number;
  readonly buckets: number[];
}

/** The price of `provider/model`; undefined where it has none. */
export type PriceOf = (model: string) => Price | undefined;

/**
 * Sums the counts. The rows are sorted by their dimensions, in the order of {@link DIMENSIONS}. The bill of the three kinds of input
 * is at the price of the plan's model for requests that are not long.
 */
export function toTable(
  { counts, unresolved }: ReadCounts,
  query: TableQuery,
  priceOf: PriceOf = () => undefined,
): ChoiceTable {
  const isAboutTools = query.tool !== undefined || query.by.includes("tool");
  const by = DIMENSIONS.filter((dimension) => query.by.includes(dimension));
  const rows = new Map<string, MutableRow>();
  for (const read of counts) {
    if (query.agent !== undefined && read.group.agent !== query.agent) continue;
    if (!isAboutTools) {
      addPlan(getOrCreateRow(rows, by, read, undefined), read.fact, read.count, priceOf(read.group.model));
      continue;
    }
    for (const tool of listTools(read.fact)) {
      if (query.tool !== undefined && query.tool !== tool) continue;
      addTool(getOrCreateRow(rows, by, read, tool), read.fact, read.count);
    }
  }
  const sorted = [...rows].sort(([left], [right]) => left < right ? -1 : left > right ? 1 : 0);
  return {
    columns: isAboutTools ? TOOL_COUNTS : PLAN_COUNTS,
    rows: sorted.map(([, row]) => isAboutTools ? row : withWholeBill(row)),
    unresolved,
  };
}

function getOrCreateRow(
  rows: Map<string, MutableRow>,
  by: readonly Dimension[],
  { day, group }: ReadCount,
  tool: string | undefined,
): MutableRow {
  const values = { day, agent: group.agent, model: group.model, policy: group.policy, tool: tool ?? "" };
  const key = by.map((dimension) => values[dimension]).join("\u0000");
  const known = rows.get(key);
  if (known !== undefined) return known;
  const row: MutableRow = {
    by: Object.fromEntries(by.map((dimension) => [dimension, values[dimension]])),
    counts: new Map(),
    latencyMs: 0,
    buckets: Array<number>(BUCKETS).fill(0),
  };
  rows.set(key, row);
  return row;
}

/** The tools that a fact is about. */
function listTools(fact: CountedFact): readonly string[] {
  switch (fact.type) {
    case "offered":
      return fact.tools;
    case "chosen":
    case "violated":
    case "ran":
    case "not_run":
    case "tool_ms":
    case "tool_sum":
      return [fact.tool];
    case "plan":
    case "corrected":
    case "refused":
    case "prompt_cut":
    case "cache_miss":
    case "failure":
    case "model_bucket":
    case "sum":
      return [];
    default:
      return unreachable(fact);
  }
}

function addPlan(row: MutableRow, fact: CountedFact, count: number, price: Price | undefined): void {
  const add = (...names: readonly CountName[]) => addTo(row, count, names);
  switch (fact.type) {
    case "plan": {
      const { kind, enforcement, end } = fact;
      const isForced = isForcedKind(kind);
      add("steps", "plans");
      add(enforcement === "none" ? "withoutTools" : enforcement);
      if (isForced) add("forced");
      if (fact.called) add("chosen");
      if (isDegraded(fact)) add("degraded");
      return add(end === "satisfied" || end === "cut" || end === "failed" ? end : "violated");
    }
    case "offered":
      return fact.kind === "unsent" ? undefined : add("offered");
    case "corrected":
      return add("corrected");
    case "refused":
      return add("refusedByApi");
    case "prompt_cut":
      return add("promptCuts");
    case "ran":
      return fact.end === "failed" ? add("calls", "callsFailed") : add("calls");
    case "not_run": {
      const name = NOT_RUN_COUNTS[fact.why];
      return name.startsWith("refused") ? add(name) : undefined;
    }
    case "model_bucket":
      row.buckets[fact.bucket] = (row.buckets[fact.bucket] ?? 0) + count;
      return;
    case "sum":
      if (fact.of === "modelMs") row.latencyMs += count;
      else add(fact.of === "idleSteps" ? "steps" : fact.of);
      return addInput(row, fact.of, count, price);
    case "chosen":
    case "violated":
    case "cache_miss":
    case "failure":
    case "tool_ms":
    case "tool_sum":
      return;
    default:
      return unreachable(fact);
  }
}

/** Tokens times dollars for a million of them are millionths of a dollar. All input is uncached but what was read or written. */
function addInput(row: MutableRow, of: Sum, count: number, price: Price | undefined): void {
  const { input = 0, cached = input, cacheWrite = input } = price ?? {};
  if (of === "inputTokens") {
    addTo(row, count, ["uncachedTokens"]);
    addTo(row, count * input, ["uncachedMicroDollars"]);
  } else if (of === "cachedTokens" || of === "cacheWriteTokens") {
    addTo(row, -count, ["uncachedTokens"]);
    addTo(row, -count * input, ["uncachedMicroDollars"]);
    if (of === "cachedTokens") addTo(row, count * cached, ["cachedMicroDollars"]);
    else addTo(row, count * cacheWrite, ["cacheWriteMicroDollars"]);
  }
}

const BILL = ["cachedMicroDollars", "cacheWriteMicroDollars", "uncachedMicroDollars"] as const;

/** Rates are fractions; what a row says is whole. A provider that counts cached tokens apart leaves no uncached ones below 0. */
function withWholeBill(row: MutableRow): MutableRow {
  for (const name of BILL) row.counts.set(name, Math.max(0, Math.round(row.counts.get(name) ?? 0)));
  row.counts.set("uncachedTokens", Math.max(0, row.counts.get("uncachedTokens") ?? 0));
  return row;
}

function addTool(row: MutableRow, fact: CountedFact, count: number): void {
  const add = (...names: readonly CountName[]) => addTo(row, count, names);
  switch (fact.type) {
    case "offered":
      if (fact.kind !== "unsent") add("offered");
      if (fact.kind === "named" || fact.kind === "unsent") add("forced");
      return;
    case "chosen":
    case "violated":
      return add(fact.type);
    case "ran":
      row.buckets[fact.bucket] = (row.buckets[fact.bucket] ?? 0) + count;
      return add("calls", CALL_COUNTS[fact.end]);
    case "not_run":
      return add(NOT_RUN_COUNTS[fact.why]);
    case "tool_ms":
      row.latencyMs += count;
      return;
    case "tool_sum":
      return add(fact.of);
    case "plan":
    case "corrected":
    case "refused":
    case "prompt_cut":
    case "cache_miss":
    case "failure":
    case "model_bucket":
    case "sum":
      return;
    default:
      return unreachable(fact);
  }
}

const CALL_COUNTS = {
  completed: "callsCompleted",
  failed: "callsFailed",
  unknown: "callsUnknown",
} as const;

const NOT_RUN_COUNTS = {
  rule: "refusedByPolicy",
  choice: "refusedByChoice",
  denied: "refusedByPeople",
  blocked: "blocked",
  skipped: "skipped",
  surplus: "skipped",
  malformed: "invalid",
  repeated: "invalid",
  unknown_tool: "invalid",
  answered: "answered",
} as const;

/** True when the choice was not certain to be kept: in words, or forced without tools. */
export function isDegraded({ kind, enforcement }: Extract<CountedFact, { type: "plan" }>): boolean {
  return isForcedKind(kind) && (enforcement === "announced" || enforcement === "withheld");
}

function addTo({ counts }: MutableRow, count: number, names: readonly CountName[]): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + count);
}
