import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { parseToolChoice } from "../../../src/core/tool_choice/parse_tool_choice.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";

const SPELLINGS: [string, Json, ToolChoice | undefined, string?][] = [
  ["our auto", { type: "auto" }, { type: "auto" }],
  ["our required, always", { type: "required", times: "always" }, { type: "required", times: "always" }],
  ["our allowed", { type: "allowed", names: ["a"], mode: "auto" }, {
    type: "allowed",
    names: ["a"],
    mode: "auto",
  }],
  ["the word auto", "auto", { type: "auto" }],
  ["the word none", "none", { type: "none" }],
  ["the word any", "any", { type: "required" }],
  ["the word required", " required ", { type: "required" }],
  ["the word execute", "execute", { type: "required" }, "execute"],
  ["the word generate", "generate", { type: "required" }, "generate"],
  ["the word predict", "predict", { type: "auto" }, "predict"],
  ["a tool name", "get_weather", { type: "tool", name: "get_weather" }],
  ["a tool name with a dot", "GitHub.SetStarred", { type: "tool", name: "GitHub.SetStarred" }],
  ["the word Any", "Any", { type: "required" }],
  ["the word Auto", "Auto", { type: "auto" }],
  ["the word NONE", "NONE", { type: "none" }],
  ["the word REQUIRED", "REQUIRED", { type: "required" }],
  ["a tool that is named as a word of ours in capitals", "Generate", { type: "tool", name: "Generate" }],
  ["a type in capitals", { type: "ANY" }, { type: "required" }],
  ["any, always", { type: "any", times: "always" }, { type: "required", times: "always" }],
  ["JSON text", '{"type":"tool","name":"x"}', { type: "tool", name: "x" }],
  ["OpenAI chat", { type: "function", function: { name: "x" } }, { type: "tool", name: "x" }],
  ["OpenAI responses", { type: "function", name: "x" }, { type: "tool", name: "x" }],
  [
    "OpenAI chat allowed_tools",
    {
      type: "allowed_tools",
      allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "x" } }] },
    },
    { type: "allowed", names: ["x"], mode: "required" },
  ],
  [
    "OpenAI responses allowed_tools",
    { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "x" }] },
    { type: "allowed", names: ["x"], mode: "auto" },
  ],
  ["Anthropic any", { type: "any" }, { type: "required" }],
  ["Anthropic any, one call", { type: "any", disable_parallel_tool_use: true }, { type: "required" }],
  ["Anthropic tool", { type: "tool", name: "x" }, { type: "tool", name: "x" }],
  ["Anthropic tool, one call", { type: "tool", name: "x", disable_parallel_tool_use: true }, {
    type: "tool",
    name: "x",
  }],
  ["Anthropic auto, one call", { type: "auto", disable_parallel_tool_use: true }, { type: "auto" }],
  ["Bedrock auto", { auto: {} }, { type: "auto" }],
  ["Bedrock any", { any: {} }, { type: "required" }],
  ["Bedrock tool", { tool: { name: "x" } }, { type: "tool", name: "x" }],
  ["Gemini AUTO", { mode: "AUTO" }, { type: "auto" }],
  ["Gemini ANY", { functionCallingConfig: { mode: "ANY" } }, { type: "required" }],
  ["Gemini ANY with one name", { mode: "ANY", allowedFunctionNames: ["x"] }, { type: "tool", name: "x" }],
  ["Gemini ANY with two names", { mode: "ANY", allowedFunctionNames: ["x", "y"] }, {
    type: "allowed",
    names: ["x", "y"],
    mode: "required",
  }],
  ["Gemini VALIDATED", { mode: "VALIDATED", allowedFunctionNames: ["x"] }, {
    type: "allowed",
    names: ["x"],
    mode: "auto",
  }],
  ["Gemini in snake case", { function_calling_config: { mode: "ANY", allowed_function_names: ["x", "y"] } }, {
    type: "allowed",
    names: ["x", "y"],
    mode: "required",
  }],
  ["Gemini in snake case, bare", { mode: "any", allowed_function_names: ["x"] }, { type: "tool", name: "x" }],
  ["Gemini Auto", { functionCallingConfig: { mode: "Auto" } }, { type: "auto" }],
  ["Gemini with a name that is none", { mode: "ANY", allowedFunctionNames: [7] }, undefined],
  ["one call that is no flag", { type: "any", disable_parallel_tool_use: "yes" }, undefined],
  ["Gemini NONE", { mode: "NONE" }, { type: "none" }],
  ["an unknown type", { type: "sometimes" }, undefined],
  ["a tool without a name", { type: "tool" }, undefined],
  ["an unknown key", { type: "auto", colour: "red" }, undefined],
  ["an empty word", "  ", undefined],
  ["words", "please use a tool", undefined],
  ["broken JSON text", '{"type":', undefined],
  ["a number", 3, undefined],
  ["null", null, undefined],
  ["a list", [], undefined],
  ["an empty allowed list", { type: "allowed", names: [], mode: "auto" }, undefined],
  ["two Bedrock members", { auto: {}, any: {} }, undefined],
  ["Bedrock tool without a name", { tool: {} }, undefined],
  [
    "allowed_tools with a foreign tool",
    { type: "allowed_tools", mode: "auto", tools: [{ type: "mcp" }] },
    undefined,
  ],
  ["allowed_tools without a mode", { type: "allowed_tools", tools: [] }, undefined],
];

