// The entry `@treadle/treadle/webhooks/outgoing`: webhooks that report steps, signed and repeated until they are accepted.

import { Hono } from "hono/tiny";
import { createOutbound } from "../../outbound/outbound.ts";
import { createSealer } from "../../outbound/seal.ts";
import type { HttpEnv } from "../../http/context.ts";
import type { Plugin } from "../../http/plugin.ts";
import { type EndpointOption, readConfigured } from "./configured.ts";
import { deliveryHandler } from "./deliver.ts";
import { DELIVERY } from "./delivery_retries.ts";
import { Endpoints } from "./endpoints.ts";
import { removeDeliveries } from "./manage_deliveries.ts";
import { createOutbox } from "./outbox.ts";
import { deliveryRoutes, endpointRoutes } from "./routes.ts";
import { openEndpoints } from "./send_event.ts";

export type { EndpointOption } from "./configured.ts";
export type { OutgoingEvent } from "./endpoint.ts";

/** What webhooks that go out are made from; all of it has a default. */
export interface OutgoingWebhooksOptions {
  /** Endpoints beside those of the variable TREADLE_WEBHOOKS_OUT. */
  readonly endpoints?: readonly EndpointOption[];
  /**
   * False: tenants make no endpoints by `/v1/webhook-endpoints`, and no step makes a request for them. By default they do where
   * TREADLE_SEAL_SECRETS is set; where it is not, the routes refuse an endpoint.
   */
  readonly api?: boolean;
}

/**
 * Webhooks that report steps, by the scheme of Standard Webhooks.
 *
 * @example
 * ```ts ignore
 * import { standard } from "@treadle/treadle";
 * import { serve } from "@treadle/treadle/deno";
 * import { outgoingWebhooks } from "@treadle/treadle/webhooks/outgoing";
 *
 * export default serve({ agents: [support], plugins: [...standard(), outgoingWebhooks()] });
 * ```
 */
export function outgoingWebhooks({ endpoints: own = [], api }: OutgoingWebhooksOptions = {}): Plugin {
  return {
    name: "webhooks/outgoing",
    open({ deps, env }) {
      const sealer = createSealer(deps.sealSecrets, deps.random);
      const hasStored = api ?? deps.sealSecrets.length > 0;
      const configured = readConfigured(own, env, deps);
      const endpoints = new Endpoints(configured, deps, { sealer, hasStored });
      openEndpoints(endpoints, deps);
      const parts = { deps, endpoints, sealer, send: createOutbound(deps.outbound) };
      const routes = new Hono<HttpEnv>().route("/", deliveryRoutes(parts));
      return {
        routes: api === false ? routes : routes.route("/", endpointRoutes(parts)),
        wakes: { [DELIVERY]: deliveryHandler(parts) },
        outbox: createOutbox(endpoints, deps),
        removeThread: (ref, why) => why === "requested" ? removeDeliveries(ref, deps) : Promise.resolve(),
      };
    },
  };
}
