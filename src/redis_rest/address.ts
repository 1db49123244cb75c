/** Where Redis is, as `REDIS_URL` names it. */
import { AgentError } from "../core/error.ts";

/** Where Redis listens, and how a connection logs in. */
export interface RedisAddress {
  readonly hostname: string;
  readonly port: number;
  /** Without one, the user `default`. */
  readonly username?: string;
  readonly password?: string;
  /** Default 0. */
  readonly database?: number;
  /** `rediss://`: TLS, with the certificates that the runtime trusts. */
  readonly tls?: boolean;
}

/**
 * Reads `redis://[[user]:password@]host[:port][/database]`, or `rediss://` for TLS.
 *
 * @throws AgentError `config_invalid` for any other text. The message does not repeat the text, which may hold a password.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseRedisUrl } from "./address.ts";
 *
 * const address = parseRedisUrl("rediss://:p%40ss@redis.example/2");
 * assert.deepEqual([address.hostname, address.port, address.password], ["redis.example", 6379, "p@ss"]);
 * assert.deepEqual([address.database, address.tls], [2, true]);
 * ```
 */
export function parseRedisUrl(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : null; // URL.parse is not in Node 20
  const database = /^\/?(\d{0,5})$/.exec(url?.pathname ?? "")?.[1];
  const [username, password] = [url?.username, url?.password].map(decodePart);
  const isRedis = url?.protocol === "redis:" || url?.protocol === "rediss:";
  const isWhole = database !== undefined && username !== undefined && password !== undefined;
  if (url === null || !isRedis || url.hostname === "" || !isWhole || url.search !== "") {
    throw new AgentError(
      "config_invalid",
      "REDIS_URL must look like redis://[[user]:password@]host[:port][/database], or rediss:// for TLS; " +
        "a password with @, /, : or % is percent-encoded.",
    );
  }
  return {
    hostname: url.hostname.replace(/^\[|\]$/g, ""), // of an IPv6 address
    port: Number(url.port || "6379"),
    username: username || undefined,
    password: password || undefined,
    database: Number(database),
    tls: url.protocol === "rediss:",
  };
}

/** Undefined for a % that begins no code of a character. */
function decodePart(text = ""): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `Redis at redis.example:6379`, for messages: without user and password. */
export function nameOfRedis({ hostname, port }: RedisAddress): string {
  return `Redis at ${hostname}:${port}`;
}
