// P3, P5: what a dialect carries as bytes and comes damaged is not kept: the next request with it would be refused.
import assert from "node:assert/strict";
import type { Block } from "../../../src/core/entry.ts";
import type { Json } from "../../../src/core/json.ts";
import type { ModelBlock } from "../../../src/core/model/provider.ts";
import { createBedrockProvider } from "../../../src/providers/bedrock/provider.ts";
import { createGeminiProvider } from "../../../src/providers/gemini/provider.ts";
import { API_KEY, encodeFrame, REGION } from "../../wire/bedrock/api.ts";
import { geminiKey } from "../../wire/gemini/api.ts";
import { lintRequest } from "../../wire/gemini/lint.ts";
import {
  aRequest,
  ask,
  bodyOf,
  drain,
  type Drained,
  drainFailing,
  fetchOf,
  fetchText,
  weatherTool,
} from "../_support.ts";

const GEMINI = "gemini-3.1-pro-preview";
const gemini = createGeminiProvider({ apiKey: geminiKey });

/** In both alphabets, with padding and without. */
const SIGNATURES = ["c2lnbmVkIGJ5/+8=", "c2lnbmVkIGJ5_-8", "c2lnbmVkIGJ5/w==", "Y2Fs"];

function signedCall(thoughtSignature: Json): Promise<Drained> {
  const part = { functionCall: { name: "get_weather", args: { city: "Paris" } }, thoughtSignature };
  const wire = {
    candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 9 },
  };
  const fetch = fetchText(`data: ${JSON.stringify(wire)}\n\n`);
  return drain(ask(gemini, aRequest({ model: GEMINI, tools: [weatherTool] }), { fetch }));
}

Deno.test("P5: gemini: a signature that one flipped bit made no base64 is dropped with a warning, all others are kept", async () => {
  let dropped = 0;
  for (const signature of SIGNATURES) {
    for (const damaged of [signature, ...flipsOf(signature)]) {
      const { result, events } = await signedCall(damaged);
      const kept = result.blocks.map(({ meta }) => meta?.data);
      assert.deepEqual(kept, [isDecodable(damaged) ? { thoughtSignature: damaged } : undefined], damaged);
      assert.deepEqual(warnings(events), isDecodable(damaged) ? [] : ["signature_dropped"], damaged);
      if (!isDecodable(damaged)) dropped++;
    }
  }
  assert.ok(dropped > 50, `${dropped} were dropped`);
});

Deno.test("P5: gemini: the request behind a dropped signature is legal", async () => {
  const { result } = await signedCall("c2ln?mVk");
  let seen: { path: string; body: ReturnType<typeof bodyOf> } | undefined;
  const capture: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input));
    seen = { path: pathname + search, body: bodyOf(String(init?.body)) };
    return Promise.resolve(new Response("{}", { status: 400 }));
  };
  const messages = [
    { role: "user" as const, text: "Paris?" },
    { role: "assistant" as const, blocks: result.blocks.map(toBlock) },
    { role: "tool" as const, callId: "c1", name: "get_weather", text: "18 °C", failed: false },
  ];
  await drainFailing(
    ask(gemini, aRequest({ model: GEMINI, tools: [weatherTool], messages }), { fetch: capture }),
  );
  assert.equal(lintRequest(seen ?? assert.fail()), undefined);
});

for (
  const [redactedContent, isKept] of [["c2VhbGVk", true], ["c2VhbA==", true], ["c2VhbA", false], [
    "c2V?bGVk",
    false,
  ]] as const
) {
  Deno.test(`P3: bedrock: redacted content ${redactedContent} is ${isKept ? "kept" : "dropped with a warning"}`, async () => {
    const events: [string, unknown][] = [
      ["contentBlockDelta", { contentBlockIndex: 0, delta: { reasoningContent: { redactedContent } } }],
      ["contentBlockStop", { contentBlockIndex: 0 }],
      ["contentBlockDelta", { contentBlockIndex: 1, delta: { text: "Hi" } }],
      ["messageStop", { stopReason: "end_turn" }],
      ["metadata", { usage: { inputTokens: 9, outputTokens: 9 } }],
    ];
    const bytes = new Uint8Array(events.flatMap(([event, data]) => [...encodeFrame(event, data)]));
    const bedrock = createBedrockProvider({ region: REGION, credentials: { apiKey: API_KEY } });
    const drained = await drain(ask(bedrock, aRequest(), { fetch: fetchOf(bytes, [64]) }));
    assert.deepEqual(drained.result.blocks.map(({ meta }) => meta?.data), [
      isKept ? { redactedContent } : undefined,
      undefined,
    ]);
    assert.deepEqual(warnings(drained.events), isKept ? [] : ["signature_dropped"]);
  });
}

/** Every text that differs by one bit of one character. */
function flipsOf(text: string): string[] {
  return [...text].flatMap((char, place) =>
    [1, 2, 4, 8, 16, 32, 64].map((bit) =>
      text.slice(0, place) + String.fromCharCode(char.charCodeAt(0) ^ bit) + text.slice(place + 1)
    )
  );
}

// As the runtime's own decoder has it, which skips white space.
function isDecodable(text: string): boolean {
  return !/\s/.test(text) && (["base64", "base64url"] as const).some((alphabet) => {
    try {
      Uint8Array.fromBase64(text, { alphabet });
      return true;
    } catch {
      return false;
    }
  });
}

function toBlock(block: ModelBlock): Block {
  return block.type === "call"
    ? { type: "call", id: "c1", name: block.name, args: block.args, meta: block.meta }
    : block;
}

function warnings(events: Drained["events"]): string[] {
  return events.flatMap((event) => event.type === "warning" ? [event.warning.code] : []);
}
