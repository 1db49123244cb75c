// P1, P6: whatever the manner of a server and wherever its bytes are cut, the message is the one that was told; told in
// pieces and whole it is the same.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ModelResult } from "../../../../src/core/model/provider.ts";
import { createOpenAIProvider } from "../../../../src/providers/openai/provider.ts";
import { toAnswer } from "../../../wire/openai/answer.ts";
import { toChunks, toCompletion } from "../../../wire/openai/chat/wire.ts";
import {
  anyParts,
  cutsOf,
  MANNERS,
  type Part,
  toChatBody,
  toChatChunks,
} from "../../../wire/openai/manners.ts";
import { TOOL_NAMES, wholeParts } from "../../../wire/openai/manners.ts";
import type { ParsedRequest, Reply } from "../../../wire/openai/reply.ts";
import { draftResponse, toEvents, toResponse } from "../../../wire/openai/responses/wire.ts";
import { toServerSentEvent } from "../../../wire/openai/stream.ts";
import { aRequest, ask, drain, drainFailing, fetchOf } from "../../../providers/_support.ts";
import { asSent } from "../../../support/as_sent.ts";
import { livesOf } from "../../../support/lives.ts";

const tools = TOOL_NAMES.map((name) => ({ name, description: "", parameters: { type: "object" } }));
const encoder = new TextEncoder();

const someCuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const someSizes = fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 3, maxLength: 20 });
const newline = fc.constantFrom("\n", "\r\n", "\r");
const interlude = fc.constantFrom("", ": keep-alive\n\n", ": OPENROUTER PROCESSING\n\n", "\n\n");

