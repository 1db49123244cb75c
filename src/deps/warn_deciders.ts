// A deployment that finds its callers by itself says who may approve; its start says so, where an agent has approvals.

import type { Agent } from "../core/agent.ts";
import type { Log } from "../core/ports.ts";

/** Names the agents with tools that people approve. A start that is repeated for each isolate of many does not call it. */
export function warnOfDeciders(agents: readonly Agent[], log: Log): void {
  const approved = agents.filter(({ tools }) => tools.some((tool) => tool.needsApproval !== false));
  if (approved.length === 0) return;
  log("warn", WHO_DECIDES, { agents: approved.map(({ name }) => name).join(", ") });
}

const WHO_DECIDES =
  "agents have tools that need approval, and authenticate says who approves: a caller with a user does only where its scopes " +
  "name decide; one without a user and without scopes approves everything";
