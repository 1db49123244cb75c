// Real servers of others: what they got, and what they respond with.

import type { OutboundSetup } from "../../src/core/outbound/setup.ts";
import { createPinnedTransport } from "../../src/deno/pinned_transport.ts";
import { createOutbound, type OutboundFetch } from "../../src/outbound/outbound.ts";
import { CERTIFICATE, KEY } from "./_tls.ts";

export interface Got {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A server of one test. */
export interface Receiver extends AsyncDisposable {
  readonly port: number;
  readonly got: Got[];
}

/** Listens on the address, by TLS unless `plain`. */
export function receive(
  respond: (got: Got) => Response | Promise<Response>,
  { hostname = "127.0.0.1", port = 0, plain = false } = {},
): Receiver {
  const got: Got[] = [];
  const tls = plain ? {} : { cert: CERTIFICATE, key: KEY };
  const server = Deno.serve({ hostname, port, onListen: () => {}, ...tls }, async (request) => {
    const { pathname, search } = new URL(request.url);
    const one = {
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      body: await request.text(),
    };
    got.push(one);
    return await respond(one);
  });
  return { port: server.addr.port, got, [Symbol.asyncDispose]: () => server.shutdown() };
}

export interface Line {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The requests of a deployment whose DNS answers with `dns`, and its log. */
export function outbound(
  dns: Readonly<Record<string, readonly string[]>> | ((host: string) => readonly string[]),
  { allowPrivate = ["hooks.example.test", "*.hooks.example.test"] }: Partial<OutboundSetup> = {},
): { readonly send: OutboundFetch; readonly setup: OutboundSetup; readonly lines: Line[] } {
  const lines: Line[] = [];
  const setup: OutboundSetup = {
    fetch,
    transport: createPinnedTransport({
      ca: CERTIFICATE,
      resolve: async (host) => {
        const found = typeof dns === "function" ? dns(host) : dns[host];
        if (found === undefined) throw new Error(`ENOTFOUND ${host}`);
        return await Promise.resolve(found);
      },
    }),
    allowPrivate,
    log: (_level, message, fields = {}) => lines.push({ message, fields }),
  };
  return { send: createOutbound(setup), setup, lines };
}
