// An authorization server over real HTTP, and the guard that it puts before an MCP server. Strict: every parameter of RFC 6749, 7591,
// 7636, 8414, 8707, 9207 and 9728 that a client sends is checked, refresh tokens rotate, and one that comes twice ends its family.

import type { ServedMcp } from "./server.ts";

interface Family {
  readonly client: string;
  readonly user: string;
  access: string;
  refresh: string;
  revoked: boolean;
}

export interface AuthorizationServer extends AsyncDisposable {
  readonly url: string;
  /** Requests to the token endpoint by their grant type, in order. */
  readonly grants: readonly string[];
  readonly registrations: number;
  /** What was refused, and why. */
  readonly refusals: readonly string[];
  /** The issuer that answers name in place of the server's own. */
  claimedIssuer: string | undefined;
  /** The address for browsers that its metadata have in place of its own. */
  claimedEndpoint: string | undefined;
  /** The resource that the metadata of a server of tools have in place of its address. */
  claimedResource: string | undefined;
  /** What a refresh waits for, beside its own 30 ms. */
  whileRefreshing: (() => Promise<unknown>) | undefined;
  /** Access tokens are no longer taken. */
  expireAll(): void;
  /** Refresh tokens of a user are no longer taken either. */
  revoke(user: string): void;
  /** A user opens the URL and agrees: where the browser is sent to. */
  agree(url: string, user: string): Promise<URL>;
  /** Puts the guard before a server. */
  protect(server: ServedMcp): void;
  /** The user of each call that was let through. */
  readonly users: readonly string[];
}

const SECONDS = 3_600;

