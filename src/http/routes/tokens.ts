// POST /v1/tokens: a server that has an API key gets a token for one of its users' browsers.

import { Hono } from "hono/tiny";
import type * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { newId } from "../../core/text/id.ts";
import { findAgent } from "../../kernel/session/resolve_agent.ts";
import { resolveDecider, resolveUser } from "../access/acting_user.ts";
import { assertScope } from "../access/scopes.ts";
import { signToken, type TokenGrant } from "../access/token.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "../context.ts";
import { tokenBody } from "../schemas/token_body.ts";
import { body } from "../validate.ts";

/** The route that issues tokens. */
export function tokenRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>().post(
    "/v1/tokens",
    body(tokenBody, deps),
    async (c) => {
      if (deps.tokens.secrets.length === 0) throw notConfigured();
      const grant = createGrant(c, c.req.valid("json"), deps);
      const token = await signToken(grant, deps.tokens);
      return c.json({ token, id: grant.id, expiresAt: new Date(grant.expiresAt * 1000).toISOString() }, 201);
    },
  );
}

function createGrant(
  c: HttpContext,
  { user: named, by, agents, thread, threadPrefix, scopes, expiresInSeconds }: z.infer<typeof tokenBody>,
  deps: HttpDeps,
): TokenGrant {
  // A caller gives no more than it has.
  const user = resolveUser(c.var, named);
  if (by !== undefined) resolveDecider(c.var, by);
  for (const scope of scopes) assertScope(c.var.scopes, scope);
  for (const agent of agents) findAgent(agent, deps);
  const issuedAt = Math.floor(deps.clock() / 1000);
  return {
    id: newId("token", deps.random),
    tenant: c.var.tenant,
    user,
    agents: [...new Set(agents)],
    by: by ?? `user:${user}`,
    threads: thread !== undefined
      ? { type: "thread", id: thread }
      : threadPrefix !== undefined
      ? { type: "prefix", prefix: threadPrefix }
      : undefined,
    scopes: new Set(scopes),
    issuedAt,
    expiresAt: issuedAt + expiresInSeconds,
  };
}

function notConfigured(): AgentError {
  return new AgentError(
    "tokens_not_configured",
    "This deployment signs no tokens: set TREADLE_TOKEN_SECRETS.",
  );
}
