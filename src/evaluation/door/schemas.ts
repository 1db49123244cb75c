// What the routes of evaluations take.

import * as z from "zod/mini";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { count, name, userName } from "../../http/schemas/requests.ts";
import { describeFields } from "../../core/text/field_meanings.ts";

const CURSOR = "`cursor` of the page before";
const USER_OF_TOOLS = "The user whose authorizations of MCP servers count; that of the caller by default";

const evaluationId = z.string().check(z.regex(/^ev_[0-9a-z]{1,60}$/, "must be the id of an evaluation"));

/** The path of one evaluation. */
export const evaluationPath = z.strictObject({ id: evaluationId });

/** `GET /v1/evaluations`. The cursor is the id that the page before ended with. */
export const evaluationsQuery = z.strictObject({
  limit: count(1, 50, 20),
  cursor: z.optional(evaluationId),
});
/* @__PURE__ */ describeFields(evaluationsQuery, { limit: "Most evaluations of the page", cursor: CURSOR });

/** The path of one tool of an agent. */
export const toolRunPath = z.strictObject({ agent: name, tool: name });

/** The path of the tools of an agent. */
export const runnableToolsPath = z.strictObject({ agent: name });

/** `GET /v1/agents/:agent/tools`. */
export const runnableToolsQuery = z.strictObject({
  name: z.optional(z.string().check(z.maxLength(128))),
  user: z.optional(userName),
});
/* @__PURE__ */ describeFields(runnableToolsQuery, { name: "A part of the name", user: USER_OF_TOOLS });

/** `POST /v1/agents/:agent/tools/:tool/run`. */
export const toolRunBody = z.strictObject({
  args: z._default(z.custom<JsonObject>((value) => isJsonObject(value), "must be an object"), {}),
  approve: z._default(z.boolean(), false),
  user: z.optional(userName),
});
/* @__PURE__ */ describeFields(toolRunBody, {
  args: "Arguments that fit the schema of the tool",
  approve: "Approves the call where people would have to; needs the scope `decide`",
  user: USER_OF_TOOLS,
});
