// Decides which requests belong to the routes of a project beside those of Treadle.

import { PatternRouter } from "hono/router/pattern-router";
import type { RouterRoute } from "hono/types";
import { getPath } from "hono/utils/url";
import { AgentError } from "../core/error.ts";

/** Separates the requests for routes of Treadle from all others. */
export class OwnRoutes {
  readonly #known = new PatternRouter<true>();

  /**
   * @param treadle the routes of the app
   * @param own what has the project's routes, such as an app of Hono, whose routes are compared
   * @throws {AgentError} config_invalid - one of the project's routes is a route of Treadle, so it would never be called
   */
  constructor(treadle: readonly RouterRoute[], own: object) {
    for (const { method, path } of treadle) if (method !== "ALL") this.#known.add("ALL", path, true);
    const conflict = listRoutes(own).find(({ path }) => this.#isTreadle(path));
    if (conflict === undefined) return;
    throw new AgentError(
      "config_invalid",
      `routes has ${conflict.method} ${conflict.path}, which Treadle has; choose another path, or mount Treadle below one of your app ` +
        "by createTreadle({ agents }).routes().",
    );
  }

  /** Whether Treadle responds to a request: to every path of its routes, with any method, and to all below /v1/. */
  isTreadle(request: Request): boolean {
    return this.#isTreadle(getPath(request));
  }

  #isTreadle(path: string): boolean {
    return path.startsWith("/v1/") || this.#known.match("ALL", path)[0].length > 0;
  }
}

/** Those of an app of Hono; of another handler nothing is known. Middleware is no route. */
function listRoutes(own: object): readonly { readonly method: string; readonly path: string }[] {
  const routes: unknown = Reflect.get(own, "routes");
  if (!Array.isArray(routes)) return [];
  return routes.map((route) => ({ method: String(route?.method), path: String(route?.path) }))
    .filter(({ method }) => method !== "ALL");
}
