// P1: recorded traffic parses to what an independent client made of it, wherever the bytes are cut.
import assert from "node:assert/strict";
import fc from "fast-check";
import { AgentError } from "../../src/core/error.ts";
import type { ModelResult } from "../../src/core/provider.ts";
import { createOpenAIProvider, decodeChat, decodeResponse } from "../../src/providers/openai.ts";
import { needsShared, sharedPath } from "../support/requires.ts";
import { aRequest, ask, callsOf, drain, drainFailing, fetchOf, reasoningOf, textOf } from "./_support.ts";

interface Expected {
  readonly file: string;
  readonly text: string | { len: number; head: string; tail: string };
  readonly reasoningLen: number;
  readonly calls: { id: string; name: string; args: string; server?: boolean }[];
  readonly finish?: { unified: string; raw?: string };
  readonly usage?: { in?: number; cacheRead?: number; cacheWrite?: number; out?: number; reasoning?: number };
  readonly errs: string[];
}

const encoder = new TextEncoder();

needsShared(
  "P1: recorded streams parse to the oracle's values at chunk sizes 1, 3, 37 and whole",
  "fixtures",
  async (test) => {
    for (const expected of streams()) {
      await test.step(expected.file, async () => {
        for (const newline of ["\n", "\r\n"]) {
          const bytes = frame(expected.file, newline);
          for (const size of [1, 3, 37, bytes.length]) await check(expected, bytes, [size]);
        }
      });
    }
  },
);

needsShared("P1: recorded streams parse the same at random chunk boundaries", "fixtures", async () => {
  for (const expected of streams()) {
    const bytes = frame(expected.file, "\r\n");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 40 }),
        async (sizes) => {
          await check(expected, bytes, sizes);
        },
      ),
      { numRuns: 15 },
    );
  }
});

needsShared("P1: recorded whole bodies parse to the oracle's values", "fixtures", async (test) => {
  for (const expected of all().filter(({ file }) => file.endsWith(".json"))) {
    await test.step(expected.file, () => {
      const body = JSON.parse(Deno.readTextFileSync(sharedPath("fixtures", expected.file)));
      const decode = dialectOf(expected.file) === "chat" ? decodeChat : decodeResponse;
      if (expected.errs.length > 0) {
        assert.throws(() => decode(body), (error) => isExpectedError(error, expected));
      } else compare(decode(body), expected);
    });
  }
});

needsShared("P1: a streamed response and its own final body give the same result", "fixtures", async () => {
  const files = streams().map(({ file }) => file).filter((file) => dialectOf(file) === "responses")
    .filter((file) => !/error|openai-phase/.test(file)); // the deltas of openai-phase were trimmed by hand
  for (const file of files) {
    const last = lines(file).at(-1) ?? "";
    const { result } = await drain(
      ask(provider("responses"), aRequest(), { fetch: fetchOf(frame(file, "\n"), [37]) }),
    );
    const { requestId: _, ...streamed } = result;
    const whole = decodeResponse(JSON.parse(last).response);
    assert.deepEqual(withoutOpaque(streamed), withoutOpaque(whole), file);
  }
});

needsShared("P1: a message phase is kept with its block", "fixtures", async () => {
  const file = "openai-responses/openai-phase.1.chunks.txt";
  const { result } = await drain(
    ask(provider("responses"), aRequest(), { fetch: fetchOf(frame(file, "\n"), [37]) }),
  );
  assert.deepEqual(result.blocks.map((block) => block.meta?.data), [
    { type: "message", phase: "commentary" },
    { type: "message", phase: "final_answer" },
  ]);
});

async function check(expected: Expected, bytes: Uint8Array<ArrayBuffer>, sizes: number[]): Promise<void> {
  const stream = ask(provider(dialectOf(expected.file)), aRequest(), { fetch: fetchOf(bytes, sizes) });
  if (expected.errs.length > 0) {
    const { error } = await drainFailing(stream);
    assert.ok(isExpectedError(error, expected), error.message);
    return;
  }
  compare((await drain(stream)).result, expected);
}

function compare(result: ModelResult, expected: Expected): void {
  const text = textOf(result);
  if (typeof expected.text === "string") assert.equal(text, expected.text);
  else {
    assert.equal(text.length, expected.text.len);
    assert.ok(text.startsWith(expected.text.head) && text.endsWith(expected.text.tail));
  }
  assert.equal(reasoningOf(result).length, expected.reasoningLen);
  const ours = expected.calls.filter((call) => !call.server).map(({ id, name, args }) => ({
    name,
    args,
    id,
  }));
  assert.deepEqual(callsOf(result), ours);
  assert.equal(result.finish, expected.finish?.unified === "tool-calls" ? "calls" : expected.finish?.unified);
  const { usage } = result;
  const { usage: oracle = {} } = expected;
  assert.deepEqual([usage.inputTokens, usage.outputTokens], [oracle.in, oracle.out]);
  // The oracle says 0 where a provider reports nothing.
  assert.equal(usage.cachedTokens ?? 0, oracle.cacheRead ?? 0);
  assert.equal(usage.cacheWriteTokens ?? 0, oracle.cacheWrite ?? 0);
  assert.equal(usage.reasoningTokens ?? 0, oracle.reasoning ?? 0);
}

function isExpectedError(error: unknown, { errs }: Expected): boolean {
  assert.ok(error instanceof AgentError);
  const text = (errs[0] ?? "").replace(/^THROW /, "");
  assert.ok(error.message.includes(text), error.message);
  if (/quota/.test(text)) assert.deepEqual([error.code, error.retryable], ["model_quota", false]);
  return true;
}

function withoutOpaque(result: ModelResult) {
  return { ...result, blocks: result.blocks.map(({ meta: _, ...block }) => block) };
}

function provider(api: "chat" | "responses") {
  return createOpenAIProvider({ apiKey: "sk-test", api, baseURL: "http://compatible.test/v1" });
}

function all(): Expected[] {
  const list: Expected[] = JSON.parse(Deno.readTextFileSync(sharedPath("fixtures", "expected.json")));
  return list.filter(({ file }) =>
    /^(?:openai-|mistral\/)/.test(file) || file === "lmstudio/lmstudio-basic.1.chunks.txt"
  );
}

function streams(): Expected[] {
  return all().filter(({ file }) => file.endsWith(".chunks.txt"));
}

function dialectOf(file: string): "chat" | "responses" {
  return /^(?:openai-responses|lmstudio)\//.test(file) ? "responses" : "chat";
}

function lines(file: string): string[] {
  return Deno.readTextFileSync(sharedPath("fixtures", file)).split("\n").filter((line) => line.trim() !== "");
}

function frame(file: string, newline: string): Uint8Array<ArrayBuffer> {
  const events = lines(file).map((line) => {
    const event = dialectOf(file) === "responses" ? `event: ${JSON.parse(line).type}${newline}` : "";
    return `${event}data: ${line}${newline}${newline}`;
  });
  const end = dialectOf(file) === "chat" ? `data: [DONE]${newline}${newline}` : "";
  return encoder.encode(events.join("") + end);
}
