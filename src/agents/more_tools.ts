// An agent with the tools of plugins.

import type { Agent } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import type { Tool } from "../core/tool.ts";
import { furtherToolCheck } from "../core/tool/further_tools.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "../core/tool/tool_selection.ts";
import { hashAgent } from "./_hash.ts";
import { whyNoTool } from "./agent_parts.ts";

/**
 * The agent with tools behind its own, and with the hash of that definition.
 *
 * @throws {AgentError} agent_invalid - a tool is none, or has the name of another
 */
export function withMoreTools(agent: Agent, more: readonly Tool[]): Agent {
  const bridge = agent.threadTools === undefined ? [] : [SEARCH_TOOLS, CALL_TOOL];
  const whyNot = furtherToolCheck([...agent.tools.map(({ name }) => name), ...bridge], whyNoTool);
  for (const tool of more) {
    const why = whyNot(tool);
    if (why !== undefined) {
      throw new AgentError(
        "agent_invalid",
        `A plugin brings the tool ${tool.name} to agent ${agent.name}: ${why}.`,
      );
    }
  }
  const { hash: _, ...definition } = agent;
  const extended = { ...definition, tools: [...agent.tools, ...more] };
  return { ...extended, hash: hashAgent(extended) };
}
