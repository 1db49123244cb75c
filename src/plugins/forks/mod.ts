// The entry `@treadle/treadle/forks`: threads that begin from a point of another one.

import type { Plugin } from "../../http/plugin.ts";
import { forkOnce } from "./fork_once.ts";
import { forkRoutes } from "./routes.ts";

/**
 * Forks threads, by `POST /v1/threads/:id/fork`, by `fork` of a program, and where a chat answers a message again or takes another one in
 * its place. It is part of the standard set. A deployment without it has no such route and refuses the others with `plugin_missing`.
 *
 * @example
 * ```ts ignore
 * import { forks } from "@treadle/treadle/forks";
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [forks()] });
 * ```
 */
export function forks(): Plugin {
  return {
    name: "forks",
    open: ({ deps }) => ({
      routes: forkRoutes(deps),
      tokenRoutes: [/^POST \/v1\/threads\/[^/]+\/fork$/],
      forks: { fork: forkOnce },
    }),
  };
}
