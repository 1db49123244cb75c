// The operations of webhooks that come in. Nothing that is deployed imports this file.

import * as z from "zod/mini";
import type { Operation } from "../../http/schemas/operation.ts";

/** Names of a trigger and an agent. */
const webhookPath = z.object({
  trigger: z.string().check(z.describe("Name of the trigger")),
  agent: z.string().check(z.describe("Name of the agent")),
});

/** As OPERATIONS. */
export const WEBHOOK_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /webhooks/:trigger/:agent": {
    id: "receiveWebhook",
    summary: "A signed delivery of another service; a template of the agent makes its input",
    path: webhookPath,
    receives: ["application/json", "application/x-www-form-urlencoded"],
    responses: {
      200: [
        "WebhookReply",
        "The event has come before; or what the sender expects at its setup; or nothing, where Slack expects that",
      ],
      202: ["WebhookAccepted", "The input waits for its step"],
      204: [null, "No template of the agent takes the event"],
    },
    errors: [
      "webhook_unverified",
      "agent_unknown",
      "agent_mismatch",
      "inbox_full",
      "body_incomplete",
      "body_timeout",
      "body_too_large",
      "invalid_json",
      "invalid_request",
      "schema_unsupported",
      "thread_unknown",
      "unsupported_media_type",
    ],
    open: true,
  },
  "GET /v1/webhooks/refusals": {
    id: "listWebhookRefusals",
    summary: "The newest deliveries that began nothing, each with its reason and what to do",
    responses: { 200: ["WebhookRefusalList", "Deliveries of 7 days, those that are alike as one"] },
  },
  "GET /v1/analytics/webhooks": {
    id: "readUnmatchedEvents",
    summary: "Events that no template took, by day, trigger and agent",
    responses: { 200: ["UnmatchedEventList", "The counts"] },
  },
};