for (const [name, manner] of Object.entries(MANNERS)) {
  Deno.test(`P6: calls and texts come back, told in the manner: ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ parts: anyParts, cuts: someCuts, sizes: someSizes, newline, interlude }),
        async ({ parts, cuts, sizes, newline, interlude }) => {
          const chunks = toChatChunks(parts, manner, cutsOf(cuts));
          const bytes = framed(
            [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"],
            newline,
            interlude,
          );
          const result = await read(bytes, sizes);
          assert.deepEqual(partsOf(result), parts.map(canonical));
          assert.equal(result.finish, parts.some(({ type }) => type === "call") ? "calls" : "stop");
          assert.deepEqual(asSent(result.usage), { inputTokens: 10, outputTokens: 5 });
        },
      ),
      { numRuns: livesOf(8) },
    );
  });
}

Deno.test("P6: chat: an answer in pieces and the same answer whole are one message", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        parts: wholeParts,
        cuts: someCuts,
        sizes: someSizes,
        manner: fc.constantFrom(...Object.values(MANNERS)),
      }),
      async ({ parts, cuts, sizes, manner }) => {
        const chunks = toChatChunks(parts, manner, cutsOf(cuts)).map((chunk) => JSON.stringify(chunk));
        const streamed = await read(framed([...chunks, "[DONE]"], "\n", ""), sizes);
        const whole = await read(
          encoder.encode(JSON.stringify(toChatBody(parts))),
          sizes,
          "application/json",
        );
        assert.deepEqual(withoutIds(streamed), withoutIds(whole));
      },
    ),
    { numRuns: livesOf(20) },
  );
});

for (const dialect of ["chat", "responses"] as const) {
  Deno.test(`P1: ${dialect}: what OpenAI streams and what it says whole are one message`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ parts: wholeParts, cuts: someCuts, sizes: someSizes }),
        async ({ parts, cuts, sizes }) => {
          const answer = toAnswer(toReply(parts, cuts), requestOf(dialect), false);
          const draft = draftResponse(answer, requestOf(dialect));
          const frames = dialect === "chat"
            ? toChunks(answer, requestOf(dialect), false)
            : toEvents(draft, requestOf(dialect));
          const body = dialect === "chat"
            ? toCompletion(answer, requestOf(dialect), false)
            : toResponse(draft);
          const streamed = await read(
            encoder.encode(frames.map(toServerSentEvent).join("")),
            sizes,
            "text/event-stream",
            dialect,
          );
          const whole = await read(encoder.encode(JSON.stringify(body)), sizes, "application/json", dialect);
          assert.deepEqual(withoutIds(streamed), withoutIds(whole));
        },
      ),
      { numRuns: livesOf(10) },
    );
  });
}

const LARGE: Readonly<Record<string, readonly unknown[]>> = {
  "arguments of more than 256 KiB in many pieces": [
    toolCall({ index: 0, id: "x", function: { name: "find", arguments: '{"p":"' } }),
    ...Array.from({ length: 33 }, () => toolCall({ index: 0, function: { arguments: "x".repeat(8192) } })),
  ],
  "more than 256 KiB of blanks in place of arguments": [
    toolCall({ index: 0, id: "x", function: { name: "find", arguments: "" } }),
    ...Array.from({ length: 33 }, () => toolCall({ index: 0, function: { arguments: " ".repeat(8192) } })),
  ],
  "a name that grows and grows": [
    ...Array.from({ length: 33 }, () => toolCall({ index: 0, function: { name: "x".repeat(8192) } })),
  ],
  "65 calls": Array.from(
    { length: 65 },
    (_, index) => toolCall({ index, id: `c${index}`, function: { name: "find", arguments: "{}" } }),
  ),
  "65 calls of which nothing but the name is told": Array.from(
    { length: 65 },
    (_, index) => toolCall({ index, id: `c${index}`, function: { name: "find" } }),
  ),
  "an event of more than 4 MiB": [{
    choices: [{ index: 0, delta: { content: "x".repeat(5 * 1024 * 1024) } }],
  }],
  "an index beyond 1024": [toolCall({ index: 1025, id: "x", function: { name: "find", arguments: "{}" } })],
};
for (const [name, chunks] of Object.entries(LARGE)) {
  Deno.test(`P6: ${name}: model_protocol`, async () => {
    const bytes = framed([...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"], "\n", "");
    const { error } = await drainFailing(
      ask(provider("chat"), aRequest({ tools }), { fetch: fetchOf(bytes, [65_536]) }),
    );
    assert.equal(error.code, "model_protocol");
  });
}

function toolCall(call: unknown) {
  return { choices: [{ index: 0, delta: { tool_calls: [call] } }] };
}

function framed(events: readonly string[], newline: string, interlude: string): Uint8Array<ArrayBuffer> {
  const text = events.map((data) => `${interlude}data: ${data}\n\n`).join("");
  return encoder.encode(text.replaceAll("\n", newline));
}

function provider(api: "chat" | "responses") {
  return createOpenAIProvider({ apiKey: "sk-test", api, baseURL: "http://compatible.test/v1" });
}

async function read(
  bytes: Uint8Array<ArrayBuffer>,
  sizes: number[],
  type = "text/event-stream",
  api: "chat" | "responses" = "chat",
): Promise<ModelResult> {
  const { result } = await drain(
    ask(provider(api), aRequest({ model: "m", tools }), { fetch: fetchOf(bytes, sizes, type) }),
  );
  return result;
}

function partsOf({ blocks }: ModelResult): Part[] {
  return blocks.map((block) =>
    block.type === "call"
      ? canonical({ type: "call", name: block.name, args: block.args })
      : { type: block.type, text: block.text }
  );
}

/** Arguments may be told as an object: then their spaces are nobody's. */
function canonical(part: Part): Part {
  return part.type === "call" ? { ...part, args: JSON.stringify(JSON.parse(part.args)) } : part;
}

function withoutIds({ blocks, responseId: _id, ...rest }: ModelResult) {
  return {
    ...rest,
    blocks: blocks.map((block) =>
      block.type === "call"
        ? canonical({ type: "call", name: block.name, args: block.args })
        : { type: block.type, text: block.text }
    ),
  };
}

function toReply(parts: readonly Part[], chunks: number[]): Reply {
  const textOf = (type: Part["type"]) =>
    parts.flatMap((part) => part.type === type && part.type !== "call" ? [part.text] : []).join("");
  const calls = parts.flatMap((part) =>
    part.type === "call" ? [{ name: part.name, arguments: part.args }] : []
  );
  const text = textOf("text");
  return { ...(text !== "" && { text }), reasoning: textOf("reasoning"), calls, chunks };
}

function requestOf(dialect: string): ParsedRequest {
  const body = { stream: true, stream_options: { include_usage: true } };
  const parsed = {
    dialect,
    model: "m",
    stream: true,
    tools: [...TOOL_NAMES],
    history: [],
    reasons: true,
    turn: 0,
  };
  return { ...parsed, choice: { kind: "auto" }, parallel: true, body };
}
