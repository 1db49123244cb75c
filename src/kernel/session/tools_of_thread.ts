// The tools of a thread outside of a step: the agent's own, those of its sources and of its caller, and those that the thread has beside
// them.

import type { Agent } from "../../core/agent.ts";
import type { AgentState, ThreadMeta } from "../../core/state.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { Tool } from "../../core/tool.ts";
import { withAppTools } from "../../core/tool/with_app_tools.ts";
import { withClientTools } from "../../core/tool/with_client_tools.ts";
import type { RuntimeDeps } from "../deps.ts";
import { openThreadTools, withTools } from "./thread_tools.ts";
import { withSourcedTools } from "./sourced_agent.ts";

/** A thread as its store has it. */
export interface StoredThread {
  readonly ref: ThreadRef;
  readonly meta: ThreadMeta;
  readonly state: AgentState;
}

/**
 * The agent with all the tools that the thread has.
 *
 * @throws {AgentError} tools_unavailable, authorization_required, config_invalid; plugin_failed, and the refusal of what opens its tools
 */
export async function withThreadTools(
  agent: Agent,
  { ref, meta, state }: StoredThread,
  deps: Pick<RuntimeDeps, "sources">,
): Promise<Agent> {
  const { toolSources, threadTools } = agent;
  const asked = { ref, user: meta.user };
  const all = toolSources === undefined
    ? agent
    : (await withSourcedTools(agent, toolSources, asked, deps)).agent;
  if (threadTools === undefined) return all;
  const thread = { request: asked, meta, state, begun: [], named: [], pending: [] };
  return withTools(all, (await openThreadTools(all, threadTools, thread, deps)).tools);
}

/**
 * A tool of the thread, of its caller too; undefined where it has none of that name. Its sources are asked where neither has it.
 *
 * @throws {AgentError} tools_unavailable, authorization_required, config_invalid; plugin_failed, and the refusal of what opens its tools
 */
export async function toolOfThread(
  agent: Agent | undefined,
  name: string,
  thread: StoredThread,
  deps: Pick<RuntimeDeps, "sources">,
): Promise<Tool | undefined> {
  if (agent === undefined) return undefined;
  const isIt = (tool: Tool) => tool.name === name;
  const known = withClientTools(agent, thread.state.run.clientTools);
  if (known.tools.some(isIt)) return known.tools.find(isIt);
  return withAppTools(await withThreadTools(agent, thread, deps), [{ name }]).tools.find(isIt);
}
