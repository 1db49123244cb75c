// /v1/webhook-endpoints and /v1/webhook-deliveries: they need the scope `manage`, and take no tokens.

import { Hono } from "hono/tiny";
import { type HttpEnv, resolveDefer } from "../../http/context.ts";
import { body, param, query } from "../../http/validate.ts";
import type { DeliveryParts } from "./deliver.ts";
import { listDeliveries, removeDelivery, resendDelivery, viewDelivery } from "./manage_deliveries.ts";
import {
  createEndpoint,
  enableEndpoint,
  type EndpointParts,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  viewEndpoint,
} from "./manage_endpoints.ts";
import { deliveriesQuery, deliveryPath, endpointBody, endpointPath } from "./schemas.ts";

/** The routes of a tenant's endpoints. */
export function endpointRoutes(parts: EndpointParts) {
  const path = "/v1/webhook-endpoints";
  const one = param(endpointPath);
  return new Hono<HttpEnv>()
    .post(
      path,
      body(endpointBody, parts.deps),
      async (c) => c.json(await createEndpoint(c.var.tenant, c.req.valid("json"), parts), 201),
    )
    .get(path, async (c) => c.json({ endpoints: await listEndpoints(c.var.tenant, parts) }))
    .get(
      `${path}/:id`,
      one,
      async (c) => c.json(await viewEndpoint(c.var.tenant, c.req.valid("param").id, parts)),
    )
    .delete(`${path}/:id`, one, async (c) => {
      await removeEndpoint(c.var.tenant, c.req.valid("param").id, parts);
      return c.body(null, 204);
    })
    .post(
      `${path}/:id/rotate`,
      one,
      async (c) => c.json(await rotateSecret(c.var.tenant, c.req.valid("param").id, parts)),
    )
    .post(
      `${path}/:id/enable`,
      one,
      async (c) => c.json(await enableEndpoint(c.var.tenant, c.req.valid("param").id, parts)),
    );
}

/** The routes of deliveries. */
export function deliveryRoutes(parts: DeliveryParts) {
  const path = "/v1/webhook-deliveries";
  const one = param(deliveryPath);
  return new Hono<HttpEnv>()
    .get(
      path,
      query(deliveriesQuery),
      async (c) => c.json(await listDeliveries(c.var.tenant, c.req.valid("query"), parts)),
    )
    .get(
      `${path}/:id`,
      one,
      async (c) => c.json(await viewDelivery(c.var.tenant, c.req.valid("param").id, parts)),
    )
    .post(`${path}/:id/resend`, one, async (c) => {
      const io = { defer: resolveDefer(c) };
      return c.json(await resendDelivery(c.var.tenant, c.req.valid("param").id, io, parts), 202);
    })
    .delete(`${path}/:id`, one, async (c) => {
      await removeDelivery(c.var.tenant, c.req.valid("param").id, parts);
      return c.body(null, 204);
    });
}
