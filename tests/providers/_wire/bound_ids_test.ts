// Thinking of Claude is bound to all that stands before it: to the ids of calls, and to texts that no API takes back.
import assert from "node:assert/strict";
import type { Block } from "../../../src/core/entry.ts";
import type { Message, ModelBlock } from "../../../src/core/model/provider.ts";
import { createAnthropicProvider } from "../../../src/providers/anthropic/provider.ts";
import { createBedrockProvider } from "../../../src/providers/bedrock/provider.ts";
import { isRecord } from "../../wire/openai/reply.ts";
import { aRequest, ask, bodyOf, drain, fetchText, weatherTool } from "../_support.ts";

const ANTHROPIC = "claude-opus-5-5";
const BEDROCK = "us.anthropic.claude-opus-5-5";
const anthropic = createAnthropicProvider({ apiKey: "k", baseURL: "http://claude.test" });
const bedrock = createBedrockProvider({
  region: "eu-west-1",
  credentials: { apiKey: "k" },
  baseURL: "http://bedrock.test",
});

const thought = (text: string) => ({ type: "thinking", thinking: text, signature: `of ${text}` });
const call = (id: string) => ({ type: "tool_use", id, name: "get_weather", input: { city: id } });

/** What goes back of an answer with these blocks, with results of its calls. */
async function back(content: readonly object[]): Promise<unknown[]> {
  const body = JSON.stringify({
    type: "message",
    role: "assistant",
    content,
    stop_reason: "tool_use",
    usage: { input_tokens: 1, output_tokens: 1 },
  });
  const asked = aRequest({ model: ANTHROPIC, tools: [weatherTool] });
  const headers = { "content-type": "application/json" };
  const { result } = await drain(ask(anthropic, asked, { fetch: fetchText(body, { headers }) }));
  const { messages } = bodyOf(await anthropic.body({ ...asked, messages: conversation(result.blocks) }));
  return Array.isArray(messages) ? messages : [];
}

function conversation(answered: readonly ModelBlock[]): Message[] {
  const blocks = answered.map((block, index): Block =>
    block.type === "call"
      ? { type: "call", id: `call_${index}`, name: block.name, args: block.args, meta: block.meta }
      : block
  );
  const results = blocks.flatMap((block): Message[] =>
    block.type === "call"
      ? [{ role: "tool", callId: block.id, name: block.name, text: "21", failed: false }]
      : []
  );
  return [{ role: "user", text: "Weather?" }, { role: "assistant", blocks }, ...results];
}

function ids(messages: readonly unknown[]): string[] {
  return [...JSON.stringify(messages).matchAll(/"(?:id|tool_use_id|toolUseId)":"([^"]+)"/g)].map((
    [, id = ""],
  ) => id);
}

Deno.test("P2: a call that thinking stands behind goes back with the vendor's own id, and so does its result", async () => {
  const messages = await back([thought("a"), call("toolu_1"), thought("b"), call("toolu_2")]);
  assert.deepEqual(ids(messages), ["toolu_1", "call_3", "toolu_1", "call_3"]);
});

Deno.test("P2: calls behind all thinking have Treadle's ids", async () => {
  const messages = await back([thought("a"), call("toolu_1"), call("toolu_2")]);
  assert.deepEqual(ids(messages), ["call_1", "call_2", "call_1", "call_2"]);
});

Deno.test("P2: thinking behind a text of blanks does not go back, for it is bound to the text", async () => {
  const messages = await back([thought("a"), { type: "text", text: "\n\n" }, thought("b"), call("toolu_1")]);
  const [, answer] = messages;
  assert.ok(isRecord(answer) && Array.isArray(answer.content));
  assert.deepEqual(answer.content.map((block) => block.type), ["thinking", "tool_use"]);
});

Deno.test("P3: Claude at Bedrock gets its own ids back, as at Anthropic", async () => {
  const meta = (data: { signature: string } | { id: string }) => ({
    provider: "bedrock",
    model: BEDROCK,
    data,
  });
  const blocks: ModelBlock[] = [
    { type: "reasoning", text: "a", meta: meta({ signature: "of a" }) },
    { type: "call", name: "get_weather", args: "{}", meta: meta({ id: "tooluse_1" }) },
    { type: "text", text: " " },
    { type: "reasoning", text: "b", meta: meta({ signature: "of b" }) },
    { type: "call", name: "get_weather", args: "{}" },
  ];
  const messages = conversation(blocks);
  const body = bodyOf(await bedrock.body(aRequest({ model: BEDROCK, tools: [weatherTool], messages })));
  assert.ok(Array.isArray(body.messages));
  assert.deepEqual(ids(body.messages), ["tooluse_1", "call_4", "tooluse_1", "call_4"]);
  assert.doesNotMatch(JSON.stringify(body.messages), /of b/);
});
