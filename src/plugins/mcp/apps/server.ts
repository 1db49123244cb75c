// The servers of an agent whose apps are rendered.

import type { Agent } from "../../../core/agent.ts";
import { AgentError } from "../../../core/error.ts";
import type { CallApp } from "../../../core/tool/tool_app.ts";
import type { RemoteToolSource } from "../../../core/tool/tool_source.ts";
import type { HttpDeps } from "../../../http/context.ts";

/** A server whose apps are rendered. */
export type AppServer = RemoteToolSource & Required<Pick<RemoteToolSource, "readApp">>;

/** The servers of the agent whose apps are rendered; none of an agent that the deployment does not have. */
export function serversWithApps(agent: Agent | undefined): readonly AppServer[] {
  return agent?.toolSources?.filter(hasApps) ?? [];
}

function hasApps(source: RemoteToolSource): source is AppServer {
  return source.readApp !== undefined;
}

/**
 * The server of the app.
 *
 * @throws {AgentError} not_found - the agent has no such server any more, or its apps are not rendered
 */
export function findServer(
  { server }: CallApp,
  { agent }: { readonly agent: string },
  { agents }: Pick<HttpDeps, "agents">,
): AppServer {
  const found = serversWithApps(agents.get(agent)).find(({ name }) => name === server);
  if (found !== undefined) return found;
  throw new AgentError("not_found", `Agent ${agent} has no server ${server} whose apps are shown.`);
}
