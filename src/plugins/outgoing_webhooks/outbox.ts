// The deliveries of a step to the endpoints of its tenant. It runs in every step, and writes only events that an endpoint accepts.

import type { Outbox } from "../../core/store/outbox.ts";
import type { HttpDeps } from "../../http/context.ts";
import { DELIVERY, type Delivery, newDeliveryId } from "./delivery_retries.ts";
import type { Endpoints } from "./endpoints.ts";
import { listEvents, toData } from "./payload.ts";

/** Milliseconds after which the cron pump takes a delivery whose wake-up was lost. */
const REPAIR_MS = 60_000;

/** The outbox of a deployment. */
export function createOutbox(
  endpoints: Pick<Endpoints, "mayTake">,
  { random }: Pick<HttpDeps, "random">,
): Outbox {
  return (step) => {
    const { ref, agent: { name: agent }, at, version, head } = step;
    const types = listEvents(step).filter((type) => endpoints.mayTake(ref.tenant, { type, agent }));
    if (types.length === 0) return [];
    const id = newDeliveryId(at, ref.thread, random);
    const delivery: Delivery = {
      version: { number: version, head },
      thread: ref.thread,
      agent,
      at,
      messages: types.map((type, index) => ({ id: `${id}_${index}`, type })),
      data: toData(step),
    };
    return [{ kind: DELIVERY, id, text: JSON.stringify(delivery), at: at + REPAIR_MS }];
  };
}
