/**
 * The project's REST bridge for tests: it counts what goes over the wire, and loses answers on purpose.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { RedisAddress } from "../../../src/redis_rest/address.ts";
import type { Command } from "../../../src/redis_rest/resp.ts";
import {
  type Exchange,
  type RedisRest as Served,
  type RedisRestOptions as ServedOptions,
  type Sent,
  serveRedisRest as serve,
} from "../../../src/redis_rest/server.ts";

/** What to serve, to whom, and what to break. */
export interface RedisRestOptions extends Omit<ServedOptions, "around"> {
  redis: RedisAddress;
  /** Asked once for every request; undefined lets it pass. */
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
  /** Bytes of the response body; 0 when it was dropped, and of a stream. */
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

/** A serving bridge with its counts. */
export interface RedisRest extends Served {
  stats: RestStats;
}

/** Serves the REST protocol; resolves when it listens. Closing it waits for nothing. */
export async function serveRedisRest({ faults, ...options }: RedisRestOptions): Promise<RedisRest> {
  const stats = new Stats();
  const closing = new AbortController();
  const around = async (exchange: Exchange, next: () => Promise<Sent>): Promise<Sent> => {
    const { record, index } = stats.open(exchange);
    const subject = { commands: exchange.commands.map((command) => command.map(toText)), index };
    const fault = exchange.commands.length > 0 ? faults?.(subject) : undefined;
    if (fault === "drop-request") return reset(exchange);
    if (typeof fault === "object" && "status" in fault) return counted(record, fault);
    if (typeof fault === "object") await delay(fault.delayMs, undefined, { signal: closing.signal });
    if (fault === "drop-answer" && isStream(exchange)) return reset(exchange);
    const answer = await next();
    if (fault === "drop-answer") return reset(exchange);
    if (fault === "cut-answer") {
      cut(exchange, counted(record, answer));
      return undefined;
    }
    return counted(record, answer);
  };
  const rest = await serve({ ...options, around });
  const close = async () => {
    closing.abort();
    await rest.close({ graceMs: 0 });
  };
  return {
    url: rest.url,
    token: rest.token,
    stats,
    get subscribers() {
      return rest.subscribers;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function counted(record: RestRequest, answer: Sent): Sent {
  record.status = answer?.status ?? 200;
  record.bytesOut = new TextEncoder().encode(answer?.body ?? "").length;
  return answer;
}

function reset({ request }: Exchange): undefined {
  request.socket.resetAndDestroy();
}

function isStream({ path }: Exchange): boolean {
  return path === "/subscribe";
}

/** Of a stream, whose head and confirmation are sent, nothing more comes. */
function cut({ request, response }: Exchange, answer: Sent): void {
  if (answer === undefined) {
    response.write("", () => response.destroy());
    return;
  }
  const bytes = new TextEncoder().encode(answer.body);
  response.writeHead(answer.status, { "content-type": "application/json", "content-length": bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.resetAndDestroy());
}

function toText(word: Command[number]): string {
  return typeof word === "string" ? word : new TextDecoder("utf-8", { ignoreBOM: true }).decode(word);
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

  open({ path, commands, bytesIn }: Exchange): { record: RestRequest; index: number } {
    const names = commands.map(([first = ""]) => toText(first).toUpperCase());
    const record = { path, commands: names, bytesIn, bytesOut: 0, status: 0 };
    this.#requests.push(record);
    if (this.#requests.length > Stats.#kept) this.#requests.shift();
    return { record, index: this.#total++ };
  }

  reset(): void {
    this.#total = 0;
    this.#requests = [];
  }
}
