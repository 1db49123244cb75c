// Every provider of the package, one line each. A new one is a folder and a line here; the conformance suites loop over the record.
// A deployment of the kernel names its providers itself: no module below `kernel` imports this one, so that its bundle has no other.

import type { ProviderDefinition } from "./core/model/provider.ts";
import type { LoadProvider } from "./deps/deployed_providers.ts";
import type { ProfileName } from "./providers/openai/compatible.ts";

/**
 * Providers by name. Each is loaded at its first use, so a deployment starts without those that it does not use. Protocols of their own
 * stand before that of OpenAI: in a bundle gzip finds what neighbours share, 0.9 KiB more than in the order of the names.
 */
export const PROVIDERS = {
  scripted: () => import("./providers/scripted/provider.ts").then(({ scripted }) => scripted),
  bedrock: () => import("./providers/bedrock/provider.ts").then(({ bedrock }) => bedrock),
  anthropic: () => import("./providers/anthropic/provider.ts").then(({ anthropic }) => anthropic),
  gemini: () => import("./providers/gemini/provider.ts").then(({ gemini }) => gemini),
  cohere: () => import("./providers/cohere/provider.ts").then(({ cohere }) => cohere),
  mistral: () => import("./providers/mistral/provider.ts").then(({ mistral }) => mistral),
  ollama: () => import("./providers/ollama/provider.ts").then(({ ollama }) => ollama),
  workers_ai: () => import("./providers/workers_ai/provider.ts").then(({ workersAI }) => workersAI),
  lmstudio: () => import("./providers/openai/lmstudio.ts").then(({ lmstudio }) => lmstudio),
  azure: () => import("./providers/openai/azure.ts").then(({ azure }) => azure),
  openai: () => import("./providers/openai/provider.ts").then(({ openai }) => openai),
  cerebras: family("cerebras"),
  compatible: family("compatible"),
  deepseek: family("deepseek"),
  fireworks: family("fireworks"),
  groq: family("groq"),
  openrouter: family("openrouter"),
  together: family("together"),
  vllm: family("vllm"),
  xai: family("xai"),
} as const satisfies Record<string, LoadProvider>;

/** A server that speaks OpenAI's API, by its profile. */
function family(name: ProfileName): LoadProvider {
  return () => import("./providers/openai/compatible.ts").then((servers) => servers[name]);
}

/** Every provider, loaded, in the order of the names. */
export async function loadProviders(): Promise<(readonly [name: string, definition: ProviderDefinition])[]> {
  const entries = Object.entries(PROVIDERS).sort(([one], [other]) => one < other ? -1 : 1);
  const loading = entries.map(async ([name, load]) => [name, await load()] as const);
  return await Promise.all(loading);
}
