// A tool whose definition a server refuses: the refusal names its place or its name, and requests are written without it.
import assert from "node:assert/strict";
import { defineTool } from "../../src/agents/define_tool.ts";
import { createAliases } from "../../src/providers/_wire/calls/tool_names.ts";
import { findRefusedTool } from "../../src/providers/_wire/errors/refused_tool.ts";
import { caseOf, session, statuses } from "./reports/session.ts";

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
