// GET /v1/models: every agent is a model, by its name and by `agent-` and its name.

import type { JsonObject } from "../../../core/json.ts";
import type { HttpDeps } from "../../context.ts";
import { agentOfModel } from "./request_agent.ts";

/** The list of all models. */
export function listModels({ agents }: Pick<HttpDeps, "agents">): JsonObject {
  const ids = [...agents.keys()].flatMap((name) => [`agent-${name}`, name]);
  return { object: "list", data: [...new Set(ids)].map(toModel) };
}

/**
 * One model.
 *
 * @throws {AgentError} agent_unknown
 */
export function readModel(id: string, deps: Pick<HttpDeps, "agents">): JsonObject {
  agentOfModel(id, deps);
  return toModel(id);
}

/** When an agent was made is not known: `created` is 0. */
function toModel(id: string): JsonObject {
  return { id, object: "model", created: 0, owned_by: "treadle" };
}
