// The operations of a tenant on its endpoints.

import { AgentError } from "../../core/error.ts";
import { newId } from "../../core/text/id.ts";
import type { Sealer } from "../../outbound/seal.ts";
import { newSecret } from "../../outbound/sign.ts";
import { checkTarget } from "../../outbound/target.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { EndpointView, EndpointWithSecret, RotatedEndpoint } from "./contract.ts";
import { OUTGOING_EVENTS, type OutgoingEvent } from "./endpoint.ts";
import type { Endpoints } from "./endpoints.ts";
import { changeStored, readStored, type StoredEndpoint, toPurpose } from "./stored_endpoints.ts";

/** Milliseconds that the secret before a rotation goes on to sign. */
const ROTATION_MS = 86_400_000;

/** What endpoints are managed with. */
export interface EndpointParts {
  readonly deps: HttpDeps;
  readonly endpoints: Endpoints;
  readonly sealer: Sealer;
}

/** An endpoint that is to be made. */
export interface NewEndpoint {
  readonly url: string;
  readonly events?: readonly OutgoingEvent[] | undefined;
  readonly agents?: readonly string[] | undefined;
  readonly description?: string | undefined;
}

/**
 * Makes an endpoint.
 *
 * @throws {AgentError} outbound_refused, outbound_failed - of the address; endpoint_limit; secrets_not_configured
 */
export async function createEndpoint(
  tenant: string,
  { url, events, agents, description }: NewEndpoint,
  { deps, endpoints, sealer }: EndpointParts,
): Promise<EndpointWithSecret> {
  const id = newId("whe", deps.random);
  const secret = newSecret(deps.random);
  const sealed = await sealer.seal(secret, toPurpose(tenant, id));
  await checkTarget(url, deps.outbound);
  const endpoint: StoredEndpoint = {
    id,
    url,
    events,
    agents,
    description,
    createdAt: deps.clock(),
    secrets: [{ sealed }],
  };
  await changeStored(tenant, deps.store, (all) => ({ endpoints: [...all, endpoint], result: undefined }));
  endpoints.forget(tenant);
  return { ...toView(endpoint), secret };
}

/** The tenant's endpoints, in the order in which they were made. */
export async function listEndpoints(tenant: string, { deps }: EndpointParts): Promise<EndpointView[]> {
  return (await readStored(tenant, deps.store)).map(toView);
}

/** @throws {AgentError} endpoint_unknown */
export async function viewEndpoint(
  tenant: string,
  id: string,
  { deps }: EndpointParts,
): Promise<EndpointView> {
  const endpoint = (await readStored(tenant, deps.store)).find((each) => each.id === id);
  if (endpoint === undefined) throw unknown(id);
  return toView(endpoint);
}

/** @throws {AgentError} endpoint_unknown */
export async function removeEndpoint(tenant: string, id: string, parts: EndpointParts): Promise<void> {
  await change(tenant, id, () => undefined, parts);
}

/** An endpoint that has answered 410 gets webhooks again. @throws {AgentError} endpoint_unknown */
export async function enableEndpoint(
  tenant: string,
  id: string,
  parts: EndpointParts,
): Promise<EndpointView> {
  return toView(await change(tenant, id, ({ disabledAt: _, ...endpoint }) => endpoint, parts));
}

/**
 * A new secret. The one before signs beside it for 24 hours; an earlier one no more.
 *
 * @throws {AgentError} endpoint_unknown, secrets_not_configured
 */
export async function rotateSecret(
  tenant: string,
  id: string,
  parts: EndpointParts,
): Promise<RotatedEndpoint> {
  const { deps, sealer } = parts;
  const secret = newSecret(deps.random);
  const sealed = await sealer.seal(secret, toPurpose(tenant, id));
  const until = deps.clock() + ROTATION_MS;
  const endpoint = await change(tenant, id, (each) => ({
    ...each,
    secrets: [{ sealed }, ...each.secrets.slice(0, 1).map((previous) => ({ ...previous, until }))],
  }), parts);
  return { ...toView(endpoint), secret, previousUntil: new Date(until).toISOString() };
}

/** The endpoint before the change, or after it where it stays. */
async function change(
  tenant: string,
  id: string,
  changed: (endpoint: StoredEndpoint) => StoredEndpoint | undefined,
  { deps, endpoints }: EndpointParts,
): Promise<StoredEndpoint> {
  const result = await changeStored(tenant, deps.store, (all) => {
    const endpoint = all.find((each) => each.id === id);
    if (endpoint === undefined) throw unknown(id);
    const after = changed(endpoint);
    return {
      endpoints: all.flatMap((each) => each.id !== id ? [each] : after === undefined ? [] : [after]),
      result: after ?? endpoint,
    };
  });
  endpoints.forget(tenant);
  return result;
}

function toView(
  { id, url, events, agents, description, createdAt, disabledAt }: StoredEndpoint,
): EndpointView {
  return {
    id,
    url,
    events: events ?? OUTGOING_EVENTS,
    agents: agents ?? null,
    description: description ?? null,
    createdAt: new Date(createdAt).toISOString(),
    disabledAt: disabledAt === undefined ? null : new Date(disabledAt).toISOString(),
  };
}

function unknown(id: string): AgentError {
  return new AgentError(
    "endpoint_unknown",
    `There is no webhook endpoint ${id}; see GET /v1/webhook-endpoints.`,
  );
}
