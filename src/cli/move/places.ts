// The stores that a command names: a sqlite file, the Redis of the variables, the Durable Objects behind a Worker.

import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { AgentError } from "../../core/error.ts";
import type { Env } from "../../core/ports.ts";
import type { StoreLifetimes } from "../../core/store/limits.ts";
import { MOVE_HEADER } from "../../core/store/moving.ts";
import { readSettings } from "../../deps/settings.ts";
import type { ObjectNamespace } from "../../stores/durable_objects/platform.ts";
import { createDurableObjectsStore } from "../../stores/durable_objects/store.ts";
import { createSqliteStore } from "../../stores/embedded/sqlite/store.ts";
import { createUpstashMovingStore } from "../../stores/upstash/moving/store.ts";
import { CommandError } from "../command_error.ts";
import { whyUnreachable } from "../project/unreachable.ts";
import type { Place } from "./copy_thread.ts";

/** Forms of a place, as messages name them. */
export const PLACE_FORMS =
  "sqlite:<file>, upstash, or the address of a Worker such as https://agents.example.workers.dev";

/**
 * Opens a store that has threads, or, with `mayBeNew`, one that threads move to.
 *
 * @throws {CommandError} place_unknown - the text names no store, or a variable of it is missing
 */
export function openPlace(name: string, env: Env, mayBeNew: boolean): Place {
  const lifetimes = { threadMs: readSettings(env).TREADLE_THREAD_TTL };
  if (name === "upstash") return openUpstash(env, lifetimes);
  if (name.startsWith("sqlite:")) return openSqlite(name.slice("sqlite:".length), lifetimes, mayBeNew);
  if (/^https?:\/\//.test(name) && URL.canParse(name)) return openWorker(name, env, lifetimes);
  throw new CommandError(
    "place_unknown",
    `${name} is no store that threads move from or to: name ${PLACE_FORMS}.`,
  );
}

function openUpstash(env: Env, lifetimes: Partial<StoreLifetimes>): Place {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env;
  if (url && token) return createUpstashMovingStore({ url, token, lifetimes });
  throw new CommandError(
    "place_unknown",
    "Set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, or name their file by --env-file.",
  );
}

function openSqlite(path: string, lifetimes: Partial<StoreLifetimes>, mayBeNew: boolean): Place {
  if (mayBeNew) mkdirSync(dirname(path), { recursive: true });
  if (mayBeNew || existsSync(path)) return createSqliteStore({ path, lifetimes });
  throw new CommandError("place_unknown", `There is no file ${path}.`);
}

/** The Worker sends each call to the object of the tenant. */
function openWorker(url: string, env: Env, lifetimes: Partial<StoreLifetimes>): Place {
  const { TREADLE_MOVE_SECRET: secret } = env;
  const { protocol, hostname } = new URL(url);
  if (protocol === "http:" && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) {
    throw new CommandError("place_unknown", `${url} is not encrypted: the secret is sent by https alone.`);
  }
  if (!secret) {
    throw new CommandError("place_unknown", `Set TREADLE_MOVE_SECRET to the secret of that name at ${url}.`);
  }
  const worker: ObjectNamespace = {
    idFromName: (name) => name,
    get: () => ({
      async fetch(_url, init) {
        const response = await send(url, { ...init, headers: { [MOVE_HEADER]: secret } });
        if (response.ok) return response;
        await response.body?.cancel();
        if (response.status === 429 || response.status >= 500) {
          throw new Error(`It responds with ${response.status}.`);
        }
        throw new AgentError("config_invalid", whyRefused(url, response.status));
      },
    }),
    jurisdiction: () => worker,
  };
  return createDurableObjectsStore({ namespace: worker, lifetimes });
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: "error" }); // the secret stays here
  } catch (thrown) {
    throw new Error(whyUnreachable(thrown), { cause: thrown });
  }
}

function whyRefused(url: string, status: number): string {
  switch (status) {
    case 401:
      return `${url} has another TREADLE_MOVE_SECRET.`;
    case 410:
      return `${url} keeps its threads in Redis: name upstash, and set its variables here.`;
    default:
      return `${url} responds with ${status}: it is no Worker with Durable Objects, or has no TREADLE_MOVE_SECRET.`;
  }
}
