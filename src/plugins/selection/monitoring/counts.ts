// What a week of threads comes to. Counts are added: those of threads make those of a week, and those of weeks make a report.

import * as z from "zod/mini";
import { parseJson } from "../../../core/json.ts";

/** The counts of one tool. */
export interface ToolCounts {
  /** Calls that were given to the tool. */
  calls: number;
  /** Of these, those that failed, and those whose worker vanished. */
  failed: number;
  /** Calls that were not given to it: blocked, denied or skipped. */
  refused: number;
  /** Threads in which a selection has offered it, as the log keeps them. */
  offered: number;
  /** Of these, threads whose model has called it. */
  chosen: number;
}

/** The counts of one variant of a tool's description. */
export interface VariantCounts {
  /** Threads that were offered the tool, or have called it. */
  threads: number;
  /** As of {@link ToolCounts}. */
  offered: number;
  chosen: number;
  calls: number;
  completed: number;
  /** Threads with calls. The others are sums over them, for the interval: see ClusterSums. */
  callers: number;
  completedSquared: number;
  completedTimesCalls: number;
  callsSquared: number;
}

/** Selections of one category under which one tool was called. */
export interface IntentCounts {
  count: number;
  /** Of these, those in which the tool is of other categories alone. */
  misrouted: number;
}

/** Threads of a week that are counted one by one. */
export interface ThreadCount {
  /** Threads with an entry in the week. */
  threads: number;
  /** Of these, threads with a selection in the log of the week. */
  logged: number;
  /** Calls of `search_tools`. */
  searches: number;
}

/** Counts of a time. */
export interface UsageCounts extends ThreadCount {
  readonly tools: Map<string, ToolCounts>;
  /** By month, then by the tool that was ranked first, then by the one that was called; `null` is none. */
  readonly pairs: Map<string, Map<string | null, Map<string | null, number>>>;
  /** By month, then by the category of the query, then by the tool that was called under it; `null` is none. */
  readonly intents: Map<string, Map<string, Map<string | null, IntentCounts>>>;
  /** By tool, then by variant. */
  readonly variants: Map<string, Map<string, VariantCounts>>;
}

/**
 * Most tools of a week, and most that are counted apart under one that was ranked first: a model may call what there is not, and a user may
 * have it do so.
 */
const MOST_TOOLS = 5_000;
const MOST_CALLED = 50;

/** Stands for the tools beyond these. */
const OTHERS = "(others)";

const TOOL_FIELDS = ["calls", "failed", "refused", "offered", "chosen"] as const;
const VARIANT_FIELDS = [
  ...["threads", "offered", "chosen", "calls", "completed"] as const,
  ...["callers", "completedSquared", "completedTimesCalls", "callsSquared"] as const,
] as const;

/** No counts. */
export function newCounts(): UsageCounts {
  return {
    threads: 0,
    logged: 0,
    searches: 0,
    tools: new Map(),
    pairs: new Map(),
    intents: new Map(),
    variants: new Map(),
  };
}

function newToolCounts(): ToolCounts {
  return { calls: 0, failed: 0, refused: 0, offered: 0, chosen: 0 };
}

function newVariantCounts(): VariantCounts {
  return {
    threads: 0,
    offered: 0,
    chosen: 0,
    calls: 0,
    completed: 0,
    callers: 0,
    completedSquared: 0,
    completedTimesCalls: 0,
    callsSquared: 0,
  };
}

/** The counts of a tool, to add to. A name that comes behind {@link MOST_TOOLS} others is counted with those. */
export function countsOfTool({ tools }: UsageCounts, name: string): ToolCounts {
  const kept = tools.has(name) || tools.size < MOST_TOOLS ? name : OTHERS;
  return getOrCreate(tools, kept, newToolCounts);
}

/** The counts of a variant, to add to. */
export function countsOfVariant({ variants }: UsageCounts, tool: string, variant: string): VariantCounts {
  return getOrCreate(
    getOrCreate(variants, tool, () => new Map<string, VariantCounts>()),
    variant,
    newVariantCounts,
  );
}

/** One more selection of a month that ranked a tool first, and what was called under it. */
export function countPair(
  { pairs }: UsageCounts,
  { month, ranked, called, count = 1 }: {
    readonly month: string;
    readonly ranked: string | null;
    readonly called: string | null;
    readonly count?: number;
  },
): void {
  const rows = getOrCreate(pairs, month, () => new Map<string | null, Map<string | null, number>>());
  const row = getOrCreate(rows, ranked, () => new Map<string | null, number>());
  const isKept = row.size < MOST_CALLED || row.has(called) || called === ranked || called === null;
  const name = isKept ? called : OTHERS;
  row.set(name, (row.get(name) ?? 0) + count);
}

/** One more selection for a query of a category, and what was called under it. */
export function countIntent(
  { intents }: UsageCounts,
  { month, category, called, count, misrouted }: {
    readonly month: string;
    readonly category: string;
    readonly called: string | null;
  } & Readonly<IntentCounts>,
): void {
  const rows = getOrCreate(intents, month, () => new Map<string, Map<string | null, IntentCounts>>());
  const row = getOrCreate(rows, keptName(rows, category), () => new Map<string | null, IntentCounts>());
  const cell = getOrCreate(row, keptName(row, called), () => ({ count: 0, misrouted: 0 }));
  cell.count += count;
  cell.misrouted += misrouted;
}

