// An agent made of its recorded definition, to write requests with. It has no code, so it runs nothing: of a thread that goes on behind
// a change of the definition, and of one that is verified.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import { RECORDED_AS } from "../../core/tool/thread_tools.ts";

/**
 * The agent of a {@link Definition}.
 *
 * @throws {AgentError} store_corrupt - when the text is no definition
 */
export function agentOfDefinition(text: string): Agent {
  let recorded: Agent & { readonly [RECORDED_AS]?: JsonObject };
  try {
    recorded = JSON.parse(text);
  } catch (cause) {
    throw new AgentError("store_corrupt", "The definition is not JSON.", { cause });
  }
  const { [RECORDED_AS]: settings, ...agent } = recorded;
  if (!Array.isArray(agent.tools) || typeof agent.instructions !== "string") {
    throw new AgentError("store_corrupt", "The definition is not that of an agent.");
  }
  return {
    ...agent,
    hooks: {},
    tools: agent.tools.map((tool) => ({ ...tool, run: refuse })),
    threadTools: settings && { settings, open: refuse },
  };
}

function refuse(): Promise<never> {
  return Promise.reject(new AgentError("internal", "A recorded tool cannot run."));
}
