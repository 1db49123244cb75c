// A deployment with the standard set of plugins. What builds it is deps/create_deps.ts, which knows none of them.

import { type AppDeps, createDeps as createKernelDeps, type DeploymentOptions } from "./deps/create_deps.ts";
import { type StandardOptions, withStandard } from "./plugins/standard.ts";

/** What a deployment is built from. */
export interface DepsOptions extends DeploymentOptions, StandardOptions {}

/**
 * Builds a deployment, with the standard set of plugins where `plugins` names none.
 *
 * @throws {AgentError} config_invalid, with each variable that is wrong; values are left out.
 * @throws {AgentError} config_invalid, for agents that are no list of agents, for a setting whose plugin is missing, and for two
 * plugins of one name.
 * @throws {AgentError} config_invalid, for a protocol whose content type cannot choose it.
 * @throws {AgentError} agent_invalid, with each agent whose driver or provider the deployment does not have.
 * @throws {AgentError} agent_invalid, with each orchestrator whose workers the deployment does not have.
 * @throws {AgentError} policy_invalid, when the policy that an agent names does not fit the agent.
 * @throws {AgentError} plugin_failed, when the compile of a plugin throws.
 */
export function createDeps(options: DepsOptions): AppDeps {
  return createKernelDeps(withStandard(options));
}
