// The operations of webhooks that go out. Nothing that is deployed imports this file.

import type { Operation } from "../../http/schemas/operation.ts";

/** As OPERATIONS. */
export const OUTGOING_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /v1/webhook-endpoints": {
    id: "createWebhookEndpoint",
    summary: "Have steps reported to an address; the response alone has the secret",
    example: { url: "https://example.com/hooks", events: ["run.finished"] },
    responses: { 201: ["NewWebhookEndpoint", "The endpoint with its secret"] },
    errors: ["outbound_refused", "outbound_failed", "endpoint_limit", "secrets_not_configured"],
  },
  "GET /v1/webhook-endpoints": {
    id: "listWebhookEndpoints",
    summary: "The tenant's endpoints, in the order in which they were made",
    responses: { 200: ["WebhookEndpointList", "All of them"] },
  },
  "GET /v1/webhook-endpoints/:id": {
    id: "readWebhookEndpoint",
    summary: "An endpoint, without its secret",
    responses: { 200: ["WebhookEndpoint", "The endpoint"] },
    errors: ["endpoint_unknown"],
  },
  "DELETE /v1/webhook-endpoints/:id": {
    id: "removeWebhookEndpoint",
    summary: "Remove an endpoint; what is on its way to it is dropped",
    responses: { 204: [null, "It is gone"] },
    errors: ["endpoint_unknown"],
  },
  "POST /v1/webhook-endpoints/:id/rotate": {
    id: "rotateWebhookSecret",
    summary: "Make a new secret; the one before signs beside it for 24 hours",
    responses: { 200: ["RotatedWebhookEndpoint", "The endpoint with its new secret"] },
    errors: ["endpoint_unknown", "secrets_not_configured"],
  },
  "POST /v1/webhook-endpoints/:id/enable": {
    id: "enableWebhookEndpoint",
    summary: "Have webhooks sent again to an endpoint that has answered 410",
    responses: { 200: ["WebhookEndpoint", "The endpoint"] },
    errors: ["endpoint_unknown"],
  },
  "GET /v1/webhook-deliveries": {
    id: "listWebhookDeliveries",
    summary: "Dead letters, or deliveries on their way, the newest first",
    responses: { 200: ["WebhookDeliveryList", "A page of deliveries"] },
  },
  "GET /v1/webhook-deliveries/:id": {
    id: "readWebhookDelivery",
    summary: "A delivery with the text that is sent",
    responses: { 200: ["WebhookDeliveryDetail", "The delivery"] },
    errors: ["delivery_unknown"],
  },
  "POST /v1/webhook-deliveries/:id/resend": {
    id: "resendWebhookDelivery",
    summary: "Send a delivery again at once, with the same webhook-id",
    responses: { 202: ["WebhookDelivery", "The delivery on its way"] },
    errors: ["delivery_unknown", "endpoint_unknown"],
  },
  "DELETE /v1/webhook-deliveries/:id": {
    id: "removeWebhookDelivery",
    summary: "Remove a dead letter",
    responses: { 204: [null, "It is gone"] },
    errors: ["delivery_unknown"],
  },
};
