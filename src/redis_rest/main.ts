/** The bridge as a program: `deno task redis-rest`. It ends with code 1 and the reason when it cannot start. */
import { randomUUID } from "node:crypto";
import process from "node:process";
import { AgentError } from "../core/error.ts";
import type { Env } from "../core/ports.ts";
import { logLine } from "../deps/ports.ts";
import { nameOfRedis } from "./address.ts";
import { probeRedis } from "./probe.ts";
import { serveRedisRest } from "./server.ts";
import { readSettings } from "./settings.ts";

/**
 * Serves what the environment says (`readSettings`) until SIGTERM or SIGINT; then running requests are answered, and the
 * process ends with code 0. Without TOKEN it makes one and prints it with the URL, for a bridge on one's own machine; `json`: as a
 * field of the line that it logs at its start.
 *
 * @throws AgentError `config_invalid`: a wrong variable, a Redis that does not answer, or a port in use.
 */
export async function runRedisRest(
  env: Env,
  { json = false }: { readonly json?: boolean } = {},
): Promise<void> {
  const { token = randomUUID(), ...settings } = readSettings(env);
  const version = await probeRedis(settings.redis);
  const rest = await serveRedisRest({ ...settings, token, log: logLine }).catch((cause) => {
    throw portProblem(cause, settings.port);
  });
  const isMade = !env.TOKEN;
  logLine("info", "redis-rest listens", {
    url: rest.url,
    redis: `${settings.redis.hostname}:${settings.redis.port}`,
    version,
    token: isMade && json ? token : undefined,
  });
  if (isMade && !json) {
    console.log(
      `${nameOfRedis(settings.redis)} is served with a new token. Treadle finds it by these lines in .env:
UPSTASH_REDIS_REST_URL=${rest.url}
UPSTASH_REDIS_REST_TOKEN=${token}`,
    );
  }
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    await rest.close();
    logLine("info", "redis-rest has stopped", { signal });
    process.exit(0);
  };
  process.on("SIGINT", () => void stop("SIGINT"));
  process.on("SIGTERM", () => void stop("SIGTERM"));
}

function portProblem(cause: unknown, port: number): unknown {
  if (!(cause instanceof Error) || !("code" in cause)) return cause;
  if (cause.code === "EADDRINUSE") {
    return new AgentError("config_invalid", `Port ${port} is in use: set PORT to another one.`, { cause });
  }
  if (cause.code === "EADDRNOTAVAIL" || cause.code === "EACCES") {
    const message =
      `The bridge may not listen here (${cause.code}): set HOST and PORT to an address of this machine.`;
    return new AgentError("config_invalid", message, { cause });
  }
  return cause;
}

if (import.meta.main) {
  await runRedisRest(process.env).catch((cause: unknown) => {
    console.error(cause instanceof AgentError ? cause.message : cause);
    process.exit(1);
  });
}
