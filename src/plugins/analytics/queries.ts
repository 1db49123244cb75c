// Schemas of the queries of /v1/analytics.

import * as z from "zod/mini";
import { DIMENSIONS } from "./tables/choice_table.ts";
import { NAME } from "../../core/text/id.ts";
import { describeFields } from "../../core/text/field_meanings.ts";

/** What the days of a query mean. */
const DAYS = {
  from: "The first day, UTC, such as `2026-11-22`; 29 days before `to` by default",
  to: "The last day; today by default. At most 100 days",
};

const day = z.iso.date("must be a day such as 2026-11-22");
const name = z.string().check(z.regex(NAME, `must match ${NAME.source}`));

/** The days of a query; both are included. */
const days = {
  from: z.optional(day),
  to: z.optional(day),
};

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
  ...days,
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
export const suggestionsQuery = z.strictObject(days);
/* @__PURE__ */ describeFields(suggestionsQuery, DAYS);
