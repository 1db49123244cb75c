// Messages, arguments and outputs: in no span by default; switched on, in the forms of the conventions and bounded.

import assert from "node:assert/strict";
import { assertConventional } from "../../support/otlp/conventions.ts";
import { registerSdk } from "../../support/otlp/sdk.ts";
import { deploy, looksOnce, wireCase } from "../../telemetry/_deployment.ts";

const openai = wireCase("openai chat");
const CONTENT = { TREADLE_TRACE_CONTENT: "1" };

Deno.test("E16: by default no span has a word of the user, the model, the instructions, the arguments or the output", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: looksOnce });
  await deploy(openai, server, { agent: { instructions: "Guide them kindly." } }).run();
  const { spans, histograms } = await sdk.flush();
  const text = JSON.stringify(
    [spans, histograms],
    (_key, value) => typeof value === "bigint" ? `${value}` : value,
  );
  for (const word of ["What is in", "by the sea", "kindly", '"place', "old town"]) {
    assert.ok(!text.includes(word), word);
  }
});

Deno.test("E16: with TREADLE_TRACE_CONTENT chats have messages and instructions, tools arguments and results", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: looksOnce });
  const result = await deploy(openai, server, { env: CONTENT }).run();
  const { spans } = await sdk.flush();
  assertConventional(spans);
  const [, chat, tool, last] = spans.map(({ attributes }) => attributes);
  const read = (value: unknown) => JSON.parse(String(value));
  const [call] = result.calls;
  assert.deepEqual(read(chat?.["gen_ai.system_instructions"]), [{ type: "text", content: "Guide." }]);
  const question = { role: "user", parts: [{ type: "text", content: "What is in Oslo?" }] };
  assert.deepEqual(read(chat?.["gen_ai.input.messages"]), [question]);
  const [answer] = read(chat?.["gen_ai.output.messages"]);
  assert.deepEqual([answer.role, answer.finish_reason], ["assistant", "tool_call"]);
  assert.deepEqual({ ...answer.parts[0], id: "" }, {
    type: "tool_call",
    id: "",
    name: "look",
    arguments: { place: "Oslo" },
  });
  assert.deepEqual(read(tool?.["gen_ai.tool.call.arguments"]), { place: "Oslo" });
  assert.deepEqual(read(tool?.["gen_ai.tool.call.result"]), "The old town of Oslo.");
  assert.deepEqual(read(last?.["gen_ai.input.messages"]), [
    question,
    {
      role: "assistant",
      parts: [{ type: "tool_call", id: call?.id, name: "look", arguments: { place: "Oslo" } }],
    },
    {
      role: "tool",
      parts: [{ type: "tool_call_response", id: call?.id, response: "The old town of Oslo." }],
    },
  ]);
  assert.deepEqual(read(last?.["gen_ai.output.messages"]), [
    { role: "assistant", parts: [{ type: "text", content: "Oslo is by the sea." }], finish_reason: "stop" },
  ]);
});

Deno.test("E16: content is bounded: an answer of many long parts keeps the first of them", async () => {
  await using sdk = registerSdk();
  const calls = Array.from({ length: 12 }, (_, at) => ({
    name: "look",
    arguments: JSON.stringify({ place: `${at} ${"D".repeat(9_000)}` }),
  }));
  await using server = await openai.start({ reply: () => ({ calls }) });
  await deploy(openai, server, { env: CONTENT }).run({ until: "step" });
  const { spans } = await sdk.flush();
  const { attributes = {} } = spans.find(({ kind }) => kind === "CLIENT") ?? {};
  const text = String(attributes["gen_ai.output.messages"]);
  assert.ok(text.length <= 64_000);
  const [{ parts, finish_reason }] = JSON.parse(text);
  assert.deepEqual([parts.length, finish_reason], [7, "tool_call"]);
  assert.match(parts[6].arguments, /^\{"place":"6 D+ \[9014 characters\]$/);
});

Deno.test("E16: content is bounded: the newest messages, cut texts, legal JSON", async () => {
  await using sdk = registerSdk();
  await using server = await openai.start({ reply: () => ({ text: "A".repeat(20_000) }) });
  const deployment = deploy(openai, server, { env: CONTENT, agent: { instructions: "B".repeat(30_000) } });
  for (let turn = 0; turn < 12; turn++) await deployment.run({ input: `${turn} ${"C".repeat(20_000)}` });
  const { spans } = await sdk.flush();
  const { attributes = {} } = spans.filter(({ kind }) => kind === "CLIENT").at(-1) ?? {};
  for (const key of ["gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions"]) {
    assert.ok(String(attributes[key]).length <= 64_000, key);
    assert.ok(Array.isArray(JSON.parse(String(attributes[key]))), key);
  }
  const messages = JSON.parse(String(attributes["gen_ai.input.messages"]));
  assert.ok(messages.length >= 5 && messages.length < 23, `${messages.length} messages`);
  const { content } = messages.at(-1).parts[0];
  assert.match(content, /^11 C+ \[20003 characters\]$/);
  assert.ok(content.length < 8_100);
});
