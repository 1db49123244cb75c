// Adds the tools that only apps may call. Such calls run as all others do, in this step or, after an approval, in a later one.

import type { Agent } from "../agent.ts";
import type { Tool } from "../tool.ts";

/** The model of a plan that an app has made. */
export const APP_CALLER = "caller/app";

/** The agent with the tools for apps that these calls name; the same agent where they name none. */
export function withAppTools<Known extends Pick<Agent, "tools" | "appTools">>(
  agent: Known,
  calls: readonly { readonly name: string }[],
): Known {
  const named = agent.appTools?.filter((tool) => calls.some(({ name }) => name === tool.name)) ?? [];
  const added = named.filter((tool) => !agent.tools.some(({ name }) => name === tool.name));
  return added.length === 0 ? agent : { ...agent, tools: [...agent.tools, ...added] };
}

/** The agent in the step that runs what an app has planned: the app shows its calls, and they have no app of their own. */
export function withoutShownApps<Known extends Pick<Agent, "tools">>(agent: Known): Known {
  if (agent.tools.every(({ app }) => app?.uri === undefined)) return agent;
  return { ...agent, tools: agent.tools.map(withoutShownApp) };
}

/** The tool, whose calls no app shows. */
export function withoutShownApp(tool: Tool): Tool {
  return tool.app?.uri === undefined ? tool : { ...tool, app: { ...tool.app, uri: undefined } };
}
