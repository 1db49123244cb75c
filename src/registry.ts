// Every variant there is, one line each. Adding one is a file, a line here, and nothing else; the conformance suites loop
// over these records.

import type { Driver } from "./core/driver.ts";
import type { Env } from "./core/ports.ts";
import type { Clock } from "./core/ports.ts";
import type { Protocol } from "./core/protocol.ts";
import type { Provider } from "./core/provider.ts";
import type { Store, StoreLifetimes } from "./core/store.ts";
import { createToolCallingDriver } from "./drivers/tool_calling.ts";
import { eventsProtocol } from "./protocols/events.ts";
import { createOpenAIProvider } from "./providers/openai.ts";
import { createScriptedProvider } from "./providers/scripted.ts";
import { createMemoryStore } from "./stores/memory.ts";
import { createUpstashStore } from "./stores/upstash.ts";

/** What a provider is made from. Each reads its own variables, by their customary names. */
export interface ProviderSetup {
  readonly env: Env;
  readonly clock: Clock;
}

/** What a store is made from. */
export interface StoreSetup {
  readonly env: Env;
  /** What stands after the colon in TREADLE_STORE, as the file in `sqlite:<file>`; "" without one. */
  readonly location: string;
  readonly lifetimes: StoreLifetimes;
  readonly clock: Clock;
}

export type ProviderFactory = (setup: ProviderSetup) => Provider;
export type StoreFactory = (setup: StoreSetup) => Store;
export type DriverFactory = () => Driver;

export const PROVIDERS = {
  openai: ({ env }) => createOpenAIProvider(env),
  scripted: () => createScriptedProvider(),
} as const satisfies Record<string, ProviderFactory>;

/** sqlite is registered by functions/deno.ts, so that node:sqlite never enters the Worker bundle. */
export const STORES = {
  memory: (setup) => createMemoryStore(setup),
  upstash: ({ env, lifetimes }) => createUpstashStore({ env, lifetimes }),
} as const satisfies Record<string, StoreFactory>;

export const DRIVERS = {
  tool_calling: createToolCallingDriver,
} as const satisfies Record<string, DriverFactory>;

export const PROTOCOLS = {
  events: eventsProtocol,
} as const satisfies Record<string, Protocol>;
