// Which agents have a budget in dollars and a model without a price: their steps are refused with `price_unknown`.

import { type Agent, namedModels } from "../core/agent.ts";
import type { DeploymentOptions } from "./create_deps.ts";
import { pricesFor } from "./budget_settings.ts";
import { DeployedProviders } from "./deployed_providers.ts";
import { toProviderName } from "./models.ts";
import type { Settings } from "./settings.ts";

/** An agent, and those of its models that have no price. */
export interface UnpricedBudget {
  readonly agent: string;
  /** As `provider/model`. */
  readonly models: readonly string[];
}

/** The agents of a deployment whose budget cannot be kept. Budgets that a function gives are not known before a step. */
export async function findUnpricedBudgets(
  options: DeploymentOptions,
  settings: Settings,
): Promise<readonly UnpricedBudget[]> {
  const given = pricesFor(settings, options);
  const providers = new DeployedProviders(options);
  const ofAll = hasDollars(options.budgets) || (settings.TREADLE_BUDGETS ?? "").includes('"usd"');
  const limited = options.agents.filter(({ limits: { usd, perRun, recovery } }) =>
    ofAll || usd !== undefined || perRun?.usd !== undefined || recovery?.usd !== undefined
  );
  const found = await Promise.all(limited.map(async (agent) => {
    const unpriced: string[] = [];
    for (const ref of listModels(agent, settings)) {
      const isPriced = given.has(ref) || (ref === agent.model && agent.price !== undefined) ||
        await hasPrice(ref, providers);
      if (!isPriced) unpriced.push(ref);
    }
    return { agent: agent.name, models: unpriced };
  }));
  return found.filter(({ models }) => models.length > 0);
}

/** What one line says of it: `support: azure/my-deployment, azure/other`. */
export function unpricedText({ agent, models }: UnpricedBudget): string {
  return `${agent}: ${models.join(", ")}`;
}

function hasDollars(budgets: DeploymentOptions["budgets"]): boolean {
  if (budgets === undefined || typeof budgets === "function") return false;
  return budgets.tenant?.usd !== undefined || budgets.user?.usd !== undefined;
}

function listModels(agent: Agent, { TREADLE_MODEL }: Settings): ReadonlySet<string> {
  const named = namedModels(agent).flatMap(([, ref]) => ref ?? []);
  return new Set(agent.model === undefined ? [TREADLE_MODEL, ...named] : named);
}

async function hasPrice(ref: string, providers: DeployedProviders): Promise<boolean> {
  const name = toProviderName(ref);
  const find = await providers.loadPrices(name);
  return find?.(ref.slice(name.length + 1)) !== undefined;
}
