// The providers of a deployment: those that it names, and those of a registry, whose modules are loaded at their first use.

import type { FindPrice } from "../core/budget/price.ts";
import { AgentError } from "../core/error.ts";
import type { SeldomFeature } from "../core/model/capability.ts";
import { didYouMean } from "../core/text/did_you_mean.ts";
import type { Provider, ProviderDefinition } from "../core/model/provider.ts";
import { KNOWN_PROVIDERS, type KnownProvider } from "./provider_names.ts";
import { collectNames } from "./names.ts";

/** Loads the module of a provider. */
export type LoadProvider = () => Promise<ProviderDefinition>;

/** Which providers a deployment has. Of two with one name the later one of `providers` counts, and one of them before the registry. */
export interface ProviderOptions {
  /**
   * Providers that the deployment names: what the entries export, such as `openai` of `@treadle/treadle/providers/openai`, which are
   * configured by their variables, and those that the program has made.
   */
  readonly providers?: readonly (Provider | ProviderDefinition)[];
  /**
   * Providers by name that are loaded when a model of theirs is first used. By default those of the package (`PROVIDERS`), and none
   * where the entries below `@treadle/treadle/kernel` make the deployment.
   */
  readonly registry?: Readonly<Record<string, LoadProvider>>;
}

/** The providers of a deployment by name. */
export class DeployedProviders {
  readonly #own: ReadonlyMap<string, Provider | ProviderDefinition>;
  readonly #registry: Readonly<Record<string, LoadProvider>>;

  /** @throws {AgentError} config_invalid, for what is no list of providers */
  constructor({ providers = [], registry = {} }: ProviderOptions) {
    assertProviders(providers);
    this.#own = new Map(providers.map((provider) => [provider.name, provider]));
    this.#registry = registry;
  }

  /** All names: those of the registry, and what the deployment adds to them. */
  get names(): readonly string[] {
    return collectNames(this.#registry, [...this.#own.values()]);
  }

  has(name: string): boolean {
    return this.#own.has(name) || Object.hasOwn(this.#registry, name);
  }

  /** Those that the program has made. */
  get made(): readonly Provider[] {
    return [...this.#own.values()].filter((provider): provider is Provider => !isDefinition(provider));
  }

  /** The definition of a provider, loaded; undefined for one that the program has made, and for one that is not there. */
  async define(name: string): Promise<ProviderDefinition | undefined> {
    const own = this.#own.get(name);
    if (own !== undefined) return isDefinition(own) ? own : undefined;
    return Object.hasOwn(this.#registry, name) ? await this.#registry[name]?.() : undefined;
  }

  /** What the models of a provider cost; undefined where no prices are known. */
  async loadPrices(name: string): Promise<FindPrice | undefined> {
    const { prices } = this.#own.get(name) ?? await this.define(name) ?? {};
    return await prices?.();
  }

  /** False for a provider that is there and whose API never has the feature: what is known without loading it. */
  mayHave(name: string, feature: SeldomFeature): boolean {
    const own = this.#own.get(name);
    if (own !== undefined) return !isDefinition(own) || own.capabilities.has?.includes(feature) === true;
    const known = knownProvider(name);
    return !this.has(name) || known === undefined || known.has?.includes(feature) === true;
  }

  /** What to import and to add for a provider of the package that the deployment has left out; undefined for another name. */
  lineToAdd(name: string): string | undefined {
    const known = knownProvider(name);
    if (known === undefined || this.has(name)) return undefined;
    const { variable = name, entry = name } = known;
    return `import { ${variable} } from "@treadle/treadle/providers/${entry}", and add ${variable} to providers.`;
  }

  /** The refusal of a model whose provider is not there. `what` names the model: `Model acme/one`. */
  refuse(what: string, name: string): AgentError {
    const line = this.lineToAdd(name);
    return new AgentError(
      "config_invalid",
      line === undefined
        ? `${what} names no provider; write provider/model with one of: ${this.names.join(", ")}.${
          didYouMean(name, this.names)
        }`
        : `${what} names a provider that the deployment does not have: ${line}`,
    );
  }
}

function knownProvider(name: string): KnownProvider | undefined {
  return Object.hasOwn(KNOWN_PROVIDERS, name) ? KNOWN_PROVIDERS[name] : undefined;
}

function isDefinition(provider: Provider | ProviderDefinition): provider is ProviderDefinition {
  return "create" in provider;
}

/** A project without types may list the function that makes a provider, or give a provider alone. */
function assertProviders(providers: unknown): void {
  if (Array.isArray(providers) && providers.every(isProvider)) return;
  throw new AgentError(
    "config_invalid",
    'providers must be a list, such as [openai] of "@treadle/treadle/providers/openai" or [createOpenAIProvider({ ... })].',
  );
}

function isProvider(value: unknown): boolean {
  const { name, create, stream } = Object(value);
  return typeof name === "string" && typeof (create ?? stream) === "function";
}
