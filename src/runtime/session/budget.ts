// Budgets: refused before anything is spent, per thread.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { RunState } from "../../core/state.ts";
import type { Counters } from "../../core/usage.ts";

/**
 * The budget that forbids another step, if any. Calls are no such budget: when they are used up, plans go without tools.
 * `extraSteps` is that of AgentState.
 */
export function exhausted(
  { limits }: Pick<Agent, "limits">,
  counters: Counters,
  run: RunState,
  extraSteps = 0,
): AgentError | undefined {
  const steps = counters.steps + extraSteps;
  const tokens = counters.inputTokens + counters.outputTokens;
  if (run.steps >= limits.stepsPerRun) {
    return refusal("stepsPerRun", limits.stepsPerRun, run.steps, "a new input");
  }
  if (limits.steps !== undefined && steps >= limits.steps) {
    return refusal("steps", limits.steps, steps, "a higher limit");
  }
  if (limits.tokens !== undefined && tokens >= limits.tokens) {
    return refusal("tokens", limits.tokens, tokens, "a higher limit");
  }
  if (limits.wallMs !== undefined && counters.wallMs >= limits.wallMs) {
    return refusal("wallMs", limits.wallMs, counters.wallMs, "a higher limit");
  }
  return undefined;
}

function refusal(budget: string, limit: number, used: number, wayOut: string): AgentError {
  return new AgentError(
    "budget_exhausted",
    `The budget limits.${budget} is used up: ${used} of ${limit}. It takes ${wayOut} to go on.`,
    { details: { budget, limit, used } },
  );
}
