// Chat Completions and Responses, and the clients that read their streams.

import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
import OpenAI from "openai";
import { openaiErrorBody } from "../../../../src/plugins/openai_api/error.ts";
import { ChatWriter } from "../../../../src/plugins/openai_api/encoders/chat.ts";
import { ResponseWriter } from "../../../../src/plugins/openai_api/encoders/responses.ts";
import { olderClient } from "../../plugins/openai_api/_clients.ts";
import type { AnyRun } from "../../../support/events/any_run.ts";
import { saidBy } from "./_said.ts";
import { messageOf, type Reading, type StreamClient, type StreamProtocol } from "./_stream.ts";

const SPELLED = { spell: (name: string) => name.replace(".", "_"), onlyOne: false, callable: undefined };
const OPTIONS = { apiKey: "k", baseURL: "http://treadle.test/v1", maxRetries: 0, logLevel: "off" } as const;
const MESSAGES = [{ role: "user", content: "Hi" } as const];

/** The writer of a run as Chat Completions. */
export function openChat({ execution }: AnyRun): ChatWriter {
  return new ChatWriter({
    id: "chatcmpl-1",
    model: "agent-demo",
    created: 1,
    fingerprint: "fp_1",
    execution,
    ...SPELLED,
    includeUsage: true,
    traces: false,
    toError: openaiErrorBody,
  });
}

/** The writer of a run as a Response. */
export function openResponse({ execution }: AnyRun): ResponseWriter {
  const repeated = {
    instructions: null,
    metadata: {},
    model: "agent-demo",
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: "auto",
    tools: [],
    top_p: null,
  };
  return new ResponseWriter({ id: "resp_1", created: 1, now: () => 1, repeated, execution, ...SPELLED });
}

/**
 * Finished is a choice with a `finish_reason`. The helpers of the openai package reject without one; its plain iteration and the AI SDK
 * end in silence, with no reason. The chunk of the reason comes behind everything else of the answer, so only the usage may be missing
 * in a stream that was cut behind it.
 */
