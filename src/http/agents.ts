// /v1/agents and /v1/tools: what this deployment serves.

import type { Agent } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import { NAME } from "../core/id.ts";
import type { Tool } from "../core/tool.ts";
import type { App, HttpDeps } from "./context.ts";
import { pathName, resource } from "./resource.ts";

export function agentRoutes(app: App, { agents }: HttpDeps): void {
  resource(app, "/v1/agents", {
    GET: (c) => c.json({ agents: [...agents.values()].map(agentView) }),
  });

  resource(app, "/v1/agents/:name", {
    GET: (c) => {
      const name = pathName(c, "name", NAME);
      const agent = agents.get(name);
      if (agent === undefined) {
        throw new AgentError("agent_unknown", `There is no agent ${name}; see GET /v1/agents.`);
      }
      return c.json(agentDetail(agent));
    },
  });

  resource(app, "/v1/tools", {
    GET: (c) => c.json({ tools: toolList(agents) }),
  });
}

function agentView(agent: Agent) {
  return {
    name: agent.name,
    description: agent.description,
    model: agent.model ?? null,
    driver: agent.driver,
    execution: agent.execution,
    toolChoice: agent.toolChoice ?? null,
    tools: agent.tools.map((tool) => tool.name),
    hash: agent.hash,
  };
}

function agentDetail(agent: Agent) {
  return {
    ...agentView(agent),
    instructions: agent.instructions,
    plan: agent.plan ?? null,
    tools: agent.tools.map(toolView),
    limits: { ...agent.limits },
  };
}

function toolView({ name, description, parameters, effect, needsApproval, timeoutMs }: Tool) {
  return { name, description, parameters, effect, needsApproval, timeoutMs };
}

/** Every tool once, with the agents that hold it. Two tools may share a name when two agents define it differently. */
function toolList(agents: HttpDeps["agents"]) {
  const holders = new Map<Tool, string[]>();
  for (const agent of agents.values()) {
    for (const tool of agent.tools) holders.set(tool, [...(holders.get(tool) ?? []), agent.name]);
  }
  return Array.from(holders, ([tool, names]) => ({ ...toolView(tool), agents: names }));
}
