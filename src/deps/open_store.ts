// Opens the store of a deployment.

import { AgentError } from "../core/error.ts";
import type { Clock, Env, Log } from "../core/ports.ts";
import type { Store } from "../core/store.ts";
import { assertLifetimes, LIFETIMES } from "../core/store/limits.ts";
import { type StoreFactory, STORES } from "./built_in.ts";
import { isWorkers } from "./environment.ts";
import type { Settings } from "./settings.ts";

/**
 * Requests to a database at the same time. A thousand steps that begin at once are a thousand requests: sent together they reach
 * their time limit while the database answers one after the other. Workers have limits of their own, and no queue that lasts
 * longer than an invocation.
 */
const MAX_REQUESTS = 128;

/** What the store depends on, besides the settings. */
export interface StoreOptions {
  readonly env: Env;
  readonly bindings?: Readonly<Record<string, unknown>>;
  /** Stores beyond those of the package, by the name that TREADLE_STORE gives them. */
  readonly stores?: Readonly<Record<string, StoreFactory>>;
  /** What TREADLE_STORE is when it is not set, Upstash is not configured and no store is bound; `memory` by default. */
  readonly defaultStore?: string;
  /** True where many isolates without shared memory serve the deployment: a fallback to the memory store logs a warning. */
  readonly isolated?: boolean;
}

/**
 * Opens the store that TREADLE_STORE names, else Upstash when it is configured, else the one that is bound, else the default of the
 * entrypoint.
 *
 * @throws {AgentError} config_invalid, when there is no such store or a variable of it is missing, or its lifetimes are too short.
 */
export function openStore(
  settings: Settings,
  options: StoreOptions,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Store {
  const { name, location } = chooseStore(settings, options);
  const factories: Readonly<Record<string, StoreFactory>> = { ...STORES, ...options.stores };
  const factory = Object.hasOwn(factories, name) ? factories[name] : undefined;
  if (factory === undefined) {
    const known = Object.keys(factories).join(", ");
    throw new AgentError(
      "config_invalid",
      `TREADLE_STORE names no store of this deployment; it has: ${known}.`,
    );
  }
  if (options.isolated && settings.TREADLE_STORE === undefined && name === "memory") {
    log(
      "warn",
      "threads are kept in the memory of one isolate, which no other sees; bind Durable Objects, or configure Upstash",
      {},
    );
  }
  const lifetimes = { ...LIFETIMES, threadMs: settings.TREADLE_THREAD_TTL };
  const cancelWatch = settings.TREADLE_CANCEL_WATCH;
  const store = factory({
    env: options.env,
    bindings: options.bindings,
    location,
    lifetimes,
    clock,
    cancelWatch: cancelWatch || undefined,
    maxRequests: isWorkers() ? undefined : MAX_REQUESTS,
  });
  assertLifetimes(store.lifetimes ?? {});
  return store;
}

/** A store by its name, and what stands after the colon in TREADLE_STORE; "" without one. */
export interface ChosenStore {
  readonly name: string;
  readonly location: string;
}

/** The store that TREADLE_STORE names, else Upstash when it is configured, else the one that is bound, else the default of the entrypoint. */
export function chooseStore(
  { TREADLE_STORE, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token }: Settings,
  { defaultStore = "memory", stores = {}, bindings = {} }: StoreOptions,
): ChosenStore {
  const hasUpstash = url !== undefined && token !== undefined;
  const bound = Object.keys(stores).find((name) => stores[name]?.isBound?.(bindings));
  const [, name = "", location = ""] =
    /^([^:]*):?(.*)$/.exec(TREADLE_STORE ?? (hasUpstash ? "upstash" : bound ?? defaultStore)) ?? [];
  return { name, location };
}
