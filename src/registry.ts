// Every provider of the package, one line each. A new one is a folder and a line here; the conformance suites loop over the record.
// A deployment of the kernel names its providers itself: no module below `kernel` imports this one, so that its bundle has no other.

import type { ProviderDefinition } from "./core/model/provider.ts";
import type { LoadProvider } from "./deps/deployed_providers.ts";
import type { ProfileName } from "./providers/openai/compatible.ts";

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

/** A server that speaks OpenAI's API, by its profile. */
function family(name: ProfileName): LoadProvider {
  return () => import("./providers/openai/compatible.ts").then((servers) => servers[name]);
}

/** Every provider, loaded, by its name. */
export async function loadProviders(): Promise<(readonly [name: string, definition: ProviderDefinition])[]> {
  const loading = Object.entries(PROVIDERS).map(async ([name, load]) => [name, await load()] as const);
  return await Promise.all(loading);
}
