// Tools whose definitions servers refuse. Their schemas are written in a form that all take, and the tool gets its arguments under its own keys. What
// a server still refuses by its place or its name is left out.

import assert from "node:assert/strict";
import { defineTool } from "../../src/agents/define_tool.ts";
import { createAliases } from "../../src/providers/_wire/calls/tool_names.ts";
import { findRefusedTool } from "../../src/providers/_wire/calls/refused_tool.ts";
import { caseOf, session, statuses } from "./reports/session.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { isRecord, type ParsedRequest, type Reply } from "./openai/reply.ts";

// A tool whose definition a server refuses: the refusal names its place or its name, and requests are written without it.

const NAMES = ["look", "list.all", "weigh"];
const specs = NAMES.map((name) => ({ name, description: "", parameters: { type: "object" } }));

const REFUSALS: readonly (readonly [text: string, tool: string | undefined])[] = [
  [
    "tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12",
    "list.all",
  ],
  ["tools.2.input_schema.type: Field required", "weigh"],
  ["tools.0: Input tag 'x' found using 'type' does not match any of the expected tags", "look"],
  ["Invalid type for 'tools[2].function.parameters': expected an object, but got null instead.", "weigh"],
  ["Invalid 'tools[1].parameters': object nests too deep.", "list.all"],
  ["Invalid schema for function 'look': 'foo' is not valid under any of the given schemas.", "look"],
  [`Invalid schema for function '${createAliases(NAMES).toWire("list.all")}': None`, "list.all"],
  ["* GenerateContentRequest.tools[0].function_declarations[2].parameters.properties: not empty", "weigh"],
  ["Value '' at 'toolConfig.tools.1.member.toolSpec.description' failed to satisfy constraint", "look"],
  ['{"error":{"message":"tools.2.custom.input_schema.properties: Property keys should match"}}', "weigh"],
  ["tools.0.custom.strict: Extra inputs are not permitted", undefined],
  ["tools.13.custom.strict: Extra inputs are not permitted", undefined],
  ["tools.7.custom.input_schema: too many", undefined],
  ["tools: Tool names must be unique.", undefined],
];

for (const [text, name] of REFUSALS) {
  Deno.test(`P3: the refusal names ${name ?? "no tool"}: ${text}`, () => {
    assert.equal(findRefusedTool(text, specs, createAliases(NAMES))?.name, name);
  });
}

for (
  const [name, refusal] of [[
    "anthropic",
    (at: number) => `tools.${at}.custom.input_schema: JSON schema is invalid`,
  ], [
    "openai responses",
    (at: number) => `Invalid 'tools[${at}].parameters': bad.`,
  ]] as const
) {
  Deno.test(`P3: ${name}: refused tools are left out with a warning in the same step, and in later ones at once`, async () => {
    const wire = caseOf(name);
    const tool = (name: string) =>
      defineTool({ name, description: "", parameters: ["at"], effect: "pure", run: () => "blue" });
    const tools = ["odd", "look", "odder"].map(tool);
    await using server = await wire.start({
      reply: ({ tools, history }) => {
        const at = tools.findIndex((name) => name.startsWith("odd"));
        if (at >= 0) return { status: 400, error: { message: refusal(at) } };
        return history.some(({ kind }) => kind === "result")
          ? { text: "It is blue." }
          : { calls: [{ name: "look", arguments: '{"at":"sky"}' }] };
      },
    });
    const run = session(wire, server, { tools });
    const { thread, output, warnings } = await run("What colour?");
    assert.deepEqual([thread.status, output], ["done", "It is blue."]);
    assert.deepEqual(statuses(server), [400, 400, 200, 200]);
    assert.deepEqual(warnings.map(({ code }) => code), [
      "capability_learned",
      "tool_left_out",
      "capability_learned",
      "tool_left_out",
      "tool_left_out",
      "tool_left_out",
    ]);
    assert.match(warnings[0]?.message ?? "", /lacks: tool:odd [0-9a-f]{16}\. The refusal was: .*\b0\b/);
    assert.equal(warnings[3]?.message, `Tool odder was left out: model ${wire.model} does not take it.`);
    await run("And now?", { type: "allowed", names: ["odd", "look"], mode: "auto" });
    assert.deepEqual(statuses(server), [400, 400, 200, 200, 200]);
  });
}

