/** The environment of the bridge as a program, checked once. */
import { AgentError } from "../core/error.ts";
import type { Env } from "../core/ports.ts";
import { parseRedisUrl, type RedisAddress } from "./address.ts";

/** What the environment says. */
export interface Settings {
  readonly redis: RedisAddress;
  readonly hostname: string;
  readonly port: number;
  readonly maxRequestBytes: number;
  readonly connections: number;
  /** Undefined without TOKEN, which only a bridge for its own machine may be. */
  readonly token: string | undefined;
}

/** Below it a token can be guessed. */
const TOKEN_CHARS = 16;

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/**
 * Reads REDIS_URL (redis://127.0.0.1:6379), HOST (127.0.0.1), PORT (8079), TOKEN, MAX_REQUEST_BYTES (1 MiB) and
 * CONNECTIONS (4).
 *
 * @throws AgentError `config_invalid` that names the variable and what to set.
 */
export function readSettings(env: Env): Settings {
  const hostname = env.HOST || "127.0.0.1";
  const token = env.TOKEN || undefined;
  if (token === undefined && !LOOPBACK.has(hostname)) {
    throw wrong(`HOST=${hostname} is reachable from other machines: set TOKEN (openssl rand -hex 32).`);
  }
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw wrong("TOKEN holds characters that a header cannot carry: use ASCII without blanks.");
  }
  if (token !== undefined && token.length < TOKEN_CHARS) {
    throw wrong(`TOKEN has ${token.length} characters: use at least ${TOKEN_CHARS} (openssl rand -hex 32).`);
  }
  return {
    redis: parseRedisUrl(env.REDIS_URL || "redis://127.0.0.1:6379"),
    hostname,
    port: count(env, "PORT", { least: 0, most: 65_535, otherwise: 8079 }),
    maxRequestBytes: count(env, "MAX_REQUEST_BYTES", {
      least: 1024,
      most: 512 * 1024 * 1024, // the longest string of Redis
      otherwise: 1024 * 1024,
    }),
    connections: count(env, "CONNECTIONS", { least: 1, most: 64, otherwise: 4 }),
    token,
  };
}

function count(
  env: Env,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  const text = env[name];
  if (text === undefined || text === "") return otherwise;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw wrong(`${name} must be a whole number from ${least} to ${most}, and is "${text}".`);
}

function wrong(message: string): AgentError {
  return new AgentError("config_invalid", message);
}
