// The base path: the part of a URL's path below which the routes are. It comes from the option of createApp, or from the app of
// another into which this one is mounted (`app.route("/agents", ...)`), so it is read from the route that matched.

import { basePath } from "hono/route";
import { AgentError } from "../core/error.ts";
import type { HttpContext } from "./context.ts";

/** Segments of characters that no URL escapes. */
const BASE_PATH = /^(?:\/[A-Za-z0-9._~-]+)+$/;

/**
 * Refuses a base path that is no path such as `/agents` or `/api/agents`.
 *
 * @throws {AgentError} config_invalid
 */
export function assertBasePath(path: string): void {
  if (isBasePath(path)) return;
  throw new AgentError(
    "config_invalid",
    `The base path ${
      JSON.stringify(path)
    } is wrong: write a path such as /agents, without a slash at its end.`,
  );
}

/** True for a path that createApp takes: its segments are in the URL as they are written. */
export function isBasePath(path: string): boolean {
  return BASE_PATH.test(path) && !path.split("/").some((segment) => /^\.{1,2}$/.test(segment));
}

/** The base path of a request, such as `/agents`, as it stands in the URL; "" without one. For use within a handler. */
export function readBasePath(c: HttpContext): string {
  const base = basePath(c);
  if (base === "/") return "";
  // Not by encoding it: Hono decodes a path but for %2F, %3F, %23 and %25, which would be encoded twice.
  const segments = base.replace(/\/$/, "").split("/").length;
  return readPathname(c.req.url).split("/").slice(0, segments).join("/");
}

/** The path of a URL whose host may be none: it is what the Host header says. */
function readPathname(url: string): string {
  return new URL(`http://any.invalid${url.slice(url.indexOf("/", url.indexOf(":") + 3))}`).pathname;
}

/** The path of a request below the base path, decoded: `/v1/threads` for `/agents/v1/threads`. It is "" for the base itself. */
export function readLocalPath(c: HttpContext): string {
  const base = basePath(c);
  return base === "/" ? c.req.path : c.req.path.slice(base.length);
}
