// runEvaluation: an evaluation in a deployment of its own. One that a deployment has runs in it (door/work.ts).

import { PROVIDERS } from "../provider_registry.ts";
import type { RunDeps } from "../kernel/run_deps.ts";
import type { EvaluationReport } from "./data/report.ts";
import type { Evaluation } from "./define.ts";
import { createDeployment } from "./deployment.ts";
import { type AttemptOptions, runAttempts } from "./run_attempts.ts";

/** How an evaluation is run. */
export interface RunEvaluationOptions extends AttemptOptions {
  /** Variables and bindings; by default the variables of the process on Deno and Node, and none on Workers. */
  readonly env?: Readonly<Record<string, unknown>>;
  /** A deployment in place of one that is made from `env` and the evaluation. Its store keeps nothing of the runs. */
  readonly deps?: RunDeps;
}

/**
 * Runs what is missing of an evaluation, and makes the report of all attempts.
 *
 * @throws {AgentError} model_auth, model_quota, config_invalid, agent_invalid - the deployment cannot run the agent
 */
export async function runEvaluation(
  evaluation: Evaluation,
  { env, deps, ...options }: RunEvaluationOptions = {},
): Promise<EvaluationReport> {
  return await runAttempts(evaluation, options, deps ?? await createDeployment(evaluation, PROVIDERS, env));
}
