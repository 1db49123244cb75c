// Whose caches are measured: each with the dialect, the model and the rules of its cache.

import { AnthropicCache } from "../../wire/caches/anthropic.ts";
import { createGeminiCache } from "../../wire/caches/gemini.ts";
import { BreakpointCache } from "../../wire/caches/openai_breakpoints.ts";
import { createOpenAICache } from "../../wire/caches/openai.ts";
import type { PromptCache } from "../../wire/caches/prompt_cache.ts";
import { createXaiCache } from "../../wire/caches/xai.ts";
import type { WireCase } from "../../wire/case.ts";
import { CASES } from "../../wire/cases.ts";

export interface Vendor {
  readonly name: string;
  readonly wire: WireCase;
  readonly model: string;
  createCache(): PromptCache;
  /** The cache counts the tool choice to the prompt, so that a forced one costs what no cut names. */
  readonly countsChoice?: true;
}

export const VENDORS: readonly Vendor[] = [
  anthropic("claude-opus-5-5"),
  { ...anthropic("claude-opus-4-8"), countsChoice: true },
  vendor("OpenAI", "openai responses", "gpt-5", createOpenAICache),
  vendor("OpenAI", "openai responses", "gpt-5.6-sol", () => new BreakpointCache()),
  {
    ...vendor("OpenAI", "openai responses", "gpt-5.6-sol", () => new BreakpointCache({ lookUp: "request" })),
    name: "OpenAI, gpt-5.6-sol, marks alone",
  },
  vendor("Gemini", "gemini", "gemini-3.1-pro-preview", () => createGeminiCache("gemini-3.1-pro-preview")),
  vendor("xAI", "xai", "grok-4.3", createXaiCache),
];

function anthropic(model: string): Vendor {
  return vendor("Anthropic", "anthropic", model, () => new AnthropicCache(model));
}

function vendor(name: string, dialect: string, model: string, createCache: () => PromptCache): Vendor {
  const wire = CASES.find((each) => each.name === dialect);
  if (wire === undefined) throw new Error(`There is no dialect ${dialect}.`);
  return { name: `${name}, ${model}`, wire, model, createCache };
}
