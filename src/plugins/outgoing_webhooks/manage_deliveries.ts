// The operations of a tenant on its deliveries: pending ones and dead letters.

import { AgentError } from "../../core/error.ts";
import { type WakeIo, wakeName } from "../../core/wake.ts";
import type { DeliveryDetail, DeliveryPage, DeliveryView } from "./contract.ts";
import { type Death, listDead, readDead, removeDead, toDeliveryId } from "./dead_letters.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { HttpDeps } from "../../http/context.ts";
import {
  DELIVERY,
  type Delivery,
  formatBody,
  listTargets,
  mayBelongTo,
  readDelivery,
  type Target,
} from "./delivery_retries.ts";
import type { DeliveryParts } from "./deliver.ts";

/** The deliveries of a status, the newest first. One request for the list, and one for each of the page. */
export async function listDeliveries(
  tenant: string,
  { status, cursor, limit }: {
    readonly status: DeliveryView["status"];
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
  parts: DeliveryParts,
): Promise<DeliveryPage> {
  const { deps: { store } } = parts;
  const names = status === "dead"
    ? await listDead(tenant, store)
    : await store.listDefinitions(tenant, DELIVERY);
  const after = [...names].reverse().filter((name) => cursor === undefined || name < cursor);
  const page = after.slice(0, limit);
  const found = await Promise.all(page.map(async (name): Promise<DeliveryView[]> => {
    if (status === "pending") {
      const pending = await readPending(tenant, name, parts);
      return pending?.targets.map((target) => toView("pending", pending.delivery, target)) ?? [];
    }
    const dead = await readDead(tenant, store, name);
    return dead === undefined ? [] : [toView("dead", dead.delivery, dead.target, dead.because)];
  }));
  const last = page.at(-1);
  return {
    deliveries: found.flat(),
    cursor: after.length > limit ? last : undefined,
  };
}

/** @throws {AgentError} delivery_unknown */
export async function viewDelivery(
  tenant: string,
  id: string,
  parts: DeliveryParts,
): Promise<DeliveryDetail> {
  const { status, delivery, target, because } = await find(tenant, id, parts);
  return { ...toView(status, delivery, target, because), body: formatBody(delivery, target.message) };
}

/**
 * Sends a delivery again at once, with the same webhook-id; the attempts of a dead letter begin anew.
 *
 * @throws {AgentError} delivery_unknown; endpoint_unknown - the endpoint is gone, or disabled
 */
export async function resendDelivery(
  tenant: string,
  id: string,
  io: WakeIo,
  parts: DeliveryParts,
): Promise<DeliveryView> {
  const { deps: { store, clock, wakes } } = parts;
  const { status, delivery, target, name, text } = await find(tenant, id, parts);
  const endpoint = (await parts.endpoints.read(tenant)).find((each) => each.id === target.endpoint);
  if (endpoint === undefined || endpoint.disabledAt !== undefined) {
    const message = `The endpoint ${target.endpoint} is gone, or disabled; enable it first.`;
    throw new AgentError("endpoint_unknown", message);
  }
  const at = clock();
  const again = { ...target, at, attempts: status === "dead" ? 0 : target.attempts };
  const targets = (delivery.targets ?? [target]).map((each) => toDeliveryId(each) === id ? again : each);
  const after = JSON.stringify({ ...delivery, targets });
  if (!await store.putDefinition(tenant, DELIVERY, name, after, text)) {
    const message = `The delivery ${id} was changed by an attempt at the same time; try again.`;
    throw new AgentError("store_unavailable", message);
  }
  await store.moveDue(tenant, wakeName(DELIVERY, name), { to: at });
  if (status === "dead") await removeDead(tenant, store, id);
  await wakes.schedule({ tenant, name: wakeName(DELIVERY, name) }, io);
  return toView("pending", delivery, again);
}

/**
 * Removes a dead letter. One on its way stays.
 *
 * @throws {AgentError} delivery_unknown
 */
export async function removeDelivery(tenant: string, id: string, { deps }: DeliveryParts): Promise<void> {
  if (!await removeDead(tenant, deps.store, id)) throw unknown(id);
}

/** Removes what is on its way of a thread, and its dead letters: neither is sent, read or listed from then on. */
export async function removeDeliveries(
  { tenant, thread }: ThreadRef,
  { store }: Pick<HttpDeps, "store">,
): Promise<void> {
  const ofThread = (names: readonly string[]) => names.filter((name) => mayBelongTo(name, thread));
  const [pending, dead] = await Promise.all([
    store.listDefinitions(tenant, DELIVERY),
    listDead(tenant, store),
  ]);
  await Promise.all([
    ...ofThread(pending).map(async (name) => {
      const text = await store.readDefinition(tenant, DELIVERY, name);
      if (text === undefined || readDelivery(text)?.thread !== thread) return;
      await store.removeDefinition(tenant, DELIVERY, name);
    }),
    ...ofThread(dead).map(async (name) => {
      const letter = await readDead(tenant, store, name);
      if (letter?.delivery.thread === thread) await removeDead(tenant, store, name);
    }),
  ]);
}

interface Found {
  readonly status: DeliveryView["status"];
  readonly delivery: Delivery;
  readonly target: Target;
  readonly because?: Death;
  /** Of its definition on its way: that of its step, or, once a dead letter was sent again, one of its own. */
  readonly name: string;
  /** What the store has under the name; null for a dead letter, which has left it. */
  readonly text: string | null;
}

async function find(tenant: string, id: string, parts: DeliveryParts): Promise<Found> {
  const dead = await readDead(tenant, parts.deps.store, id);
  if (dead !== undefined) return { status: "dead", name: id, text: null, ...dead };
  for (const name of [id.replace(/_\d+\..*$/, ""), id]) {
    const pending = await readPending(tenant, name, parts);
    const target = pending?.targets.find((each) => toDeliveryId(each) === id);
    if (pending === undefined || target === undefined) continue;
    const { delivery, targets, text } = pending;
    return { status: "pending", delivery: { ...delivery, targets }, target, name, text };
  }
  throw unknown(id);
}

async function readPending(
  tenant: string,
  name: string,
  { deps: { store }, endpoints }: DeliveryParts,
): Promise<
  { readonly delivery: Delivery; readonly targets: readonly Target[]; readonly text: string } | undefined
> {
  const text = await store.readDefinition(tenant, DELIVERY, name);
  const delivery = text === undefined ? undefined : readDelivery(text);
  if (text === undefined || delivery === undefined) return undefined;
  const targets = delivery.targets ?? listTargets(delivery, await endpoints.read(tenant), delivery.at);
  return { delivery, targets, text };
}

function toView(
  status: DeliveryView["status"],
  delivery: Delivery,
  target: Target,
  because?: Death,
): DeliveryView {
  const { endpoint, message, attempts, at, last } = target;
  return {
    id: toDeliveryId(target),
    endpoint,
    thread: delivery.thread ?? null,
    status,
    because: because ?? null,
    attempts,
    type: delivery.messages.find(({ id }) => id === message)?.type ?? "",
    timestamp: new Date(delivery.at).toISOString(),
    nextAttemptAt: status === "dead" ? null : new Date(at).toISOString(),
    lastAttempt: last === undefined
      ? null
      : { at: new Date(last.at).toISOString(), status: last.status ?? null, code: last.code ?? null },
  };
}

function unknown(id: string): AgentError {
  return new AgentError("delivery_unknown", `There is no delivery ${id}; see GET /v1/webhook-deliveries.`);
}
