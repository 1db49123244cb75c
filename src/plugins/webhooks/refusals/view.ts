// A row of the record as the API answers it.

import type { RefusedDelivery } from "./refused_delivery.ts";

/** Deliveries that began nothing for one reason, on one UTC day. */
export interface RefusalView extends Omit<RefusedDelivery, "trigger" | "firstAt" | "lastAt"> {
  /** Null where the deployment has no trigger of the name in the address. */
  readonly trigger: string | null;
  /** ISO 8601. */
  readonly firstAt: string;
  readonly lastAt: string;
}

/** The view of a row. */
export function toRefusalView({ trigger, firstAt, lastAt, ...row }: RefusedDelivery): RefusalView {
  return {
    trigger: trigger === "" ? null : trigger,
    ...row,
    firstAt: new Date(firstAt).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
  };
}
