// The body of POST /api/chat: what useChat of the AI SDK sends, and what its prepareSendMessagesRequest commonly makes of it.

import * as z from "zod/mini";
import { anyJson } from "../../http/schemas/any_json.ts";
import { clientTools } from "../../http/schemas/client_tools.ts";
import { conversationId } from "../../http/conversation/conversation_id.ts";
import { busyWord, modelRef } from "../../http/schemas/requests.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

/** A part of a message, of any type; what it means is read from the types that count. */
const part = z.looseObject(lazyShape(() => ({
  type: z.string(),
  text: z.optional(z.string()),
  toolCallId: z.optional(z.string()),
  toolName: z.optional(z.string()),
  state: z.optional(z.string()),
  input: z.optional(anyJson),
  output: z.optional(anyJson),
  errorText: z.optional(z.string()),
  mediaType: z.optional(z.string()),
  filename: z.optional(z.string()),
  url: z.optional(z.string()),
  approval: z.optional(z.looseObject({
    id: z.string(),
    approved: z.optional(z.boolean()),
    reason: z.optional(z.string().check(z.maxLength(2_000))),
  })),
})));

const message = z.looseObject(lazyShape(() => ({
  id: z.string(),
  role: z.enum(["system", "user", "assistant"]),
  parts: z.array(part),
  metadata: z.optional(anyJson),
})));

/** `POST /api/chat` and `POST /api/chat/:agent`. Other fields, which `body` of the transport adds, are left alone. */
export const chatBody = z.looseObject(lazyShape(() => ({
  id: conversationId,
  messages: z.optional(z.array(message)),
  message: z.optional(message),
  trigger: z.optional(z.enum(["submit-message", "regenerate-message"])),
  messageId: z.optional(z.nullable(z.string())),
  model: z.optional(modelRef),
  busy: z.optional(busyWord),
  clientTools: z.optional(clientTools),
})));
/* @__PURE__ */ describeFields(chatBody, {
  id: "Id of the chat, which is that of its thread; at most 100 characters",
  messages: "Those of the client; the last one counts, since the thread has the history",
  message: "The last message alone, in place of the list",
  trigger: "A new message, or an answer that is made again",
  messageId: "The message that is edited, answered again, or goes on",
  model: "One of the models that the agent offers, for this request",
  busy:
    "What becomes of the message [while a run goes on](http-api/steps.md#inputs-while-a-run-goes-on): `steer` by default, or as the deployment says",
  clientTools: "[Tools of the page](tools.md#client-tools), for this run",
});

/** A body, checked. */
export type ChatBody = z.infer<typeof chatBody>;
/** A message, checked. */
export type ChatMessage = z.infer<typeof message>;
