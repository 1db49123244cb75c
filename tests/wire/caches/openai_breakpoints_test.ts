// P10: the simulated cache of gpt-5.6 keeps the rules that OpenAI documents, on bodies made by hand.

import assert from "node:assert/strict";
import { BreakpointCache } from "./openai_breakpoints.ts";

type Json = Record<string, unknown>;

const LONG = "word ".repeat(1_000); // 1,250 tokens
const MARK = { prompt_cache_breakpoint: { mode: "explicit" } };
const message = (role: string, words: string, mark: Json = {}) => ({
  role,
  content: [{ type: role === "assistant" ? "output_text" : "input_text", text: words, ...mark }],
});
const output = (index: number) => ({
  type: "function_call_output",
  call_id: `call_${index}`,
  output: `result ${index}`,
});
const call = (index: number) => ({
  type: "function_call",
  call_id: `call_${index}`,
  name: "f",
  arguments: "{}",
});

function ask(cache: BreakpointCache, input: Json[], more: Json = {}) {
  return cache.ask({ body: { input, ...more }, headers: new Headers() });
}

Deno.test("P10: the implicit breakpoint at the newest message is written for 1.25, and found by the next request", () => {
  const cache = new BreakpointCache();
  const first = ask(cache, [message("user", LONG)]);
  assert.deepEqual([first.read, first.written], [0, first.tokens]);
  const second = ask(cache, [message("user", LONG), call(1), output(1)]);
  assert.deepEqual([second.read, second.written], [first.tokens, second.tokens - first.tokens]);
  assert.deepEqual(cache.rates, { read: 0.1, write: 1.25 });
});

Deno.test("P10: a prefix is matched at a breakpoint alone: another last message loses what stands before it", () => {
  const cache = new BreakpointCache();
  ask(cache, [message("developer", LONG), message("user", "one")]);
  assert.equal(ask(cache, [message("developer", LONG), message("user", "two")]).read, 0);
});

Deno.test("P10: an explicit breakpoint behind the instructions keeps them for another conversation", () => {
  const cache = new BreakpointCache();
  ask(cache, [message("developer", LONG, MARK), message("user", "one")]);
  const { read, tokens } = ask(cache, [message("developer", LONG, MARK), message("user", "two")]);
  assert.ok(read > 1_200 && read < tokens);
});

Deno.test("P10: under mode explicit nothing is written but at the marks", () => {
  const cache = new BreakpointCache();
  const options = { prompt_cache_options: { mode: "explicit" } };
  assert.equal(ask(cache, [message("user", LONG)], options).written, 0);
  assert.equal(ask(cache, [message("user", LONG)], options).read, 0);
  const { written, tokens } = ask(cache, [message("user", LONG, MARK), message("user", "more")], options);
  assert.ok(written > 1_200 && written < tokens);
});

Deno.test("P10: four breakpoints are written, the latest, the implicit one among them", () => {
  const marked = Array.from({ length: 5 }, (_, index) => message("user", `${index} ${LONG}`, MARK));
  for (const [index, isWritten] of [[0, false], [1, false], [2, true], [3, true], [4, true]] as const) {
    const cache = new BreakpointCache();
    ask(cache, [...marked, message("user", "end")]);
    assert.equal(
      ask(cache, [...marked.slice(0, index + 1), message("user", "other")]).read > 0,
      isWritten,
      `${index}`,
    );
  }
});

Deno.test("P10: the latest 80 breakpoints are looked up, however many blocks lie between", () => {
  for (const [count, isFound] of [[79, true], [80, false]] as const) {
    const cache = new BreakpointCache();
    const { tokens } = ask(cache, [message("user", LONG)]);
    const between = Array.from({ length: count }, (_, index) => [call(index), output(index)]).flat();
    const { read, rule } = ask(cache, [message("user", LONG), ...between]);
    assert.deepEqual([read, rule], isFound ? [tokens, undefined] : [0, "no breakpoint in reach"]);
  }
});

Deno.test("P10: where only the breakpoints of a request are looked up, the implicit one is found by the same request alone", () => {
  const cache = new BreakpointCache({ lookUp: "request" });
  const { tokens } = ask(cache, [message("user", LONG)]);
  assert.equal(ask(cache, [message("user", LONG)]).read, tokens);
  assert.equal(ask(cache, [message("user", LONG), call(1), output(1)]).read, 0);
  assert.equal(ask(cache, [message("user", LONG, MARK), call(2), output(2)]).read, tokens);
});

Deno.test("P10: below 1,024 tokens nothing is written, and another tool or instruction loses everything", () => {
  const cache = new BreakpointCache();
  assert.equal(ask(cache, [message("user", "word ".repeat(700))]).written, 0);
  const tools = (name: string) => ({ tools: [{ type: "function", name }], instructions: "Be brief." });
  const { tokens } = ask(cache, [message("user", LONG)], tools("a"));
  assert.equal(ask(cache, [message("user", LONG)], tools("a")).read, tokens);
  assert.equal(ask(cache, [message("user", LONG)], tools("b")).read, 0);
  assert.equal(ask(cache, [message("user", LONG)], { ...tools("a"), instructions: "Be long." }).read, 0);
});
