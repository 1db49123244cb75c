// What the suites of this folder share: a provider of the registry, talking to its simulated server.
import type { ModelRequest, Provider } from "../../src/core/model/provider.ts";
import { loadProviders } from "../../src/registry.ts";
import type { ModelEvent, ModelResult, ProviderDefinition } from "../../src/core/model/provider.ts";
import { aRequest, enforced, streamed } from "../providers/_support.ts";
import type { WireCase } from "./case.ts";
import type { Simulator } from "./simulator.ts";

/** The providers of the registry, by name. */
export const DEFINITIONS: ReadonlyMap<string, ProviderDefinition> = new Map(await loadProviders());

/** The definition that the case is about. */
export function definitionOf({ provider }: Pick<WireCase, "provider">): ProviderDefinition {
  const definition = DEFINITIONS.get(provider);
  if (definition === undefined) throw new Error(`The registry has no provider ${provider}.`);
  return definition;
}

/** The provider of the case as the registry makes it. */
export function providerOf(wire: WireCase, server: Simulator): Provider {
  return definitionOf(wire).create({
    env: wire.env(server),
    clock: Date.now,
    sleep: () => Promise.resolve(),
    bindings: wire.bindings?.(server) ?? {},
  });
}

/** A request for the case's model, enforced by what is known of it. */
export function requestOf(wire: WireCase, provider: Provider, parts: Partial<ModelRequest> = {}) {
  const { model, settings = {} } = wire;
  const request = aRequest({ model, ...parts, settings: { ...settings, ...parts.settings } });
  return enforced(provider, request);
}

/** Sends a request as it is. */
export function send(
  wire: WireCase,
  server: Simulator,
  provider: Provider,
  request: ModelRequest,
): AsyncGenerator<ModelEvent, ModelResult> {
  const signal = new AbortController().signal;
  return streamed(provider, request, { fetch: wire.fetch?.(server) ?? fetch, signal });
}
