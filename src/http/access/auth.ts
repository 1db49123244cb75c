// Authentication: the caller of a request, by its API key or by the deployment's own function.

import type { MiddlewareHandler } from "hono";
import { AgentError } from "../../core/error.ts";
import type { Scope } from "../../core/contract/scope.ts";
import type { Access } from "./access.ts";
import { readLocalPath } from "../base_path.ts";
import { type HttpContext, type HttpEnv, resolveDefer } from "../context.ts";
import type { PluginDeps } from "../plugin.ts";
import { type Authenticate, toCaller } from "./identity.ts";
import type { Caller, StoredKeys } from "./keyring.ts";
import { assertOpenHost } from "./open_hosts.ts";
import { createIsPublic, type IsPublic } from "./public_paths.ts";
import { assertScope, findRequiredScope } from "./scopes.ts";
import { identifyByToken } from "./token_caller.ts";

/** The tenant of every request to a deployment with TREADLE_OPEN=1. */
export const OPEN_TENANT = "public";

/** The tenant of this machine's requests to a deployment without keys. */
export const LOCAL_TENANT = "local";

/**
 * Finds the caller of every request, and sets it.
 *
 * @throws {AgentError} from the middleware: not_configured without keys and outside this machine; host_refused by another name; unauthorized without a known
 * caller; forbidden without the scope of the route; `store_*` and rate_limited where a stored key cannot be checked; and where the deployment authenticates by itself config_invalid for what is no
 * identity, and internal for an exception. Where the deployment signs tokens, as well what {@link identifyByToken} throws.
 */
export function identify(deps: PluginDeps): MiddlewareHandler<HttpEnv> {
  const { access, tokens } = deps;
  const isPublic = createIsPublic(deps.openedPlugins);
  const found = access.type === "custom"
    ? identifyBy(access.authenticate, isPublic)
    : identifyByKey(access, isPublic, deps.storedKeys);
  return tokens.secrets.length === 0 ? found : identifyByToken(deps, isPublic, found);
}

function identifyByKey(
  access: Exclude<Access, { type: "custom" }>,
  isPublic: IsPublic,
  stored: StoredKeys | undefined,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const found = resolveCaller(c, access, isPublic, stored);
    const caller = found instanceof Promise ? await found : found;
    if (caller !== undefined) {
      const { tenant, by, scopes } = caller;
      c.set("tenant", tenant);
      c.set("by", by);
      if (scopes !== undefined && !isPublic(c)) assertRoute(c, scopes);
    }
    await next();
  };
}

/** The caller of a request, or undefined on a public path. */
function resolveCaller(
  c: HttpContext,
  access: Exclude<Access, { type: "custom" }>,
  isPublic: IsPublic,
  stored: StoredKeys | undefined,
): Caller | undefined | Promise<Caller> {
  switch (access.type) {
    case "open":
      assertOpenHost(c, access.hosts);
      return { tenant: OPEN_TENANT, by: undefined };
    case "closed":
      if (c.env?.local === true) return { tenant: LOCAL_TENANT, by: undefined };
      throw new AgentError("not_configured", c.env?.refusal ?? NO_KEYS);
    case "keys": {
      const presented = readKey(c);
      const caller = presented === undefined ? undefined : access.keyring(presented);
      if (caller !== undefined || isPublic(c)) return caller;
      if (presented === undefined) {
        throw new AgentError("unauthorized", "Send an API key as Authorization: Bearer <key> or x-api-key.");
      }
      const found = stored?.find(presented, resolveDefer(c));
      return found instanceof Promise ? found.then(assertKnown) : assertKnown(found);
    }
  }
}

function assertKnown(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new AgentError("unauthorized", "The API key is not known.");
  return caller;
}

/** One text for both runtimes: a deployment that is new has it as its first response. */
const NO_KEYS =
  "Set TREADLE_API_KEYS to tenant:key, the key at least 16 characters; on Workers: `npx wrangler secret put TREADLE_API_KEYS`. " +
  "TREADLE_OPEN=1 serves all requests without one.";

function identifyBy(authenticate: Authenticate, isPublic: IsPublic): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (isPublic(c)) return await next();
    const found = await callAuthenticate(authenticate, c.req.raw);
    if (found === null) {
      throw new AgentError("unauthorized", "The request has no credentials of a known caller.");
    }
    const { tenant, by, user, scopes } = toCaller(found);
    c.set("tenant", tenant);
    c.set("by", by);
    if (user !== undefined) c.set("user", user);
    assertRoute(c, scopes);
    await next();
  };
}

function assertRoute(c: HttpContext, scopes: ReadonlySet<Scope>): void {
  c.set("scopes", scopes);
  assertScope(scopes, findRequiredScope(c.req.method, readLocalPath(c)));
}

/** Methods that a server may receive and that no Request can be made with (Fetch standard, section 2.2.1). */
const UNSENDABLE = /^(?:CONNECT|TRACE|TRACK)$/i;

/** What `authenticate` finds. It gets no body, so that the route reads the whole of it. */
async function callAuthenticate(
  authenticate: Authenticate,
  { url, method, headers }: Request,
): Promise<unknown> {
  if (UNSENDABLE.test(method)) {
    throw new AgentError("method_not_allowed", `No route takes ${method.toUpperCase()}.`);
  }
  if (!URL.canParse(url)) throw new AgentError("invalid_header", "The Host header names no host.");
  try {
    return await authenticate(new Request(url, { method, headers }));
  } catch (cause) {
    const message = "The deployment's authenticate threw an exception; its place is in the log.";
    throw new AgentError("internal", message, { cause });
  }
}

// The header may be the key alone: the client of Arcade sends no scheme.
function readKey(c: HttpContext): string | undefined {
  const bearer = /^(?:Bearer +)?([^ ]+) *$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return bearer ?? (c.req.header("x-api-key") || undefined);
}
