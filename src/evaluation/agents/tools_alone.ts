// The tools that one call of an agent may be of: its own, those of its servers, and those of its catalogue, found as a step finds them.

import type { Agent } from "../../core/agent.ts";
import { AgentError, type ErrorCode } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { Tool } from "../../core/tool.ts";
import { boundSource, type OpenRequest, type ThreadToolSource } from "../../core/tool/thread_tools.ts";
import { isBridgeName } from "../../core/tool/tool_selection.ts";
import type { RemoteToolSource } from "../../core/tool/tool_source.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { withSourcedTools } from "../../kernel/session/sourced_agent.ts";

/** The thread, in memory, of a tool that runs alone. Not of the form of thread ids: no authorization wakes it. */
export const TOOL_ALONE = "~tool_alone";

/** Whom a tool is run for. */
export interface AloneCaller {
  readonly tenant: string;
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
  /** Where the user authorizes the server; undefined where no authorization is under way. */
  readonly url?: string | undefined;
}

/**
 * The tool of a name; undefined where the agent has none. Only those of its servers are read whose tools have such names.
 *
 * @throws {AgentError} tools_unavailable, authorization_required, config_invalid
 */
export async function findToolAlone(
  agent: Agent,
  name: string,
  caller: AloneCaller,
  deps: Pick<RuntimeDeps, "sources">,
): Promise<Tool | undefined> {
  const isIt = (tool: Tool) => tool.name === name;
  const own = agent.tools.find(isIt);
  if (own !== undefined) return own;
  const { toolSources = [], threadTools } = withMatchingSources(agent, name);
  const { agent: sourced } = await withSourcedTools(agent, toolSources, toRequest(caller), deps);
  const ofServer = sourced.tools.find(isIt);
  // The tools of the bridge find and call others: what they would call is run by its own name.
  if (ofServer !== undefined || threadTools === undefined || isBridgeName(name)) return ofServer;
  const { tools } = await threadTools.open(sourced.tools, newThread(caller, [name]), deps.sources);
  return tools.find(isIt);
}

/** The tools of an agent. */
export interface ListedTools {
  readonly found: readonly FoundTool[];
  readonly unlisted: readonly UnlistedTools[];
}

/** All tools that can be listed and run alone, and what cannot be listed. */
export async function listToolsAlone(
  agent: Agent,
  caller: AloneCaller,
  deps: Pick<RuntimeDeps, "sources">,
): Promise<ListedTools> {
  const { found, unlisted } = await listTools(agent, caller, deps);
  return { found: found.filter(({ tool }) => whyNotAlone(tool) === undefined), unlisted };
}

/** All tools that a thread of the caller could have, and what cannot be listed. */
export async function listTools(
  agent: Agent,
  caller: AloneCaller,
  deps: Pick<RuntimeDeps, "sources">,
): Promise<ListedTools> {
  const { toolSources = [], threadTools, tools: own } = agent;
  const listed: RemoteToolSource[] = [];
  const unlisted: UnlistedTools[] = [];
  for (const read of await Promise.all(toolSources.map((source) => readSource(source, caller, deps)))) {
    if ("code" in read) unlisted.push(read);
    else listed.push(read);
  }
  const { agent: sourced } = await withSourcedTools(agent, listed, toRequest(caller), deps);
  const found: FoundTool[] = sourced.tools.map((tool) => ({
    tool,
    source: own.includes(tool) ? "agent" : "server",
  }));
  if (threadTools?.list !== undefined) {
    try {
      const further = await threadTools.list(newThread(caller, []), deps.sources);
      const taken = new Set(found.map(({ tool }) => tool.name));
      const free = further.filter(({ name }) => !taken.has(name));
      found.push(...free.map((tool) => ({ tool, source: "catalogue" } as const)));
    } catch (thrown) {
      unlisted.push(toUnlisted(null, thrown));
    }
  }
  return { found, unlisted };
}

/** Why a tool of the agent cannot run alone: it has no code in the deployment. Undefined for one that can. */
export function whyNotAlone({ name, client, answer }: Tool): string | undefined {
  if (answer !== undefined) return `Tool ${name} is a question to a person; it is asked in a thread alone.`;
  if (client) return `Tool ${name} is run by the client; the deployment has no code of it.`;
  return undefined;
}

/** The agent with those of its sources that may have a tool of the name. What they lack is refused, and no thread waits for it. */
export function withMatchingSources(agent: Agent, name: string): Agent {
  const sources = agent.toolSources?.filter(({ prefix }) => name.startsWith(prefix)) ?? [];
  const alone = sources.map((source): RemoteToolSource => ({
    ...source,
    tools: ({ tenant, user }, ports) => source.tools({ tenant, user, required: true }, ports),
  }));
  return { ...agent, toolSources: alone.length === 0 ? undefined : alone };
}

/** The agent in whose threads a tool of its catalogue is there from the beginning; no input selects others. */
export function withNamedTool(agent: Agent, name: string): Agent {
  const { threadTools } = agent;
  if (threadTools === undefined) return agent;
  const open: ThreadToolSource["open"] = (own, request, ports) =>
    threadTools.open(own, {
      ...request,
      named: [...request.named, name],
      thread: request.thread && { ...request.thread, query: undefined },
    }, ports);
  return { ...agent, threadTools: { ...boundSource(threadTools), open } };
}

/** The thread of a tenant's tools that run alone. */
export function toThreadRef(tenant: string): ThreadRef {
  return { tenant, thread: TOOL_ALONE };
}

function toRequest({ tenant, user }: AloneCaller): Parameters<typeof withSourcedTools>[2] {
  const ref = toThreadRef(tenant);
  return user === undefined ? { ref } : { ref, user };
}

/** A thread in memory that begins, with these tools. */
export function newThread({ tenant, user }: AloneCaller, named: readonly string[]): OpenRequest {
  return {
    ref: toThreadRef(tenant),
    user,
    named,
    thread: { metadata: {}, state: undefined, query: undefined },
  };
}

/** The source with its list as it is now. */
async function readSource(
  source: RemoteToolSource,
  { tenant, user }: AloneCaller,
  { sources }: Pick<RuntimeDeps, "sources">,
): Promise<RemoteToolSource | UnlistedTools> {
  try {
    const list = await source.tools({ tenant, user, required: true, looksOnly: true }, sources);
    return { ...source, tools: () => list };
  } catch (thrown) {
    return toUnlisted(source.name, thrown);
  }
}

/** @throws what is no refusal of a server or a catalogue */
function toUnlisted(server: string | null, thrown: unknown): UnlistedTools {
  if (!(thrown instanceof AgentError)) throw thrown;
  const { code, message, details: { url } } = thrown;
  return { server, code, message, url: typeof url === "string" ? url : undefined };
}
