// P9: what one answer may take of our memory and our time, however it is cut into chunks.

import assert from "node:assert/strict";
import { createOllamaProvider } from "../../../src/providers/ollama/provider.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { aRequest, ask, drain, drainFailing, textOf } from "../_support.ts";
import { cpuMsOf } from "../../support/eventually.ts";

const openai = () => createOpenAIProvider({ apiKey: "key-0123456789", baseURL: "http://server/v1" });

function answering(chunks: Iterable<string>): { fetch: typeof fetch } {
  return {
    fetch: () =>
      Promise.resolve(new Response(ReadableStream.from(chunks).pipeThrough(new TextEncoderStream()))),
  };
}

function* cut(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

const event = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
const line = (content: string, done = false) => `${JSON.stringify({ message: { content }, done })}\n`;
const LONG = "x".repeat(5 * 1024 * 1024);

for (
  const [framing, provider, before, tooLong] of [
    ["events", openai(), event("Hi."), event(LONG, "stop")],
    ["lines", createOllamaProvider(), line("Hi."), line(LONG, true)],
  ] as const
) {
  for (
    const [how, chunks] of [["one chunk", [before + tooLong]], [
      "many",
      cut(before + tooLong, 65_536),
    ]] as const
  ) {
    Deno.test(`P9: ${framing}: too much at once is model_protocol in ${how}, and what came before was told`, async () => {
      const { events, error } = await drainFailing(ask(provider, aRequest(), answering(chunks)));
      assert.equal(error.code, "model_protocol");
      assert.match(error.message, /^\S+ One (?:event|line) is longer than \d+ characters\.$/);
      assert.deepEqual(events.find(({ type }) => type === "text.delta"), {
        type: "text.delta",
        block: 0,
        text: "Hi.",
      });
    });
  }
}

// Minutes where each chunk costs what all before it do; a wide limit, since machines differ.
const CHEAP_MS = 10_000;

Deno.test("P5: ollama: a long line in very small chunks costs no more than its length", async () => {
  const text = "y".repeat(1024 * 1024);
  const ms = await cpuMsOf(async () => {
    const { result } = await drain(
      ask(createOllamaProvider(), aRequest(), answering(cut(line(text, true), 32))),
    );
    assert.equal(textOf(result), text);
  });
  assert.ok(ms < CHEAP_MS, `${ms} ms`);
});

Deno.test("P1: a great many blank lines before the answer cost no more than their number", async () => {
  function* chunks() {
    for (let count = 0; count < 100_000; count++) yield "\n";
    yield event("Hi.", "stop");
  }
  const ms = await cpuMsOf(async () => {
    const { result } = await drain(ask(openai(), aRequest(), answering(chunks())));
    assert.equal(textOf(result), "Hi.");
  });
  assert.ok(ms < CHEAP_MS, `${ms} ms`);
});
