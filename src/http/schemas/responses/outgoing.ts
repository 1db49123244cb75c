// Schemas of the responses about webhooks that go out, for openapi.json and tests, as all of this folder.

import * as z from "zod/mini";

const events = z.array(
  z.enum([
    "step.committed",
    "run.finished",
    "run.failed",
    "approval.requested",
    "tool.calls_fell",
    "alarm.raised",
    "alarm.ended",
  ]),
);

const endpoint = {
  id: z.string(),
  url: z.string(),
  events,
  agents: z.nullable(z.array(z.string())).check(z.describe("Names of agents; null for all")),
  description: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  disabledAt: z.nullable(z.iso.datetime()).check(
    z.describe("Since when it gets nothing, because it has answered 410; null for one that gets webhooks"),
  ),
};

/** GET /v1/webhook-endpoints/{id}. */
export const webhookEndpointSchema = z.object(endpoint).check(z.describe("An endpoint of webhooks"));

/** POST /v1/webhook-endpoints. */
export const newWebhookEndpointSchema = z.object({
  ...endpoint,
  secret: z.string().check(
    z.describe("`whsec_` and base64: what webhooks are signed with; no later response has it"),
  ),
}).check(z.describe("A new endpoint with its secret"));

/** POST /v1/webhook-endpoints/{id}/rotate. */
export const rotatedWebhookEndpointSchema = z.object({
  ...endpoint,
  secret: z.string().check(z.describe("The new secret; no later response has it")),
  previousUntil: z.iso.datetime().check(z.describe("Until when the secret before signs beside it")),
}).check(z.describe("An endpoint with its new secret"));

/** GET /v1/webhook-endpoints. */
export const webhookEndpointListSchema = z.object({
  endpoints: z.array(webhookEndpointSchema).check(z.describe("In the order in which they were made")),
});

const delivery = {
  id: z.string().check(z.describe("The webhook-id, a dot, the endpoint")),
  endpoint: z.string(),
  type: z.string().check(z.describe("The event")),
  thread: z.nullable(z.string()).check(z.describe("Null for an event of no thread")),
  status: z.enum(["pending", "dead"]),
  because: z.nullable(z.enum(["exhausted", "gone", "refused"])).check(
    z.describe(
      "Why it is a dead letter: all attempts failed, the endpoint has answered 410, or its address is refused",
    ),
  ),
  attempts: z.int().check(z.describe("Attempts that have failed")),
  timestamp: z.iso.datetime().check(z.describe("When the step was committed, or the event was found")),
  nextAttemptAt: z.nullable(z.iso.datetime()).check(z.describe("Null for a dead letter")),
  lastAttempt: z.nullable(z.object({
    at: z.iso.datetime(),
    status: z.nullable(z.int()).check(z.describe("Of the response; null when none came")),
    code: z.nullable(z.string()).check(z.describe("Of the failure, when no response came")),
  })).check(z.describe("Null before the first one")),
};

/** POST /v1/webhook-deliveries/{id}/resend. */
export const webhookDeliverySchema = z.object(delivery).check(
  z.describe("A message on its way to an endpoint, or a dead letter"),
);

/** GET /v1/webhook-deliveries/{id}. */
export const webhookDeliveryDetailSchema = z.object({
  ...delivery,
  body: z.string().check(z.describe("The text that is sent")),
}).check(z.describe("A delivery with its text"));

/** GET /v1/webhook-deliveries: a page, the newest first. */
export const webhookDeliveryListSchema = z.object({
  deliveries: z.array(webhookDeliverySchema).check(z.describe("The newest first")),
  cursor: z.optional(z.string()).check(z.describe("Continues the list; missing at its end")),
}).check(z.describe("A page of deliveries"));
