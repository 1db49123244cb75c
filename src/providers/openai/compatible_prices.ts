// What the models of servers that speak OpenAI's API cost there, in US dollars for a million tokens.

import type { PriceRow } from "../../core/budget/price.ts";

const XAI = { asOf: "2026-07-02", source: "https://github.com/anomalyco/models.dev, providers/xai/models" };

/** xAI counts reasoning apart from output, and bills both. */
export const XAI_PRICES: readonly PriceRow[] = [
  {
    ...XAI,
    models: /^grok-4\.(?:3|20-.*)$/,
    example: "grok-4.3",
    input: 1.25,
    output: 2.5,
    cached: 0.2,
    long: { above: 200000, input: 2.5, output: 5, cached: 0.4 },
    reasoningApart: true,
  },
  {
    ...XAI,
    models: /^grok-build-0\.1$/,
    example: "grok-build-0.1",
    input: 1,
    output: 2,
    cached: 0.2,
    long: { above: 200000, input: 2, output: 4, cached: 0.4 },
    reasoningApart: true,
  },
];

const DEEPSEEK = {
  asOf: "2026-07-02",
  source: "https://github.com/anomalyco/models.dev, providers/deepseek/models",
};

/** At DeepSeek itself. */
export const DEEPSEEK_PRICES: readonly PriceRow[] = [
  {
    ...DEEPSEEK,
    models: /^deepseek-(?:chat|reasoner|v4-flash)$/,
    example: "deepseek-v4-flash",
    input: 0.14,
    output: 0.28,
    cached: 0.0028,
  },
  {
    ...DEEPSEEK,
    models: /^deepseek-v4-pro$/,
    example: "deepseek-v4-pro",
    input: 0.435,
    output: 0.87,
    cached: 0.003625,
  },
];

const GROQ = { asOf: "2026-07-02", source: "https://github.com/anomalyco/models.dev, providers/groq/models" };

/** At Groq. */
export const GROQ_PRICES: readonly PriceRow[] = [
  { ...GROQ, models: /^llama-3\.1-8b-instant$/, example: "llama-3.1-8b-instant", input: 0.05, output: 0.08 },
  {
    ...GROQ,
    models: /^llama-3\.3-70b-versatile$/,
    example: "llama-3.3-70b-versatile",
    input: 0.59,
    output: 0.79,
  },
  {
    ...GROQ,
    models: /^meta-llama\/llama-4-scout-17b-16e-instruct$/,
    example: "meta-llama/llama-4-scout-17b-16e-instruct",
    input: 0.11,
    output: 0.34,
  },
  {
    ...GROQ,
    models: /^openai\/gpt-oss-120b$/,
    example: "openai/gpt-oss-120b",
    input: 0.15,
    output: 0.6,
    cached: 0.075,
  },
  {
    ...GROQ,
    models: /^openai\/gpt-oss-20b$/,
    example: "openai/gpt-oss-20b",
    input: 0.075,
    output: 0.3,
    cached: 0.0375,
  },
  { ...GROQ, models: /^qwen\/qwen3-32b$/, example: "qwen/qwen3-32b", input: 0.29, output: 0.59 },
];

const CEREBRAS = {
  asOf: "2026-07-02",
  source: "https://github.com/anomalyco/models.dev, providers/cerebras/models",
};

/** At Cerebras. */
export const CEREBRAS_PRICES: readonly PriceRow[] = [
  { ...CEREBRAS, models: /^gpt-oss-120b$/, example: "gpt-oss-120b", input: 0.35, output: 0.75 },
];
