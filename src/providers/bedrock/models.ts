// What is known about the models of Bedrock by their ids, as of 2026-11: `anthropic.claude-...`, with the prefix of
// an inference profile (`us.`, `eu.`, `apac.`, `global.`), or inside an ARN. An application inference profile hides
// its model: then the least is assumed; the agent may override it.

import {
  BOUND_THINKING,
  CLAUDE_MODELS,
  CLAUDE_NOTICES,
  resolveThinking,
  thinks as claudeThinks,
} from "../anthropic/models.ts";
import type { ModelSettings } from "../../core/model/model_settings.ts";
import type { CapabilityRow, CapabilityTable } from "../../core/model/capability.ts";
import { TEXT_NOTICES } from "../_wire/notice_lacks.ts";

const CLAUDE = /claude/;
/** Leave out the text of thoughts unless the request has `display`: the page of thinking, of Claude since Opus 4.7. */
const SILENT_CLAUDE = /claude-(?:opus-4-[789]|[a-z]+-[5-9])(?!\d)/;
const GPT_OSS = /openai\.gpt-oss/;
/** OpenAI's other models. */
const GPT = /openai\.gpt-(?!oss)/;
const NOVA = /amazon\.nova/;
const NOVA_2 = /amazon\.nova-2/;

/** In which fields a model takes an effort: a budget or adaptive thinking (Claude), those of OpenAI or of Nova 2. */
export type ThinkingStyle = "budget" | "adaptive" | "gpt_oss" | "gpt" | "nova";

/** The style of a model; one that is hidden behind a profile comes here only when an agent overrides what it lacks. */
export function thinkingStyle(model: string): ThinkingStyle {
  if (GPT_OSS.test(model)) return "gpt_oss";
  if (GPT.test(model)) return "gpt";
  if (NOVA.test(model)) return "nova";
  return resolveThinking(model).style === "adaptive" ? "adaptive" : "budget";
}

/** A Claude that thinks without an effort. */
export function thinksByDefault(model: string): boolean {
  return resolveThinking(model).byDefault;
}

/** A Claude whose thoughts have no text unless the request says so. */
export function hidesThinking(model: string): boolean {
  return SILENT_CLAUDE.test(model);
}

/** Thinks by default, and takes `thinking: {type: "disabled"}`. */
export function canStopThinking(model: string): boolean {
  return resolveThinking(model).off === "disabled";
}

/**
 * Mistral models take ids of calls with nine letters and digits: @ai-sdk/amazon-bedrock 4.0.186, normalizeToolCallId.
 */
export function wantsShortIds(model: string): boolean {
  return model.includes("mistral.");
}

/**
 * Takes text beside calls and beside results, and a status of results. Others answer "Conversation blocks and tool
 * result blocks cannot be provided in the same turn.": langchain-aws#141, strands-agents#1223,
 * quarkus-langchain4j#1983. The status: ToolResultBlock of the API reference.
 */
export function mixesBlocks(model: string): boolean {
  return CLAUDE.test(model) || NOVA.test(model);
}

/** Refuses tools in a stream, and takes them without: the table of supported features in the user guide, pi#3739. */
export function streamsTools(model: string): boolean {
  return !/meta\.llama|mistral\.mistral-large-240/.test(model);
}

/**
 * Where the model takes cache points: the user guide on prompt caching. Models before Claude 3.5 Haiku and 3.7 refuse
 * them.
 */
export function cachesIn(model: string): { readonly prompt: boolean; readonly tools: boolean } {
  const tools = /claude-(?:3-5-haiku|3-7|[a-z]+-\d)/.test(model);
  return { prompt: tools || /amazon\.nova-(?:micro|lite|pro|premier|2)/.test(model), tools };
}

function thinks(model: string, settings: ModelSettings): boolean {
  const { reasoningEffort } = settings;
  if (GPT_OSS.test(model)) return true;
  if (GPT.test(model)) return reasoningEffort !== "none" || /gpt-6-astra/.test(model);
  if (CLAUDE.test(model)) return claudeThinks(model, settings);
  return NOVA_2.test(model) && reasoningEffort !== undefined && reasoningEffort !== "none";
}

const asOf = "2026-11-20";

/** What the models of Anthropic lack; of forced choices while they think, and of efforts, there are rows of Bedrock. */
const CLAUDE_HERE: readonly CapabilityRow[] = CLAUDE_MODELS
  .filter(({ lacks: [feature = ""] }) => !["forced_thinking", "effort"].includes(feature))
  .map((row) => ({ ...row, example: `us.anthropic.${row.example}` }));

