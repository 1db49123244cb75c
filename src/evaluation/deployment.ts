// What an evaluation runs in that no deployment runs.

import type { Agent } from "../core/agent.ts";
import { createDeps } from "../deps/create_deps.ts";
import type { ProviderOptions } from "../deps/deployed_providers.ts";
import { processEnvironment, toTexts } from "../deps/environment.ts";
import { withNeededPlugins } from "../plugins/plugins_for_tests.ts";
import type { RunDeps } from "../kernel/run_deps.ts";
import { createMemoryStore } from "../stores/embedded/memory.ts";
import type { Evaluation } from "./define.ts";

/**
 * A deployment of models, and of the plugins of the evaluation, which keeps policies and decides about calls that wait for people: the
 * store is in memory. `registry` has the providers that the evaluation does not name.
 */
export async function createDeployment(
  evaluation: Evaluation,
  registry: NonNullable<ProviderOptions["registry"]>,
  env: Readonly<Record<string, unknown>> = processEnvironment(),
): Promise<RunDeps> {
  const agents = evaluation.kind === "selection"
    ? []
    : [evaluation.agent, ...evaluation.kind === "agent" ? evaluation.agents : []];
  const { plugins, policies = [] } = evaluation.deployment ?? {};
  const store = createMemoryStore();
  return createDeps({
    log: () => {},
    registry,
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
  const kept = Object.entries(toTexts(env)).filter(([name]) => !NOT_FOR_MODELS.test(name));
  return Object.fromEntries(kept);
}

const NOT_FOR_MODELS = /^(?:TREADLE_(?!MODEL$|TOOL_CHOICE$|PRICES?)|UPSTASH_|QSTASH_|PORT$)/;
