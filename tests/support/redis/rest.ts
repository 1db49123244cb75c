/**
 * The Upstash REST protocol in front of an ordinary Redis. Tests use it to put the real @upstash/redis client
 * before a real redis-server, to count what went over the wire, and to lose answers on purpose; whoever hosts
 * Redis themselves runs it with `deno task redis-rest`.
 *
 * Sources of the wire facts: https://upstash.com/docs/redis/features/restapi and the client's source
 * (1.39.0).
 */
import { Buffer } from "node:buffer";
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Argument,
  type Command,
  ConnectionError,
  ErrorReply,
  type RedisAddress,
  type Reply,
  RespClient,
} from "./resp.ts";
import { Subscriptions } from "./subscriptions.ts";

/** What to serve, to whom, and what to break. */
export interface RedisRestOptions {
  redis: RedisAddress;
  /** Callers show it as `Authorization: Bearer <token>` or `?_token=<token>`, on every path. */
  token: string;
  /** Default 0: a free port. */
  port?: number;
  /** Default 127.0.0.1. */
  hostname?: string;
  /** Bodies above it are refused, as Upstash refuses them. Default 1 MiB. */
  maxRequestBytes?: number;
  /** Asked once for every well-formed authorized request; undefined lets it pass. */
  faults?: (request: FaultSubject) => Fault | undefined;
}

/**
 * The request a fault may befall. `index` counts HTTP requests of any kind from 0 since the start or
 * stats.reset().
 */
export interface FaultSubject {
  commands: string[][];
  index: number;
}

/**
 * What goes wrong. `drop-request`: the connection is reset before anything is applied. `drop-answer`:
 * applied, then reset without an answer. `cut-answer`: applied, then reset in the middle of the body, after
 * status and headers. `status`: answered with this and not applied, as a proxy in between would. `delayMs`:
 * applied and answered that much later.
 */
export type Fault =
  | "drop-request"
  | "drop-answer"
  | "cut-answer"
  | { status: number; body: string; headers?: Record<string, string> }
  | { delayMs: number };

/** One HTTP request as the bridge saw it. */
export interface RestRequest {
  /** `/`, `/pipeline`, `/multi-exec`, or for the path form the command alone: `/set`. */
  path: string;
  /** Command names in upper case, in order; empty when the request was refused before it was understood. */
  commands: string[];
  /** Bytes of the request body. */
  bytesIn: number;
  /** Bytes of the response body; 0 when it was dropped. */
  bytesOut: number;
  /** The HTTP status; 0 when no answer was sent. */
  status: number;
}

/** What went over the wire, in order of arrival. */
export interface RestStats {
  /** HTTP requests since the start or the last reset. */
  readonly total: number;
  /** The last 1,000 of them. */
  readonly requests: readonly Readonly<RestRequest>[];
  /** How many of those went to each path: `{ "/": 2, "/pipeline": 1 }`. */
  readonly byPath: Readonly<Record<string, number>>;
  reset(): void;
}

/** A serving bridge. `await using` closes it at the end of the scope. */
export interface RedisRest extends AsyncDisposable {
  url: string;
  token: string;
  stats: RestStats;
  /** Streams of subscribers that are open. */
  readonly subscribers: number;
  close(): Promise<void>;
}

/**
 * Serves the REST protocol; resolves when it listens. Redis is connected on the first request, and again
 * after it was away: meanwhile requests are answered 503 with `{"error":"ERR ..."}`.
 *
 * @example
 * ```ts ignore
 * await using rest = await serveRedisRest({ redis, token: "secret" });
 * const client = new Redis({ url: rest.url, token: rest.token });
 * await client.set("k", "v");
 * assert.deepEqual(rest.stats.requests.map(({ commands }) => commands), [["SET"]]);
 * ```
 */
