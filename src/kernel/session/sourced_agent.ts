// The agent of a step with the tools of its sources, such as MCP servers. An agent without sources is not looked at.

import type { Agent } from "../../core/agent.ts";
import { remembered } from "../../core/lru.ts";
import type { Tool } from "../../core/tool.ts";
import { furtherToolCheck } from "../../core/tool/further_tools.ts";
import type { RemoteToolSource, SourcedTools } from "../../core/tool/tool_source.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";

/** An agent with the tools of its sources. */
export interface SourcedAgent {
  readonly agent: Agent;
  readonly warnings: readonly Warning[];
}

/**
 * The agent with the tools of its sources behind its own. The same lists make the same agent, so what is kept for an agent is kept.
 *
 * @throws {AgentError} tools_unavailable, when a source has no list; authorization_required, when the user has to authorize one; config_invalid, when one lacks a variable
 */
export async function withSourcedTools(
  agent: Agent,
  sources: readonly RemoteToolSource[],
  { ref: { tenant, thread }, user }: Pick<StepRequest, "ref" | "user">,
  deps: Pick<RuntimeDeps, "sources">,
): Promise<SourcedAgent> {
  const lists = await Promise.all(
    sources.map((source) => source.tools({ tenant, user, thread }, deps.sources)),
  );
  let all: SourcedAgent = { agent, warnings: [] };
  for (const [index, source] of sources.entries()) {
    const list = lists[index];
    if (list !== undefined) all = extendAgent(all, source, list, deps);
  }
  return all;
}

const NONE: readonly Tool[] = [];

/** By the agent and the list that it is extended by. */
const made = remembered((_: Agent) => new WeakMap<readonly Tool[], SourcedAgent>());

function extendAgent(
  { agent, warnings }: SourcedAgent,
  source: RemoteToolSource,
  list: SourcedTools,
  deps: Pick<RuntimeDeps, "sources">,
): SourcedAgent {
  const { tools, warnings: own } = list;
  const byList = made(agent);
  let next = byList.get(tools);
  if (next === undefined) byList.set(tools, next = extend(agent, source, list, deps));
  return { agent: next.agent, warnings: [...warnings, ...own, ...next.warnings] };
}

function extend(
  agent: Agent,
  { name }: RemoteToolSource,
  { tools, appTools = NONE }: SourcedTools,
  { sources: { check } }: Pick<RuntimeDeps, "sources">,
): SourcedAgent {
  const whyNot = furtherToolCheck(agent.tools.map((tool) => tool.name), check);
  const left: string[] = [];
  const isFine = (tool: Tool) => {
    const problem = whyNot(tool);
    if (problem !== undefined) left.push(`${tool.name} is left out: ${problem}`);
    return problem === undefined;
  };
  const added = tools.filter(isFine);
  const forApps = appTools.filter(isFine);
  const before = agent.appTools ?? NONE;
  return {
    agent: added.length + forApps.length === 0 ? agent : {
      ...agent,
      tools: [...agent.tools, ...added],
      appTools: forApps.length === 0 ? agent.appTools : [...before, ...forApps],
    },
    warnings: left.length === 0
      ? []
      : [{ code: "tool_left_out", message: `Tools of the source ${name}: ${left.slice(0, 5).join("; ")}.` }],
  };
}
