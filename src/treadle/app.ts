// The app with the types of the standard set's routes. What serves it is ../app.ts, which names no plugin.

import type { Schema } from "hono/types";
import { type AppOptions, createApp as createKernelApp } from "../app.ts";
import type { PluginDeps } from "../http/plugin.ts";
import type { StandardRoutes } from "../plugins/standard.ts";

/**
 * The app with the types of its routes, those of the standard set among them: `hc<AppType>(url)` of hono/client is a typed client. A
 * deployment without one of these plugins responds to its routes with `not_found`.
 */
export type AppType = ReturnType<typeof createApp<StandardRoutes>>;

/**
 * All routes over one deployment: those of the kernel, and those of its plugins behind them. `Routes` are the types of the latter,
 * of which the deployment knows the values alone; by default those of the standard set. The platform's part of an invocation goes in with each request:
 * `app.fetch(request, { defer: (promise) => context.waitUntil(promise) })`.
 *
 * @throws {AgentError} config_invalid - the base path is none; a plugin has a route that the kernel has
 */
export function createApp<Routes extends Schema = StandardRoutes>(
  deps: PluginDeps,
  options: AppOptions = {},
) {
  return createKernelApp<Routes>(deps, options);
}
