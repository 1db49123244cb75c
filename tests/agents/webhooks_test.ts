// Webhook templates of an agent: in TypeScript, by the builder and in YAML they are the same data.

import assert from "node:assert/strict";
import { bindAgent } from "../../src/agents/agent_source.ts";
import { agent } from "../../src/agents/builder.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { formatYamlProblem, parseAgentYaml } from "../../src/agents/yaml/spec.ts";

const file = defineTool({ name: "file", description: "Files it.", effect: "pure", run: () => "filed" });

const YAML = `
metadata: {name: triage}
spec:
  instructions: Triage.
  planner:
    type: tool_calling
    config:
      tool_descriptions: [{name: file}]
  webhooks:
    - trigger: github
      event: [issues.opened, issues.reopened]
      where: {/repository/private: false}
      unless: {/sender/type: Bot, /issue/pull_request: {exists: true}}
      thread: "issue-{/issue/number}"
      input: |
        {/issue/title}
        {/issue/body|}
      metadata: {repo: "{/repository/full_name}"}
      tool_choice: file
`;

const TEMPLATE = {
  trigger: "github",
  event: ["issues.opened", "issues.reopened"],
  where: { "/repository/private": false },
  unless: { "/sender/type": "Bot", "/issue/pull_request": { exists: true } },
  thread: "issue-{/issue/number}",
  input: "{/issue/title}\n{/issue/body|}\n",
  metadata: { repo: "{/repository/full_name}" },
  toolChoice: "file",
};

Deno.test("E8: templates in YAML, by defineAgent and by the builder are the same", () => {
  const read = parseAgentYaml(YAML, { file: "triage.yaml" });
  assert.ok(read.type === "source", JSON.stringify(read));
  const bound = bindAgent(read.source, [file]);
  assert.deepEqual(bound.webhooks, [TEMPLATE]);
  const built = agent("triage").instructions("Triage.").tool(file).webhooks(TEMPLATE).build();
  const defined = defineAgent({
    name: "triage",
    instructions: "Triage.",
    tools: [file],
    webhooks: [TEMPLATE],
  });
  assert.deepEqual(built.webhooks, bound.webhooks);
  assert.deepEqual(defined.webhooks, bound.webhooks);
});

Deno.test("E8: templates do not change the hash of an agent: its threads go on", () => {
  const plain = { name: "triage", tools: [file] };
  assert.equal(defineAgent({ ...plain, webhooks: [TEMPLATE] }).hash, defineAgent(plain).hash);
  assert.equal(defineAgent(plain).webhooks, undefined);
});

const WRONG: readonly [string, string, RegExp][] = [
  [
    "tool_choice: file",
    "tool_choice: fly",
    /:19:20 spec\.webhooks\[0\]\.tool_choice: there is no tool named "fly"/,
  ],
  ["tool_choice: file", "toolChoice: file", /:19:7 spec\.webhooks\[0\]\.toolChoice: unknown key/],
  ["{/issue/title}", "{issue.title}", /spec\.webhooks\[0\]\.input: has \{issue\.title\}, which is no place/],
  ["/sender/type: Bot", "sender: Bot", /spec\.webhooks\[0\]\.unless\.sender: "sender" is no JSON pointer/],
  ["issues.reopened]", "iss*ues]", /spec\.webhooks\[0\]\.event: "iss\*ues" has a \* before its end/],
  ["trigger: github", "triggers: github", /spec\.webhooks\[0\]\.trigger/],
  ["/repository/private: false", "/a: {like: x}", /spec\.webhooks\[0\]\.where\.\/a: must be a text/],
];

for (const [from, to, expected] of WRONG) {
  Deno.test(`E8: in YAML ${to} is refused at its line`, () => {
    const read = parseAgentYaml(YAML.replace(from, to), { file: "triage.yaml" });
    assert.ok(read.type === "problems");
    assert.match(read.problems.map(formatYamlProblem).join("\n"), expected);
  });
}
