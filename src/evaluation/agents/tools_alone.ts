// The tools that one call of an agent may be of: its own, those of its servers, and those of its catalogue, found as a step finds them.

import type { Agent } from "../../core/agent.ts";
import { AgentError, type ErrorCode } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { Tool } from "../../core/tool.ts";
import {
  CALL_TOOL,
  SEARCH_TOOLS,
  type SelectionRequest,
  type ToolSelection,
} from "../../core/tool/tool_selection.ts";
import type { RemoteToolSource } from "../../core/tool/tool_source.ts";
import type { RuntimeDeps } from "../../runtime/deps.ts";
import { withSourcedTools } from "../../runtime/session/sourced_agent.ts";

/** Whom a tool is run for. */
export interface AloneCaller {
  readonly ref: ThreadRef;
  /** Whose authorizations of servers count; undefined without one. */
  readonly user?: string | undefined;
}

/** A tool, and where the agent has it from. */
export interface FoundTool {
  readonly tool: Tool;
  readonly source: "agent" | "server" | "catalogue";
}

/** A server whose tools cannot be listed, or a catalogue. */
export interface UnlistedTools {
  /** Null for the catalogue. */
  readonly server: string | null;
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * The tool of a name; undefined where the agent has none.
 *
 * @throws {AgentError} tools_unavailable, authorization_required, config_invalid
 */
export async function findTool(
  agent: Agent,
  name: string,
  caller: AloneCaller,
  deps: Pick<RuntimeDeps, "sources">,
): Promise<Tool | undefined> {
  const isIt = (tool: Tool) => tool.name === name;
  const own = agent.tools.find(isIt);
  if (own !== undefined) return own;
  const sourced = agent.toolSources === undefined
    ? agent
    : (await withSourcedTools(agent, agent.toolSources, toRequest(caller), deps)).agent;
  const ofServer = sourced.tools.find(isIt);
  if (ofServer !== undefined || agent.selection === undefined || isBridge(name)) return ofServer;
  const { tools } = await agent.selection.open(sourced.tools, newThread(caller, [name]), deps.sources);
  return tools.find(isIt);
}

/** All tools that can be listed, and what cannot. */
export async function listTools(
  agent: Agent,
  caller: AloneCaller,
  deps: Pick<RuntimeDeps, "sources">,
): Promise<{ readonly found: readonly FoundTool[]; readonly unlisted: readonly UnlistedTools[] }> {
  const { toolSources = [], selection, tools: own } = agent;
  const read = await Promise.all(toolSources.map((source) => readSource(source, caller, deps)));
  const listed = toolSources.filter((_, index) => read[index] === undefined);
  const unlisted = read.filter((problem) => problem !== undefined);
  const { agent: sourced } = await withSourcedTools(agent, listed, toRequest(caller), deps);
  const found: FoundTool[] = sourced.tools.map((tool) => ({
    tool,
    source: own.includes(tool) ? "agent" : "server",
  }));
  if (selection?.list === undefined) return { found, unlisted };
  try {
    const further = await selection.list(newThread(caller, []), deps.sources);
    const taken = new Set(found.map(({ tool }) => tool.name));
    const free = further.filter(({ name }) => !taken.has(name));
    return {
      found: [...found, ...free.map((tool) => ({ tool, source: "catalogue" } as const))],
      unlisted,
    };
  } catch (thrown) {
    return { found, unlisted: [...unlisted, toUnlisted(null, thrown)] };
  }
}

/** The agent in whose threads a tool of its catalogue is there from the beginning; no input selects others. */
export function withNamedTool(agent: Agent, name: string): Agent {
  const { selection } = agent;
  if (selection === undefined) return agent;
  const open: ToolSelection["open"] = (own, request, ports) =>
    selection.open(own, {
      ...request,
      named: [...request.named, name],
      thread: request.thread && { ...request.thread, query: undefined },
    }, ports);
  return { ...agent, selection: { ...selection, open } };
}

/** The tools of the bridge find and call others: what they would call is run by its own name. */
function isBridge(name: string): boolean {
  return name === CALL_TOOL || name === SEARCH_TOOLS;
}

function toRequest({ ref, user }: AloneCaller): { readonly ref: ThreadRef; readonly user?: string } {
  return user === undefined ? { ref } : { ref, user };
}

function newThread({ ref, user }: AloneCaller, named: readonly string[]): SelectionRequest {
  return { ref, user, named, thread: { metadata: {}, state: undefined, query: undefined } };
}

async function readSource(
  source: RemoteToolSource,
  { ref: { tenant }, user }: AloneCaller,
  { sources }: Pick<RuntimeDeps, "sources">,
): Promise<UnlistedTools | undefined> {
  try {
    await source.tools({ tenant, user }, sources);
    return undefined;
  } catch (thrown) {
    return toUnlisted(source.name, thrown);
  }
}

/** @throws what is no refusal of a server or a catalogue */
function toUnlisted(server: string | null, thrown: unknown): UnlistedTools {
  if (!(thrown instanceof AgentError)) throw thrown;
  return { server, code: thrown.code, message: thrown.message };
}
