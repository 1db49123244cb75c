// Responses of doors. The client of a protocol has the whole schema of its bodies; these schemas have the fields that identify them.

import * as z from "zod/mini";

/** One chunk of the UI message stream v1 of the AI SDK, by its `type`; its package has the schema. */
export const uiMessageChunkSchema = z.looseObject({
  type: z.string().check(z.describe("`start`, `text-delta`, `tool-output-available`, `finish`, ...")),
});

const storedMessage = z.looseObject({
  id: z.string().check(z.describe("Of a message of the page its own")),
  role: z.enum(["user", "assistant"]),
  parts: z.array(z.looseObject({ type: z.string() })),
});

/** Messages of a chat of the AI SDK; its package has the schema of their parts. */
export const storedChatSchema = z.object({
  id: z.string().check(z.describe("Of the chat")),
  runId: z.string().check(z.describe("Id of the thread of the current branch")),
  version: z.int().check(z.describe("Of the thread: a later `stream` is requested with it")),
  title: z.nullable(z.string()).check(
    z.describe("The one that it was given, or that its first message makes; null of a chat without words"),
  ),
  messages: z.array(storedMessage).check(
    z.describe("Oldest first, as `useChat` takes them as its messages"),
  ),
  waiting: z.array(storedMessage).check(
    z.describe("Messages of users that stand behind what `stream` brings: a later step takes them"),
  ),
  branches: z.record(z.string(), z.array(z.string())).check(
    z.describe("By ids of messages: the threads of the branches to choose from there, `runId` among them"),
  ),
  next: z.nullable(z.int()).check(
    z.describe("`before` of the page of older messages; null where there are none"),
  ),
});

/** One event of AG-UI, by its `type`; its package has the schema. */
export const agUiEventSchema = z.looseObject({
  type: z.string().check(
    z.describe("`RUN_STARTED`, `TEXT_MESSAGE_CONTENT`, `TOOL_CALL_RESULT`, `RUN_FINISHED`, ..."),
  ),
});

const openaiError = z.object({
  message: z.string(),
  type: z.string(),
  param: z.nullable(z.string()).check(
    z.describe("The parameter that is wrong, such as `messages[0].content`"),
  ),
  code: z.nullable(z.string()),
});

/** An error of OpenAI's API. */
export const openaiErrorSchema = z.object({
  error: openaiError.check(z.describe("[What the codes are](frontends.md#errors)")),
});

const usage = z.looseObject({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});
const choice = {
  index: z.int(),
  finish_reason: z.nullable(z.enum(["stop", "length", "tool_calls", "content_filter"])),
  tool_messages: z.optional(z.array(z.looseObject({ role: z.string() }))).check(
    z.describe(
      'Under tool_choice "execute" and "generate": the calls that the server has run, and their results',
    ),
  ),
};

const created = z.int().check(z.describe("Seconds since 1970"));
const servedModel = z.string().check(z.describe("As the request names it"));

/** `chat.completion` of OpenAI. */
export const chatCompletionSchema = z.looseObject({
  id: z.string().check(z.describe("Also the id of the thread")),
  object: z.literal("chat.completion"),
  created,
  model: servedModel,
  choices: z.array(z.looseObject({ ...choice, message: z.looseObject({ role: z.literal("assistant") }) }))
    .check(z.describe("One")),
  usage: usage.check(z.describe("Tokens of all plans together")),
});

/** `chat.completion.chunk` of OpenAI; the last `data:` is `[DONE]`. */
export const chatChunkSchema = z.looseObject({
  id: z.string().check(z.describe("Also the id of the thread")),
  object: z.literal("chat.completion.chunk"),
  created,
  model: servedModel,
  choices: z.array(z.looseObject({ ...choice, delta: z.looseObject({}) })).check(z.describe("At most one")),
  usage: z.optional(z.nullable(usage)).check(
    z.describe("With `include_usage`: null, and on the chunk behind the end the tokens"),
  ),
});

/** `response` of OpenAI. */
export const responseSchema = z.looseObject({
  id: z.string().check(z.describe("The id of its thread; of a part behind an approval, with its place")),
  object: z.literal("response"),
  status: z.enum(["completed", "failed", "in_progress", "incomplete", "cancelled"]),
  output: z.array(
    z.looseObject({ type: z.enum(["message", "function_call", "mcp_call", "mcp_approval_request"]) }),
  ).check(z.describe("Items; the reference of OpenAI has their other fields")),
});

/** A response that was removed. */
export const responseRemovedSchema = z.object({
  id: z.string(),
  object: z.literal("response"),
  deleted: z.literal(true),
});

/** A page of what a response was answered from. */
export const responseItemListSchema = z.object({
  object: z.literal("list"),
  data: z.array(z.looseObject({ id: z.string(), type: z.string() })).check(
    z.describe("Items: [what they are](frontends.md#stored-responses)"),
  ),
  first_id: z.string().check(z.describe("Of the page; empty for an empty one")),
  last_id: z.string().check(z.describe("Of the page, as `first_id`")),
  has_more: z.boolean().check(z.describe("There are items behind the page")),
});

/** An event of a response; `type` is also the name of the event. */
export const responseEventSchema = z.looseObject({
  type: z.string().check(
    z.describe("`response.created`, `response.output_text.delta`, `response.completed`, ..."),
  ),
  sequence_number: z.int().check(z.describe("From 0")),
});

/** `model` of OpenAI. */
export const modelSchema = z.object({
  id: z.string().check(z.describe("An agent, or `agent-` and an agent")),
  object: z.literal("model"),
  created: z.int().check(z.describe("0: it is not known")),
  owned_by: z.literal("treadle"),
});

/** The list of models. */
export const modelListSchema = z.object({ object: z.literal("list"), data: z.array(modelSchema) });