/** Starts a server on a free port. */
export function serveAuthorization(): AuthorizationServer {
  const clients = new Map<string, readonly string[]>();
  const codes = new Map<
    string,
    { client: string; redirect: string; challenge: string; resource: string; user: string }
  >();
  const families: Family[] = [];
  const expired = new Set<string>();
  const grants: string[] = [];
  const refusals: string[] = [];
  const users: string[] = [];
  let registrations = 0;
  const stop = new AbortController();

  const refuse = (error: string, why: string, status = 400) => {
    refusals.push(why);
    return Response.json({ error, error_description: why }, {
      status,
      headers: { "cache-control": "no-store" },
    });
  };
  const issue = (family: Family) => {
    family.access = `at-${crypto.randomUUID()}`;
    family.refresh = `rt-${crypto.randomUUID()}`;
    return Response.json({
      access_token: family.access,
      refresh_token: family.refresh,
      token_type: "Bearer",
      expires_in: SECONDS,
    }, { headers: { "cache-control": "no-store" } });
  };

  const authorize = (params: URLSearchParams): Response => {
    const client = params.get("client_id") ?? "";
    const redirect = params.get("redirect_uri") ?? "";
    // These two are never answered by a redirect.
    if (!clients.get(client)?.includes(redirect)) {
      return refuse("invalid_request", "redirect_uri is not registered");
    }
    if (params.get("response_type") !== "code") return refuse("unsupported_response_type", "response_type");
    if (params.get("code_challenge_method") !== "S256") return refuse("invalid_request", "no PKCE with S256");
    const challenge = params.get("code_challenge") ?? "";
    if (!/^[\w-]{43}$/.test(challenge)) return refuse("invalid_request", "code_challenge");
    const state = params.get("state");
    if (state === null || state.length < 16) return refuse("invalid_request", "state");
    const resource = params.get("resource");
    if (resource === null) return refuse("invalid_target", "no resource");
    const code = `code-${crypto.randomUUID()}`;
    codes.set(code, { client, redirect, challenge, resource, user: params.get("user") ?? "" });
    const back = new URL(redirect);
    back.searchParams.set("code", code);
    back.searchParams.set("state", state);
    back.searchParams.set("iss", served.claimedIssuer ?? served.url);
    return new Response(null, { status: 302, headers: { location: back.href } });
  };

  const token = async (params: URLSearchParams): Promise<Response> => {
    const grant = params.get("grant_type") ?? "";
    grants.push(grant);
    const client = params.get("client_id") ?? "";
    if (!clients.has(client)) return refuse("invalid_client", "client_id", 401);
    if (grant === "refresh_token") {
      const refresh = params.get("refresh_token") ?? "";
      // Long enough for every other step to find the same token over.
      await new Promise((resolve) => setTimeout(resolve, 30));
      await served.whileRefreshing?.();
      const family = families.find((one) => one.refresh === refresh && one.client === client);
      if (family === undefined || family.revoked) {
        return refuse("invalid_grant", "refresh_token was used or revoked");
      }
      return issue(family);
    }
    if (grant !== "authorization_code") return refuse("unsupported_grant_type", grant);
    const text = params.get("code") ?? "";
    const code = codes.get(text);
    codes.delete(text);
    if (code === undefined) return refuse("invalid_grant", "code was used");
    if (code.client !== client || code.redirect !== params.get("redirect_uri")) {
      return refuse("invalid_grant", "code is another's");
    }
    if (params.get("resource") !== code.resource) return refuse("invalid_target", "resource");
    const digest = await crypto.subtle.digest(
      "SHA-256",
      new TextEncoder().encode(params.get("code_verifier") ?? ""),
    );
    const challenge = new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
    if (challenge !== code.challenge) return refuse("invalid_grant", "code_verifier");
    const family: Family = { client, user: code.user, access: "", refresh: "", revoked: false };
    families.push(family);
    return issue(family);
  };

  const listener = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {}, signal: stop.signal },
    async (request) => {
      const url = new URL(request.url);
      switch (`${request.method} ${url.pathname}`) {
        case "GET /.well-known/oauth-authorization-server":
          return Response.json({
            issuer: served.url,
            authorization_endpoint: served.claimedEndpoint ?? `${served.url}/authorize`,
            token_endpoint: `${served.url}/token`,
            registration_endpoint: `${served.url}/register`,
            response_types_supported: ["code"],
            grant_types_supported: ["authorization_code", "refresh_token"],
            code_challenge_methods_supported: ["S256"],
            token_endpoint_auth_methods_supported: ["none"],
            authorization_response_iss_parameter_supported: true,
          });
        case "POST /register": {
          const { redirect_uris: redirects } = await request.json();
          const id = `client-${++registrations}`;
          clients.set(id, redirects);
          return Response.json({
            client_id: id,
            redirect_uris: redirects,
            token_endpoint_auth_method: "none",
          }, { status: 201 });
        }
        case "GET /authorize":
          return authorize(url.searchParams);
        case "POST /token":
          return await token(new URLSearchParams(await request.text()));
        default:
          return new Response("Not Found", { status: 404 });
      }
    },
  );

  const served: AuthorizationServer = {
    url: `http://127.0.0.1:${listener.addr.port}`,
    grants,
    refusals,
    users,
    get registrations() {
      return registrations;
    },
    claimedIssuer: undefined,
    claimedEndpoint: undefined,
    claimedResource: undefined,
    whileRefreshing: undefined,
    expireAll: () => families.forEach(({ access }) => expired.add(access)),
    revoke: (user) => families.filter((one) => one.user === user).forEach((one) => one.revoked = true),
    async agree(url, user) {
      const response = await fetch(`${url}&user=${user}`, { redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null) throw new Error(`${response.status} ${await response.text()}`);
      return new URL(location);
    },
    protect(server) {
      const { origin } = new URL(server.url);
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      server.instead = (request, rpc) => {
        if (request.url === metadata) {
          return Response.json({
            resource: served.claimedResource ?? server.url,
            authorization_servers: [served.url],
            bearer_methods_supported: ["header"],
          });
        }
        if (request.method === "GET") return new Response(null, { status: 404 });
        const [, access = ""] = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
        const family = families.find((one) => one.access === access && !expired.has(access) && !one.revoked);
        if (family === undefined) {
          return new Response(null, {
            status: 401,
            headers: { "www-authenticate": `Bearer resource_metadata="${metadata}"` },
          });
        }
        if (rpc === "tools/call") users.push(family.user);
        return undefined;
      };
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await listener.finished;
    },
  };
  return served;
}
