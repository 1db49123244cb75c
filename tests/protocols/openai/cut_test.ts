// Any legal run, cut anywhere, in the real parsers: what is whole is read to its end, and what is cut is never taken for an answer.

import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
import * as fc from "fast-check";
import OpenAI from "openai";
import type { StepEvent } from "../../../src/core/event.ts";
import { openaiErrorBody } from "../../../src/http/openai_error.ts";
import { ChatWriter } from "../../../src/protocols/openai/chat.ts";
import { ResponseWriter } from "../../../src/protocols/openai/responses.ts";
import { olderClient } from "../../http/doors/openai/_clients.ts";
import { assertPublished } from "../../http/doors/openai/_door.ts";
import { assertWellFormedStream } from "../../support/invariants.ts";
import { type AnyRun, anyRun } from "./_runs.ts";

const RUNS = 60;
const SPELLED = { spell: (name: string) => name.replace(".", "_"), onlyOne: false, callable: undefined };

function chatWriter({ execution }: AnyRun): ChatWriter {
  return new ChatWriter({
    ...{ id: "chatcmpl-1", model: "agent-demo", created: 1, fingerprint: "fp_1", execution, ...SPELLED },
    ...{ includeUsage: true, traces: false, toError: openaiErrorBody },
  });
}

function responseWriter({ execution }: AnyRun): ResponseWriter {
  const repeated = {
    ...{
      instructions: null,
      metadata: {},
      model: "agent-demo",
      parallel_tool_calls: true,
      temperature: null,
    },
    ...{ tool_choice: "auto", tools: [], top_p: null },
  };
  return new ResponseWriter({ id: "resp_1", created: 1, now: () => 1, repeated, execution, ...SPELLED });
}

/**
 * The whole stream, and the part of it before a cut. A cut between a frame and its blank line is moved behind it: parsers differ
 * about a frame that is whole without one.
 */
function streamOf(
  writer: { encode(event: StepEvent): string; close(): string },
  { events }: AnyRun,
  cut: number,
): { readonly whole: string; readonly part: string } {
  const whole = events.map((event) => writer.encode(event)).join("") + writer.close();
  const at = Math.floor(whole.length * cut);
  return { whole, part: whole.slice(0, at) + (/^\n{1,2}/.exec(whole.slice(at))?.[0] ?? "") };
}

/** `fetch` of a client whose server sends this text in chunks and then ends the connection. */
function serving(text: string): typeof fetch {
  return () => {
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 97) controller.enqueue(bytes.slice(at, at + 97));
        controller.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  };
}

const OPTIONS = { apiKey: "k", baseURL: "http://treadle.test/v1", maxRetries: 0 };
const MESSAGES = [{ role: "user", content: "Hi" } as const];

/** What each client takes a chat for: a reason why it ended, or undefined for none. */
const CHAT_READERS: Readonly<Record<string, (text: string) => Promise<string | undefined>>> = {
  "openai 7": (text) => helper(new OpenAI({ ...OPTIONS, fetch: serving(text) })),
  "openai 6": (text) => helper(olderClient({ ...OPTIONS, fetch: serving(text) })),
  "@ai-sdk/openai": (text) => finishOf(createOpenAI({ ...OPTIONS, fetch: serving(text) }).chat("agent-demo")),
  "@ai-sdk/openai-compatible": (text) =>
    finishOf(createOpenAICompatible({ ...OPTIONS, name: "t", fetch: serving(text) })("agent-demo")),
};

async function helper(client: OpenAI): Promise<string | undefined> {
  const stream = client.chat.completions.stream({ model: "agent-demo", messages: MESSAGES });
  return await stream.finalChatCompletion().then(({ choices }) => choices[0]?.finish_reason, () => undefined);
}

async function finishOf(model: Parameters<typeof streamText>[0]["model"]): Promise<string | undefined> {
  const result = streamText({ model, prompt: "Hi", maxRetries: 0, onError: () => {} });
  const reason = await Promise.resolve(result.finishReason).catch(() => undefined);
  return ["stop", "length", "content-filter", "tool-calls"].find((each) => each === reason);
}