export async function serveRedisRest(options: RedisRestOptions): Promise<RedisRest> {
  const hostname = options.hostname ?? "127.0.0.1";
  const stats = new Stats();
  const closing = new AbortController();
  const bridge: Bridge = {
    redis: new RespClient(options.redis),
    tokenDigest: digest(options.token),
    maxRequestBytes: options.maxRequestBytes ?? 1024 * 1024,
    faults: options.faults ?? (() => undefined),
    stats,
    closing: closing.signal,
    subscriptions: new Subscriptions(options.redis),
  };
  // Longer than callers keep an idle connection: else a request now and then meets one that is just being
  // closed.
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    void serve(bridge, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, hostname, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The bridge listens on no TCP port.");

  const close = async () => {
    closing.abort();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    bridge.subscriptions.end();
    await closed;
    await bridge.redis.close();
  };
  return {
    url: `http://${hostname}:${address.port}`,
    token: options.token,
    stats,
    get subscribers() {
      return bridge.subscriptions.size;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Bridge {
  redis: RespClient;
  tokenDigest: Uint8Array;
  maxRequestBytes: number;
  faults: (request: FaultSubject) => Fault | undefined;
  stats: Stats;
  closing: AbortSignal;
  subscriptions: Subscriptions;
}

interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
  /** How much of it reaches the caller. */
  delivery: "whole" | "cut" | "none";
}

/** One HTTP exchange: read, count, answer. Whatever is thrown on the way ends here as an answer. */
async function serve(bridge: Bridge, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = parseTarget(request.url ?? "/");
  const body = await readBody(request, bridge.maxRequestBytes);
  if (body === "aborted") return;
  const { record, index } = bridge.stats.open(target.segments, body.length);
  const exchange = { request, response, target, body, record, index };
  const answer = await answerTo(bridge, exchange).catch(toErrorAnswer);
  if (answer === "streaming") return;
  if (answer.delivery === "none") {
    request.socket.resetAndDestroy();
    return;
  }
  const bytes = new TextEncoder().encode(answer.body);
  record.status = answer.status;
  record.bytesOut = bytes.length;
  response.writeHead(answer.status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    // One Redis behind: whatever token a caller sends back, the writes before it are visible.
    "upstash-sync-token": String(index + 1),
    ...answer.headers,
  });
  if (answer.delivery === "whole") response.end(bytes);
  else response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.resetAndDestroy());
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  target: Target;
  body: Body;
  record: RestRequest;
  index: number;
}

async function answerTo(bridge: Bridge, exchange: Exchange): Promise<Answer | "streaming"> {
  const { request, response, target, body, record, index } = exchange;
  const token = target.query.get("_token") ?? /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined || !timingSafeEqual(digest(token), bridge.tokenDigest)) {
    throw new Refusal("Unauthorized", 401);
  }
  if (!METHODS.has(request.method ?? "")) {
    throw new Refusal("ERR only HEAD, GET, POST and PUT are allowed", 405);
  }
  if (body.bytes === undefined) throw new Refusal(tooLarge(body.length, bridge.maxRequestBytes));

  const call = isSubscription(target)
    ? parseSubscription(target, request, body.bytes)
    : parseCall(target, body.bytes);
  record.commands = call.commands.map(nameOf);
  const fault = bridge.faults({ commands: call.commands.map((command) => command.map(toText)), index });
  if (fault === "drop-request") return { status: 0, body: "", delivery: "none" };
  if (typeof fault === "object" && "status" in fault) return { ...fault, delivery: "whole" };
  if (typeof fault === "object") await delay(fault.delayMs, undefined, { signal: bridge.closing });

  if (call.type === "subscription") {
    if (fault === "drop-answer") return { status: 0, body: "", delivery: "none" };
    await bridge.subscriptions.serve(call.channel, response, record, { cut: fault === "cut-answer" });
    return "streaming";
  }
  const result = await run(bridge.redis, call, request.headers["upstash-encoding"] === "base64");
  return { ...result, delivery: fault === "drop-answer" ? "none" : fault === "cut-answer" ? "cut" : "whole" };
}

/**
 * A request that is answered with an error and never reaches Redis. Upstash answers 400 unless it is about
 * access.
 */
class Refusal extends Error {
  constructor(message: string, readonly status = 400) {
    super(message);
  }
}

