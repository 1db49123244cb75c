// What is known of the models of Anthropic and OpenAI behind gateways with OpenAI's API: the facts that are the model's and
// not its server's. A gateway has a prefix or a spelling of its own for a name: `anthropic/claude-opus-5.5`,
// `bedrock/us.anthropic.claude-opus-5-5-v1:0`, `vertex_ai/claude-opus-5-5@20260922`, `Claude-Opus-5.5`.

import type { CapabilityRow } from "../../core/model/capability.ts";
import type { ModelSettings } from "../../core/model/model_settings.ts";
import { BOUND_THINKING, CLAUDE_MODELS, claudeName, thinks } from "../anthropic/models.ts";
import { BOUND_REASONING } from "./models.ts";

/**
 * Claude's rows, with examples as gateways write them. A gateway translates the form of an answer and media, and may have them where the
 * model's own API has not.
 */
export const CLAUDE_ROWS: readonly CapabilityRow[] = CLAUDE_MODELS.map((row) => ({
  ...row,
  example: `anthropic/${row.example}`,
}));

/** OpenAI's models, by their names behind any prefix: `openai/gpt-5`, `azure/gpt-5`, `us.openai.gpt-5.6-sol`. */
export const GPT_ROWS: readonly CapabilityRow[] = [{
  models: /(?:^|[/:.])(?:o\d(?![a-z\d])|gpt-(?:[5-9]|\d\d)(?!.*-chat))/,
  example: "openai/gpt-5",
  lacks: ["sampling_thinking"],
  because: "reasoning models take no temperature and no top_p",
  asOf: "2026-11-23",
  source:
    // litellm UnsupportedParamsError of gpt-5.
    "vercel/ai", // openai-responses/reasoning-model-temperature-error
}];

/** Claude and GPT whose thinking is bound to the prompt. */
export const BOUND_MODELS = new RegExp(`${BOUND_THINKING.source}|${BOUND_REASONING.source}`);

/** The name by which {@link CLAUDE_ROWS} and the others match. */
export const gatewayName: (model: string) => string = claudeName;

/** Whether a Claude thinks; false for every other model. */
export function claudeThinks(model: string, settings: ModelSettings): boolean {
  return /claude/i.test(model) && thinks(model, settings);
}

/**
 * True for a Gemini that answers 400 to a call without a thought signature: Gemini 3 and later
 * (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
export function demandsSignatures(model: string): boolean {
  return /(?:^|[/.@])gemini-(?:[3-9]|\d\d)/i.test(model);
}
