// Which agents are limited in what their model calls may spend.

import type { Agent } from "../agent.ts";
import type { Budget } from "./limits.ts";

/** True for limits by which model calls are bounded before they are sent: those in tokens and in dollars. */
export function limitsSpending(
  { tokens, usd, perRun, recovery }: Budget & { readonly perRun?: Budget; readonly recovery?: Budget },
): boolean {
  return [tokens, usd, perRun?.tokens, perRun?.usd, recovery].some((limit) => limit !== undefined);
}

/** True for an agent with such limits, its own or those of the phases that it directs. */
export function hasSpendingLimits({ limits, orchestrate }: Pick<Agent, "limits" | "orchestrate">): boolean {
  const workers = Object.values(orchestrate?.workers ?? {});
  return [limits, ...workers.map((worker) => worker.limits ?? {})].some(limitsSpending);
}
