// Refusals and errors of OpenAI, of the servers that repeat its protocol, and of the gateways among them: those pass
// on what the server behind them wrote, so the patterns and words of the other protocols count here as well.

import { isJsonObject } from "../../core/json.ts";
import { ANTHROPIC_WORDS, CLAUDE_REFUSALS } from "./anthropic.ts";
import { BEDROCK_REFUSALS, BEDROCK_WORDS } from "./bedrock.ts";
import { COHERE_REFUSALS, COHERE_WORDS } from "./cohere.ts";
import { GEMINI_REFUSALS, GEMINI_WORDS } from "./gemini.ts";
import { MISTRAL_REFUSALS, MISTRAL_WORDS } from "./mistral.ts";
import { OLLAMA_REFUSALS, OLLAMA_WORDS } from "./ollama.ts";
import { WORKERS_AI_WORDS } from "./workers_ai.ts";
import { type ErrorWords, mergeWords } from "../_wire/errors/error_words.ts";
import { createErrorReader, type ErrorReader, ProviderError } from "../_wire/errors/provider_error.ts";
import type { RefusalPattern } from "../_wire/errors/refusal_patterns.ts";
import { toName } from "../_wire/json_fields.ts";

const OWN_REFUSALS: readonly RefusalPattern[] = [
  // About the API of the request, Chat Completions or Responses (server.ts). OpenAI: openai-openapi#541; "This model is only supported
  // in v1/responses and not in v1/chat/completions". Copilot: copilot-cli#4337, chatwise-releases#1333. Azure: chatwise-releases#942;
  // "Azure OpenAI Responses API is enabled only for api-version 2025-03-01-preview and later". Gateways: one-api#88. LM Studio, in a 200:
  // lmstudio-bug-tracker#618.
  {
    text:
      /(?:use|only supported in) \/?v1\/responses|accessible via the \/|(?:chatCompletion|responses?) operation does not work|\bresponses API is (?:not|enabled only)|not supported (?:via|with|by|in) (?:the )?Responses API|unexpected endpoint or method\. \(POST \S*\/responses/i,
    code: /^unsupported_api_for_model$/,
    lacks: ["chat", "responses"],
  },
  // OpenAI, for models before gpt-5.6 and in its Codex backend: "prompt_cache_breakpoint is not supported on this model" (CLIProxyAPI#4951),
  // "Unsupported parameter: prompt_cache_options" (claude-relay-service#1270).
  { text: /prompt_cache_(?:breakpoint|options)|\bcache_control\b/i, lacks: ["cache_breakpoints"] },
  // A summary that goes back, which the server did not write or cannot read: codex#35334; "Invalid value: 'compaction'. Supported values
  // are: ..." of one without summaries, in the form that codex2api and CLIProxyAPI#3414 show of other items.
  {
    text: /encrypted content for item cmp_|invalid (?:value|input type):? '?compaction'/i,
    lacks: ["compaction"],
  },
  // Servers without tool search, in the form that OpenAI has for unknown types of tools and items; a call of a tool that was found which
  // goes back without its namespace: github/copilot-cli#4519, vercel/ai#20265.
  {
    text:
      /(?:invalid value|unsupported|unknown)[^]{0,40}'?tool_search(?:_call|_output)?\b|missing namespace for function_call/i,
    lacks: ["tool_search"],
  },
  // Models before gpt-6.2, and servers that are older than the items, in the same form.
  {
    text: /(?:invalid value|unsupported|unknown)[^]{0,40}'?(?:additional_tools|configuration_update)\b/i,
    lacks: ["inline_tools"],
  },
  // Servers that are older than allowed_tools.
  { text: /invalid value: 'allowed_tools'/i, lacks: ["allowed"] },
  // Groq: litellm#21242. Without tools there is nothing to call.
  { text: /tool choice is none, but model called a tool/i, lacks: ["none"] },
  // OpenRouter, where no route takes it: zed#36094, mastra#2839.
  { text: /no endpoints found that support the provided 'tool_choice'/i, lacks: ["required", "tool"] },
  { text: /no endpoints found that support tool use/i, lacks: ["tools"] },
  {
    text: /no endpoints found that can handle the requested parameters/i,
    lacks: ["parallel", "temperature", "topP", "effort", "json_schema", "json_mode", "json_with_tools"],
  },
  { text: /parallel_tool_calls=False is not supported/i, lacks: ["parallel"] },
  // xAI: llmgateway#3483; Groq: earendil-works/pi#1745; Cerebras: chatwise-releases#1325; Mistral: SmartHopper#647.
  {
    text:
      /does not support parameter reasoningEffort|reasoning_effort\S* (?:must be one of|input should|is not (?:supported|enabled))/i,
    lacks: ["effort"],
  },
  // LM Studio.
  { text: /'url' field must be a base64 encoded image/i, lacks: ["image_urls"] },
  // The form of the answer; of two modes the one that was sent counts. LM Studio: lmstudio-bug-tracker#189. DeepSeek:
  // llm-exe#662, browser-use#215. Groq: Vane#980, agno#1065, vercel/ai#16540.
  { text: /'response_format\.type' must be 'json_schema'/i, lacks: ["json_mode"] },
  {
    text: /response_format type is unavailable|response_format\.type `\w+` is unavailable/i,
    lacks: ["json_schema", "json_mode"],
  },
  { text: /does not support response format `?json_schema/i, lacks: ["json_schema"] },
  { text: /cannot be combined with tool\/function calling/i, lacks: ["json_with_tools"] },
];

/** What servers of OpenAI's protocol refuse, those behind a gateway included. */
export const OPENAI_REFUSALS: readonly RefusalPattern[] = [
  ...OWN_REFUSALS,
  ...CLAUDE_REFUSALS,
  ...BEDROCK_REFUSALS,
  ...GEMINI_REFUSALS,
  ...COHERE_REFUSALS,
  ...MISTRAL_REFUSALS,
  ...OLLAMA_REFUSALS,
];

// Sources: OpenAI's error guide, recorded bodies, users' reports.
const OWN_WORDS: ErrorWords = {
  codes: {
    billing_hard_limit_reached: "model_quota",
    billing_not_active: "model_quota",
    // llama.cpp
    exceed_context_size_error: "model_context_length",
    content_policy_violation: "model_content_filter",
    invalid_prompt: "model_content_filter",
    server_is_overloaded: "model_overloaded",
    engine_overloaded: "model_overloaded",
    slow_down: "model_overloaded",
    // Groq: "Request too large ... on tokens per minute". It stays too large after any wait.
    "413 rate_limit_exceeded": "model_context_length",
  },
  texts: [
    // LM Studio, which answers it with a 200.
    [/unexpected endpoint or method/i, "model_invalid_request"],
    // xAI's 403 and 429, and its 400.
    [/have any credits|used all available credits/i, "model_quota"],
    // Groq parses and checks calls itself (tool_use_failed): another sample may pass. Its text is not mended into a
    // call, since what the server refused may name another tool or lack half of its arguments.
    [
      /failed to call a function|tool call validation failed|attempted to call tool|model did not call a tool/i,
      "model_protocol",
    ],
  ],
};

const readOuterError = createErrorReader(mergeWords([
  OWN_WORDS,
  ANTHROPIC_WORDS,
  BEDROCK_WORDS,
  GEMINI_WORDS,
  COHERE_WORDS,
  MISTRAL_WORDS,
  OLLAMA_WORDS,
  WORKERS_AI_WORDS,
]));

/** Groq, of a whole answer without a call. */
const NO_CALL = /tool choice is required, but model did not call a tool/i;

/** Reads an error of OpenAI's form; Groq has the text that was no legal call beside its error. */
export const readOpenAIError: ErrorReader = (error, facts, fallback) => {
  const outer = readOuterError(error, facts, fallback);
  const generated = isJsonObject(error) ? toName(error.failed_generation) : undefined;
  const message = generated === undefined ? outer.message : `${outer.message} (it wrote: ${generated})`;
  const answer = NO_CALL.test(outer.message) ? generated ?? "" : undefined;
  return new ProviderError(outer.code, message, { ...outer.facts, answer });
};
