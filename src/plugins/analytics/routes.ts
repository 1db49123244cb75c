// /v1/analytics: what was offered, forced, chosen, refused and violated over days, and what that suggests.

import { describeFields } from "../../core/text/field_meanings.ts";
import { NAME } from "../../core/text/id.ts";
import * as z from "zod/mini";
import { Hono } from "hono/tiny";
import { type Dimension, DIMENSIONS } from "./tables/choice_table.ts";
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
import { DAYS, days } from "../../http/schemas/days.ts";
import { query } from "../../http/validate.ts";

const name = z.string().check(z.regex(NAME, `must match ${NAME.source}`));

const SPELLING = `must be some of ${DIMENSIONS.join(", ")}, with commas between`;
const by = z.pipe(
  z._default(z.string().check(z.maxLength(100, SPELLING)), "day"),
  z.transform((text, context) => {
    const named = text === "" ? [] : text.split(",");
    const known = DIMENSIONS.filter((dimension) => named.includes(dimension));
    if (known.length === named.length) return known;
    context.issues.push({ code: "custom", message: SPELLING, input: text });
    return z.NEVER;
  }),
);

/** `GET /v1/analytics/choices`. */
export const choicesQuery = z.strictObject({
  ...days(),
  by,
  agent: z.optional(name),
  tool: z.optional(name),
  format: z.optional(z.enum(["json", "csv"], "must be json or csv")),
});
/* @__PURE__ */ describeFields(choicesQuery, {
  by:
    "What a row stands for: some of `day`, `agent`, `model`, `policy`, `tool`, with commas between; with `tool` the rows are about tools; empty for one row",
  agent: "Only the steps of this agent",
  tool: "Only this tool; the rows are about tools",
  format: "Wins over the header `Accept`, which may name `text/csv`",
}, DAYS);

/** `GET /v1/analytics/suggestions`. */
export const suggestionsQuery = z.strictObject(days());
/* @__PURE__ */ describeFields(suggestionsQuery, DAYS);

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

function toJson({ from, to, by, rows, failures, unresolved }: ChoiceReport) {
  return {
    from,
    to,
    by,
    rows: rows.map(({ by, counts, latency }) => ({ ...by, ...counts, latency })),
    failures: failures?.map(({ by, ...counts }) => ({ ...by, ...counts })),
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