function toErrorAnswer(cause: unknown): Answer {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof Refusal) return { ...failed(message, cause.status), delivery: "whole" };
  return { ...failed(`ERR ${message}`, cause instanceof ConnectionError ? 503 : 500), delivery: "whole" };
}

function tooLarge(actual: number, limit: number): string {
  return `ERR max request size exceeded. Limit: ${limit} bytes, Actual: ${actual} bytes. ` +
    "See https://upstash.com/docs/redis/troubleshooting/max_request_size_exceeded for details";
}

// --- What the caller asks ----------------------------------------------------------------------------------

type Call =
  | { type: "single"; commands: [Command] }
  | { type: "pipeline"; commands: Command[] }
  | { type: "transaction"; commands: Command[] };

/** SUBSCRIBE, which answers with a stream. */
interface Subscription {
  type: "subscription";
  commands: [Command];
  channel: string;
}

interface Target {
  segments: string[];
  query: URLSearchParams;
}

/** The body, or only its length when it was over the limit. */
interface Body {
  length: number;
  bytes?: Uint8Array;
}

const METHODS: ReadonlySet<string> = new Set(["HEAD", "GET", "POST", "PUT"]);

/** Splits before decoding, so that %2F may be part of a key, and without URL, to which ".." is a step up. */
function parseTarget(url: string): Target {
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  return { segments: path === "/" ? [] : path.slice(1).split("/"), query: new URLSearchParams(query) };
}

async function readBody(request: IncomingMessage, limit: number): Promise<Body | "aborted"> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      const bytes: Uint8Array = chunk;
      length += bytes.length;
      if (length <= limit) chunks.push(bytes);
    }
  } catch {
    return "aborted"; // the caller hung up: nobody to answer
  }
  return length > limit ? { length } : { length, bytes: Buffer.concat(chunks) };
}

function parseCall({ segments, query }: Target, body: Uint8Array): Call {
  const [first, ...others] = segments;
  if (first === undefined) {
    return { type: "single", commands: [toCommand(parseJson(body, "command"), "command")] };
  }
  if (others.length === 0 && first === "pipeline") {
    return { type: "pipeline", commands: parseCommands(body, "pipeline") };
  }
  if (others.length === 0 && first === "multi-exec") {
    return { type: "transaction", commands: parseCommands(body, "multi-exec") };
  }
  return { type: "single", commands: [pathCommand(segments, query, body)] };
}

function isSubscription({ segments: [first = ""] }: Target): boolean {
  return first.toLowerCase() === "subscribe";
}

/** One channel in the path; the client sends an empty array behind it, curl sends nothing. */
function parseSubscription(
  { segments: [, ...channels] }: Target,
  { method, headers }: IncomingMessage,
  body: Uint8Array,
): Subscription {
  const [channel = ""] = channels.map(decodeSegment);
  if (method !== "POST" && method !== "GET") throw new Refusal("ERR SUBSCRIBE is a POST or a GET", 405);
  if (channel === "" || channels.length > 1) throw new Refusal("ERR SUBSCRIBE is given one channel");
  if (!/^text\/event-stream\b/.test(headers.accept ?? "")) {
    throw new Refusal("ERR SUBSCRIBE needs the header Accept: text/event-stream");
  }
  if (!["", "[]"].includes(toText(body))) throw new Refusal("ERR SUBSCRIBE takes no body");
  return { type: "subscription", commands: [["SUBSCRIBE", channel]], channel };
}

/**
 * `/set/key?EX=10` with a body: SET key <body> EX 10. A parameter without a value, as in `?NX`, is one word.
 */
function pathCommand(segments: string[], query: URLSearchParams, body: Uint8Array): Command {
  const options = [...query].filter(([name]) => name !== "_token").flatMap(([name, value]) =>
    value ? [name, value] : [name]
  );
  return [...segments.map(decodeSegment), ...(body.length > 0 ? [body] : []), ...options];
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(`ERR failed to parse path segment ${segment}`);
  }
}

