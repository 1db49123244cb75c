// /v1/analytics: what was offered, forced, chosen, refused and violated over days, and what that suggests.

import { Hono } from "hono/tiny";
import type { Dimension } from "./tables/choice_table.ts";
import {
  type AnalyticsDeps,
  type ChoiceReport,
  type ChoiceRowView,
  readChoices,
  readSuggestions,
} from "./read_analytics.ts";
import type { HttpEnv } from "../../http/context.ts";
import { type Cell, CSV, toCsv } from "../../core/text/csv.ts";
import { acceptable } from "../../http/negotiate.ts";
import { choicesQuery, suggestionsQuery } from "./queries.ts";
import { query } from "../../http/validate.ts";

/** The routes of analytics. */
export function analyticsRoutes(deps: AnalyticsDeps) {
  return new Hono<HttpEnv>()
    .get(
      "/v1/analytics/choices",
      acceptable("application/json", CSV),
      query(choicesQuery),
      async (c) => {
        const { format, ...range } = c.req.valid("query");
        const report = await readChoices(c.var.tenant, range, deps);
        const wantsCsv = format === undefined ? c.var.accepted === CSV : format === "csv";
        if (!wantsCsv) return c.json(toJson(report));
        return c.body(toCsv(toLines(report)), 200, {
          "content-type": `${CSV}; charset=utf-8`,
          "content-disposition": `attachment; filename="choices_${report.from}_${report.to}.csv"`,
        });
      },
    )
    .get(
      "/v1/analytics/suggestions",
      query(suggestionsQuery),
      async (c) => c.json(await readSuggestions(c.var.tenant, c.req.valid("query"), deps)),
    );
}

function toJson({ from, to, by, rows, unresolved }: ChoiceReport) {
  return {
    from,
    to,
    by,
    rows: rows.map(({ by, counts, latency }) => ({ ...by, ...counts, latency })),
    unresolved,
  };
}

/** A line of names, then a line for each row. The buckets are one cell: `1024:3 2048:1`, each behind its upper limit. */
function toLines({ by, columns, rows }: ChoiceReport): Cell[][] {
  return [
    [...by, ...columns, "latencyMs", "latencyBuckets"],
    ...rows.map(({ by: values, counts, latency }) => [
      ...by.map((dimension: Dimension) => values[dimension] ?? ""),
      ...columns.map((column) => counts[column] ?? 0),
      latency.ms,
      bucketsCell(latency),
    ]),
  ];
}

function bucketsCell({ buckets }: ChoiceRowView["latency"]): string {
  return buckets.map(({ belowMs, count }) => `${belowMs ?? "more"}:${count}`).join(" ");
}
