// Every variant, one line each. A new variant is a file and a line here; the conformance suites loop over these records.

import type { SeldomFeature } from "./core/model/capability.ts";
import type { Driver } from "./core/driver.ts";
import { AgentError } from "./core/error.ts";
import type { Clock, Env } from "./core/ports.ts";
import type { Protocol } from "./protocols/protocol.ts";
import type { ProviderDefinition } from "./core/model/provider.ts";
import type { ProfileName } from "./providers/openai/compatible.ts";
import type { Store } from "./core/store.ts";
import type { StoreLifetimes } from "./core/store/limits.ts";
import { createReactDriver } from "./drivers/react.ts";
import { createToolCallingDriver } from "./drivers/tool_calling.ts";
import { eventsProtocol } from "./protocols/events.ts";
import { createMemoryStore } from "./stores/embedded/memory.ts";
import { createUpstashStore } from "./stores/upstash/store.ts";
import type { CancelWatch } from "./stores/upstash/watch/watches.ts";

/** What a store is made from. */
export interface StoreSetup {
  readonly env: Env;
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
export type StoreFactory = (setup: StoreSetup) => Store;
/** Makes a driver. */
export type DriverFactory = () => Driver;
/** Loads the module of a provider. */
export type LoadProvider = () => Promise<ProviderDefinition>;

/** Providers by name. Each is loaded at its first use, so a deployment starts without those that it does not use. */
export const PROVIDERS = {
  anthropic: () => import("./providers/anthropic/provider.ts").then(({ anthropic }) => anthropic),
  azure: () => import("./providers/openai/azure.ts").then(({ azure }) => azure),
  bedrock: () => import("./providers/bedrock/provider.ts").then(({ bedrock }) => bedrock),
  cerebras: family("cerebras"),
  cohere: () => import("./providers/cohere/provider.ts").then(({ cohere }) => cohere),
  compatible: family("compatible"),
  deepseek: family("deepseek"),
  fireworks: family("fireworks"),
  gemini: () => import("./providers/gemini/provider.ts").then(({ gemini }) => gemini),
  groq: family("groq"),
  lmstudio: () => import("./providers/openai/lmstudio.ts").then(({ lmstudio }) => lmstudio),
  mistral: () => import("./providers/mistral/provider.ts").then(({ mistral }) => mistral),
  ollama: () => import("./providers/ollama/provider.ts").then(({ ollama }) => ollama),
  openai: () => import("./providers/openai/provider.ts").then(({ openai }) => openai),
  openrouter: family("openrouter"),
  scripted: () => import("./providers/scripted/provider.ts").then(({ scripted }) => scripted),
  together: family("together"),
  vllm: family("vllm"),
  workers_ai: () => import("./providers/workers_ai/provider.ts").then(({ workersAI }) => workersAI),
  xai: family("xai"),
} as const satisfies Record<string, LoadProvider>;

/** Features that few APIs have, by provider, as the tables of these have them: they are known at start, before any is loaded. */
export const SELDOM_FEATURES: Readonly<Record<string, readonly SeldomFeature[]>> = {
  anthropic: ["compaction", "context_editing", "tool_search"],
  azure: ["compaction"],
  openai: ["compaction", "tool_search"],
};

/** A server that speaks OpenAI's API, by its profile. */
function family(name: ProfileName): LoadProvider {
  return () =>
    import("./providers/openai/compatible.ts").then(({ defineCompatible, PROFILES }) =>
      defineCompatible(PROFILES[name])
    );
}

/** Every provider, loaded, by its name. */
export async function loadProviders(): Promise<(readonly [name: string, definition: ProviderDefinition])[]> {
  const loading = Object.entries(PROVIDERS).map(async ([name, load]) => [name, await load()] as const);
  return await Promise.all(loading);
}

/** Stores by name. sqlite is registered by src/deno/mod.ts, so that node:sqlite never enters the Worker bundle. */
export const STORES = {
  memory: ({ lifetimes, clock }) => createMemoryStore({ lifetimes, clock }),
  upstash: ({ env, lifetimes, cancelWatch, maxRequests }) =>
    createUpstashStore({
      url: requireVariable(env, "UPSTASH_REDIS_REST_URL"),
      token: requireVariable(env, "UPSTASH_REDIS_REST_TOKEN"),
      lifetimes,
      ...(cancelWatch ? { cancelWatch } : {}),
      ...(maxRequests ? { maxRequests } : {}),
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
