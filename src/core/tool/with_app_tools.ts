// Calls of an app may be of tools that no model is offered. They run as all others do, in this step or, where people approve them, in a
// later one.

import type { Agent } from "../agent.ts";

/** The agent with the tools for apps that these calls name; the same agent where they name none. */
export function withAppTools<Known extends Pick<Agent, "tools" | "appTools">>(
  agent: Known,
  calls: readonly { readonly name: string }[],
): Known {
  const named = agent.appTools?.filter((tool) => calls.some(({ name }) => name === tool.name)) ?? [];
  const added = named.filter((tool) => !agent.tools.some(({ name }) => name === tool.name));
  return added.length === 0 ? agent : { ...agent, tools: [...agent.tools, ...added] };
}
