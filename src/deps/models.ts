// Resolves `provider/model` to a provider.

import type { FindPrice, ListedPrice, Price } from "../core/budget/price.ts";
import type { Env, RandomBytes, Sleep } from "../core/ports.ts";
import type { Provider, ProviderSetup } from "../core/model/provider.ts";
import { withRetries } from "../kernel/plan/model_retry.ts";
import type { ResolvedModel } from "../kernel/resolved_model.ts";
import { withTraces } from "../kernel/trace/traced_provider.ts";
import type { DeployedProviders, ProviderOptions } from "./deployed_providers.ts";
import type { Settings } from "./settings.ts";

/** What the models depend on, besides the settings. */
export interface ModelOptions extends ProviderOptions {
  readonly env: Env;
  /** Values of the platform that are no text: the bindings of a Worker, for providers and for the tools that declare them. */
  readonly bindings?: Readonly<Record<string, unknown>>;
}

/**
 * A function that resolves `provider/model`; undefined stands for TREADLE_MODEL. A provider is made when a model of it is
 * first resolved, so a missing key is found then, and a deployment whose agents never use the default model needs no key
 * for it.
 */
export function modelResolver(
  settings: Settings,
  options: ModelOptions,
  deployed: DeployedProviders,
  { prices, ...ports }: Pick<ProviderSetup, "clock" | "sleep"> & {
    readonly random: RandomBytes;
    /** Those that the deployment sets, by `provider/model`. */
    readonly prices: ReadonlyMap<string, Price>;
  },
): (ref: string | undefined) => Promise<ResolvedModel> {
  const providers = new Map<string, Provider>(
    deployed.made.map((provider) => [provider.name, withTraces(provider)]),
  );
  const prepared = new Set<Provider>();
  const tables = new Map<string, FindPrice | undefined>();
  const found = new Map<string, ListedPrice | undefined>();
  const listedOf = (ref: string, name: string, model: string): ListedPrice | undefined => {
    if (found.has(ref)) return found.get(ref);
    const listed = tables.get(name)?.(model);
    if (found.size < MOST_PRICES) found.set(ref, listed);
    return listed;
  };
  return async (ref = settings.TREADLE_MODEL) => {
    const name = toProviderName(ref);
    if (deployed.has(name) && !tables.has(name)) tables.set(name, await deployed.loadPrices(name));
    let provider = providers.get(name);
    if (provider === undefined) {
      const setup = { env: options.env, bindings: options.bindings ?? {}, ...ports };
      const definition = await deployed.define(name);
      if (definition === undefined) throw deployed.refuse(`Model ${ref}`, name);
      const created = definition.create(setup);
      // Another request may have made the provider meanwhile.
      provider = providers.get(name) ?? withRetries(withTraces(created), ports);
      providers.set(name, provider);
    }
    if (!prepared.has(provider)) {
      prepared.add(provider);
      prepareSoon(provider, ports.sleep);
    }
    const model = ref.slice(name.length + 1);
    const listed = listedOf(ref, name, model);
    return { provider, model, ref, price: prices.get(ref) ?? listed, window: listed?.window };
  };
}

/** Models whose price is kept; agents name few. */
const MOST_PRICES = 1_000;

/** Milliseconds before a package is loaded: loading blocks the process, and the store request of begin goes out first. */
const PREPARE_AFTER_MS = 5;

function prepareSoon(provider: Provider, sleep: Sleep): void {
  void sleep(PREPARE_AFTER_MS).then(() => provider.prepare());
}

/** `openai` for `openai/gpt-5`; empty without a slash. */
export function toProviderName(ref: string): string {
  return ref.slice(0, Math.max(0, ref.indexOf("/")));
}
