// The @upstash/redis client that carries the requests of a store: made of a URL and a token, or the user's own. The
// build for Cloudflare runs on every runtime and reads no environment.

import { Redis } from "@upstash/redis/cloudflare";
import { AgentError } from "../../core/error.ts";
import { LONGEST_TIMER_MS } from "../../core/ports.ts";
import type { RestAddress } from "./watch/subscription.ts";

/** The address of a database, and the time limit of one request in milliseconds. */
export interface RedisSettings {
  readonly url: string;
  readonly token: string;
  readonly requestTimeoutMs: number;
}

/** Runs a request of a client, which is begun within the call. */
export type RunRequest = <T>(request: () => Promise<T>) => Promise<T>;

/** A client, and how its requests are run so that each has its time limit. */
export interface LimitedRedis {
  readonly redis: Redis;
  readonly run: RunRequest;
}

/**
 * A client with the settings that serve the store best. The timer of a request ends with it: those of AbortSignal.timeout run
 * on for their ten seconds, and each then makes an exception without a reader.
 *
 * @throws {AgentError} config_invalid when the URL, the token or the time limit is malformed.
 */
export function createRedis({ url, token, requestTimeoutMs }: RedisSettings): LimitedRedis {
  checkTimeout(requestTimeoutMs);
  let next: AbortSignal | undefined;
  const redis = new Redis({
    url: checkUrl(url),
    token: checkToken(token),
    automaticDeserialization: false, // an entry is a JSON text and stays one
    responseEncoding: false, // base64 adds a third to every read
    enableTelemetry: false,
    enableAutoPipelining: false,
    // The client reads the signal before its request has yielded.
    signal: () => next ?? AbortSignal.timeout(requestTimeoutMs),
    retry: { retries: 0 }, // UpstashClient repeats requests; `false` still repeats once
  });
  const beginWith = <T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    next = signal;
    try {
      return request();
    } finally {
      next = undefined;
    }
  };
  return {
    redis,
    async run(request) {
      const limit = new AbortController();
      const timer = setTimeout(
        () => limit.abort(new DOMException(`No answer came within ${requestTimeoutMs} ms.`, "TimeoutError")),
        requestTimeoutMs,
      );
      try {
        return await beginWith(request, limit.signal);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/**
 * The user's client when its settings leave answers as they are. Its requests have the time limit that it sets itself.
 *
 * The package keeps its settings in protected fields. A client that has none there is refused as well.
 *
 * @throws {AgentError} config_invalid names the setting.
 */
export function checkRedis(redis: Redis): LimitedRedis {
  if (readSetting(redis, "opts", "automaticDeserialization") !== false) {
    throw new AgentError(
      "config_invalid",
      "The redis client of createUpstashStore parses answers, which turns the text 42 into a number; " +
        "make it with automaticDeserialization: false.",
    );
  }
  if (readSetting(redis, "client", "options", "signal") instanceof AbortSignal) {
    throw new AgentError(
      "config_invalid",
      "The redis client of createUpstashStore has one signal for all requests; make it with signal: () => AbortSignal.timeout(10_000).",
    );
  }
  return { redis, run: (request) => request() };
}

/** The address of the user's client; undefined when the package keeps it elsewhere than it does today. */
export function readAddress(redis: Redis): RestAddress | undefined {
  const url = readSetting(redis, "client", "baseUrl");
  const authorization = readSetting(redis, "client", "headers", "authorization");
  if (typeof url !== "string" || typeof authorization !== "string") return undefined;
  return { url, token: authorization.replace(/^Bearer /, "") };
}

function readSetting(redis: Redis, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined,
    redis,
  );
}

function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["https:", "http:"].includes(url.protocol) || url.username || url.search || url.hash) {
    throw new AgentError(
      "config_invalid",
      "UPSTASH_REDIS_REST_URL must be a REST URL such as https://name.upstash.io, without user, query or fragment.",
    );
  }
  return text.replace(/\/+$/, "");
}

function checkTimeout(ms: number): void {
  if (Number.isInteger(ms) && ms > 0 && ms <= LONGEST_TIMER_MS) return;
  throw new AgentError(
    "config_invalid",
    `requestTimeoutMs must be whole milliseconds from 1 to ${LONGEST_TIMER_MS}, and is ${ms}.`,
  );
}

function checkToken(token: string): string {
  if (/^[!-~]+$/.test(token)) return token;
  throw new AgentError(
    "config_invalid",
    "UPSTASH_REDIS_REST_TOKEN must be the REST token of the database, without blanks or line breaks.",
  );
}
