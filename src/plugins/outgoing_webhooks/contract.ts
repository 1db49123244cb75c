// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { OutgoingEvent } from "./endpoint.ts";

/** An endpoint of webhooks. */
export interface EndpointView {
  readonly id: string;
  readonly url: string;
  readonly events: readonly OutgoingEvent[];
  /** Names of agents; null for all. */
  readonly agents: readonly string[] | null;
  readonly description: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Since when it gets nothing, because it has answered 410; null for one that gets webhooks; ISO 8601. */
  readonly disabledAt: string | null;
}

/** A new endpoint with its secret. */
export interface EndpointWithSecret extends EndpointView {
  /** `whsec_` and base64: what webhooks are signed with; no later response has it. */
  readonly secret: string;
}

/** An endpoint with its new secret. */
export interface RotatedEndpoint extends EndpointView {
  /** The new secret; no later response has it. */
  readonly secret: string;
  /** Until when the secret before signs beside it; ISO 8601. */
  readonly previousUntil: string;
}

/** A message on its way to an endpoint, or a dead letter. */
export interface DeliveryView {
  /** The webhook-id, a dot, the endpoint. */
  readonly id: string;
  readonly endpoint: string;
  /** The event. */
  readonly type: string;
  /** Null for an event of no thread. */
  readonly thread: string | null;
  readonly status: "pending" | "dead";
  /** Why it is a dead letter: all attempts failed, the endpoint has answered 410, or its address is refused. */
  readonly because: "exhausted" | "gone" | "refused" | null;
  /** Attempts that have failed. */
  readonly attempts: number;
  /** When the step was committed, or the event was found; ISO 8601. */
  readonly timestamp: string;
  /** Null for a dead letter; ISO 8601. */
  readonly nextAttemptAt: string | null;
  /** Null before the first one. */
  readonly lastAttempt: {
    /** ISO 8601. */
    readonly at: string;
    /** Of the response; null when none came. */
    readonly status: number | null;
    /** Of the failure, when no response came. */
    readonly code: string | null;
  } | null;
}

/** A delivery with its text. */
export interface DeliveryDetail extends DeliveryView {
  /** The text that is sent. */
  readonly body: string;
}

/** A page of deliveries. */
export interface DeliveryPage {
  /** The newest first. */
  readonly deliveries: readonly DeliveryView[];
  /** Continues the list; missing at its end. */
  readonly cursor?: string;
}
