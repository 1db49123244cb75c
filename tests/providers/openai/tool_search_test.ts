// P1: searches that the client executes, in answers and in requests; calls of what they have found, and its namespaces.
import assert from "node:assert/strict";
import type { Block } from "../../../src/core/entry.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type { Message } from "../../../src/core/model/provider.ts";
import { createResponsesWriter } from "../../../src/providers/openai/responses/messages.ts";
import { toSearchOutput } from "../../../src/providers/openai/responses/tool_search.ts";
import type { KnownTool } from "../../../src/core/tool/found_tools.ts";
import type { SearchStyle } from "../../../src/providers/_wire/found_tools.ts";
import { createAliases } from "../../../src/providers/_wire/calls/tool_names.ts";
import { NO_MEDIA_STYLE } from "../_support.ts";
import { decodeWhole } from "./_decode.ts";

const CALL = { type: "function_call", id: "fc_1", call_id: "call_2", name: "weigh", arguments: "{}" };

function answer(...output: JsonObject[]): JsonObject {
  return { id: "resp_1", object: "response", status: "completed", model: "gpt-5.6-sol", output };
}

const STYLE = { inParts: false, leads: false, updates: false, efforts: [], writer: undefined };

Deno.test("P1: a search of the client is a call, and one of the server is none", () => {
  const search = { type: "tool_search_call", id: "tsc_1", call_id: "call_1", status: "completed" };
  for (const args of [{ query: "zinc" }, '{"query":"zinc"}']) {
    const client = { ...search, execution: "client", arguments: args };
    const { blocks, finish } = decodeWhole("responses", answer(client));
    const [call] = blocks;
    assert.ok(call?.type === "call");
    assert.deepEqual([call.name, JSON.parse(call.args), call.providerId, finish], [
      "search_tools",
      { query: "zinc" },
      "call_1",
      "calls",
    ]);
  }
  const server = { ...search, execution: "server", call_id: null, arguments: { paths: ["weigh"] } };
  const { blocks } = decodeWhole("responses", answer(server, CALL));
  assert.deepEqual(blocks.map((block) => block.type === "call" && block.name), ["weigh"]);
});

Deno.test("P1, S6: a call of a found function has the namespace that the request shows it in, and one that was not found is of the bridge", () => {
  const { blocks: [made] } = decodeWhole("responses", answer({ ...CALL, namespace: "metals" }));
  assert.ok(made?.type === "call" && made.meta !== undefined);
  const written = (model: string, search: SearchStyle | undefined) => {
    const call: Block = { type: "call", id: "call_2", name: made.name, args: made.args };
    const meta = { provider: "openai", model: "gpt-5.6-sol", data: made.meta?.data ?? null };
    const messages: Message[] = [{ role: "assistant", blocks: [{ ...call, meta }] }];
    const writer = createResponsesWriter({
      aliases: createAliases(["weigh"]),
      provider: "openai",
      model,
      media: NO_MEDIA_STYLE,
      ...STYLE,
      search,
    });
    return JSON.parse(writer.write(messages));
  };
  const tool = { name: "weigh", description: "", parameters: {}, calledBefore: [] };
  const style = (...found: KnownTool[]): SearchStyle => ({
    name: "search_tools",
    direct: new Set(["search_tools", "call_tool"]),
    found,
  });
  const plain = { type: "function_call", call_id: "call_2", name: "weigh", arguments: "{}" };
  const bridged = { ...plain, name: "call_tool", arguments: '{"name":"weigh","arguments":{}}' };
  assert.deepEqual(written("gpt-5.6-sol", style(tool)), { ...plain, namespace: "metals" });
  assert.deepEqual(written("gpt-6", style(tool)), { ...plain, namespace: "weigh" });
  const sorted = style({ ...tool, category: "scales" });
  assert.deepEqual(written("gpt-5.6-sol", sorted), { ...plain, namespace: "scales_tools" });
  assert.deepEqual(written("gpt-5.6-sol", style()), bridged);
  assert.deepEqual(written("gpt-5.6-sol", style({ ...tool, calledBefore: ["call_2"] })), bridged);
  assert.deepEqual(written("gpt-5.6-sol", undefined), plain);
});

Deno.test("S5, S6: categories of any length and kind have namespaces of their own that the API takes, and each tool is defined once", () => {
  const categories = [
    "",
    "x".repeat(60),
    `${"x".repeat(70)}a`,
    `${"x".repeat(70)}b`,
    "Ünïcode / ::",
    "file_search",
  ];
  const found = categories.map((category, index) => ({
    name: `t${index}`,
    description: "",
    parameters: {},
    category,
    calledBefore: [],
  }));
  const style = { name: "search_tools", direct: new Set<string>(), found };
  const text = JSON.stringify({
    tools: [...found, ...found.map((tool) => ({ ...tool, category: "other" }))],
  });
  const output = JSON.parse(JSON.stringify(toSearchOutput({ callId: "c", text }, style, createAliases([]))));
  const names: string[] = output.tools.map(({ name }: { name: string }) => name);
  assert.equal(new Set(names).size, categories.length);
  for (const name of names) assert.match(name, /^[a-zA-Z0-9_-]{1,64}$/);
  assert.ok(!names.includes("file_search"));
});
