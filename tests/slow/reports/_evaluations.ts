// Public bug reports of evaluations: words in the place of calls, and trajectories that are matched greedily.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { type AgentEvaluationDefinition, defineEvaluation } from "../../../src/evaluation/mod.ts";
import { matchTrajectory } from "../../../src/evaluation/measures/trajectory.ts";
import { type Scenario, scenario } from "../../../src/providers/scripted/scenario.ts";
import { modelByInput } from "../../evaluation/_models.ts";
import { runEvaluation } from "../../evaluation/_run.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { reports } from "./_report.ts";

const STUBS = ["shell", "guarded"].map((tool) => ({ tool, outcomes: [{ output: "done" }] }));

type Part = Partial<AgentEvaluationDefinition>;

const shell = defineTool({
  name: "shell",
  description: "Runs.",
  parameters: ["command"],
  effect: "pure",
  run: () => "done",
});
const guarded = defineTool({
  name: "guarded",
  description: "Guarded.",
  needsApproval: true,
  effect: "pure",
  run: () => "done",
});
const agent = defineAgent({ name: "worker", model: "scripted/m", tools: [shell, guarded] });

async function evaluate(scenarios: Readonly<Record<string, Scenario>>, more: Part, asked: object = {}) {
  const cases = Object.keys(scenarios).map((input) => ({ id: input, input, ...asked }));
  const deployment = { providers: [modelByInput(scenarios)] };
  return await runEvaluation(
    defineEvaluation({ name: "work", agent, deployment, cases, stubs: STUBS, ...more }),
  );
}

reports<{ answer: string; calls: never[] }>(
  "agentv-1175",
  "what an agent must not do is asked of its calls, and the call that breaks it is named",
  async ({ answer, calls }) => {
    assert.deepEqual(calls, []);
    const command = /`(.*?)`/.exec(answer)?.[1] ?? assert.fail();
    const { results } = await evaluate({
      refuses: scenario().says(answer),
      other: scenario().calls("shell", { command: "git status" }).next().says("Clean."),
      pushes: scenario().calls("shell", { command }).next().says("Pushed."),
    }, { gates: [{ type: "never_calls", calls: [{ name: "shell", args: { command } }] }] });
    assert.deepEqual(results.map(({ id, passed, problems }) => [id, passed, problems]), [
      ["refuses", 1, []],
      ["other", 1, []],
      ["pushes", 0, [`never_calls: shell {"command":"${command}"} was called`]],
    ]);
    const docs = await Deno.readTextFile(fromFileUrl(new URL("docs/evaluation.md", projectRoot)));
    assert.match(docs, /type: "never_calls", calls: \[\{ name: "shell", args/);
  },
);

interface Called {
  readonly name: string;
  readonly args: JsonObject;
}

reports<{ expected: Called[]; got: Called[] }>(
  "dokimos-103",
  "a trajectory is matched by the best assignment, 1 is 1.0, and what was refused can be left out",
  async ({ expected, got }) => {
    const whole = (text: string) => text.replaceAll('"n":2}', '"n":2.0}');
    const calls = got.map(({ name, args }) => ({
      name,
      args: whole(JSON.stringify(args)),
      outcome: "completed",
    }));
    assert.ok(calls.some(({ args }) => args.includes("2.0")));
    assert.equal(matchTrajectory("any_order", expected, calls).score, 1);
    assert.equal(matchTrajectory("exact", expected, calls).score, 1 / got.length);
    // Taken greedily, the first expected call, which fits any, would take the only one that fits the second.
    const [first = assert.fail(), second = assert.fail()] = expected;
    const greedy = [{ name: first.name }, second];
    assert.equal(matchTrajectory("any_order", greedy, calls.slice(0, 2)).score, 1);

    const waits = scenario().calls("guarded").next().says("Done.");
    for (const approvals of ["approve", "deny"] as const) {
      const trajectory = { type: "trajectory", match: "exact", calls: [{ name: "guarded" }] } as const;
      const { measures } = await evaluate({ waits }, {
        scores: [{ ...trajectory, name: "made" }, { ...trajectory, name: "ran", ran: true }],
      }, { approvals });
      const scores = ["made", "ran"].map((name) =>
        measures.find((each) => each.name === `score: ${name}`)?.value
      );
      assert.deepEqual(scores, [1, approvals === "approve" ? 1 : 0], approvals);
    }
  },
);
