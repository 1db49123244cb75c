// How servers with OpenAI's APIs differ from OpenAI, as data: bodies and decoders depend on nothing else of a server.
// What a server or its models lack is in its capability table.

import type { ModelSettings } from "../../core/model/model_settings.ts";
import type { CapabilityTable } from "../../core/model/capability.ts";
import { ANY_MODELS, QWEN, TEXT_RESULTS } from "./any_models.ts";
import type { MediaRules } from "../_wire/media/media_rules.ts";
import { CHAT_MEDIA } from "./chat/media.ts";
import { effortFor, type EffortRow } from "../_wire/efforts.ts";
import { OPENAI_EFFORTS } from "./efforts.ts";
import { BOUND_MODELS, CLAUDE_ROWS, claudeThinks, gatewayName, GPT_ROWS } from "./gateway_models.ts";
import {
  type Api,
  BOUND_REASONING,
  BREAKPOINT_MODELS,
  chatLacks,
  isReasoning,
  OPENAI_MODELS,
} from "./models.ts";
import { NO_NOTICES, TEXT_NOTICES } from "../_wire/notice_lacks.ts";

/** The same rows for both APIs. */
export function bothApis(rows: readonly EffortRow[]): OpenAIProfile["efforts"] {
  return { chat: rows, responses: rows };
}

/** Headers that name a conversation, so that its requests meet the prompt cache of one server. */
export const SESSION_HEADERS = ["x-grok-conv-id", "x-session-id", "x-session-affinity"] as const;

/** How the requests of one server differ. */
export interface OpenAIProfile {
  /** The field of Chat Completions that limits an answer. */
  readonly limit: "max_completion_tokens" | "max_tokens";
  /** Takes `stream_options`; a server without it always reports its usage. */
  readonly streamOptions: boolean;
  /** Takes `prompt_cache_key`. */
  readonly cacheKey: boolean;
  /** Models whose prompts are cached up to marks alone; see chat/cache_control.ts. */
  readonly marked: RegExp | undefined;
  /** The header that names the thread, by a digest of its cache key; none where no page has one. */
  readonly sessionHeader: typeof SESSION_HEADERS[number] | undefined;
  /**
   * Where the effort goes in Chat Completions: `reasoning_effort`, OpenRouter's `reasoning: {effort}`, or DeepSeek's
   * `thinking: {type}` with `reasoning_effort` beside it.
   */
  readonly effort: "reasoning_effort" | "reasoning" | "thinking";
  /** The efforts that models take; the nearest of them is sent. */
  readonly efforts: Readonly<Record<Api, readonly EffortRow[]>>;
  /** The field in which reasoning comes as text and goes back; none where a server refuses or ignores it. */
  readonly replayed: "reasoning_content" | "reasoning" | undefined;
  /** The version of the rules (WRITER) since which it goes back; absent for all. */
  readonly replayedSince?: number;
  /** Opaque parts, such as `reasoning_details` and signatures of calls, go back unchanged: chat/opaque.ts. */
  readonly replaysDetails: boolean;
  /**
   * Where a Gemini that demands a signature has Google's own value for calls of another model: `extra_content` of the call,
   * or OpenRouter's `reasoning_details` (Roo-Code#10640).
   */
  readonly unsignedCalls: "extra_content" | "reasoning_details" | undefined;
  /** Models that need `replayed` in every message of an assistant, "" where there is no reasoning. */
  readonly padded: RegExp | undefined;
  /** The version of the rules since which they get it; absent for all. */
  readonly paddedSince?: number;
  /** The content of a message that only calls. */
  readonly noContent: null | "";
  /** Chat templates parse the arguments in a history, and fail on those that are no JSON object. */
  readonly parsesArguments: boolean;
  /** OpenRouter's `provider`, sent along with tools and with a form of answers. */
  readonly routing: { readonly require_parameters: true } | undefined;
  /** The media that a message of Chat Completions takes. */
  readonly media: MediaRules;
}

/** OpenAI itself. */
export const OPENAI: OpenAIProfile = {
  limit: "max_completion_tokens",
  streamOptions: true,
  cacheKey: true,
  marked: undefined,
  sessionHeader: undefined,
  effort: "reasoning_effort",
  efforts: OPENAI_EFFORTS,
  replayed: undefined,
  replaysDetails: false,
  unsignedCalls: undefined,
  padded: undefined,
  noContent: null,
  parsesArguments: false,
  routing: undefined,
  media: CHAT_MEDIA,
};

/** A server of unknown make. */
export const COMPATIBLE: OpenAIProfile = {
  ...OPENAI,
  cacheKey: false,
  replayed: "reasoning_content",
  replaysDetails: true,
  unsignedCalls: "extra_content",
  parsesArguments: true,
};

/** The same where it may be Moonshot's. */
export const COMPATIBLE_OR_KIMI: OpenAIProfile = {
  ...COMPATIBLE,
  // "thinking is enabled but reasoning_content is missing in assistant tool call message": continue#11600, obsidian-yolo#243.
  padded: /kimi-(?:k2(?:[.p]\d|-thinking)|k[3-9]|for-coding)/i,
  paddedSince: 6,
};

/** The models of a server of unknown make. A server that has more than this is sent less than it takes. */
export const COMPATIBLE_MODELS: CapabilityTable = {
  lacks: {
    allowed: "compatible servers have no allowed_tools",
    ...NO_NOTICES,
    ...TEXT_RESULTS,
    files: "most compatible servers take no files",
  },
  models: [
    ...OPENAI_MODELS.filter(({ lacks }) => lacks.includes("parallel")),
    ...GPT_ROWS,
    ...CLAUDE_ROWS,
    QWEN,
  ],
  bindsThinking: BOUND_MODELS,
  effortInPrompt: true,
  nameOf: gatewayName,
  thinks: (model, settings) =>
    /claude/i.test(model)
      ? claudeThinks(model, settings)
      : thinksAtOpenAI(model, settings) || ANY_MODELS.thinks(model, settings),
};

/** What OpenAI's models lack, and which of them think. */
export const OPENAI_CAPABILITIES: CapabilityTable = {
  lacks: { tool_changes: TEXT_NOTICES.tool_changes, clear_at: TEXT_NOTICES.clear_at },
  models: OPENAI_MODELS,
  // "The structured output schema serves as a prefix to the system message": the guide of prompt caching.
  schemaInPrompt: true,
  // `reasoning_effort_changed` of Response.CacheMiss, openai 7.59.0.
  effortInPrompt: true,
  bindsThinking: BOUND_REASONING,
  breakpoints: BREAKPOINT_MODELS,
  has: ["compaction", "tool_search"],
  sealsSummaries: true,
  settingLacks: chatLacks,
  thinks: thinksAtOpenAI,
};

/** Whether a model of OpenAI thinks before it answers; those that take no `none` always do. */
function thinksAtOpenAI(model: string, { reasoningEffort }: ModelSettings): boolean {
  return isReasoning(model) &&
    (reasoningEffort === undefined ||
      effortFor(reasoningEffort, model, OPENAI_EFFORTS.responses) !== "none");
}
