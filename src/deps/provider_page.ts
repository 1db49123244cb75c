// Every provider of a deployment, whether it is configured, and how tool choices are enforced for its models.

import { modelGroups } from "../kernel/choice/capability_matrix.ts";
import type { CapabilityTable } from "../core/model/capability.ts";
import { AgentError } from "../core/error.ts";
import type { Provider, ProviderDefinition, ProviderSetup } from "../core/model/provider.ts";
import type { ProviderView } from "../kernel/choice/provider_view.ts";
import type { DeployedProviders } from "./deployed_providers.ts";
import type { ModelOptions } from "./models.ts";

type Ports = Pick<ProviderSetup, "clock" | "sleep">;

/** The content of GET /v1/providers. It loads every provider, so it is computed at the first request and then kept. */
export function providerPage(
  options: ModelOptions,
  providers: DeployedProviders,
  ports: Ports,
): () => Promise<readonly ProviderView[]> {
  // The views, not their promise: on Workers one request may not wait for the promise of another.
  let views: readonly ProviderView[] | undefined;
  return async () => views ??= await listProviders(options, providers, ports);
}

async function listProviders(
  { env, bindings = {} }: ModelOptions,
  providers: DeployedProviders,
  ports: Ports,
): Promise<ProviderView[]> {
  const defined = await Promise.all(providers.names.map((name) => providers.define(name)));
  return [
    ...defined.filter((definition) => definition !== undefined).map((definition): ProviderView => {
      const provider = ifConfigured(definition, { env, bindings, ...ports });
      return {
        name: definition.name,
        configured: provider !== undefined,
        variables: definition.variables.map((name) => ({ name, set: Boolean(env[name]) })),
        groups: modelGroups(
          definition.capabilities,
          provider && ((model) => provider.capabilities(model, {})),
        ),
      };
    }),
    ...providers.made.map((provider): ProviderView => ({
      name: provider.name,
      configured: true,
      variables: [],
      groups: modelGroups(UNKNOWN, (model) => provider.capabilities(model, {})),
    })),
  ];
}

/** The table of a provider that has none. */
const UNKNOWN: CapabilityTable = { lacks: {}, models: [], thinks: () => false };

function ifConfigured(definition: ProviderDefinition, setup: ProviderSetup): Provider | undefined {
  try {
    return definition.create(setup);
  } catch (error) {
    if (error instanceof AgentError && error.code === "config_invalid") return undefined;
    throw error;
  }
}
