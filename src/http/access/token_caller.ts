// Requests with a token: who sends them, and the routes that a token is good for.

import type { MiddlewareHandler } from "hono";
import { AgentError } from "../../core/error.ts";
import { readLocalPath } from "../base_path.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "../context.ts";
import type { PluginDeps } from "../plugin.ts";
import type { IsPublic } from "./public_paths.ts";
import { assertScope, findRequiredScope } from "./scopes.ts";
import { claimsIssuer, hasTokenForm, type TokenGrant, tokenReader } from "./token.ts";
import type { Sleep } from "../../core/ports.ts";

/**
 * Routes of the kernel that take tokens; plugins have `tokenRoutes`. Every other route refuses them, a new one as well: it is added
 * here once it checks `bound` of the caller. A token makes no links, because they are valid for longer; and writes no plans, because a plan may
 * name other threads.
 */
const TOKEN_ROUTES: readonly RegExp[] = [
  /^(?:GET|HEAD|POST) \/v1\/threads$/,
  /^(?:GET|HEAD|PATCH|DELETE) \/v1\/threads\/[^/]+$/,
  /^(?:GET|HEAD) \/v1\/threads\/[^/]+\/(?:history|events)$/,
  /^POST \/v1\/threads\/[^/]+\/(?:steps|cancel)$/,
  /^(?:GET|HEAD) \/v1\/agents$/,
];

/**
 * Sets the caller of a request with a token of this deployment; `otherwise` serves every other request.
 *
 * @throws {AgentError} from the middleware: token_invalid, token_expired; forbidden for a route that takes no tokens, and without
 * its scope
 */
export function identifyByToken(
  deps: Pick<PluginDeps, "access" | "tokens" | "clock" | "sleep" | "openedPlugins">,
  isPublic: IsPublic,
  otherwise: MiddlewareHandler<HttpEnv>,
): MiddlewareHandler<HttpEnv> {
  const read = tokenReader(deps.tokens, deps.clock);
  const routes = [...TOKEN_ROUTES, ...deps.openedPlugins.flatMap(({ tokenRoutes = [] }) => tokenRoutes)];
  return async (c, next) => {
    const token = readToken(c, deps);
    if (token === undefined || isPublic(c)) return await otherwise(c, next);
    const grant = await read(token);
    setCaller(c, grant);
    assertRoute(c, routes);
    await next();
    endWithToken(c, grant.expiresAt * 1000 - deps.clock(), deps.sleep);
  };
}

/** The bearer token of a request; undefined for one with a key, and for a token that another issuer has made. */
function readToken(
  c: HttpContext,
  { access, tokens }: Pick<HttpDeps, "access" | "tokens">,
): string | undefined {
  const bearer = /^(?:Bearer +)?([^ ]+) *$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (bearer === undefined || !hasTokenForm(bearer)) return undefined;
  switch (access.type) {
    case "keys":
      return access.keyring(bearer) === undefined ? bearer : undefined;
    case "custom":
      return claimsIssuer(bearer, tokens) ? bearer : undefined;
    case "closed":
      return c.env?.local === true ? bearer : undefined;
    case "open":
      return bearer;
  }
}

function setCaller(c: HttpContext, { tenant, user, by, scopes, id, agents, threads }: TokenGrant): void {
  c.set("tenant", tenant);
  c.set("by", by);
  if (user !== undefined) c.set("user", user);
  c.set("scopes", scopes);
  c.set("bound", { id, agents, threads });
}

function assertRoute(c: HttpContext, routes: readonly RegExp[]): void {
  const { method } = c.req;
  const path = readLocalPath(c);
  if (method !== "OPTIONS" && !routes.some((route) => route.test(`${method} ${path}`))) {
    throw new AgentError("forbidden", "This route takes no tokens; it needs an API key.", {
      details: { scope: "manage" },
    });
  }
  assertScope(c.get("scopes"), findRequiredScope(method, path));
}

/**
 * Ends the body of a streamed response in `leftMs`, when its token expires. A run that the request began goes on; its events are read with
 * another token. JSON is not changed: it is complete when the response begins.
 */
function endWithToken(c: HttpContext, leftMs: number, sleep: Sleep): void {
  const { body, status, headers } = c.res;
  if (body === null || /^application\/(?:[a-z]+\+)?json\b/.test(headers.get("content-type") ?? "")) return;
  c.res = new Response(endAfter(body, leftMs, sleep), { status, headers });
}

function endAfter(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  leftMs: number,
  sleep: Sleep,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const over = new AbortController();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      sleep(Math.max(0, leftMs), over.signal).then(async () => {
        over.abort("ended");
        controller.close();
        await reader.cancel("The token is over.");
      }, () => {}); // the end of the body ends the sleep
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (over.signal.aborted) return;
        if (!done) return controller.enqueue(value);
        over.abort("read");
        controller.close();
      } catch (thrown) {
        if (over.signal.aborted) return;
        over.abort("broken");
        controller.error(thrown);
      }
    },
    async cancel(reason) {
      over.abort("cancelled");
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 }); // what waits for a slow reader waits where it is counted
}
