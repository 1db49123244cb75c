// DNS and connections for requests to addresses of others, loaded at the first of them: node:https is no part of a start.

import type { OutboundTransport } from "../core/outbound/setup.ts";
import type { PinnedConnectionOptions } from "./pinned_connection.ts";

/** The transport of a server on Deno. */
export function createPinnedTransport(options: PinnedConnectionOptions = {}): OutboundTransport {
  const load = async () => (await import("./pinned_connection.ts")).createPinnedConnection(options);
  return {
    resolve: async (host) => await (await load()).resolve(host),
    request: async (request, addresses) => await (await load()).request(request, addresses),
  };
}
