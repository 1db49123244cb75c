// An agent on a model of every dialect, in the place of functions/agents/mod.ts. The models are those of the wire cases, written
// out, because this file goes into the Worker's bundle too.

import { type Agent, defineAgent } from "../../../src/mod.ts";
import { convertUnits, getWeather } from "../../../functions/agents/tools.ts";

/** By the name of the wire case. */
export const MODELS: Readonly<
  Record<string, { readonly model: string; readonly api?: "chat" | "responses" }>
> = {
  "anthropic": { model: "anthropic/claude-sonnet-4-5" },
  "azure chat": { model: "azure/gpt-4o", api: "chat" },
  "azure responses": { model: "azure/gpt-5", api: "responses" },
  "bedrock": { model: "bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0" },
  "cerebras": { model: "cerebras/zai-glm-4.7" },
  "cohere": { model: "cohere/command-a-plus-05-2026" },
  "compatible": { model: "compatible/some-model" },
  "deepseek": { model: "deepseek/deepseek-chat" },
  "fireworks": { model: "fireworks/accounts/fireworks/models/kimi-k2-thinking" },
  "gemini": { model: "gemini/gemini-3.1-pro-preview" },
  "groq": { model: "groq/openai/gpt-oss-120b" },
  "lmstudio": { model: "lmstudio/qwen/qwen3-8b" },
  "mistral": { model: "mistral/mistral-medium-latest" },
  "ollama": { model: "ollama/qwen3" },
  "openai chat": { model: "openai/gpt-4o", api: "chat" },
  "openai responses": { model: "openai/gpt-5", api: "responses" },
  "openrouter": { model: "openrouter/anthropic/claude-sonnet-4.5" },
  "together": { model: "together/openai/gpt-oss-120b" },
  "vllm": { model: "vllm/Qwen/Qwen3-8B" },
  "workers_ai": { model: "workers_ai/@cf/zai-org/glm-4.7-flash" },
  "xai": { model: "xai/grok-4.3" },
};

/** The name of the agent of a wire case. */
export function agentOf(wire: string): string {
  return wire.replaceAll(/\W/g, "_");
}

const instructions = "You are a friendly assistant. Use the tools for facts.";
const tools = [getWeather, convertUnits];

/** Its server refuses forced choices, of which no table knows. */
export const STUBBORN = "compatible/a-thinking-model";

export const agents: Agent[] = [
  ...Object.entries(MODELS).map(([wire, { model, api }]) =>
    defineAgent({
      name: agentOf(wire),
      model,
      instructions,
      tools,
      ...(api === undefined ? {} : { settings: { api } }),
    })
  ),
  defineAgent({ name: "stubborn", model: STUBBORN, instructions, tools }),
];
