// The stores, drivers and protocols of every deployment, one line each. A new one is a file and a line here; the conformance suites loop
// over these records.

import type { Driver } from "../core/driver.ts";
import { AgentError } from "../core/error.ts";
import type { Clock, Env } from "../core/ports.ts";
import type { Store } from "../core/store.ts";
import type { StoreLifetimes } from "../core/store/limits.ts";
import { createReactDriver } from "../kernel/drivers/react.ts";
import { createToolCallingDriver } from "../kernel/drivers/tool_calling.ts";
import { eventsProtocol } from "../protocols/events.ts";
import type { Protocol } from "../protocols/protocol.ts";
import { createMemoryStore } from "../stores/embedded/memory.ts";
import { createUpstashStore } from "../stores/upstash/store.ts";
import type { CancelWatch } from "../stores/upstash/watch/watches.ts";

/** What a store is made from. */
export interface StoreSetup {
  readonly env: Env;
  /** What a Worker is bound to. */
  readonly bindings?: object | undefined;
  /** What stands after the colon in TREADLE_STORE, as the file in `sqlite:<file>`; "" without one. */
  readonly location: string;
  readonly lifetimes: StoreLifetimes;
  readonly clock: Clock;
  /** How a step watches for its cancel, where that takes requests; the store's own way by default. */
  readonly cancelWatch?: CancelWatch;
  /** How many requests to a database are under way at the same time; any number by default. */
  readonly maxRequests?: number;
}

/** Makes a store. */
export interface StoreFactory {
  (setup: StoreSetup): Store;
  /** True where the store is meant by what the Worker is bound to: it is that of a deployment that names none. */
  readonly isBound?: (bindings: object) => boolean;
}
/** Makes a driver. */
export type DriverFactory = () => Driver;

/** Stores by name. sqlite is registered by src/deno/mod.ts, so that node:sqlite never enters the Worker bundle. */
export const STORES = {
  memory: ({ lifetimes, clock }) => createMemoryStore({ lifetimes, clock }),
  upstash: ({ env, lifetimes, cancelWatch, maxRequests }) =>
    createUpstashStore({
      url: requireVariable(env, "UPSTASH_REDIS_REST_URL"),
      token: requireVariable(env, "UPSTASH_REDIS_REST_TOKEN"),
      lifetimes,
      cancelWatch,
      maxRequests,
    }),
} as const satisfies Record<string, StoreFactory>;

/** Drivers by name. */
export const DRIVERS = {
  react: createReactDriver,
  tool_calling: createToolCallingDriver,
} as const satisfies Record<string, DriverFactory>;

/** Protocols by name, the preferred one first. */
export const PROTOCOLS = {
  events: eventsProtocol,
} as const satisfies Record<string, Protocol>;

function requireVariable(env: Env, variable: string): string {
  const value = env[variable];
  if (value) return value;
  throw new AgentError("config_invalid", `Set ${variable}: what this deployment was asked to use needs it.`);
}
