// The authorization of a server by a user: how it begins with a URL, and how it ends with a code. Discovery, registration, PKCE and the
// checks of what comes back are those of the official client.

import {
  checkResourceAllowed,
  discoverOAuthServerInfo,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  registerClient,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import { AgentError } from "../../../../core/error.ts";
import { createOutbound } from "../../../../outbound/outbound.ts";
import { checkTarget } from "../../../../outbound/target.ts";
import { fnv64 } from "../../../../core/text/hash.ts";
import { toBase64url } from "../../../../core/text/byte_text.ts";
import type { SourcePorts } from "../../../../core/tool/tool_source.ts";
import type { McpSettings } from "../settings.ts";
import {
  type Grant,
  type Issuer,
  type Owner,
  type Pending,
  type Records,
  sealState,
  type State,
} from "./records.ts";

/** Milliseconds that a user has. */
const PENDING_MS = 900_000;
/** An authorization that is under way is used again until this much of its time is left. */
const REUSE_MS = 300_000;
const REQUEST_MS = 10_000;

/** One server, for authorizations. */
export interface AuthorizeParts {
  readonly settings: McpSettings;
  readonly records: Records;
  readonly ports: SourcePorts;
}

/**
 * The URL at which the user authorizes this deployment.
 *
 * @throws {AgentError} authorization_failed - the server cannot be authorized; config_invalid, secrets_not_configured
 */
export async function beginAuthorization(
  owner: Owner,
  { thread, challenge }: { readonly thread: string | undefined; readonly challenge: string | null },
  parts: AuthorizeParts,
): Promise<string> {
  const { settings, records, ports } = parts;
  const earlier = await findPendingUrl(owner, thread, parts);
  if (earlier !== undefined) return earlier;
  const redirect = toRedirect(ports);
  try {
    const { issuer, scope } = await resolveIssuer(owner, { redirect, challenge }, parts);
    const nonce = toBase64url(ports.random(18));
    const state = await sealState({ ...owner, server: settings.name, url: settings.url, nonce }, ports);
    const { authorizationUrl, codeVerifier: verifier } = await startAuthorization(issuer.issuer, {
      metadata: issuer.metadata,
      clientInformation: issuer.client,
      redirectUrl: redirect,
      state,
      scope,
      resource: issuer.resource,
    });
    const url = authorizationUrl.href;
    const expires = ports.clock() + PENDING_MS;
    const pending: Pending = { ...issuer, nonce, verifier, redirect, url, expires, thread };
    await records.put("pending", owner, pending, ports);
    return url;
  } catch (thrown) {
    if (thrown instanceof AgentError && thrown.code !== "outbound_refused") throw thrown;
    throw failed(
      `The server ${settings.name} cannot be authorized: its authorization server is not found, or refuses clients.`,
      thrown,
    );
  }
}

/**
 * The URL of an authorization that is under way for the thread, or for any thread where `thread` is undefined; undefined without one.
 *
 * @throws {AgentError} config_invalid, secrets_not_configured
 */
export async function findPendingUrl(
  owner: Owner,
  thread: string | undefined,
  { records, ports }: AuthorizeParts,
): Promise<string | undefined> {
  const redirect = toRedirect(ports);
  const pending = (await records.read<Pending>("pending", owner, ports))?.value;
  if (pending === undefined || pending.redirect !== redirect) return undefined;
  if (pending.expires - REUSE_MS <= ports.clock()) return undefined;
  return thread === undefined || pending.thread === thread ? pending.url : undefined;
}

/** Finds the authorization server of the server of tools, and registers this deployment there unless it is known. */
async function resolveIssuer(
  owner: Owner,
  { redirect, challenge }: { readonly redirect: string; readonly challenge: string | null },
  { settings, records, ports }: AuthorizeParts,
): Promise<{ readonly issuer: Issuer; readonly scope: string | undefined }> {
  const fetchFn = createFetch(ports);
  const headers: Record<string, string> = challenge === null ? {} : { "www-authenticate": challenge };
  const challenged = extractWWWAuthenticateParams(new Response(null, { status: 401, headers }));
  const found = await discoverOAuthServerInfo(settings.url, {
    fetchFn,
    resourceMetadataUrl: challenged.resourceMetadataUrl,
  });
  const { authorizationServerMetadata: metadata, resourceMetadata } = found;
  if (metadata === undefined) throw new Error("no metadata of an authorization server");
  if (!metadata.code_challenge_methods_supported?.includes("S256")) {
    throw failed(`The authorization server of ${settings.name} has no PKCE with S256.`);
  }
  // The user's browser goes there, with a state and a challenge: to the places that a request of this deployment may go to.
  await checkTarget(metadata.authorization_endpoint, ports.outbound);
  const resource = resourceMetadata?.resource;
  if (
    resource !== undefined &&
    !checkResourceAllowed({ requestedResource: settings.url, configuredResource: resource })
  ) {
    throw failed(`The server ${settings.name} names itself by another address.`);
  }
  const scope = settings.oauth?.scope ?? challenged.scope ?? resourceMetadata?.scopes_supported?.join(" ");
  const { issuer } = metadata;
  const own = findClient(settings, ports);
  const key = fnv64(`${issuer}\n${redirect}`);
  if (own !== undefined) return { issuer: { issuer, metadata, client: own, resource }, scope };
  const known = await records.read<{ key: string; client: Issuer["client"] }>("client", owner, ports);
  if (known?.value.key === key) {
    return { issuer: { issuer, metadata, client: known.value.client, resource }, scope };
  }
  const client = await registerClient(issuer, {
    metadata,
    clientMetadata: {
      client_name: "Treadle",
      redirect_uris: [redirect],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    scope,
    fetchFn,
  });
  await records.put("client", owner, { key, client }, ports);
  return { issuer: { issuer, metadata, client, resource }, scope };
}

/**
 * Ends an authorization with what came back: the code is redeemed once, and the tokens are kept.
 *
 * @returns The thread that waits for it.
 * @throws {AgentError} authorization_failed
 */
export async function finishAuthorization(
  state: State,
  params: URLSearchParams,
  { settings, records, ports }: AuthorizeParts,
): Promise<string | undefined> {
  const owner = { tenant: state.tenant, user: state.user };
  const pending = await records.read<Pending>("pending", owner, ports);
  if (
    pending === undefined || pending.value.nonce !== state.nonce || pending.value.expires <= ports.clock()
  ) {
    throw failed("The authorization is over, or was finished before; begin it again.");
  }
  // Of two answers with one state, one has the code redeemed.
  if (!await records.remove("pending", owner, ports)) throw failed("The authorization was finished before.");
  const { issuer, metadata, client, resource, verifier, redirect, thread } = pending.value;
  const code = params.get("code");
  if (params.has("error") || code === null) throw failed(`The server ${settings.name} was not authorized.`);
  const iss = params.get("iss") ?? undefined;
  try {
    validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata.issuer,
      issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
    });
    const tokens = await exchangeAuthorization(issuer, {
      metadata,
      clientInformation: client,
      authorizationCode: code,
      codeVerifier: verifier,
      redirectUri: redirect,
      iss,
      resource,
      fetchFn: createFetch(ports),
    });
    const grant: Grant = {
      issuer,
      metadata,
      client,
      resource,
      tokens,
      expiresAt: computeExpiry(tokens, ports),
    };
    await records.put("tokens", owner, grant, ports);
    return thread;
  } catch (thrown) {
    throw failed(`The code of the authorization of ${settings.name} was refused.`, thrown);
  }
}

