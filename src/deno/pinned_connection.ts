// Requests to addresses that were checked. `fetch` of Deno finds the addresses of a name by itself, at a time of its own; node:https
// connects to those that it is given, and verifies the certificate for the name.

import { lookup } from "node:dns/promises";
import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as sendByHttp,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as sendByHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import type { OutboundTransport } from "../core/outbound/setup.ts";

/** Statuses whose response has no body. */
const EMPTY: readonly number[] = [204, 205, 304];

/** What a transport is made with. */
export interface PinnedConnectionOptions {
  /** Certificates of authorities in PEM, in place of those of the system. */
  readonly ca?: string;
  /** Finds addresses, in place of the resolver of the system. */
  readonly resolve?: OutboundTransport["resolve"];
}

/** The transport of a server on Deno. */
export function createPinnedConnection({ ca, resolve }: PinnedConnectionOptions = {}): OutboundTransport {
  return {
    resolve: resolve ?? (async (host) => (await lookup(host, { all: true })).map(({ address }) => address)),
    async request(request, addresses) {
      const { url: address, method, signal } = request;
      const url = new URL(address);
      const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
      const isSecure = url.protocol === "https:";
      // One connection for each request, and no proxy of the environment: it would find addresses by itself.
      const agent = isSecure ? new HttpsAgent({ proxyEnv: {} }) : new HttpAgent({ proxyEnv: {} });
      const options: RequestOptions & { readonly ca?: string } = {
        method,
        headers: toHeaders(request, body),
        signal,
        agent,
        lookup: toLookup(addresses),
        ca,
      };
      const send = isSecure ? sendByHttps : sendByHttp;
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = send(url, options, resolve);
        sent.on("error", reject);
        // A switch of protocols is no response, and its socket has no owner.
        sent.on("upgrade", (_message, socket) => {
          socket.destroy();
          reject(new TypeError("The server switches protocols."));
        });
        sent.end(body);
      });
      try {
        return toResponse(message);
      } catch (thrown) {
        message.destroy();
        throw thrown;
      }
    },
  };
}

/** One that answers with the addresses that were checked, whatever the name. */
function toLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_name, { all }, done) => {
    const [first = { address: "", family: 4 }] = known;
    if (all) done(null, known);
    else done(null, first.address, first.family);
  };
}

/** Identity, because a response is not decompressed. A header `host` would name another site than the certificate does. */
function toHeaders(request: Request, body: Uint8Array | undefined): Record<string, string> {
  const headers = new Headers(request.headers);
  for (const name of ["host", "connection", "transfer-encoding"]) headers.delete(name);
  headers.set("accept-encoding", "identity");
  if (body !== undefined) headers.set("content-length", String(body.byteLength));
  return Object.fromEntries(headers);
}

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 0, headers: given } = message;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    for (const each of Array.isArray(value) ? value : value === undefined ? [] : [value]) {
      headers.append(name, each);
    }
  }
  if (EMPTY.includes(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  const encoding = given["content-encoding"] || "identity";
  if (encoding === "identity") return new Response(toStream(message), { status, headers });
  // Its status counts all the same: the server has had the request.
  message.destroy();
  return new Response(toFailingStream(new TypeError(`The response is compressed with ${encoding}.`)), {
    status,
    headers,
  });
}

function toFailingStream(reason: Error): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ pull: (controller) => controller.error(reason) }, { highWaterMark: 0 });
}

function toStream(message: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<unknown> = Readable.prototype[Symbol.asyncIterator].call(message);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) return controller.close();
      if (value instanceof Uint8Array) controller.enqueue(new Uint8Array(value));
    },
    cancel() {
      message.destroy();
    },
  });
}
