// The body of POST /agui: RunAgentInput of AG-UI, as @ag-ui/client 0.0.59 and 1.0.0 send it.

import * as z from "zod/mini";
import type { Json } from "../../core/json.ts";
import { CLIENT_TOOLS } from "../../core/tool/client_tool.ts";
import { conversationId } from "../../http/conversation/branches.ts";

const anyJson = z.custom<Json>((value) => value !== undefined, "is missing");

const content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.optional(z.string()) })),
  z.looseObject({}),
], "must be a text or a list of parts");

const toolCall = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});

const message = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  role: z.enum(["user", "assistant", "tool", "system", "developer", "reasoning", "activity"]),
  content: z.optional(z.nullable(content)),
  toolCalls: z.optional(z.nullable(z.array(toolCall))),
  toolCallId: z.optional(z.string()),
  error: z.optional(z.nullable(z.string())),
});

const runName = z.string().check(
  z.regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 visible ASCII characters"),
);

const tool = z.looseObject({
  name: z.string(),
  description: z._default(z.string(), ""),
  parameters: z.optional(z.nullable(z.record(z.string(), anyJson))),
});

const answer = z.looseObject({
  interruptId: z.string(),
  status: z.enum(["resolved", "cancelled"]),
  payload: z.optional(anyJson),
});

/** `POST /agui` and `POST /agui/:agent`. Other fields are left alone. */
export const agUiBody = z.looseObject({
  threadId: conversationId.check(z.describe("Id of the conversation, which is that of its thread")),
  runId: runName.check(z.describe("The same run is not run twice")),
  parentRunId: z.optional(runName),
  protocolVersion: z.optional(z.string()).check(z.describe("Of clients from 1.0 on")),
  state: z.optional(z.nullable(anyJson)).check(
    z.describe("The page's own state: it comes back, beside the key `thread`; the model does not read it"),
  ),
  messages: z.array(message).check(
    z.describe("All messages of the client; none asks for those of the thread"),
  ),
  tools: z._default(z.array(tool).check(z.maxLength(CLIENT_TOOLS)), []).check(
    z.describe("Tools of the page, for this run"),
  ),
  context: z._default(z.array(z.looseObject({ description: z.string(), value: z.string() })), []).check(
    z.describe("Facts of the page, which the model reads quoted behind the instructions of the agent"),
  ),
  forwardedProps: z.optional(z.nullable(anyJson)).check(
    z.describe("`mode`: as in the query; `model`: one that the agent offers, for this run"),
  ),
  resume: z.optional(z.array(answer).check(z.maxLength(100))).check(
    z.describe("Answers to the interrupts of the run before"),
  ),
});

/** A body, checked. */
export type AgUiBody = z.infer<typeof agUiBody>;
/** A message, checked. */
export type AgUiInput = AgUiBody["messages"][number];
