/**
 * The Upstash REST protocol in front of an ordinary Redis, for deployments that host Redis themselves.
 *
 * Sources of the wire facts: https://upstash.com/docs/redis/features/restapi and the client's source (1.39.0).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Log } from "../core/ports.ts";
import type { RedisAddress } from "./address.ts";
import { type Answer, answerCall, answerError } from "./answer.ts";
import { type Call, parseCall, parseTarget, Refusal, type Target } from "./call.ts";
import { Incidents } from "./incidents.ts";
import { RedisPool } from "./pool.ts";
import type { Command } from "./resp.ts";
import { Subscriptions } from "./subscriptions.ts";
import { type Authorized, requireToken } from "./token.ts";
import { Buffer } from "node:buffer";

/** What to serve, and to whom. */
export interface RedisRestOptions {
  readonly redis: RedisAddress;
  /** Not empty. Callers show it as `Authorization: Bearer <token>` or `?_token=<token>`, on every path but `/healthz`. */
  readonly token: string;
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly hostname?: string;
  /** Bodies above it are refused, as Upstash refuses them. Default 1 MiB. */
  readonly maxRequestBytes?: number;
  /** Streams of SUBSCRIBE that may be open; each has a connection to Redis. Default 1,000. */
  readonly maxStreams?: number;
  /** Milliseconds between two comments in a stream, by which a caller that is gone is noticed. Default 15,000. */
  readonly heartbeatMs?: number;
  /** Connections that other requests share. Default 4. */
  readonly connections?: number;
  /** Milliseconds that Redis has for a login (503), and for the commands of a request (504). Default 30,000. */
  readonly timeoutMs?: number;
  /** Where Redis going away and coming back, wrong tokens and errors are written. Default: nowhere. */
  readonly log?: Log;
  /** Runs around the answer of each request, `/healthz` apart: to observe it, or to answer in its place. */
  readonly around?: Around;
}

/**
 * Gets each request, and what answers it. `next` resolves when the commands have been applied, for a stream when its
 * confirmation has been sent; it resolves with undefined when the response is sent already. What this function resolves
 * with is sent.
 */
export type Around = (exchange: Exchange, next: () => Promise<Sent>) => Promise<Sent>;

/** The answer to send, or undefined when the response needs nothing more. */
export type Sent = Answer | undefined;

/** A request that has been read. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** `/`, `/pipeline`, `/multi-exec`, or for the path form the command alone: `/set`. */
  readonly path: string;
  /** Empty when the request is refused. */
  readonly commands: readonly Command[];
  /** Bytes of its body. */
  readonly bytesIn: number;
  /** How many requests came before it. */
  readonly index: number;
}

