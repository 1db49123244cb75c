// /v1/agents and /v1/tools: what this deployment serves.

import { Hono } from "hono/tiny";
import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { ToolView } from "../../core/contract/deployment.ts";
import type { Tool } from "../../core/tool.ts";
import type { Binding } from "../../kernel/owner.ts";
import { type Scope, SCOPES } from "../../core/contract/scope.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { namePath } from "../schemas/requests.ts";
import { param } from "../validate.ts";

/** The routes of agents and tools. */
export function agentRoutes({ agents }: HttpDeps) {
  return new Hono<HttpEnv>()
    .get(
      "/v1/agents",
      (c) =>
        c.json({
          agents: [...filterAgents(c.var.bound, agents).values()].map(agentView),
          caller: {
            tenant: c.var.tenant,
            key: c.var.by,
            user: c.var.user,
            token: c.var.bound === undefined ? undefined : true,
          },
          scopes: SCOPES.filter((scope) => c.var.scopes === undefined || c.var.scopes.has(scope)),
        }),
    )
    .get(
      "/v1/agents/:name",
      param(namePath),
      (c) => {
        const agent = findAgent(agents, c.req.valid("param").name);
        return c.json(agentDetail(agent, mayReadInstructions(c.var.scopes)));
      },
    )
    .get(
      "/v1/tools",
      (c) => c.json({ tools: toolList(agents) }),
    );
}

/**
 * The agent of a name.
 *
 * @throws {AgentError} agent_unknown
 */
export function findAgent(agents: HttpDeps["agents"], name: string): Agent {
  const agent = agents.get(name);
  if (agent !== undefined) return agent;
  throw new AgentError("agent_unknown", `There is no agent ${name}; see GET /v1/agents.`);
}

/** The agents that the caller may use. */
function filterAgents(bound: Binding | undefined, agents: HttpDeps["agents"]): HttpDeps["agents"] {
  if (bound === undefined) return agents;
  return new Map([...agents].filter(([name]) => bound.agents.includes(name)));
}

function agentView(agent: Agent) {
  return {
    name: agent.name,
    description: agent.description,
    examples: agent.examples,
    model: agent.model ?? null,
    models: agent.models,
    driver: agent.driver,
    execution: agent.execution,
    toolChoice: agent.toolChoice ?? null,
    tools: agent.tools.map((tool) => tool.name),
    hash: agent.hash,
  };
}

/** What is written for the model may be confidential: a caller that only reads or decides does not get it. */
function mayReadInstructions(scopes: ReadonlySet<Scope> | undefined): boolean {
  return scopes === undefined || scopes.has("run") || scopes.has("manage");
}

function agentDetail(agent: Agent, withInstructions: boolean) {
  const { policy } = agent;
  return {
    ...agentView(agent),
    instructions: withInstructions ? agent.instructions : undefined,
    plan: withInstructions ? agent.plan ?? null : undefined,
    fallbackModel: agent.fallbackModel ?? null,
    policy: typeof policy === "object" ? policy.name : policy ?? null,
    tools: agent.tools.map(toolView),
    limits: { ...agent.limits },
  };
}

/** A tool as the API shows it. */
export function toolView(
  { name, description, parameters, effect, needsApproval, timeoutMs, client }: Tool,
): ToolView {
  const needs = typeof needsApproval === "boolean" ? needsApproval : "conditional";
  return {
    name,
    description,
    parameters,
    effect,
    needsApproval: needs,
    timeoutMs,
    client: client || undefined,
  };
}

/**
 * Every tool once, with the agents that hold it. Two tools may share a name when two agents define it differently.
 */
function toolList(agents: HttpDeps["agents"]) {
  const holders = new Map<Tool, string[]>();
  for (const agent of agents.values()) {
    for (const tool of agent.tools) holders.set(tool, [...(holders.get(tool) ?? []), agent.name]);
  }
  return Array.from(holders, ([tool, names]) => ({ ...toolView(tool), agents: names }));
}
