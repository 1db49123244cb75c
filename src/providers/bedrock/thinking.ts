// The reasoning effort of a Bedrock model in the fields of its family (additionalModelRequestFields).

import type { ModelSettings } from "../../core/model/model_settings.ts";
import { unreachable } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import {
  claudeEffort,
  type Effort,
  effortFor,
  type EffortRow,
  GPT_OSS_EFFORTS,
  nearestEffort,
} from "../_wire/efforts.ts";
import { canStopThinking, hidesThinking, thinkingStyle, thinksByDefault } from "./models.ts";

/** Of OpenAI's models but gpt-oss; the first row that matches counts. */
export const GPT_EFFORTS: readonly EffortRow[] = [
  {
    models: /openai\.gpt-(?:5\.[6-9]|6-(?:sol|luna)|6\.1-terra)/,
    takes: ["none", "low", "medium", "high", "xhigh", "max"],
    asOf: "2026-09-22",
    // stdapi-ai/stdapi.ai#283.
    source: "live probes in anomalyco/opencode#48195",
  },
  {
    models: /openai\.gpt-[6-9]/,
    takes: ["low", "medium", "high", "xhigh", "max"],
    asOf: "2026-09-09",
    // Of gpt-6-astra.
    source: "live probes in anomalyco/opencode#48195",
  },
  {
    models: /openai\.gpt-5/,
    takes: ["none", "low", "medium", "high", "xhigh"],
    asOf: "2026-08-25",
    // BerriAI/litellm#38279.
    // getGpt5ReasoningEfforts.
    source: "@ai-sdk/openai 4.0.118",
  },
];

/** Of Nova 2, which does not think by default. */
export const NOVA_EFFORTS: EffortRow = {
  models: /amazon\.nova-2/,
  takes: ["none", "low", "medium", "high"],
  asOf: "2026-11-23",
  // https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html.
  source: "inspect_ai#5301",
};

/** The thinking budget of Claude models that take one, in tokens; 1,024 at least. */
const BUDGETS = { minimal: 1024, low: 2048, medium: 8192, high: 16_384, xhigh: 24_576, max: 32_000 };

/** Undefined where the request has no budget. */
export function toBudget(model: string, { reasoningEffort }: ModelSettings): number | undefined {
  if (reasoningEffort === undefined || reasoningEffort === "none") return undefined;
  return thinkingStyle(model) === "budget" ? BUDGETS[reasoningEffort] : undefined;
}

/**
 * The fields of the request; none where the default of the model holds. An effort of none switches thinking off, or down to
 * the least where the model always thinks.
 */
export function toThinking(model: string, settings: ModelSettings): JsonObject {
  const { reasoningEffort: effort } = settings;
  const style = thinkingStyle(model);
  if (effort === undefined) {
    // Without it Claude since 5 thinks in silence: the text between calls would be missing.
    return style === "adaptive" && thinksByDefault(model) && hidesThinking(model)
      ? { thinking: ADAPTIVE }
      : {};
  }
  switch (style) {
    case "gpt_oss":
      return { reasoning_effort: nearestEffort(effort, GPT_OSS_EFFORTS.takes) ?? null };
    // "Unknown parameter: 'reasoning_effort'.": opencode#48195.
    case "gpt":
      return { reasoning: { effort: effortFor(effort, model, GPT_EFFORTS) ?? null } };
    case "nova":
      return { reasoningConfig: toReasoningConfig(effort, settings) };
    case "budget":
    case "adaptive":
      return toClaudeThinking(model, effort, settings);
    default:
      return unreachable(style);
  }
}

const ADAPTIVE = { type: "adaptive", display: "summarized" } as const;

// "thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort":
// Claude since Opus 4.7; before Claude 4.6 it is the other way round.
function toClaudeThinking(model: string, effort: Effort, settings: ModelSettings): JsonObject {
  if (effort === "none") {
    if (!thinksByDefault(model)) return {};
    return canStopThinking(model) ? { thinking: { type: "disabled" } } : { output_config: { effort: "low" } };
  }
  const budget = toBudget(model, settings);
  if (budget !== undefined) return { thinking: { type: "enabled", budget_tokens: budget } };
  return {
    thinking: hidesThinking(model) ? ADAPTIVE : { type: "adaptive" },
    output_config: { effort: claudeEffort(effort, !/claude-[a-z]+-4-6/.test(model)) },
  };
}

// At "high" the API refuses a limit of tokens and sampling (inspect_ai#3767): what the request sets goes before.
function toReasoningConfig(effort: Effort, settings: ModelSettings): JsonObject {
  const accepted = nearestEffort(effort, NOVA_EFFORTS.takes);
  if (accepted === undefined || accepted === "none") return { type: "disabled" };
  const { maxOutputTokens, temperature, topP } = settings;
  const isLimited = maxOutputTokens !== undefined || temperature !== undefined || topP !== undefined;
  return { type: "enabled", maxReasoningEffort: accepted === "high" && isLimited ? "medium" : accepted };
}
