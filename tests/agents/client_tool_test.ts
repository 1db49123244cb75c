// Row X6: tools without code, in TypeScript and in YAML.

import assert from "node:assert/strict";
import { bindAgent } from "../../src/agents/agent_source.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool, type ToolDefinition } from "../../src/agents/define_tool.ts";
import { assertWorkers } from "../../src/agents/orchestrate/workers.ts";
import { formatYamlProblem, parseAgentYaml } from "../../src/agents/yaml/spec.ts";
import { AgentError } from "../../src/core/error.ts";

const LOCATE = { name: "locate", description: "Where the user is." };

Deno.test("X6: a tool without run is a client tool", async () => {
  const tool = defineTool({ ...LOCATE, parameters: ["unit"], needsApproval: true, approvals: 2 });
  assert.deepEqual([tool.client, tool.needsApproval, tool.approvals], [true, true, 2]);
  assert.deepEqual(tool.parameters.required, ["unit"]);
  const plain = defineTool({ ...LOCATE, run: () => null });
  assert.equal(plain.client, undefined);
  const hashes = [tool, plain].map((each) => defineAgent({ name: "a", tools: [each] }).hash);
  assert.notEqual(hashes[0], hashes[1]);
  await assert.rejects(async () => await tool.run({}, {} as never), /the caller's/);
});

for (
  const part of ["effect", "timeoutMs", "maxOutputBytes", "wantsThread", "env", "reconcile", "approvalEdits"]
) {
  Deno.test(`X6: a client tool with ${part} is refused`, () => {
    const values: Readonly<Record<string, unknown>> = {
      effect: "pure",
      timeoutMs: 5,
      maxOutputBytes: 500,
      wantsThread: true,
      env: ["A"],
      reconcile: () => Promise.resolve({ happened: false }),
      approvalEdits: true,
    };
    const definition: ToolDefinition<undefined> = { ...LOCATE, needsApproval: true, [part]: values[part] };
    assert.throws(
      () => defineTool(definition),
      (error) => error instanceof AgentError && error.problems.some(({ pointer }) => pointer === `/${part}`),
    );
  });
}

function yaml(lines: string): string {
  return `
metadata: {name: guide}
spec:
  planner:
    type: tool_calling
    config:
      tool_descriptions:
        - name: locate
          ${lines}
`;
}

Deno.test("X6: a tool of YAML with client: true needs no implementation", () => {
  const text = yaml(
    "client: true\n          description: Where the user is.\n          args: [unit]\n          needs_approval: true",
  );
  const read = parseAgentYaml(text, { file: "a.yaml", tools: [] });
  assert.ok(
    read.type === "source",
    read.type === "source" ? "" : read.problems.map(formatYamlProblem).join("\n"),
  );
  const [tool] = bindAgent(read.source, []).tools;
  assert.deepEqual([tool?.client, tool?.needsApproval, tool?.parameters.required], [true, true, ["unit"]]);
});

const WRONG: readonly (readonly [string, string, RegExp])[] = [
  ["without a description", "client: true", /description.*missing/],
  ["with an implementation", "client: true\n          description: Where.", /has an implementation/],
  ["with client: false", "client: false\n          description: Where.", /client/],
];
for (const [name, lines, expected] of WRONG) {
  Deno.test(`X6: a client tool of YAML ${name} is refused`, () => {
    const tools = name === "with an implementation" ? [defineTool({ ...LOCATE, run: () => null })] : [];
    const read = parseAgentYaml(yaml(lines), { file: "a.yaml", tools });
    assert.ok(read.type === "problems");
    assert.match(read.problems.map(formatYamlProblem).join("\n"), expected);
  });
}

Deno.test("X6: an agent with client tools runs no phases", () => {
  const worker = defineAgent({ name: "w", tools: [defineTool(LOCATE)] });
  const head = defineAgent({ name: "h", orchestrate: { workers: { w: { agent: "w" } } } });
  assert.throws(() => assertWorkers(new Map([["w", worker], ["h", head]])), /client tool "locate"/);
});
