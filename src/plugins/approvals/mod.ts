// The entry `@treadle/treadle/approvals`: people approve calls, and answer questions.

import { Hono } from "hono/tiny";
import type { HttpDeps, HttpEnv } from "../../http/context.ts";
import { definePlugin } from "../../http/define_plugin.ts";
import type { Plugin } from "../../http/plugin.ts";
import { approvalRoutes } from "./approval_routes.ts";
import { inboxRoutes } from "./inbox_routes.ts";
import { asking } from "./judge.ts";
import { approvalLinkRoutes } from "./link_routes.ts";

/**
 * Requests decisions of people: calls of tools that need approval (`needsApproval`), and questions (`askUser`), wait for them, and so do calls that other
 * plugins hold. They decide by `/v1/threads/:id/approvals`, by `/v1/inbox`, by signed links to a page, and at every door. It is part of
 * the standard set. A deployment without it has no agent with such a tool, and no plugin that holds calls.
 *
 * @example
 * ```ts ignore
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { approvals } from "@treadle/treadle/approvals";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [approvals()] });
 * ```
 */
export function approvals(): Plugin {
  return definePlugin({
    ...asking,
    open: ({ deps }) => ({
      routes: peopleRoutes(deps),
      tokenRoutes: TOKEN_ROUTES,
      publicPaths: [/^\/approvals\/[^/]+$/],
    }),
  });
}

/** The routes by which people decide. */
function peopleRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .route("/", approvalRoutes(deps))
    .route("/", approvalLinkRoutes(deps))
    .route("/", inboxRoutes(deps));
}

/** A token makes no links, because they are good for longer. */
const TOKEN_ROUTES = [
  /^(?:GET|HEAD) \/v1\/threads\/[^/]+\/approvals$/,
  /^POST \/v1\/threads\/[^/]+\/approvals\/[^/]+$/,
  /^(?:GET|HEAD) \/v1\/inbox$/,
  /^POST \/v1\/inbox\/decisions$/,
];
