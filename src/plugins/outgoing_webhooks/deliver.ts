// The work of a wake-up `@delivery/<id>`: one attempt for each endpoint whose time has come.

import { unreachable } from "../../core/error.ts";
import {
  parseWakeName,
  type WakeHandler,
  type WakeIo,
  type WakeOutcome,
  type WakeUp,
} from "../../core/wake.ts";
import type { OutboundFetch } from "../../outbound/outbound.ts";
import { readState } from "../../kernel/stored.ts";
import type { HttpDeps } from "../../http/context.ts";
import { attempt, type AttemptOutcome } from "./attempt.ts";
import { type Death, keepDead } from "./dead_letters.ts";
import {
  afterFailure,
  DELIVERY,
  type Delivery,
  formatBody,
  type LastAttempt,
  listTargets,
  readDelivery,
  type Target,
} from "./delivery_retries.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Endpoints } from "./endpoints.ts";

/** Milliseconds that the cron pump leaves a delivery alone which is under way. */
const LEASE_MS = 60_000;

/** What deliveries are made with. */
export interface DeliveryParts {
  readonly deps: HttpDeps;
  readonly endpoints: Endpoints;
  readonly send: OutboundFetch;
}

/**
 * Delivers at least once: when this worker ends between an answer and what it writes of it, the message is sent again, with the same
 * webhook-id.
 */
export function deliveryHandler(parts: DeliveryParts): WakeHandler {
  const { deps: { store, clock }, endpoints } = parts;
  return async (wake, io) => {
    const { tenant, name } = wake;
    const { id } = parseWakeName(name);
    const text = await store.readDefinition(tenant, DELIVERY, id);
    const delivery = text === undefined ? undefined : readDelivery(text);
    if (text === undefined || delivery === undefined) return await stale(wake, parts);
    const now = clock();
    const known = await endpoints.read(tenant);
    const targets = delivery.targets ?? listTargets(delivery, known, now);
    const next = earliest(targets);
    if (next === undefined || !await stands(tenant, delivery, parts)) return await stale(wake, parts);
    if (next > now) return { type: "again", afterMs: next - now, because: "not_yet" };
    const lease = now + LEASE_MS;
    await store.moveDue(tenant, name, { to: lease });
    const left = await Promise.all(targets.map(async (target) => {
      if (target.at > now) return target;
      const endpoint = known.find((each) => each.id === target.endpoint);
      return endpoint && await deliver(target, { tenant, id, endpoint, delivery }, parts);
    }));
    return await finish(
      wake,
      { text, delivery, lease, left: left.filter((target) => target !== undefined) },
      io,
      parts,
    );
  };
}

/** One attempt. The target as it goes on; undefined when nothing is left to do for it. */
async function deliver(
  target: Target,
  { tenant, id, endpoint, delivery }: {
    readonly tenant: string;
    readonly id: string;
    readonly endpoint: Endpoint;
    readonly delivery: Delivery;
  },
  { deps, endpoints, send }: DeliveryParts,
): Promise<Target | undefined> {
  if (endpoint.disabledAt !== undefined) {
    await keepDead(tenant, deps.store, { because: "gone", delivery, target });
    return undefined;
  }
  const message = {
    id: target.message,
    url: endpoint.url,
    body: formatBody(delivery, target.message),
    secrets: () => endpoints.secretsOf(tenant, endpoint),
  };
  const outcome = await attempt(message, { send, clock: deps.clock });
  logFailure(outcome, target, tenant, deps);
  const die = async (because: Death, last: LastAttempt) => {
    const failed = { ...target, attempts: target.attempts + 1, last };
    // It is gone when its thread was removed during the attempt.
    if (await deps.store.readDefinition(tenant, DELIVERY, id) === undefined) return undefined;
    await keepDead(tenant, deps.store, { because, delivery, target: failed });
    return undefined;
  };
  switch (outcome.type) {
    case "delivered":
      return undefined;
    case "gone":
      await endpoints.disable(tenant, endpoint.id);
      return await die("gone", outcome.last);
    case "refused":
      return await die("refused", outcome.last);
    case "failed": {
      const { last, retryAfterMs } = outcome;
      const after = afterFailure(target, last, { retryAfterMs, random: deps.random });
      return after ?? await die("exhausted", last);
    }
    default:
      return unreachable(outcome);
  }
}

/** What is left is written, and woken again; without anything left the delivery is over. */
async function finish(
  { tenant, name }: WakeUp,
  { text, delivery, lease, left }: {
    readonly text: string;
    readonly delivery: Delivery;
    readonly lease: number;
    readonly left: readonly Target[];
  },
  io: WakeIo,
  { deps: { store, wakes } }: DeliveryParts,
): Promise<WakeOutcome> {
  const { id } = parseWakeName(name);
  const next = earliest(left);
  if (next === undefined) {
    await store.removeDefinition(tenant, DELIVERY, id);
    await store.moveDue(tenant, name, { from: lease });
    return { type: "handled" };
  }
  // It has stood once: what becomes of its thread from here on changes nothing about it.
  const after = JSON.stringify({ ...delivery, version: undefined, targets: left });
  // Another worker that has delivered meanwhile has written what is left, and has entered its time.
  if (!await store.putDefinition(tenant, DELIVERY, id, after, text)) return { type: "handled" };
  await store.moveDue(tenant, name, { to: next });
  await wakes.schedule({ tenant, name, notBefore: next }, io);
  return { type: "handled" };
}

/** Nothing is to be delivered: the definition and its row in the due index leave. */
async function stale(
  { tenant, name }: WakeUp,
  { deps: { store, clock } }: DeliveryParts,
): Promise<WakeOutcome> {
  await store.removeDefinition(tenant, DELIVERY, parseWakeName(name).id);
  // The time of the row is not known here: it is set first, and then removed.
  const to = clock();
  await store.moveDue(tenant, name, { to });
  await store.moveDue(tenant, name, { from: to });
  return { type: "stale" };
}

/**
 * True when the commit that the delivery came with was accepted. The store keeps a delivery whatever becomes of its commit; the
 * thread shows it by its version, and by the head of its record while no other commit has followed. Of a thread that is gone, or has
 * gone on, the commit counts as accepted: a step that was refused removes its delivery by itself.
 */
async function stands(
  tenant: string,
  { thread, version }: Delivery,
  { deps: { store } }: DeliveryParts,
): Promise<boolean> {
  if (version === undefined || thread === undefined) return true;
  const ref = { tenant, thread };
  const snapshot = await store.read(ref);
  if (snapshot === undefined) return true;
  const { header } = snapshot;
  if (header.version !== version.number || version.head === undefined) {
    return header.version >= version.number;
  }
  return readState(ref, header).record?.head === version.head;
}

function earliest(targets: readonly Target[]): number | undefined {
  return targets.length === 0 ? undefined : Math.min(...targets.map(({ at }) => at));
}

function logFailure(outcome: AttemptOutcome, target: Target, tenant: string, { log }: HttpDeps): void {
  if (outcome.type === "delivered") return;
  const { endpoint, message, attempts } = target;
  const { last: { status, code }, type } = outcome;
  log("warn", "a webhook was not delivered", {
    tenant,
    endpoint,
    webhook: message,
    attempt: attempts + 1,
    outcome: type,
    status,
    code,
  });
}
