// Sends an event that does not come from a step, such as a finding of a plugin. It is delivered as those of steps are, signed and repeated.

import type { JsonObject } from "../../core/json.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { type WakeIo, wakeName } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { DELIVERY, type Delivery } from "./delivery_retries.ts";
import type { OutgoingEvent } from "./endpoint.ts";

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
  const targets = to?.map((endpoint) => ({ endpoint, message, attempts: 0, at: clock() }));
  const delivery: Delivery = { agent, at, messages: [{ id: message, type }], data, targets };
  if (!await store.putDefinition(tenant, DELIVERY, id, JSON.stringify(delivery), null)) return true;
  const name = wakeName(DELIVERY, id);
  await store.moveDue(tenant, name, { to: clock() });
  io.defer(wakes.schedule({ tenant, name }, io));
  return true;
}
