// One attempt at a case of an agent.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { RunDeps } from "../../kernel/run_deps.ts";
import { judgeRun } from "../agents/judge_run.ts";
import type { JudgeIo } from "../agents/judge.ts";
import { withPluginTools } from "../agents/plugin_tools.ts";
import { runCase } from "../agents/run_case.ts";
import { StubPlayer, withStubs } from "../agents/stubs.ts";
import type { AgentVerdict, ObservedRun } from "../data/attempt.ts";
import type { Stub } from "../data/stub.ts";
import type { AgentEvaluation } from "../define.ts";

/** Runs the case at a place with its stubs, and evaluates its checks. */
export async function attemptAgent(
  evaluation: AgentEvaluation,
  place: number,
  tenant: string,
  deps: RunDeps,
): Promise<{ readonly observed: ObservedRun; readonly verdict: AgentVerdict }> {
  const agentCase = evaluation.cases[place];
  if (agentCase === undefined) throw new AgentError("internal", `There is no case at ${place}.`);
  const { agent, agents, real, stubs, gates, scores, judge } = evaluation;
  const played = [...agentCase.stubs, ...stubs];
  const player = new StubPlayer(played);
  const toEvaluate = (each: Agent) => stubAgent(each, { player, real, stubs: played }, deps);
  const observed = await runCase({
    agent: toEvaluate(agent),
    agents: agents.map(toEvaluate),
    tenant,
    player,
    until: "done",
    approvals: agentCase.approvals,
    inputs: typeof agentCase.input === "string" ? [agentCase.input] : agentCase.input,
  }, deps);
  const io = { ask: asker(tenant, deps) };
  return { observed, verdict: await judgeRun(observed, agentCase, { gates, scores, judge, io }) };
}

/** The agent with stubs in place of its tools, and with those of plugins: they run where they have no stub and their effect is `pure`. */
function stubAgent(
  agent: Agent,
  { player, real, stubs }: {
    readonly player: StubPlayer;
    readonly real: readonly string[];
    readonly stubs: readonly Stub[];
  },
  deps: Pick<RunDeps, "plugins">,
): Agent {
  const isStubbed = (name: string) => stubs.some(({ tool }) => tool === name);
  const pure = deps.plugins.toolsOf(agent).filter(({ name, effect }) =>
    effect === "pure" && !isStubbed(name)
  );
  const running = new Set([...real, ...pure.map(({ name }) => name)]);
  return withStubs(withPluginTools(agent, deps), player, ({ name }) => running.has(name));
}

/** A judge has the tools that its author gave it, and none of them runs. */
function withoutTools(agent: Agent): Agent {
  return withStubs(agent, new StubPlayer([]), () => false);
}

function asker(tenant: string, deps: RunDeps): JudgeIo["ask"] {
  return async (agent, input) => {
    const { answer, error } = await runCase(
      { agent: withoutTools(agent), tenant, inputs: [input], until: "done", approvals: "deny" },
      deps,
    );
    if (answer !== null && error === undefined) return answer;
    throw new AgentError(
      "model_answer_invalid",
      `The judge ${agent.name} has no answer: ${error?.message ?? ""}`,
    );
  };
}
