// Client tools: tools without code, whose calls the caller runs. An agent has them, or a request declares them for its run. Other tools that
// the definition does not have are those of servers and catalogues.

import type { Agent } from "../agent.ts";
import type { Tool } from "../tool.ts";
import type { ToolSpec } from "./tool_spec.ts";
import { ToolError } from "./tool_error.ts";
import type { ClientTool } from "./client_tool.ts";

/** The client tool of a specification. */
export function toClientTool({ name, description, parameters }: ToolSpec): Tool {
  return {
    name,
    description,
    parameters: { type: "object", ...parameters },
    effect: "pure",
    timeoutMs: 30_000,
    maxOutputBytes: 262_144,
    needsApproval: false,
    client: true,
    wantsThread: false,
    run: runByCaller,
  };
}

function runByCaller(): Promise<never> {
  return Promise.reject(new ToolError("failed", "The tool is the caller's and does not run in the server."));
}

/** The agent with the client tools of a run behind its own; a tool of the agent keeps its name. */
export function withClientTools(agent: Agent, tools: readonly ClientTool[] | undefined): Agent {
  const added = tools?.filter(({ name }) => !agent.tools.some((tool) => tool.name === name)) ?? [];
  return added.length === 0 ? agent : { ...agent, tools: [...agent.tools, ...added.map(toClientTool)] };
}

/** True for an agent to whose tools others than those of a caller come in a step: those of a server, or of a catalogue. */
export function takesOtherTools(
  { toolSources, threadTools }: Pick<Agent, "toolSources" | "threadTools">,
): boolean {
  return toolSources !== undefined || threadTools !== undefined;
}
