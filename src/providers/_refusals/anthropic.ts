// Refusals and error words of Anthropic. Bedrock and gateways pass the texts of Claude on unchanged.

import type { ErrorWords } from "../_wire/errors/error_words.ts";
import type { RefusalPattern } from "../_wire/errors/refusal_patterns.ts";

/** What Claude refuses, at Anthropic and elsewhere. */
export const CLAUDE_REFUSALS: readonly RefusalPattern[] = [
  // Claude Opus 5.5 and others: vercel/ai#21364.
  { text: /tool_choice: type "tool" and "any" are not supported/i, lacks: ["required", "tool"] },
  // Thinking budgets: litellm#17129.
  { text: /thinking may not be enabled when tool_choice forces/i, lacks: ["forced_thinking"] },
  // Sampling: BoltAI#410, cline#10572, otoroshi-llm-extension#140, modelparams.dev#214.
  {
    text: /`?temperature`? and `?top_p`? cannot both be specified/i,
    lacks: ["sampling_pair"],
  },
  {
    text: /may only be set to 1 when thinking is enabled|`?top_p`? must be .* when thinking is enabled/i,
    lacks: ["sampling_thinking"],
  },
  // Efforts: llm-rosetta#289, eliza#16175, hermes-agent#120069.
  {
    text:
      /does not support the effort parameter|(?:adaptive thinking|"thinking\.type\.\w+") is not supported/i,
    lacks: ["effort"],
  },
  // Marks of a prompt cache: earendil-works/pi#7938, gajae-code#3934; at Bedrock litellm#39210, earendil-works/pi#2053.
  { text: /\bcache_control\b|did not allow prompt caching|\bcachePoint\b/i, lacks: ["cache_breakpoints"] },
  // Structured outputs, also of Claude at Bedrock: hindsight#3300, litellm#27846. A schema outside the subset is refused
  // under the same field.
  { text: /\boutput_config\.format\b/i, lacks: ["json_schema"] },
];

/** What the APIs of Anthropic and Bedrock have for Claude, and gateways have not. */
export const ANTHROPIC_REFUSALS: readonly RefusalPattern[] = [
  // Models before Claude Opus 4.8: docs.rs/gproxy-transform 2.5.2, `claude_mid_conv_system`.
  { text: /role ['"`]?system['"`]? is not supported/i, lacks: ["notices"] },
  // The betas of notices. "Unexpected value(s) `…` for the `anthropic-beta` header" of a beta that the server does not have, the
  // validation errors of the page on mid-conversation system messages without it, and stdapi.ai#104 of Bedrock.
  { text: /\binline-tools-2026|Input tag ['"`]tool_definition\b/i, lacks: ["inline_tools"] },
  {
    text:
      /\bmid-conversation-tool-changes|Input tag ['"`]tool_(?:addition|removal)\b|support the tool(?:Addition|Removal) field/i,
    lacks: ["tool_changes", "inline_tools"],
  },
  // Servers without tool search, by the field and the block that they do not know.
  { text: /\bdefer_loading: Extra inputs|Input tag ['"`]tool_reference\b/i, lacks: ["tool_search"] },
  { text: /\bsystem-clear-at-2026|\bclear_at: Extra inputs/i, lacks: ["clear_at"] },
  // Summaries by the API: the error codes of @anthropic-ai/sdk 1.12.0 but those about what was to be summarised; a server without the
  // beta refuses the field and the block.
  {
    text: /\bcompaction: Extra inputs|tag 'compaction'|\bcompact-2026/i,
    code: /^compaction_(?:block_|content_|signature_|tool_changes_|unavailable)/,
    lacks: ["compaction"],
  },
  // Old results of tools, likewise.
  { text: /\bcontext_management: Extra inputs|\bcontext-management-2025/i, lacks: ["context_editing"] },
];

/** Sources: Anthropic's error guide and spend limits, as of 2026-11. */
export const ANTHROPIC_WORDS: ErrorWords = {
  codes: {
    billing_error: "model_quota",
    credit_balance_exhausted: "model_quota",
    enforced_spend_limit_reached: "model_quota",
    contract_spend_limit_reached: "model_quota",
    linked_organization_spend_limit_reached: "model_quota",
    linked_organization_billing_unavailable: "model_quota",
    spend_limit_reached: "model_quota",
    request_too_large: "model_context_length",
  },
  // "input length and `max_tokens` exceed context limit"
  texts: [[/exceed context limit/i, "model_context_length"]],
};
