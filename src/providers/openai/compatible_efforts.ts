// The efforts that models take at other servers with OpenAI's API. The first row that matches counts.

import { type EffortRow, GPT_OSS_EFFORTS } from "../_wire/efforts.ts";

/** Beside `none`, Groq's Qwen takes the word `default` alone, which is what it does without an effort. */
export const GROQ_EFFORTS: readonly EffortRow[] = [
  GPT_OSS_EFFORTS,
  {
    models: /qwen3\.8-27b/,
    takes: ["none", "low", "medium", "high"],
    asOf: "2026-11-21",
    // chat/completions.d.ts.
    source: "groq-sdk 1.6.0",
  },
  {
    models: /qwen3/,
    takes: ["none"],
    asOf: "2026-11-21",
    // @ai-sdk/groq 4.0.84; recorded refusal in pi#1745.
    // chat/completions.d.ts.
    source: "groq-sdk 1.6.0",
  },
];

/** The efforts at xAI. */
export const XAI_EFFORTS: readonly EffortRow[] = [
  {
    models: /^grok-(?:4\.6|4\.20-multi-agent)/,
    takes: ["low", "medium", "high", "xhigh"],
    asOf: "2026-08-31",
    // @ai-sdk/xai 5.0.12; big-AGI#1104.
    // Live probes; modelparams.dev#330.
    source: "llmgateway#3669",
  },
  {
    models: /^grok-4\.3/,
    takes: ["none", "low", "medium", "high"],
    asOf: "2026-07-14",
    // @ai-sdk/xai 5.0.12, CHANGELOG 80e1702.
    source: "llmgateway#3046",
  },
  // grok-4.5 refuses none and max, and reads xhigh as high.
  {
    models: /^/,
    takes: ["low", "medium", "high"],
    asOf: "2026-08-31",
    // Live probes; modelparams.dev#330.
    source: "llmgateway#3669",
  },
];

/** Of open models on most servers. */
export const OPEN_MODEL_EFFORTS: readonly EffortRow[] = [
  GPT_OSS_EFFORTS,
  {
    models: /^/,
    takes: ["none", "low", "medium", "high"],
    asOf: "2026-11-21",
    // cerebras_cloud_sdk 1.91.0, @ai-sdk/fireworks 2.0.90.
    source: "groq-sdk 1.6.0",
  },
];

/** The efforts at DeepSeek. */
export const DEEPSEEK_EFFORTS: readonly EffortRow[] = [{
  models: /^/,
  takes: ["none", "low", "medium", "high", "xhigh", "max"],
  asOf: "2026-11-20",
  source: "https://api-docs.deepseek.com/guides/thinking_mode",
}];

/** OpenRouter translates them for each model. */
export const OPENROUTER_EFFORTS: readonly EffortRow[] = [{
  models: /^/,
  takes: ["none", "minimal", "low", "medium", "high", "xhigh", "max"],
  asOf: "2026-11-23",
  // https://openrouter.ai/docs/client-sdks/typescript/models/defaulteffort.
  source: "anomalyco/models.dev#4409",
}];
