// What is known of each provider of the package where its module is not loaded or not there. Written by deno task providers.

import type { SeldomFeature } from "../core/model/capability.ts";

/** A provider of the package. */
export interface KnownProvider {
  /** What a file imports, and the entry below `@treadle/treadle/providers` that exports it; its name by default. */
  readonly variable?: string;
  readonly entry?: string;
  /** Features that few APIs have, as its table has them; none by default. */
  readonly has?: readonly SeldomFeature[];
}

/** By name. */
export const KNOWN_PROVIDERS: Readonly<Record<string, KnownProvider>> = {
  anthropic: { has: ["compaction", "context_editing", "tool_search"] },
  azure: { has: ["compaction"] },
  bedrock: {},
  cerebras: { entry: "compatible" },
  cohere: {},
  compatible: {},
  deepseek: { entry: "compatible" },
  fireworks: { entry: "compatible" },
  gemini: {},
  groq: { entry: "compatible" },
  lmstudio: {},
  mistral: {},
  ollama: {},
  openai: { has: ["compaction", "tool_search"] },
  openrouter: { entry: "compatible" },
  scripted: {},
  together: { entry: "compatible" },
  vllm: { entry: "compatible" },
  workers_ai: { variable: "workersAI" },
  xai: { entry: "compatible" },
};
