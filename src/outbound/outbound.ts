// The one way to send a request to an address that others name: a webhook's receiver, a remote tool, a server of tools.

import { AgentError } from "../core/error.ts";
import type { OutboundSetup } from "../core/outbound/setup.ts";
import { nextHop } from "./redirects.ts";
import { checkTarget, refused, type Target, toOrigin } from "./target.ts";

/** What one request may do; all have defaults. */
export interface OutboundOptions {
  /** Milliseconds until the whole response is read; 15,000 by default. Infinity for a stream that the caller's signal ends. */
  readonly timeoutMs?: number;
  /** Bytes of the response's body; 1,000,000 by default. */
  readonly maxBytes?: number;
  /** Redirects that are followed; 0 by default: a redirect is refused. */
  readonly redirects?: number;
  /** Hosts that the request may go to, such as `api.example.com` and `*.example.com`; all public ones by default. */
  readonly hosts?: readonly string[];
}

/**
 * As `fetch`, to public hosts by https. The connection goes to an address that was checked where the deployment has DNS.
 *
 * @throws {AgentError} outbound_refused - the URL, or one that it redirects to, is refused; not retryable
 * @throws {AgentError} outbound_timeout - the response did not come in time; retryable
 * @throws {AgentError} outbound_failed - no connection, or it ended early; retryable
 * @throws {AgentError} outbound_too_large - the body has more than `maxBytes`; not retryable. The last three also from its stream
 * @throws the reason of `init.signal`, when it aborts
 */
export type OutboundFetch = (
  url: string | URL,
  init?: RequestInit,
  options?: OutboundOptions,
) => Promise<Response>;

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1_000_000;

/** The requests of a deployment to addresses of others; `deps.outbound` is the setup. */
export function createOutbound(setup: OutboundSetup): OutboundFetch {
  return async (address, init = {}, options = {}) => {
    const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, redirects = 0, hosts } = options;
    const time = Number.isFinite(timeoutMs) ? AbortSignal.timeout(timeoutMs) : undefined;
    const signals = [time, init.signal ?? undefined].filter((signal) => signal !== undefined);
    const signal = AbortSignal.any(signals);
    const failure = (thrown: unknown, origin: string) => {
      if (thrown instanceof AgentError) return thrown;
      if (init.signal?.aborted) return init.signal.reason;
      return time?.aborted ? timedOut(origin, timeoutMs) : failed(origin, thrown);
    };
    let next: { readonly url: string | URL; readonly init: RequestInit } = { url: address, init };
    for (let hop = 0;; hop += 1) {
      const target = await untilAborted(checkTarget(next.url, setup, hosts), signal)
        .catch((thrown) => Promise.reject(failure(thrown, "the address")));
      const origin = toOrigin(target.url);
      const request = toRequest(target.url, { ...next.init, redirect: "manual", signal });
      let response: Response;
      try {
        response = await untilAborted(send(request, target, setup), signal);
      } catch (thrown) {
        throw failure(thrown, origin);
      }
      if (![301, 302, 303, 307, 308].includes(response.status)) {
        return limitBody(response, { maxBytes, origin, failure: (thrown) => failure(thrown, origin) });
      }
      await response.body?.cancel();
      next = nextHop(response, { url: target.url, init: next.init }, {
        isLast: hop >= redirects,
        log: setup.log,
      });
    }
  };
}

/** The error of the platform is left out: it shows the header that is wrong. */
function toRequest(url: URL, init: RequestInit): Request {
  try {
    return new Request(url, init);
  } catch {
    const fix = "its method, headers and body make no request of HTTP";
    throw refused("request", toOrigin(url), fix, url.host);
  }
}

async function send(
  request: Request,
  { addresses }: Target,
  { fetch, transport }: OutboundSetup,
): Promise<Response> {
  if (transport === undefined || addresses === undefined) return await fetch(request);
  return await transport.request(request, addresses);
}

/** The result, unless the signal aborts before. DNS takes no signal, and a transport may fail to heed its own. */
async function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw signal.reason;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function timedOut(origin: string, timeoutMs: number): AgentError {
  return new AgentError("outbound_timeout", `${origin} did not respond within ${timeoutMs} ms.`);
}

function failed(origin: string, cause: unknown): AgentError {
  return new AgentError("outbound_failed", `${origin} cannot be reached, or its response ended early.`, {
    cause,
  });
}

/** What limits a body. */
interface BodyLimit {
  readonly maxBytes: number;
  readonly origin: string;
  /** The error that a failure of the connection becomes. */
  readonly failure: (thrown: unknown) => unknown;
}

/** The same response; its body fails with outbound_too_large when it passes the limit. */
function limitBody(response: Response, limit: BodyLimit): Response {
  const { status, statusText, headers, body } = response;
  if (body === null) return response;
  if (Number(headers.get("content-length") ?? 0) > limit.maxBytes) {
    void body.cancel().catch(() => {});
    throw tooLarge(limit);
  }
  return new Response(limitStream(body, limit), { status, statusText, headers });
}

function limitStream(
  body: ReadableStream<Uint8Array>,
  limit: BodyLimit,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      const chunk = await reader.read().catch((thrown) => Promise.reject(limit.failure(thrown)));
      if (chunk.done) return controller.close();
      bytes += chunk.value.byteLength;
      if (bytes <= limit.maxBytes) return controller.enqueue(new Uint8Array(chunk.value));
      await reader.cancel().catch(() => {});
      throw tooLarge(limit);
    },
    async cancel(reason) {
      await reader.cancel(reason);
    },
  });
}

function tooLarge({ origin, maxBytes }: BodyLimit): AgentError {
  return new AgentError("outbound_too_large", `The response of ${origin} has more than ${maxBytes} bytes.`);
}
