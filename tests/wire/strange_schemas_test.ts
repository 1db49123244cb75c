// Tools whose schemas APIs refuse as they are, each driven through a real step: the strict servers take the request, and the tool gets
// its arguments under its own keys.
import assert from "node:assert/strict";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { isRecord, type ParsedRequest, type Reply } from "./openai/reply.ts";
import { caseOf, session, statuses } from "./reports/session.ts";

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
