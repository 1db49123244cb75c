// Refuses a request for a step while the isolate has no place for it: before its route reads the body or the store.

import type { MiddlewareHandler } from "hono";
import { localPathOf } from "../base_path.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { problem } from "../errors.ts";

/** The routes that run steps. The MCP door lists tools on its path as well, and is refused when a run of it begins. */
const RUNS =
  /^\/(?:v1\/threads\/[^/]+\/steps|v1\/chat\/completions|v1\/responses|api\/chat(?:\/[^/]+)?|agui(?:\/[^/]+)?)$/;

/** Answers `server_busy` with Retry-After. A place that is free here may be taken when the run begins, which refuses as well. */
export function refuseWhenFull({ places }: Pick<HttpDeps, "places">): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const tenant: string | undefined = c.get("tenant");
    const isRun = places !== undefined && c.req.method === "POST" && tenant !== undefined &&
      RUNS.test(localPathOf(c));
    const refusal = isRun ? places.refusal(tenant) : undefined;
    if (refusal === undefined) await next();
    else c.res = problem(c, refusal);
  };
}
