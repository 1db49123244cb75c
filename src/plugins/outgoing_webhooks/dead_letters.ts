// Dead letters: messages that an endpoint did not accept. Each is a definition of the store; the oldest are removed when there are too many.

import * as z from "zod/mini";
import type { Store } from "../../core/store.ts";
import { type Delivery, readDelivery, type Target } from "./delivery_retries.ts";

const KIND = "dead_delivery";

/** Dead letters that a tenant keeps. */
export const MAX_DEAD = 1_000;

/** Why a message is a dead letter: all attempts failed, the endpoint is gone (410), or its address is refused. */
export type Death = "exhausted" | "gone" | "refused";

const letter = z.object({ because: z.enum(["exhausted", "gone", "refused"]), delivery: z.string() });

/** A dead letter: one message for one endpoint. */
export interface DeadLetter {
  readonly because: Death;
  readonly delivery: Delivery;
  readonly target: Target;
}

/** The id of a message on its way to an endpoint, in the API: the webhook-id, a dot, the endpoint. */
export function toDeliveryId({ message, endpoint }: Pick<Target, "message" | "endpoint">): string {
  return `${message}.${endpoint}`;
}

/** Keeps a dead letter, and drops the oldest ones beyond {@link MAX_DEAD}. Re-entrant. */
export async function keepDead(
  tenant: string,
  store: Store,
  { because, delivery, target }: DeadLetter,
): Promise<void> {
  const messages = delivery.messages.filter(({ id }) => id === target.message);
  const text = JSON.stringify({ ...delivery, version: undefined, messages, targets: [target] });
  await store.putDefinition(tenant, KIND, toDeliveryId(target), JSON.stringify({ because, delivery: text }));
  const names = await store.listDefinitions(tenant, KIND);
  for (const name of names.slice(0, Math.max(0, names.length - MAX_DEAD))) {
    await store.removeDefinition(tenant, KIND, name);
  }
}

/** Undefined when there is none of the id. */
export async function readDead(tenant: string, store: Store, id: string): Promise<DeadLetter | undefined> {
  const text = await store.readDefinition(tenant, KIND, id);
  if (text === undefined) return undefined;
  const read = z.safeParse(letter, JSON.parse(text));
  const delivery = read.success ? readDelivery(read.data.delivery) : undefined;
  const target = delivery?.targets?.[0];
  if (!read.success || delivery === undefined || target === undefined) return undefined;
  return { because: read.data.because, delivery, target };
}

/** The ids of a tenant's dead letters, the oldest first. */
export async function listDead(tenant: string, store: Store): Promise<readonly string[]> {
  return await store.listDefinitions(tenant, KIND);
}

/** False when there was none. */
export async function removeDead(tenant: string, store: Store, id: string): Promise<boolean> {
  return await store.removeDefinition(tenant, KIND, id);
}
