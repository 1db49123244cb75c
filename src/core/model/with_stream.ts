// A provider that wraps the requests of another one.

import type { Provider } from "./provider.ts";

/** The provider, with another `stream`; everything else of it is as it was. */
export function withStream(provider: Provider, stream: Provider["stream"]): Provider {
  return {
    name: provider.name,
    server: provider.server,
    apis: provider.apis,
    capabilities: (model, settings) => provider.capabilities(model, settings),
    map: (request) => provider.map(request),
    historyWriter: (request) => provider.historyWriter(request),
    prepare: () => provider.prepare(),
    outputLimit: (request) => provider.outputLimit(request),
    body: (request) => provider.body(request),
    stream,
  };
}