for (const [name, spelling, choice, execution] of SPELLINGS) {
  Deno.test(`C2: ${name} is ${choice ? `understood as ${choice.type}` : "refused"}`, () => {
    const parsed = parseToolChoice(spelling);
    assert.deepEqual(parsed?.choice, choice);
    assert.equal(parsed?.execution, execution);
    if (parsed) assert.deepEqual(parseToolChoice(parsed.choice), { choice: parsed.choice });
  });
}

for (const type of ["auto", "any", "none", "tool"]) {
  Deno.test(`C2: disable_parallel_tool_use beside ${type} means one call at most`, () => {
    const choice: JsonObject = type === "tool" ? { type, name: "x" } : { type };
    const parsed = (flag: boolean) => parseToolChoice({ ...choice, disable_parallel_tool_use: flag });
    assert.equal(parsed(true)?.parallel, false);
    assert.deepEqual(parsed(true)?.choice, parseToolChoice(choice)?.choice);
    assert.deepEqual(parsed(false), parseToolChoice(choice));
  });
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
const NAMED: Record<string, (names: string[]) => Json> = {
  "ours": (names) => ({ type: "allowed", names, mode: "auto" }),
  "OpenAI's": (names) => ({
    type: "allowed_tools",
    mode: "auto",
    tools: names.map((name) => ({ type: "function", name })),
  }),
  "Gemini's": (names) => ({ mode: "ANY", allowedFunctionNames: names }),
};
for (const [whose, spell] of Object.entries(NAMED)) {
  Deno.test(`C2: a choice in ${whose} spelling has at most 128 names of at most 128 characters`, () => {
    assert.equal(parseToolChoice(spell(many(128)))?.choice.type, "allowed");
    assert.equal(parseToolChoice(spell(many(129))), undefined);
    assert.equal(parseToolChoice(spell(many(100_000))), undefined);
    assert.equal(parseToolChoice(spell(["a", "b".repeat(129)])), undefined);
    assert.equal(parseToolChoice(spell(["a", ""])), undefined);
  });
}

for (
  const [what, open, close] of [
    ["a list of allowed tools", '{"type":"allowed_tools","mode":"auto","tools":[', "]}"],
    ["a configuration", '{"functionCallingConfig":', "}"],
    ["a function", '{"type":"function","function":', "}"],
  ] as const
) {
  Deno.test(`C2: ${what} that is nested 15,000 deep is refused`, () => {
    const text = open.repeat(15_000) + "{}" + close.repeat(15_000);
    assert.equal(parseToolChoice(text), undefined);
  });
}
