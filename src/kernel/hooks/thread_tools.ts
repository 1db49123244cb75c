// The tools that a plugin opens for the threads of an agent.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { Tool } from "../../core/tool.ts";
import { furtherToolCheck } from "../../core/tool/further_tools.ts";
import type { OpenedTools, ThreadToolSource, ToolPorts } from "../../core/tool/thread_tools.ts";
import type { CompiledPlugin } from "./agent_plugins.ts";
import { inTime } from "./load_hooks.ts";
import type { StepPlugin } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";

/**
 * What opens the tools of the agent's threads: the one that it has, or that of a plugin; undefined where neither has one.
 *
 * @throws {AgentError} agent_invalid - there are two of them, and their order would decide which tools a thread has
 */
export function findThreadTools(
  { name: agent, threadTools }: Pick<Agent, "name" | "threadTools">,
  compiled: readonly CompiledPlugin[],
): ThreadToolSource | undefined {
  const brought = compiled.flatMap(({ plugin, hooks }) =>
    hooks.threadTools === undefined ? [] : [{ plugin, source: hooks.threadTools }]
  );
  const [first, second] = brought;
  if (first === undefined) return threadTools;
  if (second === undefined && threadTools === undefined) return ofPlugin(first.plugin, first.source);
  const other = second === undefined ? "its definition" : `the plugin ${second.plugin.name}`;
  throw new AgentError(
    "agent_invalid",
    `The plugin ${first.plugin.name} opens tools of agent ${agent}, and so does ${other}; it takes one.`,
  );
}

/** The source of a plugin. What it throws, and what it opens that is no list of tools, is a failure of the plugin: the step is refused. */
function ofPlugin(plugin: StepPlugin, source: ThreadToolSource): ThreadToolSource {
  return {
    ...source,
    async open(own, request, ports) {
      const opened = await inTime(plugin, "threadTools", () => source.open(own, request, ports));
      const why = whyNotOpened(opened, own, ports);
      if (why !== undefined) throw pluginFailed(plugin.name, `opens what is no list of tools: ${why}`);
      return opened;
    },
  };
}

function whyNotOpened(
  opened: OpenedTools,
  own: readonly Tool[],
  { check }: Pick<ToolPorts, "check">,
): string | undefined {
  const tools: unknown = opened?.tools;
  if (!Array.isArray(tools) || own.some((tool, index) => tools[index] !== tool)) {
    return "it has to begin with those of the agent";
  }
  const whyNot = furtherToolCheck(own.map(({ name }) => name), check);
  for (const tool of tools.slice(own.length)) {
    const why = whyNot(tool);
    if (why !== undefined) return `${tool?.name}: ${why}`;
  }
  return undefined;
}
