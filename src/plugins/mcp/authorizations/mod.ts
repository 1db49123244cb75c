/**
 * The routes by which users authorize servers of tools. An entry of the package: `@treadle/treadle/mcp/authorizations`.
 *
 * @module
 */

import { Hono } from "hono/tiny";
import { AgentError } from "../../../core/error.ts";
import type { RemoteToolSource, SourceAuthorization, SourceRequest } from "../../../core/tool/tool_source.ts";
import { resolveUser } from "../../../http/access/acting_user.ts";
import { type HttpContext, type HttpDeps, type HttpEnv, resolveDefer } from "../../../http/context.ts";
import type { Plugin } from "../../../http/plugin.ts";
import { openAuthorized } from "./open_authorized.ts";

const CALLBACK = "/v1/oauth/callback";

/**
 * Serves `GET /v1/oauth/callback`, to which authorization servers send users back, and `POST` and `DELETE /v1/oauth/:server`, by
 * which an app begins and forgets the authorization of a user.
 *
 * @example
 * ```ts ignore
 * import { standard } from "@treadle/treadle";
 * import { serve } from "@treadle/treadle/deno";
 * import { authorizations } from "@treadle/treadle/mcp/authorizations";
 * import { agents } from "./agents/mod.ts";
 *
 * export default serve({ agents, plugins: [...standard(), authorizations()] });
 * ```
 */
export function authorizations(): Plugin {
  return {
    name: "authorizations",
    open: ({ deps }) => ({
      routes: routes(deps),
      // The state of the callback is sealed: it proves whom the authorization is for.
      isSigned: (method, path) => method === "GET" && path === CALLBACK,
    }),
  };
}

function routes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .get(CALLBACK, async (c) => {
      const params = new URL(c.req.url).searchParams;
      const done = await finish(params, deps);
      if (done.thread !== undefined) {
        const { tenant, thread, server } = done;
        await openAuthorized({ tenant, thread }, server, { defer: resolveDefer(c) }, deps);
      }
      return c.text("The authorization is complete. You can close this page.", 200, {
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      });
    })
    .post("/v1/oauth/:server", async (c) => {
      const server = c.req.param("server");
      let url: string | undefined;
      for (const each of requireAuthorizations(server, deps)) {
        url ??= await each.begin(toRequest(c), deps.sources);
      }
      return c.json({ server, authorized: url === undefined, url });
    })
    .delete("/v1/oauth/:server", async (c) => {
      for (const each of requireAuthorizations(c.req.param("server"), deps)) {
        await each.forget(toRequest(c), deps.sources);
      }
      return c.body(null, 204);
    });
}

/** A caller that has the threads of one user has that user's authorizations; another names the user in `?user=`. */
function toRequest(c: HttpContext): SourceRequest {
  if (c.var.bound !== undefined) {
    throw new AgentError("forbidden", "A token for threads is not for authorizations.");
  }
  return { tenant: c.var.tenant, user: c.var.user ?? resolveUser(c.var, c.req.query("user")) };
}

async function finish(params: URLSearchParams, deps: HttpDeps) {
  for (const { authorization } of listSources(deps)) {
    const done = await authorization?.finish(params, deps.sources);
    if (done !== undefined) return done;
  }
  throw new AgentError("authorization_failed", "The state is not one of this deployment; begin again.");
}

/** Of the servers of a name; agents may have several at different addresses. */
function requireAuthorizations(server: string, deps: HttpDeps): readonly SourceAuthorization[] {
  const found = listSources(deps).flatMap(({ name, authorization = [] }) =>
    name === server ? authorization : []
  );
  if (found.length > 0) return found;
  throw new AgentError("not_found", "No agent has a server of this name that users authorize.");
}

function listSources({ agents }: HttpDeps): readonly RemoteToolSource[] {
  return [...agents.values()].flatMap(({ toolSources = [] }) => toolSources);
}
