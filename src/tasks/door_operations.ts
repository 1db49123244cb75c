// The operations of doors: routes for the clients of other protocols. Nothing that is deployed imports this file.

import { agUiBody } from "../plugins/ag_ui/schema.ts";
import { chatBody } from "../plugins/chat/schema.ts";
import { chatBody as openaiChatBody } from "../plugins/openai_api/chat_schema.ts";
import { responsesBody } from "../plugins/openai_api/responses_schema.ts";
import type { Operation } from "../http/schemas/operation.ts";
import { OPERATIONS } from "../http/schemas/operations.ts";

const STEPS = OPERATIONS["POST /v1/threads/:id/steps"]?.errors ?? [];

/** The routes of the AI SDK, for the default agent and for a named one. */
function chatOperations(path: string, suffix: string): Readonly<Record<string, Operation>> {
  return {
    [`POST ${path}`]: {
      id: `chat${suffix}`,
      summary: "Send a message of useChat, or go on from an answer; the response is a UI message stream v1",
      headers: { "Idempotency-Key": "As for steps; a new message has one of its own by its id" },
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
        ...[
          "approval_decided",
          "approval_expired",
          "approval_mismatch",
          "version_unknown",
          "thread_exists",
        ] as const,
      ],
    },
    [`GET ${path}/:id/messages`]: {
      id: `readChat${suffix}`,
      summary: "The messages of the chat as it is stored, for a page that is loaded again",
      responses: { 200: ["StoredChat", "The newest messages; none of a chat that there is not"] },
      errors: ["agent_unknown", "thread_unknown"],
    },
    [`GET ${path}/:id/stream`]: {
      id: `resumeChat${suffix}`,
      summary:
        "The message that the chat works on, from its beginning; the last one, where the page has an earlier version",
      streams: "chunks",
      responses: {
        200: ["UiMessageChunk", "Its chunks, those of a running step as they come"],
        204: [null, "Nothing runs and nothing waits, and the page has the version of the thread"],
      },
      errors: ["agent_unknown", "thread_unknown"],
    },
    [`POST ${path}/:id/stop`]: {
      id: `stopChat${suffix}`,
      summary: "Cancel what the chat runs; leaving the stream does not",
      responses: { 200: ["Cancelled", "What was found"] },
      errors: ["agent_unknown", "agent_mismatch", "thread_unknown"],
    },
  };
}

/** The route of AG-UI, for the default agent or for a named one. */
function agUiOperation(id: string): Operation {
  return {
    id,
    summary: "Run the agent for a client of AG-UI; the response is the events of one run",
    body: agUiBody,
    example: {
      threadId: "c1",
      runId: "r1",
      messages: [{ id: "m1", role: "user", content: "What is the weather in Paris?" }],
      tools: [],
      context: [],
    },
    streams: "chunks",
    responses: { 200: ["AgUiEvent", "The events of one run"] },
    errors: [
      ...STEPS,
      ...["approval_expired", "approval_mismatch", "approval_edit_refused"] as const,
      ...["version_unknown", "thread_exists"] as const,
    ],
  };
}

const ACTED =
  "The run failed behind calls that must not run twice; `x-should-retry` is false, and `code` says why it failed";

/** The routes of OpenAI's API. */
const OPENAI_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /v1/chat/completions": {
    id: "createChatCompletion",
    summary: "Chat Completions of OpenAI: a model is an agent",
    headers: { "Idempotency-Key": "As for steps; the thread is kept under it" },
    body: openaiChatBody,
    example: {
      model: "agent-demo",
      messages: [{ role: "user", content: "What is the weather in Paris?" }],
    },
    openai: { events: "ChatCompletionChunk" },
    responses: {
      200: ["ChatCompletion", "The answer; with stream, its chunks"],
      424: ["OpenAIError", ACTED],
    },
    errors: STEPS,
  },
  "POST /v1/responses": {
    id: "createResponse",
    summary: "Responses of OpenAI: a model is an agent, and calls that the server has run are mcp_call items",
    headers: { "Idempotency-Key": "As for steps; the thread is kept under it" },
    body: responsesBody,
    example: { model: "agent-demo", input: "What is the weather in Paris?" },
    openai: { events: "ResponseEvent" },
    responses: {
      200: ["Response", "The response; with stream, its events"],
      424: ["OpenAIError", ACTED],
    },
    errors: [...STEPS, ...["approval_decided", "approval_expired", "approval_mismatch"] as const],
  },
  "GET /v1/responses/:response": {
    id: "readResponse",
    summary: "A response as it stands; with stream, its events from the beginning once it has ended",
    openai: { events: "ResponseEvent" },
    responses: { 200: ["Response", "The response"] },
    errors: ["thread_unknown", "thread_busy", "invalid_request"],
  },
  "DELETE /v1/responses/:response": {
    id: "removeResponse",
    summary: "Remove a response with everything of its thread",
    openai: {},
    responses: { 200: ["ResponseRemoved", "It is gone"] },
    errors: ["thread_unknown"],
  },
  "POST /v1/responses/:response/cancel": {
    id: "cancelResponse",
    summary: "Stop a response that is in progress, or withdraw what it waits for",
    openai: {},
    responses: { 200: ["Response", "The response behind the cancel"] },
    errors: ["thread_unknown"],
  },
  "GET /v1/responses/:response/input_items": {
    id: "listResponseInput",
    summary: "What a response was answered from, as items",
    openai: {},
    responses: { 200: ["ResponseItemList", "A page of items, the newest first by default"] },
    errors: ["thread_unknown", "invalid_request"],
  },
  "GET /v1/models": {
    id: "listModels",
    summary: "The agents as models of OpenAI's API",
    openai: {},
    responses: { 200: ["ModelList", "Each agent by its name, and by `agent-` and its name"] },
  },
  "GET /v1/models/:model": {
    id: "readModel",
    summary: "One agent as a model of OpenAI's API",
    openai: {},
    responses: { 200: ["Model", "The model"] },
    errors: ["agent_unknown"],
  },
};

/** As OPERATIONS. */
export const DOOR_OPERATIONS: Readonly<Record<string, Operation>> = {
  ...chatOperations("/api/chat", ""),
  ...chatOperations("/api/chat/:agent", "WithAgent"),
  "POST /agui": agUiOperation("runAgUi"),
  "POST /agui/:agent": agUiOperation("runAgUiWithAgent"),
  ...OPENAI_OPERATIONS,
  "GET /v1/threads/:id/trace.svg": {
    id: "drawThread",
    summary: "A picture of the thread: its answers, calls and waits in time, as SVG",
    page: "svg",
    responses: { 200: [null, "The picture, for light and dark pages"] },
    errors: ["thread_unknown"],
  },
};
