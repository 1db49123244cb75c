// Row D10: orchestrators in TypeScript and in YAML, and what is refused of them.

import assert from "node:assert/strict";
import { agent } from "../../src/agents/builder.ts";
import { bindAgent } from "../../src/agents/agent_source.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { assertWorkers } from "../../src/agents/orchestrate/workers.ts";
import { formatYamlProblem, parseAgentYaml } from "../../src/agents/yaml/spec.ts";
import type { Agent } from "../../src/core/agent.ts";
import { AgentError } from "../../src/core/error.ts";
import { projectRoot } from "../support/project.ts";
import { asSent } from "../support/as_sent.ts";

const workers = { research: { agent: "researcher" } };

Deno.test("D10: the YAML example of docs/orchestration.md is an orchestrator with the tools of one", async () => {
  const page = await Deno.readTextFile(new URL("docs/orchestration.md", projectRoot));
  const [, text = ""] = /```yaml agent\n([\s\S]*?)```/.exec(page) ?? [];
  const read = parseAgentYaml(text, { file: "editor.yaml" });
  if (read.type === "problems") return assert.fail(read.problems.map(formatYamlProblem).join("\n"));
  const editor = bindAgent(read.source, []);
  assert.deepEqual(asSent(editor.orchestrate), {
    workers: {
      research: {
        agent: "researcher",
        description: "Finds facts and names their sources.",
        limits: { steps: 10, tokens: 40_000 },
      },
      write: { agent: "writer", description: "Writes texts from facts." },
      check: { agent: "checker", toolChoice: { type: "required" } },
    },
    parallel: 3,
    depth: 2,
    phases: 20,
  });
  assert.deepEqual(editor.tools.map(({ name, effect }) => `${name} ${effect}`), [
    "write_plan pure",
    "run_phase keyed",
  ]);
  assert.match(
    editor.tools[0]?.description ?? "",
    /- research: Finds facts and names their sources\.\n- write/,
  );
});

Deno.test("D10: a wrong orchestrator in YAML is reported at its line", () => {
  const text = `
metadata: {name: lead}
spec:
  planner: {type: tool_calling}
  orchestrate:
    workers:
      research: {agent: researcher, tool_choice: 7}
    parallel: 99
`;
  const read = parseAgentYaml(text, { file: "lead.yaml" });
  assert.ok(read.type === "problems");
  assert.deepEqual(read.problems.map(({ line, path }) => `${line} ${path}`).toSorted(), [
    "7 spec.orchestrate.workers.research.tool_choice",
    "8 spec.orchestrate.parallel",
  ]);
});

Deno.test("D10: defineAgent refuses an orchestrator without workers, numbers out of bounds, a taken name and a wrong plan", () => {
  const taken = defineTool({ name: "run_phase", description: "Mine.", effect: "pure", run: () => null });
  const pointersOf = (definition: object) => {
    try {
      defineAgent(Object.assign({ name: "lead" }, definition));
    } catch (error) {
      if (error instanceof AgentError) return error.problems.map(({ pointer }) => pointer);
      throw error;
    }
    return [];
  };
  assert.deepEqual(pointersOf({ orchestrate: { workers } }), []);
  assert.deepEqual(pointersOf({ orchestrate: { workers: {} } }), ["/orchestrate/workers"]);
  assert.deepEqual(pointersOf({ orchestrate: { workers, depth: 6, phases: 0 } }), [
    "/orchestrate/depth",
    "/orchestrate/phases",
  ]);
  assert.deepEqual(pointersOf({ orchestrate: { workers: { a: { agent: "no name!" } } } }), [
    "/orchestrate/workers/a/agent",
  ]);
  assert.deepEqual(pointersOf({ orchestrate: { workers }, tools: [taken] }), ["/tools/0/name"]);
  const phases = [{ id: "a", worker: "painter", goal: "Paint.", done_when: "Painted." }];
  assert.deepEqual(pointersOf({ orchestrate: { workers }, plan: { phases } }), ["/plan/phases/0/worker"]);
  assert.deepEqual(pointersOf({ orchestrate: { workers }, toolChoice: "write_plan" }), []);
});

Deno.test("D10: a deployment refuses workers that it does not have, that direct each other, or that lack a forced tool", () => {
  const lead = (name: string, ...names: string[]) =>
    agent(name).orchestrate({
      workers: Object.fromEntries(names.map((worker) => [worker, { agent: worker }])),
    }).build();
  const hand = agent("hand").build();
  const refusal = (...agents: readonly Agent[]) => {
    try {
      assertWorkers(new Map(agents.map((each) => [each.name, each])));
    } catch (error) {
      if (error instanceof AgentError && error.code === "agent_invalid") return error.message;
      throw error;
    }
    return "";
  };
  assert.equal(refusal(lead("a", "b", "hand"), lead("b", "hand"), hand), "");
  assert.match(refusal(lead("a", "nobody"), hand), /there is no agent "nobody"/);
  assert.match(refusal(lead("a", "a")), /leads back to this agent: a -> a/);
  assert.match(refusal(lead("a", "b"), lead("b", "c"), lead("c", "a")), /a -> b -> c -> a/);
  const forcing = agent("d").orchestrate({ workers: { one: { agent: "hand", toolChoice: "search" } } })
    .build();
  assert.match(refusal(forcing, hand), /agent "hand" has no tool "search"/);
  const predicting = agent("hand").execution("predict").build();
  assert.match(refusal(lead("a", "hand"), predicting), /only predicts its calls/);
});
