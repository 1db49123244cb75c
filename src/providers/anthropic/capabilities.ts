// What Anthropic's own API and its models lack. models.ts has the facts about Claude that hold at every provider; the other providers use them
// without this list.

import type { CapabilityRow, CapabilityTable, Lacks } from "../../core/model/capability.ts";
import { BOUND_THINKING, CLAUDE_MODELS, CLAUDE_NOTICES, claudeName, thinks } from "./models.ts";

/**
 * Summaries that the API writes on demand are of Opus 4.6 and later, Sonnet 4.6, Sonnet 5, Fable 5, 5.1 and Mythos. Sonnet 5.5, Haiku
 * 5.5, Fable 5.2 and Mythos 5.2 are in no list yet.
 */
const CLAUDE_COMPACTION: CapabilityRow = {
  models:
    /^(?!.*claude-(?:mythos(?!-5[-.]2)|opus-(?:4[-.][6-9]|[5-9])|sonnet-4[-.][6-9]|(?:sonnet|fable)-5(?![-.]?[2-9](?!\d)))(?!\d))/,
  example: "claude-sonnet-4-5",
  lacks: ["compaction"],
  because: "the API writes no summaries with this model",
  asOf: "2026-11-26",
  // supportedModels.
  source: "platform.claude.com/docs/en/build-with-claude/compaction-on-demand",
};

/** Deferred tools, and results that refer to them, are of Sonnet 4, Opus 4 and Haiku 4.5 and later. */
const CLAUDE_TOOL_SEARCH: CapabilityRow = {
  models: /^(?!.*claude-(?:(?:opus|sonnet)-[4-9]|haiku-(?:4[-.][5-9]|[5-9])|fable|mythos)(?!\d))/,
  example: "claude-3-haiku-20240307",
  lacks: ["tool_search"],
  because: "the model searches for no tools",
  asOf: "2026-11-26",
  source: "platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool",
};

const OF_API: readonly CapabilityRow[] = [
  {
    models:
      /claude-(?:instant|v?2(?!\d)|3-(?:opus|sonnet|haiku)|3[-.][57]|(?:opus|sonnet)-4(?:[-@]\d{5,}|[-@]0|$))/,
    example: "claude-sonnet-4-20250514",
    lacks: ["json_schema"],
    because: "the model has no structured outputs",
    asOf: "2026-11-22",
    // @ai-sdk/anthropic 4.0.105, nativeStructuredOutput.
    source: "envoyproxy/ai-gateway#1846",
  },
  {
    models: /claude-(?:instant|v?2(?!\d))/,
    example: "claude-2.1",
    lacks: ["images", "files"],
    because: "Claude sees since version 3",
    asOf: "2026-11-22",
    source: "https://platform.claude.com/docs/en/build-with-claude/vision",
  },
  {
    models: /claude-3-(?:opus|sonnet|haiku)/,
    example: "claude-3-haiku-20240307",
    lacks: ["files"],
    because: "Claude reads PDF since version 3.5",
    asOf: "2026-11-22",
    source: "https://platform.claude.com/docs/en/build-with-claude/pdf-support",
  },
];

const ANTHROPIC_MODELS: readonly CapabilityRow[] = [
  CLAUDE_NOTICES,
  CLAUDE_COMPACTION,
  CLAUDE_TOOL_SEARCH,
  ...CLAUDE_MODELS,
  ...OF_API,
];

const UNDOCUMENTED: Lacks = {
  tool_changes: "the gateway documents no beta for it",
  inline_tools: "the gateway documents no beta for it",
  clear_at: "the gateway documents no beta for it",
  tool_search: "not every gateway has it",
};

/** What Anthropic's own API and its models lack, and which of them think. */
export const ANTHROPIC_CAPABILITIES: CapabilityTable = {
  lacks: {
    allowed: "the API has no subset of the tools",
    json_mode: "the API has no JSON mode without a schema",
    audio: "the API has no audio",
  },
  models: ANTHROPIC_MODELS,
  has: ["compaction", "context_editing", "tool_search"],
  bindsThinking: BOUND_THINKING,
  schemaInPrompt: true,
  nameOf: claudeName,
  thinks,
};

/**
 * The same behind a gateway: the betas of these are documented for Anthropic's own API, and Claude at Bedrock and Google Cloud is
 * another URL. An agent may say that its gateway has them.
 */
export const GATEWAY_CAPABILITIES: CapabilityTable = {
  ...ANTHROPIC_CAPABILITIES,
  lacks: { ...ANTHROPIC_CAPABILITIES.lacks, ...UNDOCUMENTED },
};
