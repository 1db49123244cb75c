// One attempt at a case of a choice: one step that predicts its calls.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { Tool } from "../../core/tool.ts";
import { ToolError } from "../../core/tool/tool_error.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { RuntimeDeps } from "../../runtime/deps.ts";
import { runCase } from "../agents/run_case.ts";
import type { ChoiceVerdict, ObservedRun } from "../data/attempt.ts";
import type { ChoiceEvaluation } from "../define.ts";
import { judgeChoice } from "../measures/choice.ts";

/** Offers the tools of the case at a place to the model; nothing that it calls runs. */
export async function attemptChoice(
  evaluation: ChoiceEvaluation,
  place: number,
  tenant: string,
  deps: RuntimeDeps,
): Promise<{ readonly observed: ObservedRun; readonly verdict: ChoiceVerdict }> {
  const choiceCase = evaluation.cases[place];
  if (choiceCase === undefined) throw new AgentError("internal", `There is no case at ${place}.`);
  const known: readonly ToolSpec[] = [...evaluation.agent.tools, ...evaluation.tools];
  const offered = choiceCase.offered === undefined ? known : choiceCase.offered.flatMap((tool) => {
    return typeof tool === "string" ? known.find(({ name }) => name === tool) ?? [] : tool;
  });
  const tools = offered.map((tool) => toTool(evaluation.agent, tool));
  const observed = await runCase({
    agent: withToolsOnly(evaluation.agent, tools),
    tenant,
    inputs: [choiceCase.input],
    execution: "predict",
    until: "step",
    approvals: "deny",
  }, deps);
  return { observed, verdict: judgeChoice(choiceCase, observed, tools) };
}

function withToolsOnly(
  { toolSources: _sources, orchestrate: _orchestrate, ...agent }: Agent,
  tools: readonly Tool[],
): Agent {
  return { ...agent, tools };
}

function toTool(agent: Agent, { name, description, parameters }: ToolSpec): Tool {
  const own = agent.tools.find((tool) => tool.name === name);
  const refuse = () => Promise.reject(new ToolError("failed", "Nothing runs in an evaluation of a choice."));
  if (own !== undefined) return { ...own, run: refuse };
  return {
    name,
    description,
    parameters,
    effect: "pure",
    timeoutMs: 1_000,
    maxOutputBytes: 1_000,
    needsApproval: false,
    wantsThread: false,
    run: refuse,
  };
}
