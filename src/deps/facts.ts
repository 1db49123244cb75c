// What a deployment is made of, for the line or the page that a server prints at its start.

import { AgentError } from "../core/error.ts";
import { nearest } from "../core/text/did_you_mean.ts";
import { findBudgetConflicts } from "./budget_conflicts.ts";
import type { DeploymentOptions } from "./create_deps.ts";
import { DeployedProviders } from "./deployed_providers.ts";
import { findMistypedVariables, type MistypedVariable } from "./mistyped.ts";
import { toProviderName } from "./models.ts";
import { chooseStore } from "./open_store.ts";
import { sleep } from "./ports.ts";
import { readSettings, type Settings } from "./settings.ts";
import { findUnpricedBudgets, type UnpricedBudget } from "./unpriced.ts";

/** The facts of a deployment. No value of a variable is among them but names of models, the store's place and its host. */
export interface DeploymentFacts {
  /** The default model first, when an agent uses it; then the models that agents name. */
  readonly models: readonly ModelFacts[];
  readonly store: string;
  /** Where the store is: a file, a host, or "this process". */
  readonly where: string;
  /** Names of tools; those of a server, which are not known at the start, are its prefix with a star. */
  readonly agents: readonly { readonly name: string; readonly tools: readonly string[] }[];
  readonly mistyped: readonly MistypedVariable[];
  /** Agents with a budget in dollars and a model without a price. */
  readonly unpriced: readonly UnpricedBudget[];
  /** Budgets that another one ends first, a sentence each. */
  readonly budgetConflicts: readonly string[];
}

/** A model as `provider/model`, and whether its provider has what it needs. */
export interface ModelFacts {
  readonly ref: string;
  readonly key: KeyFacts;
  /** The known model, as `provider/model`, that a mistyped one probably means. */
  readonly meant?: string | undefined;
}

/** `missing` names the variable to set, and says what is wrong. */
export type KeyFacts =
  | { readonly type: "set" }
  | { readonly type: "not_needed" }
  | { readonly type: "missing"; readonly variable: string | undefined; readonly message: string };

/** The facts of the deployment that {@link createDeps} makes from the same options. It loads the providers of its models. */
export async function deploymentFacts(options: DeploymentOptions): Promise<DeploymentFacts> {
  const settings = readSettings(options.env);
  const refs = new Set(
    options.agents.flatMap(({ model = settings.TREADLE_MODEL, models = [] }) => [model, ...models]),
  );
  const providers = new DeployedProviders(options);
  const models = Array.from(refs, async (ref) => ({
    ref,
    key: await keyFacts(ref, options, providers),
    meant: await findMeant(ref, providers),
  }));
  return {
    models: await Promise.all(models),
    ...describeStore(settings, options),
    agents: options.agents.map(({ name, tools, toolSources = [] }) => ({
      name,
      tools: [...tools.map((tool) => tool.name), ...toolSources.map(({ prefix }) => `${prefix}*`)],
    })),
    mistyped: findMistypedVariables(options.env, options.agents),
    unpriced: await findUnpricedBudgets(options, settings),
    budgetConflicts: findBudgetConflicts(options, settings),
  };
}

/** Among the models with a price: letters of another one are a mistake, other digits a model that is newer than the table. */
async function findMeant(ref: string, providers: DeployedProviders): Promise<string | undefined> {
  const provider = toProviderName(ref);
  const model = ref.slice(provider.length + 1);
  const find = await providers.loadPrices(provider);
  if (find?.(model) !== undefined) return undefined;
  const digits = model.replace(/\D/g, "");
  const alike = (find?.names?.() ?? []).filter((name) => name.replace(/\D/g, "") === digits);
  const meant = nearest(model, alike);
  return meant && `${provider}/${meant}`;
}

async function keyFacts(
  ref: string,
  { env, bindings = {}, clock }: DeploymentOptions,
  providers: DeployedProviders,
): Promise<KeyFacts> {
  const definition = await providers.define(toProviderName(ref));
  if (definition === undefined) return { type: "not_needed" };
  try {
    definition.create({ env, bindings, clock: clock ?? Date.now, sleep });
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    const variable = definition.variables.find((known) => thrown.message.includes(known));
    return { type: "missing", variable, message: thrown.message };
  }
  const isSet = definition.variables.some((variable) => SECRET.test(variable) && Boolean(env[variable]));
  return { type: isSet ? "set" : "not_needed" };
}

const SECRET = /KEY|TOKEN/;

function describeStore(
  settings: Settings,
  options: DeploymentOptions,
): Pick<DeploymentFacts, "store" | "where"> {
  const { name, location } = chooseStore(settings, options);
  switch (name) {
    case "memory":
      return { store: name, where: "this process" };
    case "upstash":
      return { store: name, where: URL.parse(settings.UPSTASH_REDIS_REST_URL ?? "")?.host ?? "" };
    default:
      return { store: name, where: location };
  }
}
