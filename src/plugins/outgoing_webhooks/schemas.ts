// Request schemas of the routes of outgoing webhooks.

import * as z from "zod/mini";
import { NAME } from "../../core/text/id.ts";
import { count } from "../../http/schemas/requests.ts";
import { OUTGOING_EVENTS } from "./endpoint.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

const CURSOR = "`cursor` of the page before";

/** Characters of a URL, and agents of an endpoint: all endpoints of a tenant are one text of 64 KB. */
const URL_LENGTH = 1_024;
const MAX_AGENTS = 16;

/** `POST /v1/webhook-endpoints`. */
export const endpointBody = z.strictObject(lazyShape(() => ({
  url: z.string().check(
    z.maxLength(URL_LENGTH),
    z.refine((url) => URL.canParse(url), "must be a URL"),
  ),
  events: z.optional(
    z.array(z.enum(OUTGOING_EVENTS)).check(z.minLength(1), z.maxLength(OUTGOING_EVENTS.length)),
  ),
  agents: z.optional(
    z.array(z.string().check(z.regex(NAME, `must match ${NAME.source}`))).check(
      z.minLength(1),
      z.maxLength(MAX_AGENTS),
    ),
  ),
  description: z.optional(z.string().check(z.maxLength(256))),
})));
/* @__PURE__ */ describeFields(endpointBody, {
  url: "Where webhooks go: https, and public",
  events: "Names of events; all by default",
  agents: "Names of agents; all by default",
  description: "What the endpoint is for",
});

/** The id of an endpoint in a path. */
export const endpointPath = z.object({
  id: z.string().check(z.regex(/^whe_[0-9a-z]{20}$/, "must be the id of an endpoint")),
});

/** The id of a delivery in a path. */
export const deliveryPath = z.object({
  id: z.string().check(z.regex(/^whd_[0-9a-z]{21}_\d\.[a-z0-9_-]{1,32}$/, "must be the id of a delivery")),
});

/** `GET /v1/webhook-deliveries`. */
export const deliveriesQuery = z.strictObject(lazyShape(() => ({
  status: z._default(z.enum(["dead", "pending"]), "dead"),
  cursor: z.optional(z.string().check(z.maxLength(128, "must be the cursor of a list"))),
  limit: count(1, 100, 20),
})));
/* @__PURE__ */ describeFields(deliveriesQuery, {
  status: "Dead letters, or deliveries on their way",
  cursor: CURSOR,
  limit: "Dead letters, or steps with deliveries",
});
