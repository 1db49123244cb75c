// The agent of one request: that of the deployment, with what the request adds to it. The thread's record keeps it as it was.

import type { Agent } from "../../../core/agent.ts";
import { AgentError } from "../../../core/error.ts";
import { fnv64 } from "../../../core/text/hash.ts";
import { assertAgentOf, type Binding } from "../../../runtime/threads/owner.ts";
import type { HttpDeps } from "../../context.ts";
import { takesSubset } from "./requested_tools.ts";

/** What a request adds. */
export interface Additions {
  /** Stand behind the agent's own. */
  readonly instructions: string;
  /** The tools that the request names; undefined for those of the agent. */
  readonly names: readonly string[] | undefined;
  /** Lowers the agent's own. */
  readonly maxOutputTokens: number | undefined;
}

/**
 * The agent that a model's name means: `demo` and `agent-demo` are the agent `demo`.
 *
 * @throws {AgentError} agent_unknown; forbidden - a token is not for the agent, or is bound to threads, whose ids this API does not
 * take
 */
export function agentOfModel(model: string, { agents }: Pick<HttpDeps, "agents">, bound?: Binding): Agent {
  assertFreeThreads(bound);
  const agent = agents.get(model) ?? agents.get(model.replace(/^agent-/, ""));
  assertAgentOf(bound, agent?.name);
  if (agent !== undefined) return agent;
  throw new AgentError(
    "agent_unknown",
    `The model ${
      JSON.stringify(model.slice(0, 80))
    } does not exist; GET /v1/models lists the models of this deployment.`,
  );
}

/**
 * Refuses a token that is bound to threads.
 *
 * @throws {AgentError} forbidden
 */
export function assertFreeThreads(bound: Binding | undefined): void {
  if (bound?.threads === undefined) return;
  throw new AgentError(
    "forbidden",
    "This token is bound to threads; here every request has a thread of its own.",
  );
}

/** The deployment with the agent as the request has it; the deployment itself where the request adds nothing. */
export function withAdditions(agent: Agent, additions: Additions, deps: HttpDeps): HttpDeps {
  const { instructions, names, maxOutputTokens } = additions;
  const own = names === undefined || !takesSubset(agent)
    ? agent.tools
    : agent.tools.filter(({ name }) => names.includes(name));
  const isSame = own.length === agent.tools.length;
  if (instructions === "" && isSame && maxOutputTokens === undefined) return deps;
  const most = Math.min(maxOutputTokens ?? Infinity, agent.settings.maxOutputTokens ?? Infinity);
  const added: Agent = {
    ...agent,
    instructions: [agent.instructions, instructions].filter((text) => text !== "").join("\n\n"),
    tools: own,
    settings: most === Infinity ? agent.settings : { ...agent.settings, maxOutputTokens: most },
    hash: fnv64(JSON.stringify([agent.hash, additions])),
  };
  return { ...deps, agents: new Map([...deps.agents, [agent.name, added]]) };
}
