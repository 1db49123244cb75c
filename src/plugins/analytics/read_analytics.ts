// What was chosen over days, for the API: the counts of the tenant's ledger as rows, and the suggestions that follow from them.

import {
  type ChoiceRow,
  type CountName,
  type Dimension,
  DIMENSIONS,
  PLAN_COUNTS,
  type TableQuery,
} from "./tables/choice_table.ts";
import type { LatencyView, SuggestionReport } from "./contract.ts";
import { bucketLimit } from "./counts/count_letters.ts";
import { type ReadCount, type ReadCounts, readCounts } from "./counts/read_count.ts";
import { suggest } from "./suggestions/suggestions.ts";
import { type FailureRow, toFailures } from "./tables/to_failures.ts";
import { type PriceOf, toTable } from "./tables/to_table.ts";
import type { Price } from "../../core/budget/price.ts";
import { AgentError } from "../../core/error.ts";
import { type DayRange, toDays } from "../../http/schemas/days.ts";
import type { Deployment } from "../../http/plugin.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { findKnownLacks, resolveOrNone } from "./suggestions/known_lacks.ts";

/** What the routes read with. */
export interface AnalyticsDeps extends Pick<RuntimeDeps, "clock" | "model" | "agents"> {
  /** What the plugin has counted. */
  readonly counts: Deployment["counts"];
}

/** A row of {@link ChoiceReport}. */
export interface ChoiceRowView {
  readonly by: ChoiceRow["by"];
  /** Every column of the report. */
  readonly counts: Readonly<Partial<Record<CountName, number>>>;
  readonly latency: LatencyView;
}

/** The counts of a range of days. */
export interface ChoiceReport {
  readonly from: string;
  readonly to: string;
  readonly by: readonly Dimension[];
  readonly columns: readonly CountName[];
  readonly rows: readonly ChoiceRowView[];
  /** Of the steps of the rows; undefined for rows about tools. */
  readonly failures: readonly FailureRow[] | undefined;
  /** Steps of which the ledger does not have what they belong to: no row has them. */
  readonly unresolved: number;
}

/** Most rows of one answer. */
const ROWS = 10_000;

/**
 * The counts of a tenant, summed as the query says.
 *
 * @throws {AgentError} invalid_request - `from` is behind `to`, the days are more than 100, or the rows more than 10,000
 */
export async function readChoices(
  tenant: string,
  { from, to, ...query }: DayRange & TableQuery,
  deps: AnalyticsDeps,
): Promise<ChoiceReport> {
  const { read, ...range } = await readRange(tenant, { from, to }, deps);
  const { columns, rows, unresolved } = toTable(read, query, await loadPrices(read.counts, deps));
  if (rows.length > ROWS) {
    throw new AgentError(
      "invalid_request",
      `The answer would have ${rows.length} rows; name fewer dimensions or days, so that it has at most ${ROWS}.`,
    );
  }
  const by = DIMENSIONS.filter((dimension) => query.by.includes(dimension));
  const failures = columns === PLAN_COUNTS ? toFailures(read.counts, query) : undefined;
  return { ...range, by, columns, rows: rows.map((row) => toRowView(row, columns)), failures, unresolved };
}

/**
 * The suggestions that the counts of a tenant lead to. Nothing is changed.
 *
 * @throws {AgentError} invalid_request - `from` is behind `to`, or the days are more than 100
 */
export async function readSuggestions(
  tenant: string,
  days: DayRange,
  deps: AnalyticsDeps,
): Promise<SuggestionReport> {
  const { read: { counts }, ...range } = await readRange(tenant, days, deps);
  const isKnownLack = await findKnownLacks(counts, deps);
  return { ...range, suggestions: suggest(counts, isKnownLack) };
}

async function readRange(
  tenant: string,
  days: DayRange,
  { counts, clock }: AnalyticsDeps,
): Promise<{ readonly from: string; readonly to: string; readonly read: ReadCounts }> {
  const { from, to } = toDays(days, { clock });
  if (from > to) {
    throw new AgentError("invalid_request", `The days from ${from} to ${to} are none; from is after to.`);
  }
  return { from, to, read: readCounts(await counts(tenant, { from, to })) };
}

/** What the models of the counts cost now; a model that cannot be resolved any more has no price. */
async function loadPrices(
  counts: readonly ReadCount[],
  deps: Pick<AnalyticsDeps, "model">,
): Promise<PriceOf> {
  const prices = new Map<string, Price | undefined>();
  for (const { group: { model } } of counts) {
    if (!prices.has(model)) prices.set(model, (await resolveOrNone(model, deps.model))?.price);
  }
  return (model) => prices.get(model);
}

function toRowView(
  { by, counts, latencyMs, buckets }: ChoiceRow,
  columns: readonly CountName[],
): ChoiceRowView {
  return {
    by,
    counts: Object.fromEntries(columns.map((column) => [column, counts.get(column) ?? 0])),
    latency: {
      ms: latencyMs,
      buckets: buckets.flatMap((count, bucket) =>
        count === 0 ? [] : [{ belowMs: bucketLimit(bucket) ?? null, count }]
      ),
    },
  };
}
