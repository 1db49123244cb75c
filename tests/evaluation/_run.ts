// Evaluations whose models are their own: no provider of the registry is loaded.

import type { EvaluationReport } from "../../src/evaluation/data/report.ts";
import type { Evaluation } from "../../src/evaluation/define.ts";
import { createDeployment } from "../../src/evaluation/deployment.ts";
import { type AttemptOptions, runAttempts } from "../../src/evaluation/run_attempts.ts";

/** Runs the evaluation in a deployment that has the providers of its `deployment` alone. */
export async function runEvaluation(
  evaluation: Evaluation,
  options: AttemptOptions = {},
): Promise<EvaluationReport> {
  return await runAttempts(evaluation, options, await createDeployment(evaluation, {}));
}
