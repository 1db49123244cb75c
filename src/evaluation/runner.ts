// runEvaluation: an evaluation in a deployment of its own. One that a deployment has runs in it (door/work.ts).

import type { Agent } from "../core/agent.ts";
import { createDeps } from "../deps/create_deps.ts";
import { processEnvironment, textsOf } from "../deps/environment.ts";
import { withNeededPlugins } from "../plugins/plugins_for_tests.ts";
import { PROVIDERS } from "../registry.ts";
import type { RuntimeDeps } from "../runtime/deps.ts";
import { createMemoryStore } from "../stores/embedded/memory.ts";
import type { EvaluationReport } from "./data/report.ts";
import type { Evaluation } from "./define.ts";
import { type AttemptOptions, runAttempts } from "./run_attempts.ts";

/** How an evaluation is run. */
export interface RunEvaluationOptions extends AttemptOptions {
  /** Variables and bindings; by default the variables of the process on Deno and Node, and none on Workers. */
  readonly env?: Readonly<Record<string, unknown>>;
  /** A deployment in place of one that is made from `env` and the evaluation. Its store keeps nothing of the runs. */
  readonly deps?: RuntimeDeps;
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
  return await runAttempts(evaluation, options, deps ?? await deploymentOf(evaluation, env));
}

/**
 * A deployment of models, and of the plugins of the evaluation, which keeps policies and decides about calls that wait for people: the
 * store is in memory.
 */
async function deploymentOf(
  evaluation: Evaluation,
  env: Readonly<Record<string, unknown>> = processEnvironment(),
): Promise<RuntimeDeps> {
  const agents = evaluation.kind === "selection"
    ? []
    : [evaluation.agent, ...evaluation.kind === "agent" ? evaluation.agents : []];
  const { plugins, policies = [] } = evaluation.deployment ?? {};
  const store = createMemoryStore();
  return createDeps({
    log: () => {},
    registry: PROVIDERS,
    ...evaluation.deployment,
    plugins: await withNeededPlugins({ plugins, agents, hasPolicies: policies.length > 0 }),
    agents: agents.map(withoutTriggers),
    env: { ...modelVariables(env), TREADLE_STORE: "given" },
    bindings: env,
    stores: { given: () => store },
  });
}

/** Schedules and templates of webhooks need plugins that have no part in an evaluation. */
function withoutTriggers({ schedules: _schedules, webhooks: _webhooks, ...agent }: Agent): Agent {
  return agent;
}

/** Variables of providers and models: those of stores, keys, wakers and plugins are of no use here, and some would ask for a plugin. */
function modelVariables(env: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(textsOf(env)).filter(([name]) => !NOT_FOR_MODELS.test(name));
  return Object.fromEntries(kept);
}

const NOT_FOR_MODELS = /^(?:TREADLE_(?!MODEL$|TOOL_CHOICE$|PRICES?)|UPSTASH_|QSTASH_|PORT$)/;