// Tools whose schemas APIs refuse as they are, each driven through a real step: the strict servers take the request, and the tool gets
// its arguments under its own keys.

const STRANGE: JsonObject = {
  type: "object",
  properties: {
    "filter[id]": { type: "string" },
    page: { $ref: "#/$defs/Page of 'list'" },
    "enum": { enum: ["a b", "c"] },
  },
  required: ["filter[id]"],
  anyOf: [{ required: ["page"] }, { required: ["enum"], properties: { sort: { type: "string" } } }],
  $defs: {
    "Page of 'list'": { type: "object", properties: { ["page ".repeat(20)]: { type: "integer" } } },
  },
};

const CALLED = { "filter[id]": "7", page: { ["page ".repeat(20)]: 2 }, enum: "a b" };

/** The first JSON schema of a body: that of the one tool. */
function schemaIn(body: unknown): JsonObject {
  const text = JSON.stringify(body);
  const [, field = ""] = /"(input_schema|json|parametersJsonSchema|parameters)":\{/.exec(text) ?? [];
  const found: unknown[] = [];
  JSON.parse(text, (name, value) => {
    if (name === field && isRecord(value) && isRecord(value.properties)) found.push(value);
    return value;
  });
  const [schema] = found;
  return isRecord(schema) ? JSON.parse(JSON.stringify(schema)) : assert.fail("no schema");
}

/** The arguments under the keys that the request shows. */
function callBy(body: unknown): string {
  const { properties = {}, $defs = {} } = schemaIn(body);
  const keysOf = (value: unknown) => isRecord(value) ? Object.keys(value) : [];
  const [filter = ""] = keysOf(properties);
  const [page] = isRecord($defs) ? Object.values($defs) : [];
  const [inner = ""] = isRecord(page) ? keysOf(page.properties) : [];
  return JSON.stringify({ [filter]: "7", page: { [inner]: 2 }, enum: "a b" });
}

for (
  const name of ["anthropic", "bedrock", "openai chat", "openai responses", "gemini", "mistral", "cohere"]
) {
  Deno.test(`P2: ${name}: a schema with a union at its root and keys that APIs refuse is sent otherwise, and the call has the tool's own keys`, async () => {
    const wire = caseOf(name);
    const ran: unknown[] = [];
    const tool = defineTool({
      name: "list",
      description: "Lists.",
      parameters: STRANGE,
      effect: "pure",
      run: (args) => {
        ran.push(args);
        return "none";
      },
    });
    const reply = ({ history, body }: ParsedRequest): Reply =>
      history.some(({ kind }) => kind === "result")
        ? { text: "There is none." }
        : { calls: [{ name: "list", arguments: callBy(body) }] };
    await using server = await wire.start({ reply });
    const model = name === "bedrock" ? { model: "bedrock/us.anthropic.claude-opus-5-5" } : {};
    const run = session(wire, server, { ...model, tools: [tool] });
    const { output, thread } = await run("List.");
    assert.deepEqual(statuses(server), [200, 200]);
    assert.deepEqual(ran, [CALLED]);
    assert.deepEqual([thread.status, output], ["done", "There is none."]);
    const schema = schemaIn(server.requests[0]?.body);
    const page = isRecord(schema.properties) && isRecord(schema.properties.page) &&
      schema.properties.page.$ref;
    const [, definition = ""] = String(page).split("#/$defs/");
    assert.ok(isRecord(schema.$defs) && Object.hasOwn(schema.$defs, definition), String(page));
    assert.match(JSON.stringify(server.requests[0]?.body), /must also match this JSON Schema: \{\\"anyOf/);
  });
}
