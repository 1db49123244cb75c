// Schemas of the responses, for openapi.json and tests: nothing that is deployed imports this file.

import * as z from "zod/mini";
import { CHOICE_KINDS } from "./counts/choice_kind.ts";
import { type CountName, DIMENSIONS, PLAN_COUNTS, TOOL_COUNTS } from "./tables/choice_table.ts";
import { type SuggestionKind, THRESHOLDS } from "./suggestions/suggestion.ts";
import { FEATURES } from "../../core/model/capability.ts";

/** A whole number from 0. */
const count = z.int().check(z.minimum(0));

const numbers = z.record(z.string(), count);

const dimensions = Object.fromEntries(DIMENSIONS.map((name) => [name, z.optional(z.string())]));
const names = [...new Set([...PLAN_COUNTS, ...TOOL_COUNTS])];
const counts = Object.fromEntries(names.map((name) => [name, isShared(name) ? count : z.optional(count)]));

function isShared(name: CountName): boolean {
  return [PLAN_COUNTS, TOOL_COUNTS].every((some) => some.some((each) => each === name));
}

/** Durations. */
export const latency = z.object({
  ms: count.check(z.describe("The sum, in milliseconds")),
  buckets: z.array(z.object({
    belowMs: z.nullable(count).check(
      z.describe("The durations are below it and not below half of it; null: longer than all"),
    ),
    count,
  })).check(z.describe("Those that have some, the shortest first")),
}).check(z.describe("Of model calls; in rows about tools, of their calls"));

/** A row: the dimensions of `by`, and the counts about plans or those about tools. */
export const choiceRow = z.object({ ...dimensions, ...counts, latency }).check(
  z.describe("The dimensions, and [the counts](analytics.md) about plans or about tools"),
);

const { tool: _tool, ...stepDimensions } = dimensions;

/** Failures of one code. */
export const failureCount = z.object({
  ...stepDimensions,
  error: z.string().check(z.describe("A code of an error; `GET /v1/threads?error=` lists its threads")),
  failed: count.check(z.describe("Steps that ended their run with it: the thread has the status `failed`")),
  retryable: count.check(z.describe("Steps that can be tried again: the thread is `open`")),
}).check(z.describe("How many steps failed with an error, with the dimensions of `by`"));

/** GET /v1/analytics/choices. */
export const choiceCountsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  by: z.array(z.enum(DIMENSIONS)).check(z.describe("The dimensions of a row, in the order of rows")),
  rows: z.array(choiceRow).check(
    z.describe("Each with the dimensions, and [the counts](analytics.md) about plans or about tools"),
  ),
  failures: z.optional(z.array(failureCount)).check(
    z.describe("Of the steps of the rows, the most frequent first; missing where the rows are about tools"),
  ),
  unresolved: count.check(
    z.describe("Steps of which the ledger does not have what they belong to: no row has them"),
  ),
});

const kinds = Object.keys(THRESHOLDS).filter((kind): kind is SuggestionKind => kind in THRESHOLDS);

/** What a suggestion is about. */
export const suggestionSubject = z.object({
  agent: z.optional(z.string()),
  tool: z.optional(z.string()),
  model: z.optional(z.string()).check(z.describe("`provider/model`")),
  policy: z.optional(z.string()),
  feature: z.optional(z.enum(FEATURES)),
  choice: z.optional(z.enum(CHOICE_KINDS)),
}).check(z.describe("What a suggestion is about, as far as it applies"));

/** A suggestion. */
export const suggestion = z.object({
  kind: z.enum(kinds),
  subject: suggestionSubject,
  message: z.string().check(z.describe("What was found and what may be changed, in two sentences")),
  evidence: numbers.check(z.describe("The numbers that it follows from, by name")),
  threshold: numbers.check(z.describe("From which numbers on this is suggested")),
  days: z.object({ first: z.iso.date(), last: z.iso.date(), count }).check(
    z.describe("The UTC days that have the evidence"),
  ),
}).check(z.describe("A suggestion with the numbers that it follows from"));

/** GET /v1/analytics/suggestions. Nothing is applied by itself. */
export const suggestionListSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  suggestions: z.array(suggestion),
}).check(z.describe("The suggestions of a range of days"));
