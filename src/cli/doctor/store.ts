// Whether the store of a deployment can be reached, takes writes, and agrees with this machine's clock.

import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Clock, Env } from "../../core/ports.ts";
import { findRedirect, whyUnreachable } from "../project/unreachable.ts";
import { createFindings, type Finding } from "./finding.ts";

const { ok, error, warning } = createFindings("store");

/** Milliseconds that a clock may differ: leases last 30 seconds. */
export const MOST_SKEW_MS = 10_000;

/** Milliseconds after which every step is slow: it makes two requests. */
const SLOW_MS = 150;

const TIMEOUT_MS = 5_000;

/** The section about threads that a store has forgotten. */
const GONE = "a-thread-is-gone";

/** What the check needs of the machine. */
export interface StorePorts {
  readonly folder: string;
  /** Whether the project is a Worker alone, which has no files. */
  readonly isWorker?: boolean;
  /** Whether the Worker has Durable Objects for its threads. */
  readonly hasObjects?: boolean;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/** The findings about the store that the variables choose. */
export async function checkStore(env: Env, ports: StorePorts): Promise<Finding[]> {
  const { TREADLE_STORE: chosen = "", UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env;
  const [name, location] = [chosen.split(":", 1)[0] ?? "", chosen.slice(chosen.indexOf(":") + 1)];
  if (name === "memory") {
    return [
      warning("TREADLE_STORE=memory forgets every thread at a restart", "remove TREADLE_STORE", GONE),
    ];
  }
  if (name === "upstash" || (name === "" && url && token)) {
    if (!url || !token) {
      return [error(
        "TREADLE_STORE=upstash needs the address and the token of the database",
        "UPSTASH_REDIS_REST_URL=https://<name>.upstash.io and UPSTASH_REDIS_REST_TOKEN=<token>",
      )];
    }
    return await checkUpstash(url, token, ports);
  }
  if (ports.isWorker === true && /^(?:sqlite|durable_objects|)$/.test(name)) {
    return checkWorker(name, ports.hasObjects === true);
  }
  if (name === "sqlite" || name === "") {
    return checkSqlite(chosen.includes(":") ? location : "", ports.folder);
  }
  return [
    error(
      `TREADLE_STORE=${name} is no store of this package`,
      "TREADLE_STORE=upstash, durable_objects, sqlite:<file> or memory",
    ),
  ];
}

/** What a Worker has without a database: checkWorkers finds the same of a TREADLE_STORE in its configuration. */
function checkWorker(name: string, hasObjects: boolean): Finding[] {
  const fix = "bind THREADS to the class ThreadsObject, with its migration: docs/durable-objects.md";
  if (name === "sqlite") return [error("TREADLE_STORE=sqlite is a file, and Workers have none", fix)];
  if (hasObjects) return [ok("Durable Objects of the binding THREADS")];
  if (name === "durable_objects") {
    return [error("TREADLE_STORE=durable_objects needs the binding THREADS", fix)];
  }
  return [
    warning("memory of the isolate: Cloudflare ends it at any time, and its threads are gone", fix, GONE),
  ];
}

function checkSqlite(location: string, folder: string): Finding[] {
  const file = resolve(folder, location || ".data/treadle.sqlite");
  const there = nearest(file);
  try {
    accessSync(there, constants.W_OK);
    if (statSync(there).isDirectory() !== (there !== file)) {
      throw new TypeError("a file where a folder is needed");
    }
    return [ok(`sqlite in ${location || ".data/treadle.sqlite"}`)];
  } catch {
    return [error(
      `the file of the store cannot be written: ${location || ".data/treadle.sqlite"}`,
      "TREADLE_STORE=sqlite:<a file in a folder that this user may write>",
    )];
  }
}

/** The path, or the first folder above it that is there: the store makes those between. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path));
}

/** The environment of a server that is started to be looked at: a store that is not there yet is not made by it. */
export function withoutNewFile(env: Env, folder: string): Env {
  const { TREADLE_STORE: chosen = "", UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env;
  if (chosen === "" ? url && token : !/^sqlite(?::|$)/.test(chosen)) return env;
  const file = resolve(folder, chosen.replace(/^sqlite:?/, "") || ".data/treadle.sqlite");
  return existsSync(file) ? env : { ...env, TREADLE_STORE: "memory" };
}

async function checkUpstash(url: string, token: string, { fetch, clock }: StorePorts): Promise<Finding[]> {
  const send = async (command: readonly string[]): Promise<Reply> => {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(command),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json().catch(() => undefined);
    return { status: response.status, movedTo: findRedirect(response)?.host, ...toReply(body) };
  };
  const host = URL.parse(url)?.host ?? "the store";
  try {
    const startedAt = clock();
    const time = await send(["TIME"]);
    const ms = clock() - startedAt;
    if (
      time.status === 401 || time.status === 403 || /^(unauthorized|wrongpass|noauth)/i.test(time.error ?? "")
    ) {
      return [error(
        `${host} refuses the token`,
        "UPSTASH_REDIS_REST_TOKEN=<the token beside the URL in the Upstash console>",
        "store_failed",
      )];
    }
    if (time.movedTo !== undefined) {
      return [error(
        `${host} redirects to ${time.movedTo}, which is not sent the token`,
        "UPSTASH_REDIS_REST_URL=<the REST URL in the Upstash console>",
      )];
    }
    if (!Array.isArray(time.result)) {
      return [error(
        `${host} answers ${time.status}, and not as a Redis behind the REST API does`,
        "UPSTASH_REDIS_REST_URL=<the REST URL in the Upstash console>, or start your own: treadle redis-rest",
      )];
    }
    const write = await send(["SET", "td:doctor", "1", "PX", "1000"]);
    return [
      ...(write.error === undefined ? [ok(`${host} answers in ${ms} ms and takes writes`)] : [error(
        `${host} refuses writes: ${write.error}`,
        "UPSTASH_REDIS_REST_TOKEN=<the standard token, not the read-only one>",
        "store_failed",
      )]),
      ...(ms > SLOW_MS
        ? [warning(
          `${host} takes ${ms} ms, and a step makes two requests`,
          "create the database in the region where the deployment runs",
        )]
        : []),
      ...skewFindings(Number(time.result[0]) * 1_000, clock(), host),
      ...evictionFindings(await send(["INFO", "memory"])),
    ];
  } catch (thrown) {
    return [error(
      `${host} cannot be reached (${whyUnreachable(thrown)})`,
      "UPSTASH_REDIS_REST_URL=<the REST URL in the Upstash console>; look for a proxy or a firewall between",
      "store_unavailable",
    )];
  }
}

/** The clock of the store decides about leases, this machine's about expiries. */
export function skewFindings(theirs: number, ours: number, host: string): Finding[] {
  const seconds = Math.round((ours - theirs) / 1_000);
  if (!Number.isFinite(seconds) || Math.abs(ours - theirs) <= MOST_SKEW_MS) return [];
  const side = seconds > 0 ? "ahead of" : "behind";
  return [error(
    `the clock of this machine is ${Math.abs(seconds)} s ${side} that of ${host}`,
    "sudo timedatectl set-ntp true",
  )];
}

/** A database that evicts keys loses threads. */
function evictionFindings({ result }: Reply): Finding[] {
  const policy = typeof result === "string" ? /^maxmemory_policy:(\S+)/m.exec(result)?.[1] : undefined;
  if (policy === undefined || policy === "noeviction") return [];
  return [warning(
    `the database evicts keys when it is full (maxmemory-policy ${policy}), and threads are keys`,
    "redis-cli CONFIG SET maxmemory-policy noeviction; on Upstash turn Eviction off",
    GONE,
  )];
}

interface Reply {
  readonly status: number;
  readonly movedTo: string | undefined;
  readonly result?: unknown;
  readonly error?: string;
}

function toReply(body: unknown): Pick<Reply, "result" | "error"> {
  if (typeof body !== "object" || body === null) return {};
  return {
    result: "result" in body ? body.result : undefined,
    error: "error" in body ? String(body.error).slice(0, 120) : undefined,
  };
}
