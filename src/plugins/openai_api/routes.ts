// The paths of OpenAI's API.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import type { HttpDeps, HttpEnv } from "../../http/context.ts";
import { count } from "../../http/schemas/requests.ts";
import { param, query } from "../../http/validate.ts";
import { createOpenAIDoor } from "./door.ts";
import { describeFields } from "../../core/text/field_meanings.ts";

const responsePath = z.object({
  response: z.string().check(z.maxLength(80)),
});

const sequenceNumber = z.string().check(z.regex(/^\d{1,9}$/, "must be a whole number"));

/** Other parameters of clients (`include`, `include_obfuscation`) have no effect. */
export const responseQuery = z.object({
  stream: z.optional(z.enum(["true", "false"], "must be true or false")),
  starting_after: z.optional(sequenceNumber),
});
/* @__PURE__ */ describeFields(responseQuery, {
  stream:
    "True: the [events](http-api/openai.md#responseevent) of the response, made again from what is stored once it has ended; `thread_busy` before",
  starting_after: "With `stream`: the events behind this `sequence_number` of that stream",
});

/** `GET /v1/responses/:response/input_items`. */
export const itemsQuery = z.object({
  after: z.optional(z.string().check(z.maxLength(200))),
  limit: count(1, 100, 20),
  order: z._default(z.enum(["asc", "desc"], "must be asc or desc"), "desc"),
});
/* @__PURE__ */ describeFields(itemsQuery, {
  after: "Id of the item before the page",
  limit: "Most items of the page",
  order: "`desc`: the newest first",
});

/** The routes of OpenAI's API. */
export function openaiRoutes(deps: HttpDeps) {
  const door = createOpenAIDoor(deps);
  return new Hono<HttpEnv>()
    .post("/v1/chat/completions", (c) => door.chat(c))
    .post("/v1/responses", (c) => door.responses(c))
    .get(
      "/v1/responses/:response",
      param(responsePath),
      query(responseQuery),
      (c) => door.readResponse(c, c.req.valid("query")),
    )
    .delete("/v1/responses/:response", param(responsePath), (c) => door.removeResponse(c))
    .post(
      "/v1/responses/:response/cancel",
      param(responsePath),
      (c) => door.cancelResponse(c),
    )
    .get(
      "/v1/responses/:response/input_items",
      param(responsePath),
      query(itemsQuery),
      (c) => door.listInputItems(c, c.req.valid("query")),
    )
    .get("/v1/models", (c) => door.models(c))
    .get(
      "/v1/models/:model",
      param(z.object({ model: z.string().check(z.maxLength(80)) })),
      (c) => door.model(c),
    );
}
