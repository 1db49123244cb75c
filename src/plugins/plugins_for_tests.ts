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

/**
 * The plugins, with one by which people are asked where none of them does that; `deferredCalls()`, since a tool says only when it runs that
 * its result comes later, and `media()`, since it says so of media; and `policies()`, `summaries()` and `budgets()` where an agent needs them.
 * Those that are added are imported on demand: a bundle whose program runs no evaluation in itself has none of their modules.
 */
export async function withNeededPlugins(
  { plugins = [], agents, hasPolicies = false }: PluginNeeds,
): Promise<readonly StepPlugin[]> {
  const all = [...plugins];
  if (!plugins.some(({ asksPeople }) => asksPeople)) {
    const { approvals } = await import("./approvals/mod.ts");
    all.push(approvals());
  }
  if (!plugins.some(({ name }) => name === "deferred_calls")) {
    const { deferredCalls } = await import("./deferred_calls/mod.ts");
    all.push(deferredCalls());
  }
  if (!plugins.some(({ name }) => name === "media")) {
    const { media } = await import("./media/mod.ts");
    all.push(media());
  }
  const needsPolicies = hasPolicies || agents.some(({ policy }) => policy !== undefined);
  if (needsPolicies && !plugins.some(({ name }) => name === "policies")) {
    const { policies } = await import("./policies/mod.ts");
    all.push(policies());
  }
  const needsSummaries = agents.some(({ compaction }) => compaction !== undefined);
  if (needsSummaries && !plugins.some(({ name }) => name === "summaries")) {
    const { summaries } = await import("./summaries/mod.ts");
    all.push(summaries());
  }
  const needsBudgets = agents.some(hasSpendingLimits);
  if (needsBudgets && !plugins.some(({ name }) => name === "budgets")) {
    const { budgets } = await import("./budgets/mod.ts");
    all.push(budgets());
  }
  return all;
}
