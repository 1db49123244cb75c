// One attempt at a case of a choice: one step that predicts its calls.

import { isSearch } from "../../kernel/choice/bridged_choice.ts";
import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { Tool } from "../../core/tool.ts";
import { changeTools } from "../../core/tool/change_tools.ts";
import { ToolError } from "../../core/tool/tool_error.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { RunDeps } from "../../kernel/run_deps.ts";
import { withPluginTools } from "../agents/plugin_tools.ts";
import { runCase } from "../agents/run_case.ts";
import { listTools } from "../agents/tools_alone.ts";
import type { ChoiceVerdict, ObservedRun } from "../data/attempt.ts";
import type { ChoiceEvaluation } from "../define.ts";
import { judgeChoice } from "../measures/choice.ts";

/**
 * Offers the tools of the case at a place to the model; nothing that it calls runs. A case that names none has what a thread of the agent
 * begins with: its own tools, those of plugins and of its servers, those that its catalogue selects for the input, and those of the
 * evaluation. A search of the catalogue is no choice: it runs, and the model goes on.
 */
export async function attemptChoice(
  evaluation: ChoiceEvaluation,
  place: number,
  tenant: string,
  deps: RunDeps,
): Promise<{ readonly observed: ObservedRun; readonly verdict: ChoiceVerdict }> {
  const choiceCase = evaluation.cases[place];
  if (choiceCase === undefined) throw new AgentError("internal", `There is no case at ${place}.`);
  const { id, input, offered } = choiceCase;
  const { orchestrate: _, ...agent } = changeTools(withPluginTools(evaluation.agent, deps), withoutRun);
  const { found, unlisted: [unlisted] } = await listTools(agent, { tenant }, deps);
  if (unlisted !== undefined) throw new AgentError(unlisted.code, unlisted.message);
  const ofAgent = found.map(({ tool }) => tool);
  const added = evaluation.tools.filter(({ name }) => !ofAgent.some((tool) => tool.name === name)).map(
    toTool,
  );
  const known = [...ofAgent, ...added];
  const named = offered?.map((wanted): Tool => {
    const name = typeof wanted === "string" ? wanted : wanted.name;
    const tool = known.find((each) => each.name === name);
    if (tool !== undefined) return tool;
    if (typeof wanted !== "string") return toTool(wanted);
    throw new AgentError("tool_unknown", `Case ${id}: there is no tool ${wanted}.`);
  });
  const observed = await runCase({
    agent: named === undefined
      ? { ...agent, tools: [...agent.tools, ...added] }
      : withToolsOnly(agent, named),
    tenant,
    inputs: [input],
    execution: "predict",
    until: "done",
    approvals: "deny",
  }, deps);
  const chosen = observed.calls.filter(({ name }) => named !== undefined || !isSearch(name, agent));
  // A call that nothing can run, such as one of no tool, was the choice. What the model makes of the refusal is none.
  const refused = chosen.filter(({ outcome }) => outcome !== undefined);
  const calls = refused.length === 0 ? chosen : refused;
  const { error: _error, ...run } = observed;
  return {
    observed: refused.length === 0 ? observed : run,
    verdict: judgeChoice(choiceCase, { ...observed, calls }, named ?? known),
  };
}

function withToolsOnly(
  { toolSources: _sources, appTools: _apps, threadTools: _ofThread, ...agent }: Agent,
  tools: readonly Tool[],
): Agent {
  return { ...agent, tools };
}

const refuse = () => Promise.reject(new ToolError("failed", "Nothing runs in an evaluation of a choice."));

function withoutRun(tool: Tool): Tool {
  return { ...tool, run: refuse };
}

function toTool({ name, description, parameters }: ToolSpec): Tool {
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
