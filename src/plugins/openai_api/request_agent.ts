// The agent that a request names as its model.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import { assertBoundAgent, type Binding } from "../../kernel/owner.ts";
import type { HttpDeps } from "../../http/context.ts";

/**
 * The agent that a model's name means: `demo` and `agent-demo` are the agent `demo`.
 *
 * @throws {AgentError} agent_unknown; forbidden - a token is not for the agent, or is bound to threads, whose ids this API does not
 * take
 */
export function agentOfModel(model: string, { agents }: Pick<HttpDeps, "agents">, bound?: Binding): Agent {
  assertFreeThreads(bound);
  const agent = agents.get(model) ?? agents.get(model.replace(/^agent-/, ""));
  assertBoundAgent(bound, agent?.name);
  if (agent !== undefined) return agent;
  throw new AgentError(
    "agent_unknown",
    `The model ${JSON.stringify(model.slice(0, 80))} does not exist; GET /v1/models lists the models.`,
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
    "This token is bound to threads.",
  );
}
