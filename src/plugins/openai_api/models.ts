// GET /v1/models: every agent is a model, by its name and by `agent-` and its name.

import type { JsonObject } from "../../core/json.ts";
import { assertBoundAgent, type Binding } from "../../kernel/owner.ts";
import type { HttpDeps } from "../../http/context.ts";
import { agentOfModel } from "./request_agent.ts";

/** The list of all models; for a token those of its agents. */
export function listModels({ agents }: Pick<HttpDeps, "agents">, bound?: Binding): JsonObject {
  const own = [...agents.keys()].filter((name) => bound === undefined || bound.agents.includes(name));
  const ids = own.flatMap((name) => [`agent-${name}`, name]);
  return { object: "list", data: [...new Set(ids)].map(toModel) };
}

/**
 * One model.
 *
 * @throws {AgentError} agent_unknown; forbidden - a token is not for the agent
 */
export function readModel(id: string, deps: Pick<HttpDeps, "agents">, bound?: Binding): JsonObject {
  assertBoundAgent(bound, agentOfModel(id, deps).name);
  return toModel(id);
}

/** When an agent was made is not known: `created` is 0. */
function toModel(id: string): JsonObject {
  return { id, object: "model", created: 0, owned_by: "treadle" };
}