/** A serving bridge. `await using` closes it at the end of the scope. */
export interface RedisRest extends AsyncDisposable {
  /** Such as `http://127.0.0.1:8079`. */
  readonly url: string;
  readonly token: string;
  /** Streams of subscribers that are open. */
  readonly subscribers: number;
  /**
   * Takes no more requests, ends the streams, and gives running requests `graceMs` to be answered (default 5,000). Then
   * what is left is reset.
   */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

const GRACE_MS = 5_000;

/**
 * Serves the REST protocol; resolves when it listens, rejects when the port is in use or the token is empty. Redis is connected on the first
 * request, and again after it was away: meanwhile requests are answered 503 with `{"error":"ERR ..."}`. A command is
 * never sent to Redis twice. `GET /healthz` needs no token: 200 when Redis answers PING, else 503.
 *
 * @example
 * ```ts ignore
 * await using rest = await serveRedisRest({ redis: parseRedisUrl("redis://127.0.0.1:6379"), token: "secret" });
 * const client = new Redis({ url: rest.url, token: rest.token });
 * await client.set("k", "v");
 * ```
 */
export async function serveRedisRest(options: RedisRestOptions): Promise<RedisRest> {
  const hostname = options.hostname ?? "127.0.0.1";
  const bridge = new Bridge(options);
  // Longer than callers keep an idle connection: else a request now and then meets one that is just being
  // closed.
  const server = createServer({ keepAliveTimeout: 65_000 }, bridge.handle);
  const port = await listen(server, options.port ?? 0, hostname);
  const close = async ({ graceMs = GRACE_MS }: { readonly graceMs?: number } = {}) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await bridge.settle(graceMs);
    server.closeAllConnections();
    await closed;
    await bridge.close();
  };
  return {
    url: `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`,
    token: options.token,
    get subscribers() {
      return bridge.subscriptions.size;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function listen(server: Server, port: number, hostname: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The bridge listens on no TCP port.");
  return address.port;
}

/** The state of one bridge, and the way of a request through it. */
class Bridge {
  readonly subscriptions: Subscriptions;
  readonly #redis: RedisPool;
  readonly #isAuthorized: Authorized;
  readonly #maxRequestBytes: number;
  readonly #around: Around;
  readonly #incidents: Incidents;
  readonly #running = new Set<Promise<void>>();
  #requests = 0;
  #isClosing = false;

  constructor(options: RedisRestOptions) {
    const {
      redis,
      connections = 4,
      timeoutMs = 30_000,
      maxStreams = 1_000,
      heartbeatMs = 15_000,
      log = () => {},
    } = options;
    this.subscriptions = new Subscriptions(redis, { maxStreams, timeoutMs, heartbeatMs });
    this.#redis = new RedisPool(redis, { connections, timeoutMs });
    this.#isAuthorized = requireToken(options.token);
    this.#maxRequestBytes = options.maxRequestBytes ?? 1024 * 1024;
    this.#around = options.around ?? ((_exchange, next) => next());
    this.#incidents = new Incidents(log);
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    const running = this.#serve(request, response).catch((cause) => {
      this.#incidents.unexpected(cause);
      response.destroy();
    });
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  };

  /** Waits for running requests; later ones are refused, and streams end. */
  async settle(graceMs: number): Promise<void> {
    this.#isClosing = true;
    this.subscriptions.end();
    let timer;
    const grace = new Promise<void>((resolve) => timer = setTimeout(resolve, graceMs));
    await Promise.race([Promise.all(this.#running), grace]);
    clearTimeout(timer);
  }

  async close(): Promise<void> {
    this.subscriptions.end(); // those that were being opened meanwhile
    await this.#redis.close();
  }

  /** One HTTP exchange. Whatever is thrown on the way is an answer. */
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = parseTarget(request.url ?? "/");
    if (target.segments.length === 1 && target.segments[0] === "healthz") {
      return send(response, await this.#health());
    }
    const isAuthorized = this.#isAuthorized(request, target);
    const body = await readBody(request, this.#maxRequestBytes, { keeps: isAuthorized });
    if (body === undefined) return; // the caller hung up
    const call = attempt(() => {
      if (!isAuthorized) throw new Refusal("Unauthorized", 401);
      if (this.#isClosing) throw new Refusal("ERR the bridge stops and is unavailable; send it again", 503);
      if (body.bytes === undefined) throw new Refusal(tooLarge(body.length, this.#maxRequestBytes));
      return parseCall(target, request, body.bytes);
    });
    const exchange: Exchange = {
      request,
      response,
      path: toPath(target),
      commands: call.type === "refused" ? [] : call.commands,
      bytesIn: body.length,
      index: this.#requests++,
    };
    const answer = await this.#around(exchange, () => this.#answer(exchange, call));
    if (answer !== undefined) send(response, answer, exchange.index);
  }

  async #answer({ request, response }: Exchange, call: Call | Refused): Promise<Sent> {
    try {
      if (call.type === "refused") throw call.cause;
      if (call.type === "subscription") {
        await this.subscriptions.serve(call.channel, response);
        this.#incidents.answered();
        return undefined;
      }
      const base64 = request.headers["upstash-encoding"] === "base64";
      const answer = await answerCall(this.#redis, call, { base64 });
      this.#incidents.answered();
      return answer;
    } catch (cause) {
      this.#incidents.failed(cause);
      return answerError(cause);
    }
  }

  async #health(): Promise<Answer> {
    try {
      if (this.#isClosing) throw new Error("closing");
      const [pong] = await this.#redis.send([["PING"]]);
      if (pong !== "PONG") throw new Error("Redis does not answer PING");
      this.#incidents.answered();
      return { status: 200, body: '{"status":"ok"}' };
    } catch (cause) {
      this.#incidents.failed(cause);
      return { status: 503, body: '{"status":"unavailable"}' };
    }
  }
}

interface Refused {
  readonly type: "refused";
  readonly cause: unknown;
}

function attempt(read: () => Call): Call | Refused {
  try {
    return read();
  } catch (cause) {
    return { type: "refused", cause };
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer, index = 0): void {
  const bytes = new TextEncoder().encode(body);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    // One Redis behind: whatever token a caller sends back, the writes before it are visible.
    "upstash-sync-token": String(index + 1),
    ...headers,
  });
  response.end(bytes);
}

function toPath({ segments: [first = ""] }: Target): string {
  return `/${first}`.toLowerCase();
}

function tooLarge(actual: number, limit: number): string {
  return `ERR max request size exceeded. Limit: ${limit} bytes, Actual: ${actual} bytes. ` +
    "See https://upstash.com/docs/redis/troubleshooting/max_request_size_exceeded for details";
}

/** The body, or only its length when it was over the limit. */
interface Body {
  readonly length: number;
  readonly bytes?: Uint8Array;
}

/** A body of at most this many times the limit is read to its end and dropped: a client reads the response only after it has sent its body. */
const READ_ON = 16;

/**
 * Reads a body of at most `limit` bytes; undefined when the client hung up or sent far more, which ends its connection. `keeps`: false
 * for the body of a caller that is refused, which takes no memory.
 */
async function readBody(
  request: IncomingMessage,
  limit: number,
  { keeps }: { readonly keeps: boolean },
): Promise<Body | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      const bytes: Uint8Array = chunk;
      length += bytes.length;
      if (keeps && length <= limit) chunks.push(bytes);
      if (length > limit * READ_ON) {
        request.destroy();
        return undefined;
      }
    }
  } catch {
    return undefined;
  }
  return length > limit ? { length } : { length, bytes: Buffer.concat(chunks) };
}
