// What other servers with OpenAI's API, and their models, are known to lack. What is not known follows from refusals.

import type { CapabilityTable } from "../../core/model/capability.ts";
import { COMMON, IMAGES_ONLY } from "./any_models.ts";
import { GROQ_EFFORTS, OPEN_MODEL_EFFORTS, XAI_EFFORTS } from "./compatible_efforts.ts";
import { thinkers } from "../_wire/efforts.ts";
import { BOUND_MODELS, CLAUDE_ROWS, gatewayName, GPT_ROWS } from "./gateway_models.ts";

/** The models at Groq. */
export const GROQ_MODELS: CapabilityTable = {
  // "json mode cannot be combined with tool/function calling": vercel/ai#16540, agno#1065.
  lacks: { ...COMMON, ...IMAGES_ONLY, json_with_tools: "Groq takes no format beside tools" },
  models: [{
    models: /^(?!.*(?:gpt-oss|kimi-k2|llama-4))/,
    example: "llama-3.3-70b-versatile",
    lacks: ["json_schema"],
    because: "Groq has json_schema for gpt-oss, Kimi K2 and Llama 4 only",
    asOf: "2026-11-22",
    // https://console.groq.com/docs/structured-outputs#supported-models, Vane#980.
    source: "groq-sdk 1.6.0",
  }, {
    models: /gpt-oss|llama-3|qwen3-32b|kimi-k2-instruct|compound|guard/,
    example: "llama-3.3-70b-versatile",
    lacks: ["images"],
    because: "the model has no vision",
    asOf: "2026-11-22",
    // Skyvern-AI/skyvern#5636.
    source: "https://console.groq.com/docs/vision",
  }, {
    models: /^(?!.*(?:gpt-oss|qwen3))/,
    example: "llama-3.3-70b-versatile",
    lacks: ["effort"],
    because: "of Groq's models only gpt-oss and Qwen 3 take an effort",
    asOf: "2026-11-21",
    // chat/completions.d.ts.
    source: "groq-sdk 1.6.0",
  }],
  thinks: thinkers(/gpt-oss|qwen-?3|deepseek-r1/i, GROQ_EFFORTS),
};

/** The models at xAI. */
export const XAI_MODELS: CapabilityTable = {
  lacks: { ...COMMON, ...IMAGES_ONLY },
  models: [{
    models: /^grok-(?:3(?!-mini)|4-(?:1-)?fast|4\.20-(?!multi-agent)|code|build)/,
    example: "grok-4.20-0309-reasoning",
    lacks: ["effort"],
    because: "this Grok answers 400 to reasoning_effort, whether it reasons or not",
    asOf: "2026-08-08",
    // theopenco/llmgateway#3483.
    source: "NousResearch/hermes-agent#23435",
  }],
  thinks: thinkers(/^grok-(?:3-mini|4(?!.*non-reasoning)|[5-9]|code|build)/, XAI_EFFORTS),
};

/** The models at DeepSeek. */
export const DEEPSEEK_MODELS: CapabilityTable = {
  // "This response_format type is unavailable now": llm-exe#662, inspect_ai#4916 (2026-08).
  lacks: {
    ...COMMON,
    parallel: "DeepSeek documents no such flag",
    json_schema: "DeepSeek has JSON mode only",
    // "unknown variant `image_url`, expected `text`": rikkahub#1433, boldsoftware/shelley#224 (2026-07).
    images: "DeepSeek's messages are text only",
    files: "DeepSeek's messages are text only",
    audio: "DeepSeek's messages are text only",
  },
  models: [{
    models: /^deepseek/,
    example: "deepseek-v4-pro",
    lacks: ["forced_thinking"],
    because: "DeepSeek answers 400 to a forced choice in thinking mode",
    asOf: "2026-06-05",
    // deepseek-ai/DeepSeek-R1#836, shareAI-lab/Kode-CLI#182.
    source: "eino#994",
  }],
  // Thinking is on by default since V4: https://api-docs.deepseek.com/guides/thinking_mode.
  thinks: thinkers(/deepseek-(?:v4|flash|pro|reasoner)/, OPEN_MODEL_EFFORTS),
};

/** The models at OpenRouter. */
export const OPENROUTER_MODELS: CapabilityTable = {
  // Models write the arguments of calls as text when they have to fit the format: OpenRouterTeam/ai-sdk-provider#411.
  lacks: { ...COMMON, json_with_tools: "beside a format, models at OpenRouter write calls as text" },
  bindsThinking: BOUND_MODELS,
  models: [
    {
      models: /^anthropic\/claude/,
      example: "anthropic/claude-sonnet-4.5",
      lacks: ["forced_thinking"],
      because: "OpenRouter drops the thinking of Claude where a choice is forced, without a word",
      asOf: "2026-11-20",
      source: "pydantic-ai#6957",
    },
    {
      models: /^openai\/o\d/,
      example: "openai/o4-mini",
      lacks: ["parallel"],
      because: "o-series models answer 400 to parallel_tool_calls",
      asOf: "2026-11-20",
      source: "https://platform.openai.com/docs/guides/function-calling",
    },
    ...GPT_ROWS,
    ...CLAUDE_ROWS.filter(({ lacks }) => !lacks.includes("forced_thinking")),
  ],
  nameOf: gatewayName,
  thinks: thinkers(
    /^openai\/(?:o\d|gpt-5)|gemini-[3-9]|gemini-2\.5-pro|thinking|-r1|deepseek-v4|qwq|grok-4/,
    OPEN_MODEL_EFFORTS,
  ),
};

/** The models at Cerebras. */
export const CEREBRAS_MODELS: CapabilityTable = {
  // Forced choices: its guide and its package have them (cerebras_cloud_sdk 1.91.0, 2026-11-21). A refusal of 2025 is
  // learned where it still comes (_refusals/openai.ts).
  lacks: { ...COMMON, ...IMAGES_ONLY },
  models: [{
    models: /^gpt-oss/,
    example: "gpt-oss-120b",
    lacks: ["parallel"],
    because: "Cerebras answers 400: parallel_tool_calls=False is not supported by this model",
    asOf: "2025-09-10",
    source: "agno-agi/agno#4508",
  }, {
    models: /^llama|-instruct/,
    example: "qwen-3-235b-a22b-instruct-2507",
    lacks: ["effort"],
    because: "a model that does not think takes no effort",
    asOf: "2026-03-21",
    source: "egoist/chatwise-releases#1325",
  }],
  thinks: thinkers(/gpt-oss|glm-[45]|qwen-3\.|thinking/, OPEN_MODEL_EFFORTS),
};
