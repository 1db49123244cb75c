// Schemas of the responses about analytics.

import * as z from "zod/mini";
import { CHOICE_KINDS } from "../../../core/analytics/choice_kind.ts";
import { DIMENSIONS, PLAN_COUNTS, TOOL_COUNTS } from "../../../core/analytics/choice_table.ts";
import { THRESHOLDS } from "../../../core/analytics/suggestion.ts";
import { FEATURES } from "../../../core/model/capability.ts";
import { count } from "./parts.ts";

const numbers = z.record(z.string(), count);

const kinds = Object.keys(THRESHOLDS);

const dimensions = Object.fromEntries(DIMENSIONS.map((name) => [name, z.optional(z.string())]));
const counts = Object.fromEntries([...PLAN_COUNTS, ...TOOL_COUNTS].map((name) => [name, z.optional(count)]));

const latency = z.object({
  ms: count.check(z.describe("The sum, in milliseconds")),
  buckets: z.array(z.object({
    belowMs: z.nullable(count).check(
      z.describe("The durations are below it and not below half of it; null: longer than all"),
    ),
    count,
  })),
}).check(z.describe("Of model calls; in rows about tools, of their calls"));

/** GET /v1/analytics/choices. A row has the dimensions of `by`, and the counts about plans or those about tools. */
export const choiceCountsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  by: z.array(z.enum(DIMENSIONS)).check(z.describe("The dimensions of a row, in the order of rows")),
  rows: z.array(z.object({ ...dimensions, ...counts, latency })).check(
    z.describe("The dimensions, and [the counts](analytics.md) about plans or about tools"),
  ),
  unresolved: count.check(
    z.describe("Steps of which the ledger does not have what they belong to: no row has them"),
  ),
});

/** GET /v1/analytics/suggestions. Nothing is applied by itself. */
export const suggestionListSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  suggestions: z.array(z.object({
    kind: z.enum(kinds),
    subject: z.object({
      agent: z.optional(z.string()),
      tool: z.optional(z.string()),
      model: z.optional(z.string()),
      policy: z.optional(z.string()),
      feature: z.optional(z.enum(FEATURES)),
      choice: z.optional(z.enum(CHOICE_KINDS)),
    }),
    message: z.string(),
    evidence: numbers,
    threshold: numbers.check(z.describe("From which numbers on this is suggested")),
    days: z.object({ first: z.iso.date(), last: z.iso.date(), count }),
  })),
});
