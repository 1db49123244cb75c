// C2, S6: choices and policies of every place may name the tools of servers and catalogues, which are known to a step alone.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { assertWorkers } from "../../src/agents/orchestrate/workers.ts";
import { scheduleFindings } from "../../src/agents/schedules/check.ts";
import { webhookFindings } from "../../src/agents/webhooks/check.ts";
import { formatYamlProblem, parseAgentYaml } from "../../src/agents/yaml/spec.ts";
import type { Agent } from "../../src/core/agent.ts";
import { AgentError } from "../../src/core/error.ts";
import type { ToolChoice } from "../../src/core/tool_choice.ts";
import type { RemoteToolSource } from "../../src/core/tool/tool_source.ts";
import { toolSelection } from "../../src/plugins/selection/tool_selection.ts";
import { byWords } from "../plugins/selection/_by_words.ts";

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
const mow = defineTool({ name: "mow", description: "Mows.", effect: "pure", run: () => "mown" });
const selection = toolSelection({ tools: [mow], selector: byWords(), offer: 1 });
const source: RemoteToolSource = {
  name: "srv",
  prefix: "srv.",
  settings: {},
  env: [],
  tools: () => ({ tools: [], warnings: [] }),
};
const toolSources = [source];

/** What an agent has tools from, a name that it may have, and one that it has not; undefined where any name may be one. */
const ORIGINS = {
  own: [{ tools: [look] }, "look", "mow"],
  server: [{ toolSources }, "srv.mow", "mow"],
  catalogue: [{ selection }, "mow", undefined],
} as const;

/** What is wrong with a choice at a place, by codes and texts. */
const PLACES: Readonly<Record<string, (origin: object, choice: ToolChoice) => string>> = {
  toolChoice: (origin, toolChoice) => failureOf(() => defineAgent({ name: "a", ...origin, toolChoice })),
  gatewayToolChoice: (origin, choice) =>
    failureOf(() => defineAgent({ name: "a", ...origin, gatewayToolChoice: choice })),
  policy: (origin, choice) => failureOf(() => defineAgent({ name: "a", ...origin, policy: { choice } })),
  condition: (origin, choice) =>
    failureOf(() =>
      defineAgent({
        name: "a",
        ...origin,
        policy: { conditions: [{ when: { field: "failures", eq: 0 }, choice }] },
      })
    ),
  schedule: (origin, toolChoice) => {
    const schedule = { name: "s", cron: "0 3 * * *", input: "go", toolChoice };
    return scheduleFindings([schedule], agentOf(origin)).map(({ detail }) => detail).join();
  },
  webhook: (origin, toolChoice) => {
    const template = { trigger: "github", input: "go", toolChoice };
    return webhookFindings([template], agentOf(origin)).map(({ detail }) => detail).join();
  },
  worker: (origin, toolChoice) =>
    failureOf(() => {
      const workers = { w: { agent: "a", description: "Works.", toolChoice } };
      assertWorkers(
        new Map(
          [agentOf(origin), defineAgent({ name: "boss", orchestrate: { workers } })].map((
            each,
          ) => [each.name, each]),
        ),
      );
    }),
};

function agentOf(origin: object): Agent {
  return defineAgent({ name: "a", ...origin });
}

function failureOf(run: () => unknown): string {
  try {
    run();
    return "";
  } catch (error) {
    if (error instanceof AgentError) return error.message;
    throw error;
  }
}

Deno.test("C2, S6: every place of a choice takes names of servers and catalogues, and refuses those of none", () => {
  for (const [place, problemOf] of Object.entries(PLACES)) {
    for (const [from, [origin, name, unknown]] of Object.entries(ORIGINS)) {
      const what = `${place}, ${from}`;
      assert.equal(problemOf(origin, { type: "tool", name }), "", what);
      assert.equal(problemOf(origin, { type: "allowed", names: [name], mode: "auto" }), "", what);
      assert.equal(problemOf(origin, { type: "required" }), "", what);
      if (unknown !== undefined) {
        assert.match(problemOf(origin, { type: "tool", name: unknown }), /no tool (named )?"mow"/, what);
      }
    }
  }
});

Deno.test("C2: YAML takes choices of a server's tools in every place, and refuses others", () => {
  const yaml = (tool: string) => `
apiVersion: treadle/v1
kind: Agent
metadata: {name: a}
spec:
  mcp: [{name: srv, url: "https://tools.example.com/mcp"}]
  planner:
    type: tool_calling
    config: {policy: {rules: [{type: first, tool: ${tool}}]}}
  schedules: [{name: s, cron: "0 3 * * *", input: go, tool_choice: ${tool}}]
  webhooks: [{trigger: github, input: go, tool_choice: ${tool}}]
`;
  const problemsOf = (tool: string) => {
    const options = { file: "a.yaml", tools: [], drivers: ["tool_calling"], providers: [] };
    const read = parseAgentYaml(yaml(tool), options);
    return read.type === "problems" ? read.problems.map(formatYamlProblem) : [];
  };
  assert.deepEqual(problemsOf("srv.mow"), []);
  const wrong = problemsOf("mow");
  assert.equal(wrong.length, 3, wrong.join("\n"));
  for (const problem of wrong) assert.match(problem, /no tool named "mow"/);
});