/** The same for a response. */
const RESPONSE_READERS: Readonly<Record<string, (text: string) => Promise<string | undefined>>> = {
  "openai 7": (text) => finalStatus(new OpenAI({ ...OPTIONS, fetch: serving(text) })),
  "openai 6": (text) => finalStatus(olderClient({ ...OPTIONS, fetch: serving(text) })),
  "@ai-sdk/openai": (text) => finishOf(createOpenAI({ ...OPTIONS, fetch: serving(text) })("agent-demo")),
};

async function finalStatus(client: OpenAI): Promise<string | undefined> {
  const stream = client.responses.stream({ model: "agent-demo", input: "Hi" });
  const status = await stream.finalResponse().then(({ status }) => status, () => undefined);
  return status === "completed" || status === "incomplete" ? status : undefined;
}

Deno.test("E6: a whole chat is read to its reason by every client, and a cut one has none", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), async (seed, cut) => {
      const run = anyRun(seed);
      assertWellFormedStream(run.events);
      const { whole, part } = streamOf(chatWriter(run), run, cut);
      const isEnded = /"finish_reason":"[a-z_]+".*\n\n/.test(part);
      for (const [client, read] of Object.entries(CHAT_READERS)) {
        assert.equal(await read(whole) !== undefined, run.isAnswered, `${client}, whole`);
        assert.equal(await read(part) !== undefined, isEnded, `${client}, ${part.length} of ${whole.length}`);
      }
    }),
    { numRuns: RUNS },
  );
});

Deno.test("E6: a whole response is read to its end by every client, and a cut one is in progress", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), async (seed, cut) => {
      const run = anyRun(seed);
      const { whole, part } = streamOf(responseWriter(run), run, cut);
      const isEnded = /event: response\.(?:completed|incomplete)\n.*\n\n/.test(part);
      for (const [client, read] of Object.entries(RESPONSE_READERS)) {
        assert.equal(await read(whole) !== undefined, run.isAnswered, `${client}, whole`);
        assert.equal(await read(part) !== undefined, isEnded, `${client}, ${part.length} of ${whole.length}`);
      }
    }),
    { numRuns: RUNS },
  );
});

Deno.test("E6: all that is written of any run fits the published schema", async () => {
  for (let seed = 0; seed < RUNS; seed++) {
    const run = anyRun(seed);
    const [chat, response] = [chatWriter(run), responseWriter(run)];
    const chunks = dataOf(streamOf(chat, run, 1).whole).filter((body) => !("error" in body));
    await assertPublished("openai.chat.chunk", chunks);
    await assertPublished("openai.responses.event", dataOf(streamOf(response, run, 1).whole));
    if (chat.body) await assertPublished("openai.chat.response", [chat.body]);
    if (response.body) await assertPublished("openai.responses.response", [response.body]);
    assert.equal(chat.body !== undefined, run.isAnswered);
  }
});

function dataOf(text: string): object[] {
  return text.split("\n").filter((line) => line.startsWith("data: {")).map((line) =>
    JSON.parse(line.slice(6))
  );
}

Deno.test("E6: the content of a stream is that of the body, and so are the items", () => {
  for (let seed = 0; seed < 200; seed++) {
    const run = anyRun(seed);
    const [chat, response] = [chatWriter(run), responseWriter(run)];
    const chunks = dataOf(streamOf(chat, run, 1).whole).map((chunk) => Object(chunk));
    const events = dataOf(streamOf(response, run, 1).whole).map((event) => Object(event));
    if (!run.isAnswered) continue;
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("");
    const { message } = Object(chat.body).choices[0];
    assert.equal(message.content ?? "", text);
    const done = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
    assert.deepEqual(Object(response.body).output, done);
    const types = new Map<string, number>();
    for (const { type } of events) types.set(type, (types.get(type) ?? 0) + 1);
    assert.equal(types.get("response.output_item.added") ?? 0, done.length);
  }
});
