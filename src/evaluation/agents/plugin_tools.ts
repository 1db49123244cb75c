// An agent with the tools that the plugins of its deployment bring.

import { withMoreTools } from "../../agents/more_tools.ts";
import type { Agent } from "../../core/agent.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";

/** The agent as a deployment has it. One of a deployment has them already. */
export function withPluginTools(agent: Agent, { plugins }: Pick<RuntimeDeps, "plugins">): Agent {
  const added = plugins.toolsOf(agent).filter((tool) => !agent.tools.some(({ name }) => name === tool.name));
  const threadTools = plugins.threadToolsOf(agent);
  if (added.length === 0 && threadTools === agent.threadTools) return agent;
  return withMoreTools({ ...agent, threadTools }, added);
}