export const openaiChat: StreamProtocol = {
  name: "Chat Completions",
  heartbeat: ": heartbeat\n\n",
  open: openChat,
  last: /data: \{[^\n]*"finish_reason":"[a-z_]+"[^\n]*/,
  check: checkChat,
  clients: [
    ...openaiClients((client) => ({ helper: chatHelper(client), iteration: chatIteration(client) }), true),
    aiSdk("@ai-sdk/openai chat", (fetch) => createOpenAI({ ...OPTIONS, fetch }).chat("agent-demo")),
    aiSdk(
      "@ai-sdk/openai-compatible",
      (fetch) => createOpenAICompatible({ ...OPTIONS, name: "t", fetch })("agent-demo"),
    ),
  ],
};

/** Finished is a response that is completed or incomplete: the helper gives a response that was cut as one in progress. */
export const openaiResponses: StreamProtocol = {
  name: "Responses",
  heartbeat: ": heartbeat\n\n",
  open: openResponse,
  last: /event: response\.(?:completed|incomplete)\n[^\n]*/,
  check: checkResponse,
  clients: [
    ...openaiClients(
      (client) => ({ helper: responseHelper(client), iteration: responseIteration(client) }),
      false,
    ),
    aiSdk("@ai-sdk/openai responses", (fetch) => createOpenAI({ ...OPTIONS, fetch })("agent-demo")),
  ],
};

type Read = () => Promise<Reading>;

function openaiClients(
  of: (client: OpenAI) => { helper: Read; iteration: Read },
  reportsCut: boolean,
): StreamClient[] {
  const majors = [
    ["openai 7", (fetch: typeof globalThis.fetch) => new OpenAI({ ...OPTIONS, fetch })],
    ["openai 6", (fetch: typeof globalThis.fetch) => olderClient({ ...OPTIONS, fetch })],
  ] as const;
  return majors.flatMap(([major, create]): StreamClient[] => [
    { name: `${major}, stream helper`, reportsCut, read: (fetch) => of(create(fetch)).helper() },
    { name: `${major}, iteration`, reportsCut: false, read: (fetch) => of(create(fetch)).iteration() },
  ]);
}

const NOTHING: Reading = { finish: undefined, error: undefined, text: "", calls: [] };

function chatHelper(client: OpenAI): Read {
  return async () => {
    const stream = client.chat.completions.stream({ model: "agent-demo", messages: MESSAGES });
    try {
      const { choices: [choice] } = await stream.finalChatCompletion();
      return {
        ...NOTHING,
        finish: choice?.finish_reason,
        text: choice?.message.content ?? "",
        calls: (choice?.message.tool_calls ?? []).flatMap((call) =>
          call.type === "function" ? [`${call.id} ${call.function.arguments}`] : []
        ),
      };
    } catch (thrown) {
      return { ...NOTHING, error: messageOf(thrown) };
    }
  };
}

function chatIteration(client: OpenAI): Read {
  return async () => {
    const params = { model: "agent-demo", messages: MESSAGES, stream: true } as const;
    let [text, finish] = ["", undefined as string | undefined];
    const calls: string[] = [];
    try {
      for await (const { choices: [choice] } of await client.chat.completions.create(params)) {
        text += choice?.delta.content ?? "";
        finish = choice?.finish_reason ?? finish;
        for (const call of choice?.delta.tool_calls ?? []) {
          calls.push(`${call.id} ${call.function?.arguments}`);
        }
      }
    } catch (thrown) {
      return { finish, error: messageOf(thrown), text, calls };
    }
    return { finish, error: undefined, text, calls };
  };
}

function responseHelper(client: OpenAI): Read {
  return async () => {
    const stream = client.responses.stream({ model: "agent-demo", input: "Hi" });
    try {
      const response = await stream.finalResponse();
      const isFinished = response.status === "completed" || response.status === "incomplete";
      const calls = response.output.flatMap((item) =>
        item.type === "function_call" ? [`${item.call_id} ${item.arguments}`] : []
      );
      return {
        finish: isFinished ? response.status : undefined,
        error: response.error?.message,
        text: response.output_text,
        calls,
      };
    } catch (thrown) {
      return { ...NOTHING, error: messageOf(thrown) };
    }
  };
}

function responseIteration(client: OpenAI): Read {
  return async () => {
    let [text, finish, error] = ["", undefined as string | undefined, undefined as string | undefined];
    const calls: string[] = [];
    try {
      for await (
        const event of await client.responses.create({ model: "agent-demo", input: "Hi", stream: true })
      ) {
        if (event.type === "response.output_text.delta") text += event.delta;
        if (event.type === "response.output_item.done" && event.item.type === "function_call") {
          calls.push(`${event.item.call_id} ${event.item.arguments}`);
        }
        if (event.type === "response.completed" || event.type === "response.incomplete") {
          finish = event.response.status;
        }
        if (event.type === "response.failed") error = event.response.error?.message;
      }
    } catch (thrown) {
      return { finish, error: messageOf(thrown), text, calls };
    }
    return { finish, error, text, calls };
  };
}

type Model = Parameters<typeof streamText>[0]["model"];

const REASONS = ["stop", "length", "content-filter", "tool-calls"];

function aiSdk(name: string, open: (fetch: typeof globalThis.fetch) => Model): StreamClient {
  return {
    name,
    reportsCut: false,
    async read(fetch) {
      let [text, finish, error] = ["", undefined as string | undefined, undefined as string | undefined];
      const calls: string[] = [];
      const onError = ({ error: thrown }: { error: unknown }) => void (error ??= messageOf(thrown));
      const { fullStream } = streamText({ model: open(fetch), prompt: "Hi", maxRetries: 0, onError });
      try {
        for await (const part of fullStream) {
          if (part.type === "text-delta") text += part.text;
          if (part.type === "tool-call" && !part.providerExecuted) calls.push(part.toolCallId);
          if (part.type === "error") error ??= messageOf(part.error);
          if (part.type === "finish") finish = REASONS.find((each) => each === part.finishReason);
        }
      } catch (thrown) {
        error ??= messageOf(thrown);
      }
      return { finish, error, text, calls };
    },
  };
}

// What is to be read
// -----------------------------------------------------------------------------------------------------------------

function checkChat({ finish, error, text, calls }: Reading, run: AnyRun): void {
  const writer = openChat(run);
  for (const event of run.events) writer.encode(event);
  assert.equal(error === undefined, writer.body !== undefined, error ?? "no error");
  if (writer.body === undefined) return;
  const { message, finish_reason: reason } = Object(writer.body).choices[0];
  assert.equal(finish?.replace("-", "_"), reason);
  assert.equal(text, message.content ?? "");
  checkCalls(calls, message.tool_calls?.map((call: { id: string }) => call.id) ?? [], run);
  checkText(text, run, "\n\n");
}

function checkResponse({ finish, error, text, calls }: Reading, run: AnyRun): void {
  const writer = openResponse(run);
  for (const event of run.events) writer.encode(event);
  assert.equal(error === undefined, writer.body !== undefined, error ?? "no error");
  if (writer.body === undefined) return;
  const { status, output } = Object(writer.body);
  const normal = status === "incomplete"
    ? ["incomplete", "length", "content-filter"]
    : ["completed", "stop", "tool-calls"];
  assert.ok(normal.includes(finish ?? ""), `${finish} for ${status}`);
  const items: { type: string; content: { text: string }[]; call_id: string }[] = output;
  const texts = items.flatMap((item) => item.type === "message" ? item.content.map(({ text }) => text) : []);
  assert.equal(text, texts.join(""));
  checkCalls(calls, items.flatMap((item) => item.type === "function_call" ? [item.call_id] : []), run);
  checkText(text, run, "");
}

/** The calls for the caller are those of the body, and the body has exactly those that the events leave to the caller. */
function checkCalls(
  calls: readonly string[],
  written: readonly string[],
  { events, execution }: AnyRun,
): void {
  assert.deepEqual(calls.map((call) => call.split(" ")[0]), written);
  const waits = events.some((event) => event.type === "step.finished" && event.status === "waiting");
  const left = saidBy(events).calls.filter(({ state, isKept }) =>
    isKept && (state === "client" || execution === "predict" && ["planned", "approval"].includes(state))
  );
  assert.deepEqual(written, waits ? left.map(({ id }) => id) : []);
}

/** In a run whose text is shown as it comes, the text is that of every answer, with this between two of them. */
function checkText(text: string, { events, execution }: AnyRun, joint: string): void {
  if (execution !== "loop" && execution !== "predict") return;
  const said = saidBy(events).answers.filter((each) => each !== "").join(joint);
  assert.ok(text.startsWith(said), `${JSON.stringify(text)} does not begin with ${JSON.stringify(said)}`);
}
