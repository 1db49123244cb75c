// Requests that need no caller.

import { readLocalPath } from "../base_path.ts";
import type { HttpContext } from "../context.ts";
import type { OpenedPlugin } from "../plugin.ts";

/** Paths below the base path without authentication: the page and its files, the health check and the description. */
const PUBLIC_PATH = /^(?:\/(?:playground\/.*|healthz|openapi\.json)?)?$/;

/** True for a request that is served without a caller. */
export type IsPublic = (c: HttpContext) => boolean;

/** Finds the requests that are served without a caller, those of plugins too. */
export function createIsPublic(openedPlugins: readonly OpenedPlugin[]): IsPublic {
  const paths = [PUBLIC_PATH, ...openedPlugins.flatMap(({ publicPaths = [] }) => publicPaths)];
  return (c) => {
    const path = readLocalPath(c);
    return paths.some((each) => each.test(path));
  };
}
