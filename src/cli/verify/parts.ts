// The models and drivers that requests are written again with: those of the package, without any key of a deployment.

import { driverFinder } from "../../deps/names.ts";
import { AgentError } from "../../core/error.ts";
import type { Env } from "../../core/ports.ts";
import type { Provider, ProviderDefinition } from "../../core/model/provider.ts";
import type { LoadProvider } from "../../deps/deployed_providers.ts";
import { PROVIDERS } from "../../provider_registry.ts";
import type { VerifyParts } from "./past_requests.ts";

/** What stands for a variable that is not set. None of it is a part of a body. */
const KEY = "not-a-key-0000000000";
const REGION = "us-east-1";
const ADDRESS = "https://verify.invalid";
/** A server of the vendor's own, where the provider has no address of its own. */
const OFFICIAL = "https://verify.openai.azure.com";
const DATED = "2024-10-21";

const IS_ADDRESS = /URL|ENDPOINT|HOST/;
const IS_VERSION = /_VERSION$/;

/**
 * The parts that write requests. The kind of server is that of the record. Where no record says it, the variables that shape a body
 * (`OPENAI_API`, the base URLs) are those of `env`. A missing key or region is filled in, since nothing is sent.
 */
export function partsFor(env: Env): VerifyParts {
  const providers = new Map<string, Promise<Provider>>();
  return {
    driver: driverFinder([]),
    model: async (given, server) => {
      const ref = given ?? "";
      const name = ref.slice(0, Math.max(0, ref.indexOf("/")));
      const known = `${name} ${server ?? ""}`;
      let provider = providers.get(known);
      if (provider === undefined) providers.set(known, provider = loadProvider(name, env, server));
      return { provider: await provider, model: ref.slice(name.length + 1), ref };
    },
  };
}

async function loadProvider(name: string, env: Env, server: string | undefined): Promise<Provider> {
  const loaders: Readonly<Record<string, LoadProvider>> = PROVIDERS;
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load === undefined) {
    throw new AgentError("config_invalid", `This build has no provider ${name || "of that name"}.`);
  }
  const definition = await load();
  const { variables } = definition;
  switch (server) {
    case undefined:
      return createWith(definition, env, ADDRESS);
    case "official":
      return createWith(definition, without(env, variables, IS_ADDRESS, IS_VERSION), OFFICIAL);
    case "compatible": {
      const own = without(env, variables, IS_VERSION);
      const hasAddress = variables.some((variable) => IS_ADDRESS.test(variable) && own[variable]);
      return create(definition, fillPlaceholders(definition, own, hasAddress ? undefined : ADDRESS));
    }
    case "dated": {
      const version = Object.fromEntries(
        variables.filter((variable) => IS_VERSION.test(variable)).map((variable) => [variable, DATED]),
      );
      return createWith(definition, { ...version, ...env }, ADDRESS);
    }
    case "binding":
      return create(definition, without(env, variables, IS_ADDRESS), { AI: { run: refuse } });
    default:
      throw new AgentError("config_invalid", `This build has no server of the kind ${server}.`);
  }
}

/** At the provider's own address, where it has one, else at this one. */
function createWith(definition: ProviderDefinition, env: Env, address: string): Provider {
  try {
    return create(definition, fillPlaceholders(definition, env, undefined));
  } catch {
    return create(definition, fillPlaceholders(definition, env, address));
  }
}

function create(
  definition: ProviderDefinition,
  env: Env,
  bindings: Readonly<Record<string, unknown>> = {},
): Provider {
  return definition.create({ env, bindings, clock: Date.now, sleep: () => Promise.resolve() });
}

function refuse(): Promise<never> {
  return Promise.reject(new AgentError("internal", "A request that is verified is not sent."));
}

function without(env: Env, variables: readonly string[], ...patterns: readonly RegExp[]): Env {
  const left = variables.filter((variable) => patterns.some((pattern) => pattern.test(variable)));
  return Object.fromEntries(Object.entries(env).filter(([variable]) => !left.includes(variable)));
}

function fillPlaceholders({ variables }: ProviderDefinition, env: Env, address: string | undefined): Env {
  const missing = variables.filter((variable) => !env[variable]);
  return {
    ...env,
    ...Object.fromEntries(missing.map((variable) => [variable, placeholder(variable, address)])),
  };
}

function placeholder(variable: string, address: string | undefined): string | undefined {
  if (/KEY|TOKEN|SECRET|ACCOUNT/.test(variable)) return KEY;
  if (/REGION/.test(variable)) return REGION;
  return IS_ADDRESS.test(variable) ? address : undefined;
}
