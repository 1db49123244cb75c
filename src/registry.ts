// Every variant there is, one line each. Adding one is a file, a line here, and nothing else; the conformance suites loop
// over these records.

import type { Driver } from "./core/driver.ts";
import { AgentError } from "./core/error.ts";
import type { Clock, Env } from "./core/ports.ts";
import type { Protocol } from "./core/protocol.ts";
import type { ProviderDefinition } from "./core/provider.ts";
import type { Store, StoreLifetimes } from "./core/store.ts";
import { createToolCallingDriver } from "./drivers/tool_calling.ts";
import { eventsProtocol } from "./protocols/events.ts";
import { anthropic } from "./providers/anthropic.ts";
import { azure } from "./providers/azure.ts";
import { bedrock } from "./providers/bedrock.ts";
import { cohere } from "./providers/cohere.ts";
import { cerebras, compatible, deepseek, fireworks, groq } from "./providers/compatible.ts";
import { openrouter, together, vllm, xai } from "./providers/compatible.ts";
import { gemini } from "./providers/gemini.ts";
import { lmstudio } from "./providers/lmstudio.ts";
import { mistral } from "./providers/mistral.ts";
import { ollama } from "./providers/ollama.ts";
import { openai } from "./providers/openai.ts";
import { scripted } from "./providers/scripted.ts";
import { workersAI } from "./providers/workers_ai.ts";
import { createMemoryStore } from "./stores/memory.ts";
import { createUpstashStore } from "./stores/upstash.ts";

/** What a store is made from. */
export interface StoreSetup {
  readonly env: Env;
  /** What stands after the colon in TREADLE_STORE, as the file in `sqlite:<file>`; "" without one. */
  readonly location: string;
  readonly lifetimes: StoreLifetimes;
  readonly clock: Clock;
}

export type StoreFactory = (setup: StoreSetup) => Store;
export type DriverFactory = () => Driver;

export const PROVIDERS = {
  anthropic,
  azure,
  bedrock,
  cerebras,
  cohere,
  compatible,
  deepseek,
  fireworks,
  gemini,
  groq,
  lmstudio,
  mistral,
  ollama,
  openai,
  openrouter,
  scripted,
  together,
  vllm,
  workers_ai: workersAI,
  xai,
} as const satisfies Record<string, ProviderDefinition>;

/** sqlite is registered by functions/deno.ts, so that node:sqlite never enters the Worker bundle. */
export const STORES = {
  memory: ({ lifetimes, clock }) => createMemoryStore({ lifetimes, clock }),
  upstash: ({ env, lifetimes }) =>
    createUpstashStore({
      url: required(env, "UPSTASH_REDIS_REST_URL"),
      token: required(env, "UPSTASH_REDIS_REST_TOKEN"),
      lifetimes,
    }),
} as const satisfies Record<string, StoreFactory>;

export const DRIVERS = {
  tool_calling: createToolCallingDriver,
} as const satisfies Record<string, DriverFactory>;

export const PROTOCOLS = {
  events: eventsProtocol,
} as const satisfies Record<string, Protocol>;

function required(env: Env, variable: string): string {
  const value = env[variable];
  if (value) return value;
  throw new AgentError("config_invalid", `Set ${variable}: what this deployment was asked to use needs it.`);
}
