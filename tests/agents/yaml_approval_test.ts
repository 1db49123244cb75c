// Row X5: what a YAML file says about approvals; it adds to the implementation and never takes away.

import assert from "node:assert/strict";
import { type AgentSource, bindAgent, bindFindings } from "../../src/agents/agent_source.ts";
import { defineTool, type ToolDefinition } from "../../src/agents/define_tool.ts";
import { formatYamlProblem, parseAgentYaml } from "../../src/agents/yaml/spec.ts";
import type { Tool } from "../../src/core/tool.ts";

function pay(terms: Partial<ToolDefinition<undefined>> = {}): Tool {
  return defineTool({
    name: "pay",
    description: "Pays.",
    parameters: ["to", "amount"],
    run: () => null,
    ...terms,
  });
}

function yaml(lines: string, spec = ""): string {
  return `
metadata: {name: payer}
spec:
  ${spec}
  planner:
    type: tool_calling
    config:
      tool_descriptions:
        - name: pay
          ${lines}
`;
}

function sourceOf(lines: string, spec?: string): AgentSource {
  const read = parseAgentYaml(yaml(lines, spec), { file: "a.yaml" });
  if (read.type === "source") return read.source;
  return assert.fail(read.problems.map(formatYamlProblem).join("\n"));
}

const RULE = { arg: "amount", gt: 100 };

Deno.test("X5: YAML says never, always, or rules on arguments, how many people and until when", () => {
  const toolOf = (lines: string, tool = pay()) => bindAgent(sourceOf(lines), [tool]).tools[0];
  assert.equal(toolOf("needs_approval: false")?.needsApproval, false);
  assert.equal(toolOf("needs_approval: true")?.needsApproval, true);
  assert.deepEqual(toolOf("needs_approval: {arg: amount, gt: 100}")?.needsApproval, RULE);
  assert.deepEqual(
    toolOf("needs_approval: [{arg: amount, gt: 100}, {arg: to, in: [eve]}]")?.needsApproval,
    [RULE, { arg: "to", in: ["eve"] }],
  );
  const full = toolOf("needs_approval: true\n          approvals: 2\n          approval_ttl_ms: 5000");
  assert.deepEqual([full?.approvals, full?.approvalTtlMs], [2, 5000]);
  assert.equal(
    bindAgent(sourceOf("needs_approval: true", "approval_ttl_ms: 9000"), [pay()]).approvalTtlMs,
    9000,
  );
});

Deno.test("X5: rules of YAML are added to those of the implementation", () => {
  const own = () => false;
  const [tool] =
    bindAgent(sourceOf("needs_approval: {arg: amount, gt: 100}"), [pay({ needsApproval: own })]).tools;
  assert.deepEqual(tool?.needsApproval, [own, RULE]);
  const [kept] = bindAgent(sourceOf("approvals: 3"), [pay({ needsApproval: true, approvals: 2 })]).tools;
  assert.deepEqual([kept?.needsApproval, kept?.approvals], [true, 3]);
});

const WEAKER: readonly [string, Partial<ToolDefinition<undefined>>, string, RegExp][] = [
  ["needs_approval: false", { needsApproval: true }, "/tools/0/needsApproval", /always needs approval/],
  ["needs_approval: false", { needsApproval: RULE }, "/tools/0/needsApproval", /needs approval/],
  ["needs_approval: {arg: amount, gt: 5}", { needsApproval: true }, "/tools/0/needsApproval", /always needs/],
  ["needs_approval: {arg: sum, gt: 5}", {}, "/tools/0/needsApproval", /"sum" is no argument/],
  ["approvals: 1", { needsApproval: true, approvals: 2 }, "/tools/0/approvals", /less than .* 2/],
  ["approvals: 2", {}, "/tools/0/approvals", /no effect/],
  [
    "approval_ttl_ms: 9",
    { needsApproval: true, approvalTtlMs: 5 },
    "/tools/0/approvalTtlMs",
    /more than .* 5/,
  ],
  ["approvals: 2", { needsApproval: true, approvalEdits: true }, "/tools/0/approvalEdits", /not seen/],
];
for (const [lines, terms, pointer, says] of WEAKER) {
  Deno.test(`X5: YAML with ${lines} over ${JSON.stringify(terms)} is refused`, () => {
    const [finding] = bindFindings(sourceOf(lines), [pay(terms)]);
    assert.equal(finding?.pointer, pointer);
    assert.match(finding?.detail ?? "", says);
  });
}

const WRONG: readonly [string, RegExp][] = [
  ["needs_approval: sometimes", /needs_approval: is "sometimes"\. Fix: write true, false or a rule/],
  ["needs_approval: {arg: amount, above: 1}", /needs_approval\.above: is no comparison/],
  ["needs_approval: {amount: 1}", /needs_approval\.arg: is no name of an argument/],
  ["needs_approval: []", /needs_approval: is an empty list/],
  ["approvals: 0", /approvals/],
  ["approval_edits: true", /approval_edits: unknown key/],
];
for (const [lines, says] of WRONG) {
  Deno.test(`X5: YAML with ${lines} is refused at its line`, () => {
    const read = parseAgentYaml(yaml(lines), { file: "a.yaml" });
    assert(read.type === "problems");
    assert.match(read.problems.map(formatYamlProblem).join("\n"), says);
    assert.match(formatYamlProblem(read.problems[0] ?? assert.fail()), /^a\.yaml:10:/);
  });
}
