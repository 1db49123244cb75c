// The plugins that agents cannot do without, for evaluations and tests, whose authors do not list them.

import type { Agent } from "../core/agent.ts";
import { hasSpendingLimits } from "../core/budget/spending_limits.ts";
import type { StepPlugin } from "../kernel/hooks/plugin.ts";

/** What a deployment is made of, as far as it needs plugins. */
export interface PluginNeeds {
  readonly plugins?: readonly StepPlugin[];
  readonly agents: readonly Agent[];
  /** The deployment has named policies of its own. */
  readonly hasPolicies?: boolean;
}

/** A plugin, where it is needed, and how it is loaded: a bundle whose program runs no evaluation in itself has no module of it. */
interface NeededPlugin {
  readonly name: string;
  isNeeded(needs: PluginNeeds): boolean;
  load(): Promise<StepPlugin>;
}

/** Whether a result comes later, or has media, a tool says only when it runs, and a plugin has wake-ups when it is opened. */
const NEEDED: readonly NeededPlugin[] = [
  {
    name: "deferred_calls",
    isNeeded: () => true,
    load: async () => (await import("./deferred_calls/mod.ts")).deferredCalls(),
  },
  { name: "media", isNeeded: () => true, load: async () => (await import("./media/mod.ts")).media() },
  { name: "wakes", isNeeded: () => true, load: async () => (await import("./wakes/mod.ts")).wakes() },
  {
    name: "policies",
    isNeeded: ({ agents, hasPolicies = false }) =>
      hasPolicies || agents.some(({ policy }) => policy !== undefined),
    load: async () => (await import("./policies/mod.ts")).policies(),
  },
  {
    name: "summaries",
    isNeeded: ({ agents }) => agents.some(({ compaction }) => compaction !== undefined),
    load: async () => (await import("./summaries/mod.ts")).summaries(),
  },
  {
    name: "orchestration",
    isNeeded: ({ agents }) => agents.some(({ orchestrate }) => orchestrate !== undefined),
    load: async () => (await import("./orchestration/mod.ts")).orchestration(),
  },
  {
    name: "budgets",
    isNeeded: ({ agents }) => agents.some(hasSpendingLimits),
    load: async () => (await import("./budgets/mod.ts")).budgets(),
  },
];

/** The plugins, with `approvals()` where none of them requests approvals, and with those that they need. */
export async function withNeededPlugins(needs: PluginNeeds): Promise<readonly StepPlugin[]> {
  const { plugins = [] } = needs;
  const all = [...plugins];
  if (!plugins.some(({ asksPeople }) => asksPeople)) {
    const { approvals } = await import("./approvals/mod.ts");
    all.push(approvals());
  }
  for (const { name, isNeeded, load } of NEEDED) {
    if (isNeeded(needs) && !plugins.some((plugin) => plugin.name === name)) all.push(await load());
  }
  return all;
}
