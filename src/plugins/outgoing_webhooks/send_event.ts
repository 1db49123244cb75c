// Sends an event that does not come from a step, such as a finding of a plugin. It is delivered as those of steps are, signed and repeated.

import type { JsonObject } from "../../core/json.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { type WakeIo, wakeName, type Wakes } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { DELIVERY, type Delivery } from "./delivery_retries.ts";
import type { OutgoingEvent } from "./endpoint.ts";
import type { Endpoints } from "./endpoints.ts";

/** An event of a tenant. */
export interface TenantEvent {
  readonly tenant: string;
  readonly type: OutgoingEvent;
  /** Names the event within the tenant: sent again, it has the same webhook-id. */
  readonly key: string;
  /** Epoch milliseconds: the same when it is sent again. */
  readonly at: number;
  /** At most 32 KB of JSON. */
  readonly data: JsonObject;
  /** The agent that it is about: an endpoint of some agents gets no event of none. */
  readonly agent?: string | undefined;
  /** Ids of the endpoints that get it, whatever events they have; by default those whose events have its type. */
  readonly to?: readonly string[] | undefined;
}

/** The endpoints of each deployment, by its wake-ups: one object for all of its plugins. */
const OPENED = new WeakMap<Wakes, Pick<Endpoints, "read">>();

/** Makes the endpoints of a deployment known to its plugins that send events. */
export function openEndpoints(endpoints: Pick<Endpoints, "read">, { wakes }: Pick<HttpDeps, "wakes">): void {
  OPENED.set(wakes, endpoints);
}

/**
 * Those of the ids that the tenant has no endpoint of: an event for them alone is sent nowhere. All of them in a deployment without the
 * plugin `outgoingWebhooks()`. At most one request; none without ids.
 *
 * @throws {AgentError} what the store throws; store_corrupt - the endpoints of the tenant cannot be read
 */
export async function listMissing(
  tenant: string,
  ids: readonly string[],
  { wakes }: Pick<HttpDeps, "wakes">,
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const known = await OPENED.get(wakes)?.read(tenant) ?? [];
  return ids.filter((id) => known.every((endpoint) => endpoint.id !== id));
}

/**
 * Leaves the event for the endpoints of its tenant. An event that is on its way already is not left again. Nothing is left in a
 * deployment without the door `outgoingWebhooks()`: then it is false. At most three requests.
 *
 * @throws {AgentError} what the store throws
 */
export async function sendEvent(
  { tenant, type, key, at, data, agent, to }: TenantEvent,
  { store, clock, wakes }: Pick<HttpDeps, "store" | "clock" | "wakes">,
  io: WakeIo,
): Promise<boolean> {
  if (!wakes.knows(DELIVERY)) return false;
  const id = `whd_${at.toString(36).padStart(9, "0")}${fnv64(`${type}\n${key}`).slice(0, 12)}`;
  const message = `${id}_0`;
  const targets = to?.map((endpoint) => ({ endpoint, message, attempts: 0, at }));
  const delivery: Delivery = { agent, at, messages: [{ id: message, type }], data, targets };
  // The text follows from the event, and counts as kept where it is there already: a worker that vanished behind this request may not have
  // entered its row, so the next one does. Another text is what an attempt has left, which enters the row before it sends: the delivery goes
  // on by itself, and a row that is entered here would repeat an attempt that is under way.
  if (!await store.putDefinition(tenant, DELIVERY, id, JSON.stringify(delivery), null)) return true;
  const name = wakeName(DELIVERY, id);
  await store.moveDue(tenant, name, { to: clock() });
  io.defer(wakes.schedule({ tenant, name }, io));
  return true;
}
