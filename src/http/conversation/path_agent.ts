// The agent that the path of a door names.

import type { Agent } from "../../core/agent.ts";
import { findAgent } from "../../kernel/session/resolve_agent.ts";
import type { HttpDeps } from "../context.ts";

/**
 * The agent of the path; without one that named `default`, else the first of the deployment.
 *
 * @throws {AgentError} agent_unknown
 */
export function agentOfPath(name: string | undefined, deps: HttpDeps): Agent {
  const [first = "default"] = deps.agents.keys();
  return findAgent(name ?? (deps.agents.has("default") ? "default" : first), deps);
}
