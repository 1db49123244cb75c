// Where the prompt of a request stops being the beginning of the next one.
import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/core/json.ts";
import { firstDifference, firstDifferenceInBodies } from "../../../src/kernel/history/first_difference.ts";

const look = { name: "look", description: "Looks.", input_schema: { type: "object" } };
const listen = { name: "listen", description: "Listens.", input_schema: { type: "object" } };
const hi = { role: "user", content: [{ type: "text", text: "Hi." }] };
const hello = { role: "assistant", content: [{ type: "text", text: "Hello." }] };
const claude: JsonObject = {
  model: "claude-opus-5-5",
  system: "Help.",
  tools: [look, listen],
  messages: [hi, hello],
};
const asMarked = { cache_control: { type: "ephemeral" } };

type Case = readonly [name: string, before: JsonObject, after: JsonObject, path: string, words: string];

const DIFFERENT: readonly Case[] = [
  ["another system", claude, { ...claude, system: "Hurry." }, "system", "system changed"],
  [
    "another system beside a marker",
    claude,
    { ...claude, system: [{ type: "text", text: "Hurry.", ...asMarked }] },
    "system[0].text",
    "system changed",
  ],
  [
    "a description of a tool",
    claude,
    { ...claude, tools: [look, { ...listen, description: "Hears." }] },
    "tools[1].description",
    "tools[1].description changed",
  ],
  ["a tool more", claude, { ...claude, tools: [look, listen, look] }, "tools[2]", "tools[2] is new"],
  ["a tool less", claude, { ...claude, tools: [look] }, "tools[1]", "tools[1] is gone"],
  [
    "all tools gone",
    claude,
    { model: "claude-opus-5-5", system: "Help.", messages: [hi, hello] },
    "tools",
    "tools is gone",
  ],
  ["a message less", claude, { ...claude, messages: [hi] }, "messages[1]", "messages[1] is gone"],
  [
    "an earlier message that got longer",
    claude,
    { ...claude, messages: [{ ...hi, content: [...hi.content, { type: "text", text: "Hm." }] }, hello] },
    "messages[0].content[1]",
    "messages[0].content[1] is new",
  ],
  [
    "the last message shorter",
    { ...claude, messages: [{ ...hi, content: [...hi.content, { type: "text", text: "Hm." }] }] },
    { ...claude, messages: [hi, hello] },
    "messages[0].content[1]",
    "messages[0].content[1] is gone",
  ],
  [
    "a role",
    claude,
    { ...claude, messages: [{ ...hi, role: "system" }, hello] },
    "messages[0].role",
    "messages[0].role changed",
  ],
  ["another model", claude, { ...claude, model: "claude-opus-5" }, "model", "model changed"],
  [
    "instructions of Responses",
    { instructions: "Help.", input: [] },
    { instructions: "Hurry.", input: [] },
    "instructions",
    "instructions changed",
  ],
  [
    "an item of Responses",
    { input: [hi, { type: "function_call_output", call_id: "a", output: "blue" }] },
    { input: [hi, { type: "function_call_output", call_id: "a", output: "red" }] },
    "input[1].output",
    "input[1].output changed",
  ],
  [
    "a part of Gemini",
    { contents: [{ role: "user", parts: [{ text: "Hi." }] }] },
    { contents: [{ role: "user", parts: [{ text: "Ho." }] }] },
    "contents[0].parts[0].text",
    "contents[0].parts[0].text changed",
  ],
  [
    "a tool of Bedrock",
    { toolConfig: { tools: [{ toolSpec: look }] } },
    { toolConfig: { tools: [{ toolSpec: listen }] } },
    "toolConfig.tools[0].toolSpec.name",
    "toolConfig.tools[0].toolSpec.name changed",
  ],
  [
    "an argument that is named as a marker is",
    { messages: [{ role: "assistant", content: [{ type: "tool_use", input: { cache_control: "a" } }] }] },
    { messages: [{ role: "assistant", content: [{ type: "tool_use", input: { cache_control: "b" } }] }] },
    "messages[0].content[0].input.cache_control",
    "messages[0].content[0].input.cache_control changed",
  ],
];

for (const [name, before, after, path, words] of DIFFERENT) {
  Deno.test(`a prompt is not continued: ${name}`, () => {
    assert.deepEqual(firstDifference(before, after), { path, words });
  });
}

const CONTINUED: readonly (readonly [name: string, before: JsonObject, after: JsonObject])[] = [
  ["the same", claude, claude],
  ["a further message", claude, { ...claude, messages: [hi, hello, hi] }],
  [
    "a further block of the last message",
    { messages: [hi] },
    { messages: [{ ...hi, content: [...hi.content, { type: "text", text: "And?" }] }] },
  ],
  [
    "a marker that moves on",
    { ...claude, messages: [{ ...hi, content: [{ type: "text", text: "Hi.", ...asMarked }] }] },
    { ...claude, tools: [look, { ...listen, ...asMarked }], messages: [hi, hello] },
  ],
  [
    "a system that is marked by now",
    claude,
    { ...claude, system: [{ type: "text", text: "Help.", ...asMarked }] },
  ],
  [
    "a breakpoint of OpenAI",
    { input: [{ type: "input_text", text: "Hi.", prompt_cache_breakpoint: { mode: "explicit" } }] },
    { input: [{ type: "input_text", text: "Hi." }] },
  ],
  [
    "a cache point of Bedrock",
    { messages: [{ role: "user", content: [{ text: "Hi." }, { cachePoint: { type: "default" } }] }] },
    { messages: [{ role: "user", content: [{ text: "Hi." }] }, { role: "assistant", content: [] }] },
  ],
  ["other settings", { ...claude, tool_choice: { type: "auto" }, max_tokens: 1 }, {
    ...claude,
    stream: true,
  }],
  ["another order of keys", claude, {
    messages: [{ content: hi.content, role: "user" }, hello],
    tools: claude.tools ?? [],
    system: "Help.",
    model: "claude-opus-5-5",
  }],
];

for (const [name, before, after] of CONTINUED) {
  Deno.test(`a prompt is continued: ${name}`, () => assert.equal(firstDifference(before, after), undefined));
}

Deno.test("bodies are compared as texts, and what is no JSON is not", () => {
  const [before, after] = [JSON.stringify(claude), JSON.stringify({ ...claude, system: "Hurry." })];
  assert.equal(firstDifferenceInBodies(before, after)?.words, "system changed");
  assert.equal(firstDifferenceInBodies(before, "--multipart"), undefined);
});
