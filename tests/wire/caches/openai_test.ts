// P10: the simulated caches of OpenAI before gpt-5.6 keep the rules that OpenAI documents, on bodies made by hand.

import assert from "node:assert/strict";
import { createOpenAICache } from "./openai.ts";

type Json = Record<string, unknown>;

const LONG = "word ".repeat(1_000); // 1,250 tokens
const chat = (messages: Json[], more: Json = {}) => ({ messages, ...more });
const system = (content: string) => ({ role: "system", content });
const user = (content: unknown) => ({ role: "user", content });
const tool = (name: string) => ({ type: "function", function: { name, description: LONG } });

function ask(cache: ReturnType<typeof createOpenAICache>, body: Json) {
  return cache.ask({ body, headers: new Headers() });
}

Deno.test("P10: the longest prefix is read in steps of 128 tokens, and writes are free", () => {
  const cache = createOpenAICache();
  const first = ask(cache, chat([system(LONG), user("a")]));
  assert.deepEqual([first.read, first.written], [0, 0]);
  const { read, written, rule } = ask(cache, chat([system(LONG), user("a"), user("b")]));
  assert.deepEqual([read, written, rule], [1_152, 0, "steps of 128"]);
});

Deno.test("P10: a prompt that differs in the middle of a message is read up to there", () => {
  const cache = createOpenAICache();
  ask(cache, chat([system(`${LONG}${LONG}one`)]));
  const { read, tokens } = ask(cache, chat([system(`${LONG}${LONG}two`)]));
  assert.ok(read > tokens - 256 && read < tokens);
});

Deno.test("P10: below 1,024 tokens nothing is read", () => {
  const cache = createOpenAICache();
  const body = chat([user("word ".repeat(700))]);
  ask(cache, body);
  assert.equal(ask(cache, body).read, 0);
});

Deno.test("P10: another tool and another order of tools lose everything, another schema all behind the tools; the choice counts for nothing", () => {
  const body = (names: string[], more: Json = {}) => chat([user(LONG)], { tools: names.map(tool), ...more });
  const cache = createOpenAICache();
  const { tokens } = ask(cache, body(["a", "b"]));
  assert.ok(ask(cache, body(["a", "b"], { tool_choice: "none" })).read > tokens - 128);
  assert.equal(ask(cache, body(["c", "b"])).read, 0);
  assert.equal(ask(cache, body(["b", "a"])).read, 0);
  const { read } = ask(cache, body(["a", "b"], { response_format: { type: "json_object" } }));
  assert.ok(read > 2_300 && read < tokens - 1_000);
});

Deno.test("P10: instructions of Responses stand before the input", () => {
  const cache = createOpenAICache();
  const body = (instructions: string) => ({
    instructions,
    input: [user([{ type: "input_text", text: LONG }])],
  });
  ask(cache, body("Be brief."));
  assert.ok(ask(cache, body("Be brief.")).read > 1_000);
  assert.equal(ask(cache, body("Be long.")).read, 0);
});
