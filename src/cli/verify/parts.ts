// The models and drivers that requests are written again with: those of the registry, without any key of a deployment.

import { driverFinder } from "../../deps/names.ts";
import { AgentError } from "../../core/error.ts";
import type { Env } from "../../core/ports.ts";
import type { Provider, ProviderDefinition } from "../../core/model/provider.ts";
import { type LoadProvider, PROVIDERS } from "../../registry.ts";
import type { VerifyParts } from "./verify_thread.ts";

/** What stands for a variable that is not set. None of it is a part of a body. */
const KEY = "not-a-key-0000000000";
const REGION = "us-east-1";
const ADDRESS = "https://verify.invalid";

/**
 * The parts that write requests. Variables that shape a body (`OPENAI_API`, the base URLs) are those of `env`; a missing key
 * or region is filled in, since nothing is sent.
 */
export function partsFor(env: Env): VerifyParts {
  const providers = new Map<string, Promise<Provider>>();
  return {
    driver: driverFinder([]),
    model: async (ref = "") => {
      const name = ref.slice(0, Math.max(0, ref.indexOf("/")));
      let provider = providers.get(name);
      if (provider === undefined) providers.set(name, provider = loadProvider(name, env));
      return { provider: await provider, model: ref.slice(name.length + 1), ref };
    },
  };
}

async function loadProvider(name: string, env: Env): Promise<Provider> {
  const loaders: Readonly<Record<string, LoadProvider>> = PROVIDERS;
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load === undefined) {
    throw new AgentError("config_invalid", `This build has no provider ${name || "of that name"}.`);
  }
  const definition = await load();
  try {
    return create(definition, filled(definition, env, undefined));
  } catch {
    return create(definition, filled(definition, env, ADDRESS));
  }
}

function create(definition: ProviderDefinition, env: Env): Provider {
  return definition.create({ env, bindings: {}, clock: Date.now, sleep: () => Promise.resolve() });
}

function filled({ variables }: ProviderDefinition, env: Env, address: string | undefined): Env {
  const missing = variables.filter((variable) => !env[variable]);
  return {
    ...env,
    ...Object.fromEntries(missing.map((variable) => [variable, placeholder(variable, address)])),
  };
}

function placeholder(variable: string, address: string | undefined): string | undefined {
  if (/KEY|TOKEN|SECRET|ACCOUNT/.test(variable)) return KEY;
  if (/REGION/.test(variable)) return REGION;
  return /URL|ENDPOINT/.test(variable) ? address : undefined;
}
