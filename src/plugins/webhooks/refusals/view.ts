// A row of the record as the API returns it.

import type { RefusalView } from "../../../core/contract/webhooks.ts";
import type { RefusedDelivery } from "./refused_delivery.ts";

/** The view of a row. */
export function toRefusalView({ trigger, firstAt, lastAt, ...row }: RefusedDelivery): RefusalView {
  return {
    trigger: trigger === "" ? null : trigger,
    ...row,
    firstAt: new Date(firstAt).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
  };
}
