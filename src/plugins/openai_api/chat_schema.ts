// The body of POST /v1/chat/completions: what is read of it. Clients send many parameters that only tune a model, so unknown keys
// are ignored; what would change the form of the answer, and is not served, is refused.

import * as z from "zod/mini";
import type { Json } from "../../core/json.ts";
import { anyJson } from "../../http/schemas/any_json.ts";
import { userName } from "../../http/schemas/requests.ts";
import { refuse } from "../../http/conversation/refuse.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

/** A text or null: clients send parts of an answer back with every field of the type that they have read it as. */
const textOrNull = z.optional(z.nullable(z.string()));

/** A part of a content, of any type. */
export const contentPart = z.looseObject({ type: z.string(), text: textOrNull, refusal: textOrNull });
const content = z.union(
  [z.string(), z.array(contentPart).check(z.minLength(1))],
  "must be a text or a list of parts",
);

const call = z.looseObject(lazyShape(() => ({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  type: textOrNull,
  function: z.looseObject({
    name: z.string().check(z.minLength(1), z.maxLength(128)),
    arguments: z.string(),
  }),
})));

/** A message, of any role. */
export const chatMessage = z.looseObject(lazyShape(() => ({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content: z.optional(z.nullable(content)),
  tool_calls: z.optional(z.nullable(z.array(call).check(z.maxLength(128)))),
  tool_call_id: textOrNull,
  refusal: textOrNull,
})));

/** A message of a chat, as it is sent. */
export type ChatMessage = z.output<typeof chatMessage>;

const tokens = z.optional(z.nullable(z.int().check(z.minimum(1))));

/** Metadata of OpenAI: texts by name. */
export const metadata = z.optional(z.nullable(
  z.record(z.string(), z.string()).check(
    z.refine((value) => Object.keys(value).length <= 16, "must have at most 16 keys"),
  ),
));

/** `POST /v1/chat/completions`. */
export const chatBody = z.looseObject(lazyShape(() => ({
  model: z.string().check(z.minLength(1)),
  messages: z.array(chatMessage).check(z.minLength(1), z.maxLength(2048)),
  tools: z.optional(z.nullable(z.array(anyJson))),
  tool_choice: z.optional(z.nullable(anyJson)),
  parallel_tool_calls: z.optional(z.nullable(z.boolean())),
  stream: z.optional(z.nullable(z.boolean())),
  stream_options: z.optional(
    z.nullable(z.looseObject({ include_usage: z.optional(z.nullable(z.boolean())) })),
  ),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  user: z.optional(z.nullable(userName)),
  store: z.optional(z.nullable(z.boolean())),
  metadata,
  response_format: z.optional(z.nullable(anyJson)),
})));
/* @__PURE__ */ describeFields(chatBody, {
  model: "An agent: its name, or `agent-` and its name",
  messages: "The whole conversation",
  tools:
    "Names of tools of the agent, which the server runs, or functions of the caller: [whose tools](frontends.md#whose-tools)",
  tool_choice: "As at OpenAI, or `execute` and `generate`, which run tools of the agent",
  parallel_tool_calls: "False: one call at most",
  stream: "The response is a stream",
  stream_options: "`include_usage`: the stream has the usage",
  max_tokens: "As the next",
  max_completion_tokens: "Of each plan; lowers that of the agent",
  user: "The user whom the run is booked to",
  store: "True keeps the thread of the request; by default it is removed behind the answer",
  metadata: "Of the thread; at most 16 texts",
  response_format: "`json_schema`, `json_object` or `text`: [answers as JSON](frontends.md#answers-as-json)",
});

/** A body of POST /v1/chat/completions, checked. */
export type ChatBody = z.output<typeof chatBody>;

/** What changes the form of an answer and is not served, with the values that ask for nothing. */
const NOT_SERVED: Readonly<Record<string, (value: Json) => boolean>> = {
  n: (value) => value === 1,
  stop: (value) => Array.isArray(value) && value.length === 0,
  logprobs: (value) => value === false,
  top_logprobs: (value) => value === 0,
  modalities: (value) => Array.isArray(value) && value.every((each) => each === "text"),
  audio: () => false,
  response_format: isText,
  text: (value) => isText(Object(value).format ?? { type: "text" }),
  functions: () => false,
  function_call: () => false,
  web_search_options: () => false,
  background: (value) => value === false,
  conversation: () => false,
  prompt: () => false,
};

function isText(format: Json): boolean {
  return Object(format).type === "text";
}

/**
 * Refuses a parameter whose effect the caller would miss. `format` is the one that has the form of the answer: that of the other API is
 * refused.
 *
 * @throws {AgentError} invalid_request
 */
export function assertServed(
  body: Readonly<Record<string, unknown>>,
  format: "response_format" | "text",
): void {
  for (const [name, asksForNothing] of Object.entries(NOT_SERVED)) {
    const value = body[name];
    if (name === format) continue;
    if (value === undefined || value === null || asksForNothing(JSON.parse(JSON.stringify(value)))) continue;
    throw refuse([name], "is not served by this API", "unsupported");
  }
}