/** The name under which one more row or cell is kept. */
function keptName<Name extends string | null>(
  known: ReadonlyMap<Name | string, unknown>,
  name: Name,
): Name | string {
  return name === null || known.size < MOST_CALLED || known.has(name) ? name : OTHERS;
}

/** Adds counts to others. */
export function addCounts(to: UsageCounts, from: UsageCounts): void {
  to.threads += from.threads;
  to.logged += from.logged;
  to.searches += from.searches;
  for (const [name, counts] of from.tools) addAll(countsOfTool(to, name), counts, TOOL_FIELDS);
  for (const [tool, variants] of from.variants) {
    for (const [name, counts] of variants) addAll(countsOfVariant(to, tool, name), counts, VARIANT_FIELDS);
  }
  for (const [month, ranked, called, count] of listPairs(from)) {
    countPair(to, { month, ranked, called, count });
  }
  for (const [month, category, called, { count, misrouted }] of listIntents(from)) {
    countIntent(to, { month, category, called, count, misrouted });
  }
}

/** The pairs one by one. */
export function* listPairs(
  { pairs }: Pick<UsageCounts, "pairs">,
): Generator<readonly [month: string, ranked: string | null, called: string | null, count: number]> {
  for (const [month, rows] of pairs) {
    for (const [ranked, row] of rows) {
      for (const [called, count] of row) yield [month, ranked, called, count];
    }
  }
}

/** The categories of queries with what was called under them, one by one. */
export function* listIntents(
  { intents }: Pick<UsageCounts, "intents">,
): Generator<readonly [month: string, category: string, called: string | null, counts: IntentCounts]> {
  for (const [month, rows] of intents) {
    for (const [category, row] of rows) {
      for (const [called, counts] of row) yield [month, category, called, counts];
    }
  }
}

const number = z.number();
const name = z.string();
const stored = z.object({
  schema: z.literal(1),
  threads: number,
  logged: number,
  searches: number,
  tools: z.array(z.tuple([name, number, number, number, number, number])),
  pairs: z.array(z.tuple([name, z.nullable(name), z.nullable(name), number])),
  /** Missing in counts of before 2026-11-29, whose isolates leave it out as well. */
  intents: z.optional(z.array(z.tuple([name, name, z.nullable(name), number, number]))),
  variants: z.array(
    z.tuple([name, name, number, number, number, number, number, number, number, number, number]),
  ),
});

/** Counts as the store keeps them: rows of numbers, in the order of the fields. */
export function writeCounts({ threads, logged, searches, ...counts }: UsageCounts): string {
  const value: z.output<typeof stored> = {
    schema: 1,
    threads,
    logged,
    searches,
    tools: Array.from(counts.tools, ([name, { calls, failed, refused, offered, chosen }]) => {
      return [name, calls, failed, refused, offered, chosen];
    }),
    pairs: Array.from(listPairs(counts), (pair) => [...pair]),
    intents: Array.from(
      listIntents(counts),
      ([month, category, called, of]) => [month, category, called, of.count, of.misrouted],
    ),
    variants: Array.from(counts.variants).flatMap(([tool, variants]) =>
      Array.from(variants, ([variant, of]): z.output<typeof stored>["variants"][number] => [
        ...[tool, variant, of.threads, of.offered, of.chosen, of.calls, of.completed] as const,
        ...[of.callers, of.completedSquared, of.completedTimesCalls, of.callsSquared] as const,
      ])
    ),
  };
  return JSON.stringify(value);
}

/** The counts that {@link writeCounts} wrote; undefined for a text of another form. */
export function readCounts(text: string): UsageCounts | undefined {
  const read = z.safeParse(stored, parseJson(text));
  if (!read.success) return undefined;
  const { threads, logged, searches, tools, pairs, intents = [], variants } = read.data;
  const counts: UsageCounts = { ...newCounts(), threads, logged, searches };
  for (const [name, calls, failed, refused, offered, chosen] of tools) {
    counts.tools.set(name, { calls, failed, refused, offered, chosen });
  }
  for (const [month, ranked, called, count] of pairs) countPair(counts, { month, ranked, called, count });
  for (const [month, category, called, count, misrouted] of intents) {
    countIntent(counts, { month, category, called, count, misrouted });
  }
  for (const [tool, variant, threads, offered, chosen, calls, completed, ...sums] of variants) {
    const [callers, completedSquared, completedTimesCalls, callsSquared] = sums;
    Object.assign(countsOfVariant(counts, tool, variant), {
      threads,
      offered,
      chosen,
      calls,
      completed,
      callers,
      completedSquared,
      completedTimesCalls,
      callsSquared,
    });
  }
  return counts;
}

function addAll<Name extends string>(
  to: Record<Name, number>,
  from: Readonly<Record<Name, number>>,
  names: readonly Name[],
): void {
  for (const name of names) to[name] += from[name];
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
