// P10: the simulated caches of Gemini and xAI keep the rules that both document, on bodies made by hand.

import assert from "node:assert/strict";
import { createGeminiCache } from "./gemini.ts";
import type { LongestPrefixCache } from "./longest_prefix.ts";
import { createXaiCache } from "./xai.ts";

type Json = Record<string, unknown>;

const LONG = "word ".repeat(1_000); // 1,250 tokens
const contents = (...texts: string[]) => ({
  contents: texts.map((text) => ({ role: "user", parts: [{ text }] })),
});
const messages = (...texts: string[]) => ({ messages: texts.map((content) => ({ role: "user", content })) });

function ask(cache: LongestPrefixCache, body: Json, conversation?: string) {
  return cache.ask({
    body,
    headers: new Headers(conversation === undefined ? {} : { "x-grok-conv-id": conversation }),
  });
}

Deno.test("P10: Gemini reads the longest prefix from 4,096 tokens, from 2,048 at 2.5", () => {
  for (const [model, isRead] of [["gemini-3.1-pro-preview", false], ["gemini-2.5-pro", true]] as const) {
    const cache = createGeminiCache(model);
    ask(cache, contents(LONG, LONG));
    const { read, rule, written } = ask(cache, contents(LONG, LONG, "more"));
    assert.equal(read > 2_400, isRead, model);
    assert.equal(rule, isRead ? undefined : "minimum");
    assert.equal(written, 0);
  }
});

Deno.test("P10: Gemini loses everything by another instruction or tool, and nothing by another mode of calling", () => {
  const body = (instruction: string, name: string, mode: string) => ({
    ...contents(LONG, LONG, LONG, LONG),
    systemInstruction: { parts: [{ text: instruction }] },
    tools: [{ functionDeclarations: [{ name }] }],
    toolConfig: { functionCallingConfig: { mode } },
  });
  const cache = createGeminiCache("gemini-3.1-pro-preview");
  const { tokens } = ask(cache, body("Be brief.", "a", "AUTO"));
  assert.equal(ask(cache, body("Be brief.", "a", "ANY")).read, tokens);
  assert.equal(ask(cache, body("Be brief.", "b", "AUTO")).read, 0);
  assert.equal(ask(cache, body("Be long.", "a", "AUTO")).read, 0);
});

Deno.test("P10: xAI reads messages that are whole and unchanged, without a minimum", () => {
  const cache = createXaiCache();
  const { tokens } = ask(cache, messages("one", "two"), "c");
  assert.equal(ask(cache, messages("one", "two", "three"), "c").read, tokens);
  const { read } = ask(cache, messages("one", "two and more"), "c");
  assert.ok(read > 0 && read < tokens);
  assert.equal(ask(cache, messages("other", "two"), "c").read, 0);
});

Deno.test("P10: xAI leads one conversation to one server, and a request without its id to any", () => {
  const cache = createXaiCache();
  ask(cache, messages(LONG), "c");
  assert.equal(ask(cache, messages(LONG), "d").read, 0);
  assert.ok(ask(cache, messages(LONG), "c").read > 0);
  const reads = [0, 1, 2, 3, 4].map(() => ask(cache, messages(LONG)).read > 0);
  assert.deepEqual(reads, [false, false, false, false, true]);
});
