// What is said of tools that were published and that no agent of the deployment runs: no thread is offered them.

import type { ToolVersion } from "../../../agents/tool_version/tool_version.ts";
import type { Agent } from "../../../core/agent.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";
import { groupBy } from "../../../core/group_by.ts";
import type { CommittedChange } from "../catalogue/commit_change.ts";

/** Names that a warning has. */
const MOST_NAMES = 10;

/** The warnings about a change of a catalogue. Another deployment on the same store may run what this one does not. */
export function listWarnings({ snapshot, changes }: CommittedChange, agents: Iterable<Agent>): Warning[] {
  const { name, tenant } = snapshot;
  const tools = changes.flatMap(({ id }) => {
    const entry = snapshot.findById(id);
    return entry === undefined || entry.status === "archived" ? [] : [entry.tool];
  });
  if (tools.length === 0) return [];
  const selections = Array.from(agents).flatMap(({ threadTools }) => {
    const { name: own = null, tenant: of = null } = Object(threadTools?.settings?.catalogue);
    return threadTools !== undefined && own === name && (of ?? tenant) === tenant ? [threadTools] : [];
  });
  if (selections.length === 0) {
    const message =
      `No agent of this deployment has the catalogue ${name}: its tools are offered to no thread here.`;
    return [{ code: "catalogue_unused", message }];
  }
  const left = tools.filter((tool) => !selections.some(({ canRun }) => canRun?.(tool) ?? true));
  return Array.from(groupBy(left, whyNot), ([why, group]) => {
    const names = group.slice(0, MOST_NAMES).map((tool) => tool.name).join(", ");
    const more = group.length > MOST_NAMES ? ` and ${group.length - MOST_NAMES} more` : "";
    const message = `Offered to no thread here: ${names}${more}. No agent with the catalogue ${name} ${why}.`;
    return { code: "tool_not_run", message };
  });
}

function whyNot({ source }: ToolVersion): string {
  switch (source.type) {
    case "code":
      return "has tools of these names: toolSelection({ catalogue, tools })";
    case "http":
      return "takes tools behind HTTP: toolSelection({ catalogue: { http: httpTool } })";
    case "mcp":
      return `has the server ${source.server}: toolSelection({ catalogue: { servers } })`;
  }
}
