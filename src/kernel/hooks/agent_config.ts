// What agents set of plugins: checked by the schema of the plugin when the deployment is made.

import type { Agent } from "../../core/agent.ts";
import { deepFreeze } from "../../core/deep_freeze.ts";
import { AgentError } from "../../core/error.ts";
import { callHook, withoutPromise } from "./call_hook.ts";
import type { SchemaIssue, StepPlugin } from "./plugin.ts";

/**
 * Refuses settings that no plugin of the deployment reads.
 *
 * @throws {AgentError} config_invalid
 */
export function assertConfigsRead({ name, plugins = {} }: Agent, having: readonly StepPlugin[]): void {
  for (const set of Object.keys(plugins)) {
    const plugin = having.find((each) => each.name === set);
    if (plugin?.config !== undefined && plugin.compile !== undefined) continue;
    const why = plugin === undefined
      ? "which the deployment does not have; add it to plugins, or remove the settings"
      : "which takes no settings; remove them";
    throw new AgentError(
      "config_invalid",
      `Agent ${JSON.stringify(name)} has settings of the plugin ${JSON.stringify(set)}, ${why}.`,
    );
  }
}

/**
 * What the agent sets of the plugin, as its schema has it; undefined where it sets nothing.
 *
 * @throws {AgentError} agent_invalid - the settings do not fit
 * @throws {AgentError} plugin_failed - the schema throws, or answers with a promise or with nothing
 */
export function readConfig(plugin: StepPlugin, agent: Agent): unknown {
  if (plugin.configOf !== undefined) return callHook(plugin, "configOf", () => plugin.configOf?.(agent));
  const { config } = plugin;
  const { name, plugins } = agent;
  if (config === undefined || plugins === undefined || !Object.hasOwn(plugins, plugin.name)) return undefined;
  const given = structuredClone(plugins[plugin.name]);
  const checked = callHook(plugin, "config", () => {
    const read = withoutPromise(config["~standard"].validate(given));
    return read.issues === undefined ? { value: read.value } : { problems: read.issues.map(formatProblem) };
  });
  if ("value" in checked) return deepFreeze(checked.value);
  const { problems } = checked;
  throw new AgentError(
    "agent_invalid",
    `Agent ${JSON.stringify(name)} has settings of the plugin ${
      JSON.stringify(plugin.name)
    } that do not fit: ${problems.join("; ")}`,
  );
}

function formatProblem({ path = [], message }: SchemaIssue): string {
  if (path.length === 0) return message;
  return `${path.map((step) => String(typeof step === "object" ? step.key : step)).join(".")}: ${message}`;
}
