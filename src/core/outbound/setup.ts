// The data and ports that src/outbound needs for requests to foreign addresses. They are apart from its code, so that a deployment that
// sends no such request does not contain it.

import type { Log } from "../ports.ts";

/** What requests to addresses of others are made from. `createOutbound` of src/outbound takes it. */
export interface OutboundSetup {
  readonly fetch: typeof fetch;
  /** Finds addresses and connects to no others; missing where the platform has no DNS, as on Workers. */
  readonly transport?: OutboundTransport | undefined;
  /** Hosts that may be private and may be reached by http: `localhost`, `10.0.0.7`, `*.svc.example`, `localhost:9000`. */
  readonly allowPrivate: readonly string[];
  readonly log: Log;
}

/** Connections to addresses that were checked: a DNS answer that changes in between has no effect. */
export interface OutboundTransport {
  /**
   * All addresses of a name, IPv4 and IPv6; an address stands for itself.
   *
   * @throws any error when there are none
   */
  resolve(host: string): Promise<readonly string[]>;
  /**
   * Sends the request to one of the addresses. The name of its URL is the host header and the name that the certificate must
   * have. Redirects are not followed. A body that is compressed all the same fails when it is read.
   *
   * @throws any error when no response came
   */
  request(request: Request, addresses: readonly string[]): Promise<Response>;
}
