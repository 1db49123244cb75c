// P10: the simulated cache of Claude keeps the rules that Anthropic documents, on bodies made by hand.

import assert from "node:assert/strict";
import { AnthropicCache } from "./anthropic.ts";

type Json = Record<string, unknown>;

const MODEL = "claude-opus-4-8"; // 1,024 tokens at least
const LONG = "word ".repeat(1_000); // 1,250 tokens
const MARK = { cache_control: { type: "ephemeral" } };
const tool = (name: string) => ({ name, description: LONG, input_schema: { type: "object" } });
const user = (...content: unknown[]) => ({ role: "user", content });
const text = (words: string, mark: Json = {}) => ({ type: "text", text: words, ...mark });

function ask(cache: AnthropicCache, body: Json) {
  return cache.ask({ body, headers: new Headers() });
}

Deno.test("P10: a mark writes what ends with it for 1.25, and the next request reads it for 0.1", () => {
  const cache = new AnthropicCache(MODEL);
  const first = ask(cache, { messages: [user(text(LONG, MARK), text("not marked"))] });
  assert.equal(first.read, 0);
  assert.ok(first.written > 1_200 && first.written < first.tokens);
  const second = ask(cache, { messages: [user(text(LONG), text("not marked", MARK))] });
  assert.equal(second.read, first.written);
  assert.equal(second.written, second.tokens - second.read);
  assert.deepEqual(cache.rates, { read: 0.1, write: 1.25 });
});

Deno.test("P10: without marks nothing is written and nothing is read", () => {
  const cache = new AnthropicCache(MODEL);
  const body = { messages: [user(text(LONG))] };
  assert.deepEqual([ask(cache, body).written, ask(cache, body).read], [0, 0]);
});

Deno.test("P10: a text as content and a list of that text are the same block; a mark is no part of it", () => {
  const cache = new AnthropicCache(MODEL);
  const { written } = ask(cache, { messages: [user(text(LONG, MARK))] });
  const then = { messages: [{ role: "user", content: LONG }, user(text("more", MARK))] };
  assert.equal(ask(cache, then).read, written);
});

Deno.test("P10: a prefix below the model's minimum is neither written nor read", () => {
  const body = { messages: [user(text("word ".repeat(600), MARK))] }; // 750 tokens
  for (const [model, written] of [["claude-opus-4-8", false], ["claude-opus-5-5", true]] as const) {
    const cache = new AnthropicCache(model);
    assert.equal(ask(cache, body).written > 0, written, model);
    const again = ask(cache, body);
    assert.equal(again.read > 0, written, model);
    assert.equal(again.rule, written ? undefined : "minimum");
  }
});

Deno.test("P10: a mark finds what was written 19 blocks before it, and not what was written 20 before", () => {
  for (const [more, isFound] of [[19, true], [20, false]] as const) {
    const cache = new AnthropicCache(MODEL);
    const { written } = ask(cache, { messages: [user(text(LONG, MARK))] });
    const grown = Array.from(
      { length: more },
      (_, index) => text(`part ${index}`, index === more - 1 ? MARK : {}),
    );
    const { read, rule } = ask(cache, { messages: [user(text(LONG), ...grown)] });
    assert.deepEqual([read, rule], isFound ? [written, undefined] : [0, "20 blocks"]);
  }
});

Deno.test("P10: a second mark brings an older one into reach", () => {
  const cache = new AnthropicCache(MODEL);
  const { written } = ask(cache, { messages: [user(text(LONG, MARK))] });
  const grown = Array.from({ length: 30 }, (_, index) => text(`part ${index}`, index === 29 ? MARK : {}));
  assert.equal(ask(cache, { messages: [user(text(LONG, MARK), ...grown)] }).read, written);
});

Deno.test("P10: another tool loses everything, another instruction all but the tools", () => {
  const body = (tools: string[], system: string) => ({
    tools: tools.map((name, index) => ({ ...tool(name), ...(index === tools.length - 1 ? MARK : {}) })),
    system: [text(system, MARK)],
    messages: [user(text(LONG, MARK))],
  });
  const cache = new AnthropicCache(MODEL);
  ask(cache, body(["a", "b"], LONG));
  assert.equal(ask(cache, body(["c", "b"], LONG)).read, 0);
  const { read, tokens } = ask(cache, body(["a", "b"], `new ${LONG}`));
  assert.ok(read > 2_500 && read < tokens - 2_500);
});

Deno.test("P10: another tool choice, thinking or effort leaves tools and system in the cache, and not the messages", () => {
  const body = { tools: [{ ...tool("a"), ...MARK }], messages: [user(text(LONG, MARK))] };
  for (
    const changed of [
      { tool_choice: { type: "tool", name: "a" } },
      { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
      { thinking: { type: "adaptive" } },
      { output_config: { effort: "low" } },
    ]
  ) {
    const cache = new AnthropicCache(MODEL);
    const first = ask(cache, body);
    const { read, tokens, rule } = ask(cache, { ...body, ...changed });
    assert.ok(read > 1_200 && read < tokens - 1_200, JSON.stringify(changed));
    assert.equal(rule, "another tool choice or thinking");
    assert.equal(ask(cache, { ...body, tool_choice: { type: "auto" } }).read, first.tokens);
  }
});

Deno.test("P10: Bedrock's points stand behind the blocks that they mark", () => {
  const cache = new AnthropicCache("anthropic.claude-opus-4-8");
  const point = { cachePoint: { type: "default" } };
  const { written, tokens } = ask(cache, { messages: [user({ text: LONG }, point)] });
  assert.equal(written, tokens);
  assert.equal(ask(cache, { messages: [user({ text: LONG }, { text: "more" }, point)] }).read, written);
});

Deno.test("P10: a mark of the whole request stands on its last block, and more than four are refused", () => {
  const cache = new AnthropicCache(MODEL);
  const { written, tokens } = ask(cache, { ...MARK, messages: [user(text(LONG))] });
  assert.equal(written, tokens);
  const five = Array.from({ length: 5 }, () => text("x", MARK));
  assert.throws(() => ask(cache, { messages: [user(...five)] }), /5 marks/);
});
