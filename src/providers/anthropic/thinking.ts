// How much a Claude model thinks and writes: the wire form of `reasoningEffort` and `maxOutputTokens`.

import type Anthropic from "@anthropic-ai/sdk";
import type { ModelSettings } from "../../core/model/model_settings.ts";
import { claudeEffort, type Effort } from "../_wire/efforts.ts";
import { mostOutputTokens, resolveThinking } from "./models.ts";

/** Fields of the body; undefined ones are left out. */
export interface Thinking {
  readonly max_tokens: number;
  readonly thinking: Anthropic.ThinkingConfigParam | undefined;
  readonly output_config: Anthropic.OutputConfig | undefined;
}

/** What the visible answer may take where nothing is set: max_tokens is mandatory at Anthropic. */
const ANSWER_TOKENS = 32_000;
/** For models other than Claude, whose limits are often lower. */
const FOREIGN_ANSWER_TOKENS = 8192;
/** For a high effort, where thinking counts into max_tokens. */
const LONG_ANSWER_TOKENS = 64_000;

/** Newer models would think in silence by default. */
const SUMMARIZED: Anthropic.ThinkingConfigParam = { type: "adaptive", display: "summarized" };

/** At least 1024 each (the API's minimum). */
const BUDGETS: Readonly<Record<Exclude<Effort, "none">, number>> = {
  minimal: 1024,
  low: 4096,
  medium: 8192,
  high: 16_384,
  xhigh: 24_576,
  max: 32_000,
};

/**
 * With a budget, `maxOutputTokens` is the limit of the answer after the thinking, up to the limit of the model;
 * adaptive thoughts count into it. An effort of none switches thinking off, or down to the least where the model
 * always thinks; without an effort the model's own default holds. A budget is left out where `mayThink` is false.
 */
export function toThinking(model: string, settings: ModelSettings, mayThink: () => boolean): Thinking {
  const { reasoningEffort: effort, maxOutputTokens } = settings;
  const most = mostOutputTokens(model);
  const { style, byDefault, off, xhigh } = resolveThinking(model);
  const usual = Math.min(most ?? FOREIGN_ANSWER_TOKENS, ANSWER_TOKENS);
  const silent = { max_tokens: maxOutputTokens ?? usual, thinking: undefined, output_config: undefined };
  if (effort === undefined) {
    // Without it Claude since 5 thinks in silence: the text between calls would be missing.
    return style === "adaptive" && byDefault ? { ...silent, thinking: SUMMARIZED } : silent;
  }
  if (effort === "none") {
    const least = byDefault && off !== "disabled";
    return {
      ...silent,
      thinking: off === undefined ? undefined : { type: off },
      output_config: least ? { effort: "low" } : undefined,
    };
  }
  // A model that never thinks only comes here when an agent overrides its capabilities.
  if (style !== "adaptive") {
    if (!mayThink()) return silent;
    // Room for the answer itself, also for a model with a limit of 32,000 tokens in all.
    const budget = Math.max(1024, Math.min(BUDGETS[effort], (most ?? Infinity) - FOREIGN_ANSWER_TOKENS));
    const answer = maxOutputTokens ?? usual;
    return {
      max_tokens: Math.max(answer, Math.min(answer + budget, most ?? Infinity)),
      thinking: { type: "enabled", budget_tokens: budget },
      output_config: undefined,
    };
  }
  const isLong = effort === "xhigh" || effort === "max";
  return {
    max_tokens: maxOutputTokens ?? (isLong ? LONG_ANSWER_TOKENS : usual),
    thinking: SUMMARIZED,
    output_config: { effort: claudeEffort(effort, xhigh) },
  };
}
