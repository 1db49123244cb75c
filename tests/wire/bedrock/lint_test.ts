// P6: the rules that the simulated server holds requests to, each with what breaks it.
import assert from "node:assert/strict";
import { lintBedrock } from "./lint.ts";

const CLAUDE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";

const user = (...content: unknown[]) => ({ role: "user", content });
const assistant = (...content: unknown[]) => ({ role: "assistant", content });
const text = (text = "Hi.") => ({ text });
const use = (toolUseId = "c1", name = "t", input: unknown = {}) => ({ toolUse: { toolUseId, name, input } });
const result = (toolUseId = "c1", said = "ok") => ({ toolResult: { toolUseId, content: [text(said)] } });
const tool = (name = "t", more = {}) => ({
  toolSpec: { name, inputSchema: { json: { type: "object" } }, ...more },
});
const tools = (...list: unknown[]) => ({ toolConfig: { tools: list } });
const asked = { messages: [user(text())] };
const answered = (...content: unknown[]) => ({
  messages: [user(text()), assistant(use()), user(...content)],
});

const WRONG: [what: string, body: unknown, message: RegExp, model?: string][] = [
  ["unknown key", { ...asked, stream: true }, /extraneous key \[stream\]/],
  ["no messages", { messages: [] }, /must start with a user message/],
  ["assistant first", { messages: [assistant(text())] }, /must start with a user message/],
  ["assistant last", { messages: [user(text()), assistant(text())] }, /prefill/],
  ["two users", { messages: [user(text()), user(text())] }, /must alternate/],
  ["no content", { messages: [user()] }, /is empty/],
  ["blank text", { messages: [user(text(" "))] }, /is blank/],
  ["blank system", { ...asked, system: [text("")] }, /is blank/],
  ["blank result", { ...answered(result("c1", "")), ...tools(tool()) }, /is blank/],
  ["calls without tools", answered(result()), /toolConfig field must be defined/],
  ["unanswered call", { ...answered(text()), ...tools(tool()) }, /Expected toolResult blocks.*c1/],
  ["foreign result", { ...answered(result("c2")), ...tools(tool()) }, /exceeds the number of toolUse/],
  ["result behind text", { ...answered(text(), result()), ...tools(tool()) }, /must come before other/],
  [
    "result beside text",
    { ...answered(result(), text()), ...tools(tool()) },
    /tool result blocks cannot be provided in the same turn/,
    "meta.llama4-scout",
  ],
  [
    "call beside text",
    { messages: [user(text()), assistant(text(), use()), user(result())], ...tools(tool()) },
    /tool use blocks cannot be provided in the same turn/,
    "meta.llama4-scout",
  ],
  [
    "illegal name in history",
    { messages: [user(text()), assistant(use("c1", "a.b")), user(result())], ...tools(tool()) },
    /regular expression pattern: \[a-zA-Z0-9_-\]\+/,
  ],
  [
    "illegal id",
    { messages: [user(text()), assistant(use("c 1")), user(result("c 1"))], ...tools(tool()) },
    /regular expression pattern: \[a-zA-Z0-9_\.:-\]\+/,
  ],
  [
    "input as text",
    { messages: [user(text()), assistant(use("c1", "t", "{}")), user(result())], ...tools(tool()) },
    /Provide a json object/,
  ],
  ["no tools", { ...asked, ...tools() }, /length greater than or equal to 1/],
  ["illegal name", { ...asked, ...tools(tool("a.b")) }, /Value 'a\.b'/],
  ["same name twice", { ...asked, ...tools(tool(), tool()) }, /duplicate/],
  ["empty description", { ...asked, ...tools(tool("t", { description: "" })) }, /description/],
  [
    "schema of no object",
    { ...asked, ...tools(tool("t", { inputSchema: { json: {} } })) },
    /inputSchema\.json\.type/,
  ],
  ["strict", { ...asked, ...tools(tool("t", { strict: true })) }, /extraneous key \[strict\]/],
  [
    "choice none",
    { ...asked, toolConfig: { tools: [tool()], toolChoice: { none: {} } } },
    /union toolChoice/,
  ],
  [
    "choice of a stranger",
    { ...asked, toolConfig: { tools: [tool()], toolChoice: { tool: { name: "x" } } } },
    /not found/,
  ],
  [
    "choice given twice",
    {
      ...asked,
      toolConfig: { tools: [tool()], toolChoice: { auto: {} } },
      additionalModelRequestFields: { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
    },
    /given twice/,
  ],
  [
    "budget above the output",
    {
      ...asked,
      inferenceConfig: { maxTokens: 1000 },
      additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 1024 } },
    },
    /must be greater than `thinking\.budget_tokens`/,
  ],
  [
    "budget in a run of calls that began without a thought",
    {
      ...answered(result()),
      ...tools(tool()),
      additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 1024 } },
    },
    /must start with a thinking block/,
  ],
  [
    "budget where thinking is adaptive",
    { ...asked, additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 1024 } } },
    /"thinking\.type\.enabled" is not supported/,
    "global.anthropic.claude-opus-4-8",
  ],
  [
    "long id for Mistral",
    { ...answered(result()), ...tools(tool()) },
    /with a length of 9/,
    "mistral.mistral-small-2503-v1:0",
  ],
];

for (const [what, body, message, model = CLAUDE] of WRONG) {
  Deno.test(`P3: bedrock refuses ${what}`, () => {
    const refusal = lintBedrock({ path: `/model/${encodeURIComponent(model)}/converse`, body });
    assert.match(refusal?.message ?? "taken", message);
  });
}

Deno.test("P3: bedrock takes what breaks no rule, at an encoded path only", () => {
  const body = { ...answered(result(), text()), ...tools(tool()) };
  assert.equal(
    lintBedrock({ path: `/model/${encodeURIComponent(CLAUDE)}/converse-stream`, body }),
    undefined,
  );
  assert.equal(lintBedrock({ path: `/model/${CLAUDE}/converse-stream`, body })?.status, 404);
});