function parseCommands(body: Uint8Array, what: string): Command[] {
  const commands = parseJson(body, what);
  if (!Array.isArray(commands)) {
    throw new Refusal(`ERR failed to parse ${what} request: expected an array of arrays`);
  }
  if (commands.length === 0) throw new Refusal(`ERR empty ${what} request`);
  return commands.map((command: unknown) => toCommand(command, what));
}

function parseJson(body: Uint8Array, what: string): unknown {
  try {
    return JSON.parse(toText(body));
  } catch {
    throw new Refusal(`ERR failed to parse ${what} request: the body is not JSON`);
  }
}

function toCommand(value: unknown, what: string): Command {
  if (!Array.isArray(value) || value.length === 0) {
    throw new Refusal(`ERR failed to parse ${what} request: a command is a non-empty array`);
  }
  return value.map((argument: unknown) => {
    if (typeof argument === "string") return argument;
    if (typeof argument === "number" || typeof argument === "boolean") return String(argument);
    throw new Refusal(`ERR failed to parse ${what} request: an argument is a string, a number or a boolean`);
  });
}

// --- What Redis is asked, and what it says -----------------------------------------------------------------

/** Commands that belong to one connection, hold it up, or administer the server: not offered over REST. */
const UNAVAILABLE: ReadonlySet<string> = new Set(
  `AUTH HELLO SELECT QUIT RESET CLIENT MULTI EXEC DISCARD WATCH UNWATCH WAIT WAITAOF MONITOR
   SUBSCRIBE UNSUBSCRIBE PSUBSCRIBE PUNSUBSCRIBE SSUBSCRIBE SUNSUBSCRIBE
   BLPOP BRPOP BRPOPLPUSH BLMOVE BLMPOP BZPOPMIN BZPOPMAX BZMPOP
   ACL BGREWRITEAOF BGSAVE CLUSTER CONFIG DEBUG FAILOVER LATENCY MIGRATE MODULE PSYNC REPLCONF REPLICAOF SAVE
   SHUTDOWN SLAVEOF SLOWLOG SWAPDB SYNC`.split(/\s+/),
);

function refusalOf(command: Command): string | undefined {
  const name = nameOf(command);
  const blocks = (name === "XREAD" || name === "XREADGROUP") && streamOptions(command).includes("BLOCK");
  if (!blocks && !UNAVAILABLE.has(name)) return undefined;
  return `ERR Command is not available: '${blocks ? `${name} BLOCK` : name}'. ` +
    "See https://upstash.com/docs/redis/overall/rediscompatibility for details";
}

/** The words before STREAMS: behind it a stream may well be named BLOCK. */
function streamOptions(command: Command): string[] {
  const words = command.map((argument) => toText(argument).toUpperCase());
  return words.slice(0, words.indexOf("STREAMS"));
}

async function run(
  redis: RespClient,
  call: Call,
  base64: boolean,
): Promise<{ status: number; body: string }> {
  switch (call.type) {
    case "single": {
      const refusal = refusalOf(call.commands[0]);
      if (refusal !== undefined) return failed(refusal);
      const [reply = null] = await redis.send(call.commands);
      return reply instanceof ErrorReply ? failed(reply.message) : succeeded(toItem(reply, base64));
    }
    case "pipeline": {
      const refusals = call.commands.map(refusalOf);
      const replies = await redis.send(call.commands.filter((_, index) => refusals[index] === undefined));
      return succeeded(
        refusals.map((error) => error === undefined ? toItem(replies.shift() ?? null, base64) : { error }),
      );
    }
    case "transaction": {
      const refusal = call.commands.map(refusalOf).find((error) => error !== undefined);
      if (refusal !== undefined) return failed(refusal);
      const outcome = (await redis.send([["MULTI"], ...call.commands, ["EXEC"]])).at(-1);
      if (outcome instanceof ErrorReply) return failed(outcome.message);
      if (!Array.isArray(outcome)) throw new Error("EXEC did not answer an array.");
      return succeeded(outcome.map((reply) => toItem(reply, base64)));
    }
    default:
      throw new Error(`unreachable: ${call satisfies never}`);
  }
}

