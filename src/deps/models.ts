// Resolves `provider/model` to a provider.

import { AgentError } from "../core/error.ts";
import type { Env, RandomBytes, Sleep } from "../core/ports.ts";
import type { Provider, ProviderSetup } from "../core/model/provider.ts";
import { withRetries } from "../runtime/model_retry.ts";
import { type LoadProvider, PROVIDERS } from "../registry.ts";
import type { ResolvedModel } from "../runtime/request.ts";
import type { Settings } from "./settings.ts";

/** What the models depend on, besides the settings. */
export interface ModelOptions {
  readonly env: Env;
  /** Values of the platform that are no text: the bindings of a Worker. */
  readonly bindings?: Readonly<Record<string, unknown>>;
  /** Providers beyond those of the registry. */
  readonly providers?: readonly Provider[];
}

/**
 * A function that resolves `provider/model`; undefined stands for TREADLE_MODEL. A provider is made when a model of it is first resolved, so a
 * missing key is found then, and a deployment whose agents never use the default model needs no key for it.
 *
 * @throws {AgentError} config_invalid, when TREADLE_MODEL names no provider.
 */
export function modelResolver(
  settings: Settings,
  options: ModelOptions,
  ports: Pick<ProviderSetup, "clock" | "sleep"> & { readonly random: RandomBytes },
): (ref: string | undefined) => Promise<ResolvedModel> {
  const providers = new Map<string, Provider>(
    options.providers?.map((provider) => [provider.name, provider]),
  );
  assertProvider(settings.TREADLE_MODEL, [...Object.keys(PROVIDERS), ...providers.keys()]);
  const prepared = new Set<Provider>();
  return async (ref = settings.TREADLE_MODEL) => {
    const slash = ref.indexOf("/");
    const name = ref.slice(0, slash);
    let provider = providers.get(name);
    if (provider === undefined) {
      const setup = { env: options.env, bindings: options.bindings ?? {}, ...ports };
      const created = await createProvider(name, ref, setup);
      // Another request may have made the provider meanwhile.
      provider = providers.get(name) ?? withRetries(created, ports);
      providers.set(name, provider);
    }
    if (!prepared.has(provider)) {
      prepared.add(provider);
      prepareSoon(provider, ports.sleep);
    }
    return { provider, model: ref.slice(slash + 1), ref };
  };
}

/** Milliseconds before a package is loaded: loading blocks the process, and the store request of begin goes out first. */
const PREPARE_AFTER_MS = 5;

function prepareSoon(provider: Provider, sleep: Sleep): void {
  void sleep(PREPARE_AFTER_MS).then(() => provider.prepare());
}

function assertProvider(ref: string, known: readonly string[]): void {
  if (known.includes(ref.slice(0, ref.indexOf("/")))) return;
  throw new AgentError(
    "config_invalid",
    `TREADLE_MODEL names no provider; write provider/model with one of: ${known.join(", ")}.`,
  );
}

async function createProvider(name: string, ref: string, setup: ProviderSetup): Promise<Provider> {
  const loaders: Readonly<Record<string, LoadProvider>> = PROVIDERS;
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load !== undefined) return (await load()).create(setup);
  const known = Object.keys(PROVIDERS).join(", ");
  throw new AgentError(
    "config_invalid",
    `Model ${ref} names no provider; write provider/model with one of: ${known}.`,
  );
}
