// What the routes of evaluations take.

import * as z from "zod/mini";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { count, name, userName } from "../../http/schemas/requests.ts";

const evaluationId = z.string().check(z.regex(/^ev_[0-9a-z]{1,60}$/, "must be the id of an evaluation"));

/** The path of one evaluation. */
export const evaluationPath = z.strictObject({ id: evaluationId });

/** `GET /v1/evaluations`. The cursor is the id that the page before ended with. */
export const evaluationsQuery = z.strictObject({
  limit: count(1, 50, 20),
  cursor: z.optional(evaluationId),
});

/** The path of one tool of an agent. */
export const toolRunPath = z.strictObject({ agent: name, tool: name });

/** The path of the tools of an agent. */
export const runnableToolsPath = z.strictObject({ agent: name });

/** `GET /v1/agents/:agent/tools`. */
export const runnableToolsQuery = z.strictObject({
  name: z.optional(z.string().check(z.maxLength(128))),
  user: z.optional(userName),
});

/** `POST /v1/agents/:agent/tools/:tool/run`. */
export const toolRunBody = z.strictObject({
  args: z._default(z.custom<JsonObject>((value) => isJsonObject(value), "must be an object"), {}),
  approve: z._default(z.boolean(), false),
  user: z.optional(userName),
});
