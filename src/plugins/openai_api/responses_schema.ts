// The body of POST /v1/responses: what is read of it. As in a chat, unknown keys are ignored.

import * as z from "zod/mini";
import { anyJson } from "../../http/schemas/any_json.ts";
import { userName } from "../../http/schemas/requests.ts";
import { contentPart, metadata } from "./chat_schema.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

const content = z.union([z.string(), z.array(contentPart)], "must be a text or a list of parts");
const callId = z.string().check(z.minLength(1), z.maxLength(128));

/** Most characters of a reason for an answer to an approval, as on the native route. */
const REASON = 2000;

/** An item of the input. Items of other types are refused by their type, and reasoning is left out. */
export const inputItem = z.looseObject(lazyShape(() => ({
  type: z.optional(z.nullable(z.string())),
  role: z.optional(z.nullable(z.enum(["system", "developer", "user", "assistant"]))),
  content: z.optional(z.nullable(content)),
  id: z.optional(z.nullable(z.string())),
  call_id: z.optional(z.nullable(callId)),
  name: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(128)))),
  arguments: z.optional(z.nullable(z.string())),
  output: z.optional(z.nullable(content)),
  approval_request_id: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  approve: z.optional(z.nullable(z.boolean())),
  reason: z.optional(z.nullable(z.string().check(z.maxLength(REASON)))),
})));

/** An item of the input, as it is sent. */
export type InputItem = z.output<typeof inputItem>;

/** `POST /v1/responses`. */
export const responsesBody = z.looseObject(lazyShape(() => ({
  model: z.string().check(z.minLength(1)),
  input: z.union(
    [z.string(), z.array(inputItem).check(z.maxLength(2048))],
    "must be a text or a list of items",
  ),
  instructions: z.optional(z.nullable(z.string())),
  previous_response_id: z.optional(z.nullable(z.string().check(z.minLength(1)))),
  tools: z.optional(z.nullable(z.array(anyJson))),
  tool_choice: z.optional(z.nullable(anyJson)),
  parallel_tool_calls: z.optional(z.nullable(z.boolean())),
  stream: z.optional(z.nullable(z.boolean())),
  max_output_tokens: z.optional(z.nullable(z.int().check(z.minimum(1)))),
  user: z.optional(z.nullable(userName)),
  store: z.optional(z.nullable(z.boolean())),
  metadata,
  text: z.optional(z.nullable(z.looseObject({ format: z.optional(z.nullable(anyJson)) }))),
})));
/* @__PURE__ */ describeFields(responsesBody, {
  model: "An agent: its name, or `agent-` and its name",
  input: "What is new in the conversation",
  instructions: "Of this response alone: they stand behind those of the agent, and are not carried over",
  previous_response_id: "The response that is continued",
  tools:
    "Functions of the caller, or names of tools of the agent, which the server runs: [whose tools](frontends.md#whose-tools)",
  tool_choice: "As at OpenAI, or `execute` and `generate`, which run tools of the agent",
  parallel_tool_calls: "False: one call at most",
  stream: "The response is a stream",
  max_output_tokens: "Of each plan; lowers that of the agent",
  user: "The user whom the run is booked to",
  store: "False removes the response behind the answer; by default it is kept for `previous_response_id`",
  metadata: "Of the thread; at most 16 texts",
  text: "`format`: `json_schema`, `json_object` or `text`: [answers as JSON](frontends.md#answers-as-json)",
});

/** A body of POST /v1/responses, checked. */
export type ResponsesBody = z.output<typeof responsesBody>;