const ROWS: readonly CapabilityRow[] = [
  ...CLAUDE_HERE,
  {
    models: /meta\.llama/,
    example: "us.meta.llama3-3-70b-instruct-v1:0",
    lacks: ["required", "tool"],
    because: "Llama models take auto only",
    asOf,
    // strands-agents#1241.
    source: "bifrost#3196",
  },
  {
    models: /mistral\.(?:mistral|pixtral)-large/,
    example: "mistral.mistral-large-2407-v1:0",
    lacks: ["tool"],
    because: "Mistral Large takes auto and any",
    asOf,
    source: "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolChoice.html",
  },
  {
    models:
      /deepseek\.r1|amazon\.titan|claude-(?:v2|instant)|meta\.llama(?:2|3-(?:8|70)b|3-2-[13]b)|mistral\.(?:mistral-7b|mixtral)|cohere\.command-(?:light-)?text|ai21\.(?:j2|jamba-instruct)/,
    example: "us.deepseek.r1-v1:0",
    lacks: ["tools"],
    because: "the model has no tool use on Bedrock",
    asOf,
    // langchain-aws#447.
    source: "conversation-inference-supported-models-features of the user guide",
  },
  {
    models: /claude-(?:3-7|(?:sonnet|haiku)-4|opus-4(?!-8))/,
    example: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    lacks: ["forced_thinking"],
    because: "Claude before Opus 4.8 refuses a forced choice while it thinks",
    asOf,
    // langchain-aws#1141.
    source: "langchain-aws#925",
  },
  {
    models: /^(?!.*(?:claude-(?:3-7|[a-z]+-\d|mythos-preview)|openai\.gpt|amazon\.nova-2))/,
    example: "amazon.nova-pro-v1:0",
    lacks: ["effort"],
    because: "only Claude since 3.7, OpenAI's models and Nova 2 take an effort here",
    asOf: "2026-11-23",
    // opencode#48195.
    // https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters.html.
    source: "inspect_ai#5301",
  },
  {
    models: /openai\.gpt-(?!oss)/,
    example: "us.openai.gpt-5.6-sol",
    lacks: ["sampling_thinking"],
    because: "reasoning models take no temperature and no top_p",
    asOf: "2026-11-23",
    // openai-responses/reasoning-model-temperature-error.
    source: "vercel/ai",
  },
  {
    models: /^(?!.*claude)/,
    example: "amazon.nova-pro-v1:0",
    lacks: ["parallel"],
    because: "Converse has no field against several calls, and only Claude has one of its own",
    asOf,
    // ToolConfiguration.
    source: "@aws-sdk/client-bedrock-runtime 3.1163.0",
  },
  {
    models: /claude-(?:v2|instant|3|(?:sonnet|opus)-4-(?:\d{5,}|1(?!\d)))/,
    example: "us.anthropic.claude-sonnet-4-20250514-v1:0",
    lacks: ["json_schema"],
    because: "Claude has structured outputs since 4.5",
    asOf: "2026-11-22",
    // hindsight#3300: output_config.format: Extra inputs are not permitted.
    source: "litellm#27846",
  },
  {
    models: /claude-(?:opus-4-[78]|fable-5)(?!\d)/,
    example: "global.anthropic.claude-opus-4-8",
    lacks: ["json_schema"],
    because: "structured outputs of Converse end with Claude 4.6",
    asOf: "2026-11-23",
    // https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-structured-outputs.html.
    source: "litellm#27846",
  },
  {
    models:
      /amazon\.(?:nova|titan)|meta\.llama|mistral\.(?:mistral-(?:7b|large-240|small-240)|mixtral|pixtral)|deepseek\.r1|ai21\.|cohere\.|writer\.|gemma-3-4b/,
    example: "amazon.nova-pro-v1:0",
    lacks: ["json_schema"],
    because: "the model has no structured outputs in Converse",
    asOf: "2026-11-23",
    // This model doesn't support the outputConfig field.
    source: "langchain-aws#883",
  },
  {
    models: /^(?!.*(?:claude|nova|llama4))/,
    example: "mistral.pixtral-large-2502-v1:0",
    lacks: ["tool_images", "tool_files"],
    because: "only Claude, Nova and Llama 4 take media in a tool result",
    asOf: "2026-11-22",
    // can1357/oh-my-pi#11685.
    source: "anomalyco/opencode#50272",
  },
  {
    models:
      /claude-(?:v2|instant|3-5-haiku)|nova-micro|meta\.llama(?:2|3-[013])|mistral\.(?:mistral-(?:7b|large-240|small)|mixtral)|deepseek\.r1|gpt-oss|amazon\.titan|ai21\.|cohere\.command/,
    example: "us.meta.llama3-3-70b-instruct-v1:0",
    lacks: ["images"],
    because: "the model is text only on Bedrock",
    asOf: "2026-11-22",
    source: "conversation-inference-supported-models-features of the user guide",
  },
  {
    ...CLAUDE_NOTICES,
    example: "amazon.nova-pro-v1:0",
    because: "Converse has messages of the system for the newer models of Claude only",
    // The page of Claude's API.
    // ConversationRole.
    source: "@aws-sdk/client-bedrock-runtime 3.1163.0",
  },
];

/** What Converse and its models lack, and which of them think. */
export const BEDROCK_MODELS: CapabilityTable = {
  lacks: {
    none: "Converse has no such choice",
    allowed: "Converse has no such choice",
    json_mode: "Converse has no JSON mode without a schema",
    image_urls: "Converse takes bytes only",
    file_urls: "Converse takes bytes only",
    audio: "which models take audio in Converse is not documented",
    ...TEXT_NOTICES,
    // ContentBlock has both since @aws-sdk/client-bedrock-runtime 3.1163.0, and a message has no field for clear_at. "This model doesn't
    // support the toolRemoval field for system messages" of every model, as of 2026-09-10: stdapi.ai#104.
    tool_changes: "no model takes toolAddition and toolRemoval of Converse",
  },
  models: ROWS,
  bindsThinking: BOUND_THINKING,
  schemaInPrompt: true,
  thinks,
};
