// /v1/tools/usage: how the tools of the caller's tenant are used. It needs the scope `manage`, as all analytics do.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { type HttpEnv, resolveDefer } from "../../../http/context.ts";
import { count } from "../../../http/schemas/requests.ts";
import { query } from "../../../http/validate.ts";
import { newCounts, type UsageCounts } from "./counts.ts";
import { readThreads } from "./read_threads.ts";
import type { ToolUsage } from "./contract.ts";
import { type CountedWeek, toReport } from "./report.ts";
import { readDone } from "./stored_week.ts";
import { checkLastWeek, lastWeek, type WorkParts } from "./work.ts";
import { toWeek, WEEK_MS, weekStart } from "./week.ts";
import { describeFields } from "../../../core/text/field_meanings.ts";

/** Most threads of the list that a request looks at: a hundred requests for their headers. */
const MOST_LOOKED = 10_000;

/** `GET /v1/tools/usage`. */
export const usageQuery = z.strictObject({
  weeks: count(1, 53, 8),
  threads: count(1, 5_000, 500),
  limit: count(1, 1_000, 100),
});
/* @__PURE__ */ describeFields(usageQuery, {
  weeks: "So many weeks, with the one that runs",
  threads:
    "About so many histories are read for weeks that are not counted yet, of the newest threads that have some",
  limit: "Most tools, those with the most calls",
});

/** What the routes need. */
export interface UsageParts extends WorkParts {
  /** Threads that must have been offered a tool before it counts as never chosen, or as chosen less. */
  readonly driftOffered: number;
}

/** The routes. */
export function usageRoutes(parts: UsageParts) {
  const { alert, driftOffered } = parts;
  return new Hono<HttpEnv>()
    .get("/v1/tools/usage", query(usageQuery), async (c) => {
      const { limit, ...asked } = c.req.valid("query");
      const { weeks, ...reading } = await readWeeks(c.var.tenant, asked, parts);
      const report = toReport(weeks, { alert, driftOffered, mostTools: limit });
      return c.json<ToolUsage>({ ...reading, ...report });
    })
    .post("/v1/tools/usage/check", async (c) => {
      return c.json(await checkLastWeek(c.var.tenant, { defer: resolveDefer(c) }, parts), 202);
    });
}

/** The newest weeks, the oldest first: those that are kept, and the others from the log. */
async function readWeeks(
  tenant: string,
  { weeks: most, threads }: { readonly weeks: number; readonly threads: number },
  parts: UsageParts,
): Promise<
  { readonly weeks: readonly CountedWeek[]; readonly partial: boolean; readonly threadsRead: number }
> {
  const { store, clock } = parts.deps;
  const now = clock();
  const names = Array.from(
    { length: most },
    (_, index) => toWeek(weekStart(now) - (most - 1 - index) * WEEK_MS),
  );
  const newest = lastWeek(now);
  const kept = await readDone(tenant, names.filter((name) => name <= newest), store);
  const counted = new Map<string, UsageCounts>(
    names.filter((name) => !kept.has(name)).map((name) => [name, newCounts()]),
  );
  const { cursor, read } = await readThreads({
    tenant,
    weeks: new Set(counted.keys()),
    page: Math.min(threads, 100),
    isEnough: (looked, read) => read >= threads || looked >= MOST_LOOKED,
    countsOf: (name) => counted.get(name) ?? newCounts(),
  }, parts);
  const partial = cursor !== undefined;
  return {
    partial,
    threadsRead: read,
    weeks: names.map((week) => ({
      week,
      counts: kept.get(week) ?? counted.get(week) ?? newCounts(),
      complete: kept.has(week) || !partial,
      running: week > newest,
    })),
  };
}
