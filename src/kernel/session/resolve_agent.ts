// The agent of a request with its models, resolved once a step.

import { assertPossible } from "../choice/resolve.ts";
import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadMeta } from "../../core/state.ts";
import { READ_OUTPUT } from "../../core/tool.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { AgentPlugins } from "../hooks/agent_plugins.ts";
import { isOfSource } from "../../core/tool/tool_source.ts";
import type { ClientTool } from "../../core/tool/client_tool.ts";
import { withClientTools } from "../../core/tool/with_client_tools.ts";
import { assertHoldable } from "../plan/plan_choice.ts";
import { smaller } from "../../core/plan/phase_limits.ts";
import { loadPlugins } from "../hooks/in_step/session_plugins.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { ResolvedModel } from "../resolved_model.ts";
import type { StepRequest } from "../request.ts";
import { withNamedTools } from "./thread_tools.ts";
import { withSourcedTools } from "./sourced_agent.ts";

/** An agent that can serve the request. */
export interface ResolvedAgent {
  readonly agent: Agent;
  readonly model: ResolvedModel;
  readonly fallback: ResolvedModel | undefined;
  /** Those that decide about the thread; undefined for none. */
  readonly plugins: AgentPlugins | undefined;
  /** About the tools of its sources, and the prices of its models. */
  readonly warnings: readonly Warning[];
}

/**
 * The agent of a name.
 *
 * @throws {AgentError} agent_unknown
 */
export function findAgent(name: string, deps: Pick<RuntimeDeps, "agents">): Agent {
  const agent = deps.agents.get(name);
  if (agent) return agent;
  const known = [...deps.agents.keys()].sort().join(", ");
  throw new AgentError("agent_unknown", `There is no agent ${name}; this deployment has: ${known}.`, {
    problems: [{ pointer: "/agent", detail: `must be one of: ${known}` }],
  });
}

/**
 * Resolves the model of the request or of the agent, and refuses one that the agent does not offer, and a tool choice of the request that its tools or its model do not permit.
 *
 * @throws {AgentError} model_not_allowed, tool_unknown, tools_missing, choice_unsupported, config_invalid; invalid_request for a client tool
 * with the name of another tool; tools_unavailable; what a plugin refuses the thread with, such as policy_unknown
 */
