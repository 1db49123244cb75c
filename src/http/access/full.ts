// Refuses a request for a step while the isolate has no place for it: before its route reads the body or the store.

import type { MiddlewareHandler } from "hono";
import { readLocalPath } from "../base_path.ts";
import type { HttpEnv } from "../context.ts";
import type { PluginDeps } from "../plugin.ts";
import { problem } from "../errors.ts";

/** The path of steps. Plugins have theirs; MCP lists tools on its path as well, and is refused when a run of it begins. */
const STEPS = /^\/v1\/threads\/[^/]+\/steps$/;

/** Answers `server_busy` with Retry-After. A place that is free here may be occupied when the run begins; the run is refused then. */
export function refuseWhenFull(
  places: NonNullable<PluginDeps["places"]>,
  { openedPlugins }: Pick<PluginDeps, "openedPlugins">,
): MiddlewareHandler<HttpEnv> {
  const runs = [STEPS, ...openedPlugins.flatMap(({ runRoutes = [] }) => runRoutes)];
  return async (c, next) => {
    const tenant: string | undefined = c.get("tenant");
    const isRun = c.req.method === "POST" && tenant !== undefined &&
      matchesAny(runs, readLocalPath(c));
    const refusal = isRun ? places.refusal(tenant) : undefined;
    if (refusal === undefined) await next();
    else c.res = problem(c, refusal);
  };
}

function matchesAny(routes: readonly RegExp[], path: string): boolean {
  return routes.some((route) => route.test(path));
}
