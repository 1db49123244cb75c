// What the suites of this folder share: a provider of the registry, talking to its simulated server.
import type { ModelRequest, Provider } from "../../src/core/model/provider.ts";
import { loadProviders } from "../../src/provider_registry.ts";
import type { ModelEvent, ModelResult, ProviderDefinition } from "../../src/core/model/provider.ts";
import { aRequest, enforced, streamed } from "../providers/_support.ts";
import type { WireCase } from "./case.ts";
import { isRecord } from "./openai/reply.ts";
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
export function providerOf(
  wire: WireCase,
  server: Simulator,
  bindings: Readonly<Record<string, unknown>> = wire.bindings?.(server) ?? {},
): Provider {
  return definitionOf(wire).create({
    env: wire.env(server),
    clock: Date.now,
    sleep: () => Promise.resolve(),
    bindings,
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

/** The same requests without streaming: by a field of the body, or by another path. */
export function unstreamed(reach: typeof fetch): typeof fetch {
  return (input, init) => {
    const url = String(input).replace("/converse-stream", "/converse")
      .replace(":streamGenerateContent?alt=sse", ":generateContent");
    const body: unknown = JSON.parse(String(init?.body));
    if (isRecord(body) && "stream" in body) {
      body.stream = false;
      delete body.stream_options;
    }
    return reach(url, { ...init, body: JSON.stringify(body) });
  };
}
