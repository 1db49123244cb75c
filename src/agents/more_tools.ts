// An agent with the tools of plugins.

import type { Agent } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import { READ_OUTPUT, type Tool } from "../core/tool.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "../core/tool/tool_selection.ts";
import { hashAgent } from "./_hash.ts";
import { whyNoTool } from "./agent_parts.ts";

/**
 * The agent with tools behind its own, and with the hash of that definition.
 *
 * @throws {AgentError} agent_invalid - a tool is none, or has the name of another
 */
export function withMoreTools(agent: Agent, more: readonly Tool[]): Agent {
  const bridge = agent.selection === undefined ? [] : [SEARCH_TOOLS, CALL_TOOL];
  const names = new Set([...agent.tools.map(({ name }) => name), READ_OUTPUT, ...bridge]);
  for (const tool of more) {
    const why = names.has(tool.name) ? "the agent has a tool of this name" : whyNoTool(tool);
    if (why !== undefined) {
      throw new AgentError(
        "agent_invalid",
        `A plugin brings the tool ${tool.name} to agent ${agent.name}: ${why}.`,
      );
    }
    names.add(tool.name);
  }
  const { hash: _, ...definition } = agent;
  const extended = { ...definition, tools: [...agent.tools, ...more] };
  return { ...extended, hash: hashAgent(extended) };
}
