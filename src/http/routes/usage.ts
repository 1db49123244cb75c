// /v1/usage: what the tenant has used, day by day or user by user.

import { Hono } from "hono/tiny";
import { reportUsage } from "../../kernel/ledger/usage_report.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { usageQuery } from "../schemas/requests.ts";
import { query } from "../validate.ts";

/** The route of the ledger. */
export function usageRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>().get(
    "/v1/usage",
    query(usageQuery),
    async (c) => c.json(await reportUsage(c.var.tenant, c.req.valid("query"), deps)),
  );
}
