// Schemas of the queries of /v1/analytics.

import * as z from "zod/mini";
import { DIMENSIONS } from "../../core/analytics/choice_table.ts";
import { NAME } from "../../core/text/id.ts";

const day = z.iso.date("must be a day such as 2026-11-22");
const name = z.string().check(z.regex(NAME, `must match ${NAME.source}`));

/** The days of a query; both are included. */
const days = {
  from: z.optional(day).check(z.describe("The first day, UTC; 29 days before `to` by default")),
  to: z.optional(day).check(z.describe("The last day, UTC; today by default. At most 100 days")),
};

const SPELLING = `must be some of ${DIMENSIONS.join(", ")}, with commas between`;
const by = z.pipe(
  z._default(z.string().check(z.maxLength(100, SPELLING)), "day"),
  z.transform((text, context) => {
    const asked = text === "" ? [] : text.split(",");
    const known = DIMENSIONS.filter((dimension) => asked.includes(dimension));
    if (known.length === asked.length) return known;
    context.issues.push({ code: "custom", message: SPELLING, input: text });
    return z.NEVER;
  }),
).check(z.describe("What a row stands for; with `tool` the rows are about tools. Empty for one row"));

/** `GET /v1/analytics/choices`. */
export const choicesQuery = z.strictObject({
  ...days,
  by,
  agent: z.optional(name).check(z.describe("Only the steps of this agent")),
  tool: z.optional(name).check(z.describe("Only this tool; the rows are about tools")),
  format: z.optional(z.enum(["json", "csv"], "must be json or csv")).check(
    z.describe("Wins over the header Accept, which may name text/csv"),
  ),
});

/** `GET /v1/analytics/suggestions`. */
export const suggestionsQuery = z.strictObject(days);
