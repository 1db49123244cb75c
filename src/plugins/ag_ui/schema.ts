// The body of POST /agui: RunAgentInput of AG-UI, as @ag-ui/client 0.0.59 and 1.0.0 send it.

import * as z from "zod/mini";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { anyJson } from "../../http/schemas/any_json.ts";
import { CLIENT_TOOLS } from "../../core/tool/client_tool.ts";
import { conversationId } from "../../http/conversation/conversation_id.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

const content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.optional(z.string()) })),
  z.looseObject({}),
], "must be a text or a list of parts");

const toolCall = z.looseObject(lazyShape(() => ({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})));

const message = z.looseObject(lazyShape(() => ({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  role: z.enum(["user", "assistant", "tool", "system", "developer", "reasoning", "activity"]),
  content: z.optional(z.nullable(content)),
  toolCalls: z.optional(z.nullable(z.array(toolCall))),
  toolCallId: z.optional(z.string()),
  error: z.optional(z.nullable(z.string())),
})));

const runName = z.string().check(
  z.regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 visible ASCII characters"),
);

/** A tool of the page. */
export const agUiTool = z.looseObject(lazyShape(() => ({
  name: z.string(),
  description: z._default(z.string(), ""),
  parameters: z.optional(z.nullable(z.record(z.string(), anyJson))),
})));
/* @__PURE__ */ describeFields(agUiTool, {
  name: "What the model calls it by",
  description: "What the model reads of it",
  parameters: "JSON Schema of the arguments",
});

/** A fact of the page. */
export const agUiFact = z.looseObject(lazyShape(() => ({ description: z.string(), value: z.string() })));
/* @__PURE__ */ describeFields(agUiFact, { description: "What the fact is about", value: "The fact" });

/** An answer to an interrupt. */
export const agUiAnswer = z.looseObject(lazyShape(() => ({
  interruptId: z.string(),
  status: z.enum(["resolved", "cancelled"]),
  payload: z.optional(anyJson),
})));
/* @__PURE__ */ describeFields(agUiAnswer, {
  interruptId: "The interrupt",
  status: "`cancelled` denies",
  payload: "What the person has answered",
});

/** `POST /agui` and `POST /agui/:agent`. Other fields are left alone. */
export const agUiBody = z.looseObject(lazyShape(() => ({
  threadId: conversationId,
  runId: runName,
  parentRunId: z.optional(runName),
  protocolVersion: z.optional(z.string()),
  state: z.optional(z.nullable(anyJson)),
  messages: z.array(message),
  tools: z._default(z.array(agUiTool).check(z.maxLength(CLIENT_TOOLS)), []),
  context: z._default(z.array(agUiFact), []),
  forwardedProps: z.optional(z.nullable(anyJson)),
  resume: z.optional(z.array(agUiAnswer).check(z.maxLength(100))),
})));
/* @__PURE__ */ describeFields(agUiBody, {
  threadId:
    "Id of the conversation, which is that of its first thread, or of a branch; at most 105 characters",
  runId: "The same run is not run twice; 1 to 200 visible ASCII characters",
  parentRunId: "Comes back in `RUN_STARTED`",
  protocolVersion: "Of clients from 1.0 on",
  state: "The page's own state: it comes back, beside the key `thread`; the model does not read it",
  messages: "All messages of the client; an empty list asks for those of the thread",
  tools: "[Tools of the page](tools.md#client-tools), for this run",
  context: "Facts of the page, which the model reads quoted behind the instructions",
  forwardedProps:
    "`mode`: as in the query, which comes first; `model`: one that the agent offers; `busy`: what becomes of a message [while a run goes on](http-api/steps.md#inputs-while-a-run-goes-on)",
  resume: "Answers to the interrupts of the run before",
});

/** A body, checked. */
export type AgUiBody = z.infer<typeof agUiBody>;
/** A message, checked. */
export type AgUiInput = AgUiBody["messages"][number];

/** What `forwardedProps` says; nothing where it is no object. */
export function readProps(props: AgUiBody["forwardedProps"]): JsonObject {
  return props !== undefined && props !== null && isJsonObject(props) ? props : {};
}
