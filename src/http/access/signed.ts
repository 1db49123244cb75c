// Requests that are authenticated by a signature: their door verifies it, and they have no caller.

import type { MiddlewareHandler } from "hono";
import { readLocalPath } from "../base_path.ts";
import type { HttpEnv } from "../context.ts";
import type { OpenedPlugin } from "../plugin.ts";

/** `identify`, for every request but those that a door verifies by itself. */
export function unlessSigned(
  openedPlugins: readonly OpenedPlugin[],
  identify: MiddlewareHandler<HttpEnv>,
): MiddlewareHandler<HttpEnv> {
  const signed = openedPlugins.filter((door) => door.isSigned !== undefined);
  if (signed.length === 0) return identify;
  return async (c, next) => {
    const path = readLocalPath(c);
    if (signed.some((door) => door.isSigned?.(c.req.method, path))) return await next();
    return await identify(c, next);
  };
}