export async function resolveAgent(
  defined: Agent,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<ResolvedAgent> {
  const { toolSources, threadTools } = defined;
  const sourced = toolSources && await withSourcedTools(defined, toolSources, request, deps);
  const agent = sourced?.agent ?? defined;
  const named = threadTools && await withNamedTools(agent, threadTools, request, deps);
  const offered = addClientTools(named ?? agent, request);
  if (request.toolChoice) assertPossible(request.toolChoice, offered);
  const ref = modelFor(agent, request);
  const model = withPrice(agent, ref, await deps.model(ref));
  const fallback = agent.fallbackModel === undefined || agent.fallbackModel === ref
    ? undefined
    : await deps.model(agent.fallbackModel);
  assertHoldable(request, offered, model, deps);
  const plugins = await loadPlugins({ ref: request.ref, agent }, deps);
  const warnings = [...sourced?.warnings ?? [], ...priceAssumed(model), ...priceAssumed(fallback)];
  return { agent, model, fallback, plugins, warnings };
}

function priceAssumed(model: ResolvedModel | undefined): Warning[] {
  const family = model?.price?.family;
  if (family === undefined) return [];
  const message = `No price of ${model?.ref} is known; that of ${family} counts.`;
  return [{ code: "price_assumed", message }];
}

/** A model of the agent, by the name that it was resolved with: its own has the agent's price. */
export function withPrice(
  agent: Agent,
  ref: string | undefined,
  { price, ...model }: ResolvedModel,
): ResolvedModel {
  return { ...model, price: ref === agent.model ? agent.price ?? price : price };
}

/** The model that the request names, else that of the agent. */
function modelFor({ name, model, models = [] }: Agent, { model: named }: StepRequest): string | undefined {
  if (named === undefined || named === model || models.includes(named)) return named ?? model;
  const detail = models.length === 0
    ? "is for agents with a list of models"
    : `must be one of: ${[...new Set([model, ...models])].join(", ")}`;
  throw new AgentError(
    "model_not_allowed",
    `Agent ${name} does not offer the model ${JSON.stringify(named)}.`,
    {
      problems: [{ pointer: "/model", detail }],
    },
  );
}

/** The agent with the client tools of the request, which take no name of its own tools. */
function addClientTools(agent: Agent, { clientTools }: StepRequest): Agent {
  if (clientTools === undefined) return agent;
  assertFree(clientTools, agent, (name) => name === READ_OUTPUT || isNameOfServer(agent, name));
  return withClientTools(agent, clientTools);
}

/** @throws {AgentError} invalid_request, with each client tool whose name is taken */
export function assertFree(
  clientTools: readonly ClientTool[],
  { name: agent }: Pick<Agent, "name">,
  isTaken: (name: string) => boolean,
): void {
  const problems = clientTools.flatMap(({ name }, index) =>
    isTaken(name) ? [{ pointer: `/clientTools/${index}/name`, detail: `is a tool of agent ${agent}` }] : []
  );
  if (problems.length === 0) return;
  const message = `A client tool takes the name of a tool of agent ${agent}; use another name.`;
  throw new AgentError("invalid_request", message, { problems });
}

/** True for the name of a tool of the agent, and for one below a source of tools, whether its list could be read or not. */
export function isNameOfServer({ tools, toolSources }: Agent, name: string): boolean {
  return tools.some((tool) => tool.name === name) || isOfSource(toolSources, name);
}

/**
 * The agent that a thread belongs to.
 *
 * @throws {AgentError} agent_mismatch, agent_unknown, and what {@link resolveAgent} throws
 */
export async function resolveThreadAgent(
  meta: ThreadMeta,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<ResolvedAgent> {
  assertSameAgent(meta, request);
  return await resolveAgent(findAgent(meta.agent, deps), request, deps);
}

/** True for an agent with servers that users authorize, and a request that names no user: it may be that of the thread. */
export function isOfThreadsUser({ toolSources = [] }: Agent, { user }: Pick<StepRequest, "user">): boolean {
  return user === undefined && toolSources.some(({ authorization }) => authorization !== undefined);
}

/** The request of the thread's user, where it names none. */
export function withThreadUser({ user }: ThreadMeta, request: StepRequest): StepRequest {
  return user === undefined || request.user !== undefined ? request : { ...request, user };
}

/** The agent as it runs a thread: in that of a phase with the limits and the choice of the phase. */
export function agentOfThread(agent: Agent, { parent, limits = {}, toolChoice }: ThreadMeta): Agent {
  if (parent === undefined) return agent;
  return {
    ...agent,
    limits: { ...agent.limits, ...smaller(agent.limits, limits) },
    toolChoice: toolChoice ?? agent.toolChoice,
  };
}

/**
 * Refuses a request that names another user than the thread's.
 *
 * @throws {AgentError} user_mismatch; thread_unknown, where the caller has the threads of its user alone
 */
export function assertSameUser(
  meta: ThreadMeta,
  { user, owned, ref }: Pick<StepRequest, "user" | "owned" | "ref">,
): void {
  if (owned && user !== meta.user) {
    throw unknownThread(ref);
  }
  if (user === undefined || meta.user === undefined || user === meta.user) return;
  throw new AgentError(
    "user_mismatch",
    `Thread ${ref.thread} belongs to another user; use another thread, or leave user out.`,
  );
}

/**
 * Refuses a request that names another agent than the thread's.
 *
 * @throws {AgentError} agent_mismatch; thread_unknown, where the caller's token is not for the thread's agent
 */
export function assertSameAgent(
  meta: ThreadMeta,
  { agent, bound, ref }: Pick<StepRequest, "agent" | "bound" | "ref">,
): void {
  if (bound !== undefined && !bound.agents.includes(meta.agent)) throw unknownThread(ref);
  if (agent === undefined || agent === meta.agent) return;
  throw new AgentError(
    "agent_mismatch",
    `Thread ${ref.thread} belongs to agent ${meta.agent}, not ${agent}; use another thread.`,
  );
}

function unknownThread({ thread }: StepRequest["ref"]): AgentError {
  return new AgentError("thread_unknown", `Thread ${thread} does not exist.`);
}
