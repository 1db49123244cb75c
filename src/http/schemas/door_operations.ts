// The operations of doors: routes for the clients of other protocols. Nothing that is deployed imports this file.

import { chatBody } from "../doors/chat/schema.ts";
import { type Operation, OPERATIONS } from "./operations.ts";

const STEPS = OPERATIONS["POST /v1/threads/:id/steps"]?.errors ?? [];

/** The routes of the AI SDK, for the default agent and for a named one. */
function chatOperations(path: string, suffix: string): Readonly<Record<string, Operation>> {
  return {
    [`POST ${path}`]: {
      id: `chat${suffix}`,
      summary: "Send a message of useChat, or go on from an answer; the response is a UI message stream v1",
      headers: ["Idempotency-Key"],
      body: chatBody,
      example: {
        id: "c1",
        messages: [{
          id: "m1",
          role: "user",
          parts: [{ type: "text", text: "What is the weather in Paris?" }],
        }],
        trigger: "submit-message",
      },
      streams: "chunks",
      responses: { 200: ["UiMessageChunk", "The chunks of one assistant message"] },
      errors: [
        ...STEPS,
        ...["approval_expired", "approval_mismatch", "version_unknown", "thread_exists"] as const,
      ],
    },
    [`GET ${path}/:id/stream`]: {
      id: `resumeChat${suffix}`,
      summary: "The message that the chat works on, from its beginning",
      streams: "chunks",
      responses: {
        200: ["UiMessageChunk", "Its chunks, those of a running step as they come"],
        204: [null, "Nothing runs and nothing waits"],
      },
      errors: ["agent_unknown", "thread_unknown"],
    },
    [`POST ${path}/:id/stop`]: {
      id: `stopChat${suffix}`,
      summary: "Cancel what the chat runs; leaving the stream does not",
      responses: { 200: ["Cancelled", "What was found"] },
      errors: ["thread_unknown"],
    },
  };
}

/** As OPERATIONS. */
export const DOOR_OPERATIONS: Readonly<Record<string, Operation>> = {
  ...chatOperations("/api/chat", ""),
  ...chatOperations("/api/chat/:agent", "WithAgent"),
};