/** When tokens end, in epoch milliseconds. */
export function computeExpiry(
  { expires_in: seconds }: Grant["tokens"],
  { clock }: SourcePorts,
): number | undefined {
  return seconds === undefined ? undefined : clock() + seconds * 1_000;
}

/** Requests to authorization servers. */
export function createFetch({ outbound }: SourcePorts) {
  const send = createOutbound(outbound);
  return (url: string | URL, init?: RequestInit) => send(url, init, { timeoutMs: REQUEST_MS });
}

function toRedirect({ env }: SourcePorts): string {
  const base = env.TREADLE_PUBLIC_URL;
  if (typeof base === "string" && URL.canParse(base)) return `${base.replace(/\/+$/, "")}/v1/oauth/callback`;
  throw new AgentError(
    "config_invalid",
    "Set TREADLE_PUBLIC_URL: users return to it when they have authorized a server.",
  );
}

function findClient({ oauth }: McpSettings, { env }: SourcePorts): Issuer["client"] | undefined {
  const { clientId, clientSecret } = oauth ?? {};
  if (clientId === undefined) return undefined;
  const id = env[clientId];
  const secret = clientSecret === undefined ? undefined : env[clientSecret];
  if (typeof id !== "string" || id === "") throw new AgentError("config_invalid", `Set ${clientId}.`);
  if (clientSecret === undefined) return { client_id: id };
  if (typeof secret === "string" && secret !== "") return { client_id: id, client_secret: secret };
  throw new AgentError("config_invalid", `Set ${clientSecret}.`);
}

function failed(message: string, cause?: unknown): AgentError {
  return new AgentError("authorization_failed", message, { cause });
}