function succeeded(value: unknown): { status: number; body: string } {
  return { status: 200, body: JSON.stringify(value) };
}

function failed(error: string, status = 400): { status: number; body: string } {
  return { status, body: JSON.stringify({ error }) };
}

type Json = null | number | string | Json[];

function toItem(reply: Reply, base64: boolean): { result: Json } | { error: string } {
  if (reply instanceof ErrorReply) return { error: reply.message };
  // The client takes a result "OK" as it is and decodes every other string, also an "OK" inside an array.
  return { result: reply === "OK" ? reply : toJson(reply, base64 ? toBase64 : toText) };
}

function toJson(reply: Reply, encode: (value: Argument) => string): Json {
  if (reply === null || typeof reply === "number") return reply;
  if (Array.isArray(reply)) return reply.map((item) => toJson(item, encode));
  return encode(reply instanceof ErrorReply ? reply.message : reply);
}

function toBase64(value: Argument): string {
  return Buffer.from(value).toString("base64");
}

function toText(value: Argument): string {
  return typeof value === "string" ? value : new TextDecoder("utf-8", { ignoreBOM: true }).decode(value);
}

function nameOf(command: Command): string {
  return toText(command[0] ?? "").toUpperCase();
}

/** Equal lengths for a comparison that takes the same time wherever two tokens differ. */
function digest(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

class Stats implements RestStats {
  static readonly #kept = 1000;
  #total = 0;
  #requests: RestRequest[] = [];

  get total(): number {
    return this.#total;
  }

  get requests(): readonly Readonly<RestRequest>[] {
    return this.#requests;
  }

  get byPath(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { path } of this.#requests) counts[path] = (counts[path] ?? 0) + 1;
    return counts;
  }

  open(segments: string[], bytesIn: number): { record: RestRequest; index: number } {
    const path = `/${segments[0] ?? ""}`.toLowerCase();
    const record = { path, commands: [], bytesIn, bytesOut: 0, status: 0 };
    this.#requests.push(record);
    if (this.#requests.length > Stats.#kept) this.#requests.shift();
    return { record, index: this.#total++ };
  }

  reset(): void {
    this.#total = 0;
    this.#requests = [];
  }
}

// --- On its own: deno task redis-rest ----------------------------------------------------------------------

function parseRedisUrl(text: string): RedisAddress {
  const url = URL.parse(text);
  if (url?.protocol !== "redis:" || !["", "/", "/0"].includes(url.pathname)) {
    throw new Error(
      "REDIS_URL must look like redis://[[user]:password@]host[:port]; only database 0 is served.",
    );
  }
  return {
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || "6379"),
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
  };
}

/** REDIS_URL (redis://127.0.0.1:6379), HOST (127.0.0.1), PORT (8079), TOKEN (a new one, printed). */
async function main(): Promise<void> {
  const redis = parseRedisUrl(Deno.env.get("REDIS_URL") ?? "redis://127.0.0.1:6379");
  const port = Number(Deno.env.get("PORT") ?? "8079");
  const givenToken = Deno.env.get("TOKEN") || undefined;
  const token = givenToken ?? crypto.randomUUID();

  const probe = new RespClient(redis);
  const [pong] = await probe.send([["PING"]]);
  await probe.close();
  if (pong instanceof ErrorReply) throw new Error(`Redis does not answer PING: ${pong.message}`);

  const { url } = await serveRedisRest({ redis, token, port, hostname: Deno.env.get("HOST") });
  console.log(`Upstash REST for redis://${redis.hostname}:${redis.port}. Point Treadle at it with:\n`);
  console.log(`UPSTASH_REDIS_REST_URL=${url}`);
  console.log(`UPSTASH_REDIS_REST_TOKEN=${givenToken === undefined ? token : "$TOKEN"}`);
}

if (import.meta.main) {
  await main().catch((cause: unknown) => {
    console.error(cause instanceof Error ? cause.message : cause);
    Deno.exit(1);
  });
}
