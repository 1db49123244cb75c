// Schemas of the responses about the use of tools, for openapi.json and tests, as all of this folder.

import * as z from "zod/mini";
import { count, time } from "./parts.ts";

const week = z.string().check(z.regex(/^\d{4}-W\d{2}$/), z.describe("A week of ISO 8601, UTC: 2026-W48"));
const tool = z.string();

/** A share. */
export const share = z.object({
  value: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
}).check(z.describe("A share with its 95 % interval; null without a sample"));

/** A tool in a week. */
export const toolWeek = z.object({
  name: tool,
  calls: count.check(z.describe("Calls that the tool received")),
  failed: count.check(z.describe("Of these, those that failed, and those whose worker vanished")),
  refused: count.check(z.describe("Calls that were blocked, denied or skipped")),
  offered: count.check(z.describe("Threads in which a selection has offered it")),
  chosen: count.check(z.describe("Of these, threads whose model has called it")),
}).check(z.describe("The counts of a tool in a week"));

/** A tool whose calls have fallen. */
export const callsFell = z.object({
  tool,
  before: count.check(z.describe("Calls of the week before")),
  calls: count.check(z.describe("Calls of the week")),
}).check(z.describe("A tool whose calls have fallen"));

/** A week. */
export const usageWeek = z.object({
  week,
  from: time,
  to: time,
  complete: z.boolean().check(z.describe("Every thread was counted")),
  running: z.boolean().check(z.describe("It is not over, or not for an hour yet")),
  threads: count.check(z.describe("Threads with an entry in the week")),
  logged: count.check(z.describe("Of these, threads with a selection in the log of the week")),
  searches: count.check(z.describe("Calls of search_tools")),
  tools: z.array(toolWeek),
  alerts: z.array(callsFell).check(
    z.describe("Tools whose calls fell against the week before, the largest fall first"),
  ),
}).check(z.describe("How tools were used in a week"));

/** A cell of the matrix of a month. */
export const pair = z.object({ ranked: z.nullable(tool), called: z.nullable(tool), count }).check(
  z.describe("What was ranked first, and what was called; null is none"),
);

/** A cell of the matrix of categories and tools. */
export const intent = z.object({
  category: z.string(),
  called: z.nullable(tool),
  count,
  misrouted: count.check(z.describe("Of these, those in which the tool is of other categories alone")),
}).check(z.describe("What a query was about, and what was called for it; null is none"));

const month = z.object({
  month: z.string(),
  selections: count,
  agreed: count.check(z.describe("Selections under which the tool that was ranked first was called")),
  pairs: z.array(pair).check(
    z.describe(
      "The confusion matrix: what was ranked first, and what was called; null is none. The largest cells first",
    ),
  ),
  categorized: count.check(z.describe("Selections for queries whose category is known")),
  misrouted: count.check(z.describe("Of these, those under which a tool of other categories was called")),
  intents: z.array(intent).check(
    z.describe("The matrix of what queries were about and what was called for them. The largest cells first"),
  ),
});

/** A variant of a description. */
export const variant = z.object({
  tool,
  variant: z.string().check(z.describe("`default`, or a name")),
  threads: count.check(z.describe("Threads that were offered the tool, or have called it")),
  offered: count,
  chosen: count,
  calls: count,
  completed: count,
  chosenRate: share.check(
    z.describe(
      "Of the threads that were offered the tool, those that called it, with the 95 % interval; null without a sample",
    ),
  ),
  successRate: share.check(
    z.describe(
      "Of the calls, those that completed; calls of one thread are not independent, and the interval says so",
    ),
  ),
}).check(z.describe("What a variant of a tool's description leads to"));

/** A tool that is chosen less. */
export const chosenLess = z.object({
  tool,
  before: share.check(
    z.describe("In the earlier half: a share with its 95 % interval, null without a sample"),
  ),
  now: share.check(z.describe("In the later half, as `before`")),
}).check(z.describe("A tool that is called in fewer of the threads that were offered it than before"));

/** GET /v1/tools/usage. */
export const toolUsageSchema = z.object({
  partial: z.boolean().check(z.describe("The reading stopped before the last thread; `threads` reads more")),
  threadsRead: count.check(z.describe("Histories that were read for it")),
  weeks: z.array(usageWeek).check(z.describe("The oldest first")),
  moreTools: count.check(z.describe("Tools beside those of `limit`")),
  drift: z.object({
    neverChosen: z.array(z.object({ tool, offered: count })).check(
      z.describe("Tools that were offered and never called"),
    ),
    chosenLess: z.array(chosenLess).check(
      z.describe(
        "Tools that are called in fewer of the threads that were offered them than in the earlier half",
      ),
    ),
  }),
  months: z.array(month).check(z.describe("The confusion matrix of each month")),
  variants: z.array(variant).check(z.describe("Tools that have variants of their description")),
}).check(z.describe("How the tools of a tenant are used"));

/** POST /v1/tools/usage/check. */
export const toolUsageCheckSchema = z.object({
  week,
  status: z.enum(["counting", "done"]).check(z.describe("Whether it has been counted already")),
});
