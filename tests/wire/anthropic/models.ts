// What the simulated Anthropic refuses of which model, with the API's own texts. Written down model by model from the
// documentation's tables and from refusals that users quote, apart from the patterns that the provider goes by.
import { isRecord } from "../openai/reply.ts";
import { brokenClosedRule } from "../output/rules.ts";
import { checkKeys, invalid, refuse } from "./refusals.ts";

interface ModelRules {
  /** The kinds of `thinking` that it takes. */
  readonly thinking: readonly string[];
  readonly efforts: readonly string[];
  readonly most: number;
  /** It thinks without being told to. */
  readonly thinksByDefault?: true;
  readonly noSampling?: true;
  readonly noForce?: true;
  readonly noPrefill?: true;
  /** No structured outputs. */
  readonly noFormat?: true;
}

const LEVELS = ["low", "medium", "high", "max"];
const ALL_LEVELS = [...LEVELS, "xhigh"];
const OLD: ModelRules = { thinking: [], efforts: [], most: 8192, noFormat: true };
const BUDGET: ModelRules = { thinking: ["enabled", "disabled"], efforts: [], most: 64_000 };
const FOUR_SIX: ModelRules = {
  thinking: ["enabled", "disabled", "adaptive"],
  efforts: LEVELS,
  most: 128_000,
  noPrefill: true,
};
const FOUR_EIGHT: ModelRules = {
  thinking: ["disabled", "adaptive"],
  efforts: ALL_LEVELS,
  most: 128_000,
  noSampling: true,
  noPrefill: true,
};
const FIVE: ModelRules = { ...FOUR_EIGHT, thinksByDefault: true };
const ALWAYS: ModelRules = { ...FIVE, thinking: ["adaptive"] };

const MODELS: Readonly<Record<string, ModelRules>> = {
  "claude-2.1": { ...OLD, most: 4096 },
  "claude-3-haiku-20240307": { ...OLD, most: 4096 },
  "claude-3-5-haiku-20241022": OLD,
  "claude-3-7-sonnet-20250219": { ...BUDGET, noFormat: true },
  "claude-opus-4-1": { ...BUDGET, most: 32_000 },
  "claude-sonnet-4-20250514": { ...BUDGET, noFormat: true },
  "claude-sonnet-4-5": BUDGET,
  "claude-haiku-4-5-20251001": BUDGET,
  "claude-opus-4-5": { ...BUDGET, efforts: ["low", "medium", "high"] },
  "claude-sonnet-4-6": FOUR_SIX,
  "claude-opus-4-6": FOUR_SIX,
  "claude-opus-4-7": FOUR_EIGHT,
  "claude-opus-4-8": FOUR_EIGHT,
  "claude-sonnet-5": FIVE,
  "claude-opus-5": FIVE,
  "claude-haiku-5-5": FIVE,
  "claude-fable-5": ALWAYS,
  "claude-fable-5-1": { ...ALWAYS, noForce: true },
  "claude-fable-5-2": { ...ALWAYS, noForce: true },
  "claude-mythos-5-1": { ...ALWAYS, noForce: true },
  "claude-mythos-5-2": { ...ALWAYS, noForce: true },
  "claude-opus-5-5": { ...ALWAYS, noForce: true },
  "claude-sonnet-5-5": { ...FIVE, thinking: ["adaptive", "between_tools"], noForce: true },
};

/** How the request makes the model think: the type of its `thinking`, `default` where the model does so by itself. */
export type Thinks = "none" | "default" | "enabled" | "adaptive" | "between_tools";

/** Refuses what the request's model does not take. */
export function checkModel(body: Record<string, unknown>): Thinks {
  const { model } = body;
  const rules = typeof model === "string" && Object.hasOwn(MODELS, model) ? MODELS[model] : undefined;
  if (!rules) throw refuse(404, "not_found_error", `model: ${model}`);
  if (typeof body.max_tokens === "number" && body.max_tokens > rules.most) {
    const why = "which is the maximum allowed number of output tokens for";
    throw invalid(`max_tokens: ${body.max_tokens} > ${rules.most}, ${why} ${model}`);
  }
  const thinks = checkThinking(body, rules);
  checkEffort(body, rules);
  checkSampling(body, rules, thinks);
  checkFormat(body.output_config, rules);
  const choice = isRecord(body.tool_choice) ? body.tool_choice.type : undefined;
  if (choice === "any" || choice === "tool") {
    if (rules.noForce) throw invalid('tool_choice: type "tool" and "any" are not supported for this model.');
    // Only manual thinking: live probes of every adaptive model in llm-exe#721 (2026-08), pydantic-ai#7195.
    if (thinks === "enabled") {
      throw invalid("Thinking may not be enabled when tool_choice forces tool use.");
    }
  }
  const last = Array.isArray(body.messages) ? body.messages.at(-1) : undefined;
  if (rules.noPrefill && isRecord(last) && last.role === "assistant") {
    const why = "The conversation must end with a user message.";
    throw invalid(`This model does not support assistant message prefill. ${why}`);
  }
  return thinks;
}

function checkThinking(body: Record<string, unknown>, rules: ModelRules): Thinks {
  const { thinking, model } = body;
  if (thinking === undefined) return rules.thinksByDefault ? "default" : "none";
  const type = isRecord(thinking) ? thinking.type : undefined;
  if (rules.thinking.length === 0 && type !== "disabled") {
    throw invalid(`'${model}' does not support thinking.`);
  }
  if (typeof type !== "string" || !rules.thinking.includes(type)) {
    if (type === "adaptive") throw invalid("adaptive thinking is not supported on this model");
    const how = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';
    throw invalid(`"thinking.type.${type}" is not supported for this model. ${how}`);
  }
  return type === "enabled" || type === "adaptive" || type === "between_tools" ? type : "none";
}

function checkEffort(body: Record<string, unknown>, rules: ModelRules): void {
  const effort = isRecord(body.output_config) ? body.output_config.effort : undefined;
  if (effort === undefined) return;
  if (rules.efforts.length === 0) throw invalid("This model does not support the effort parameter.");
  if (typeof effort !== "string" || !rules.efforts.includes(effort)) {
    throw invalid(`output_config.effort: '${effort}' is not supported by this model.`);
  }
}

// The text for a model without structured outputs: litellm#27846, of Claude at Bedrock.
function checkFormat(config: unknown, { noFormat }: ModelRules): void {
  if (config === undefined) return;
  if (!isRecord(config)) throw invalid("output_config: Input should be a valid dictionary");
  checkKeys(config, ["effort", "format"], "output_config");
  const { format } = config;
  if (format === undefined) return;
  if (noFormat) throw invalid("output_config.format: Extra inputs are not permitted");
  if (!isRecord(format) || format.type !== "json_schema") {
    throw invalid("output_config.format.type: Input should be 'json_schema'");
  }
  checkKeys(format, ["type", "schema"], "output_config.format");
  const broken = brokenClosedRule(format.schema);
  if (broken !== undefined) throw invalid(`output_config.format.${broken}`);
}

function checkSampling(body: Record<string, unknown>, rules: ModelRules, thinks: Thinks): void {
  const { temperature, top_p } = body;
  if (rules.noSampling) {
    if (temperature !== undefined) throw invalid("`temperature` is deprecated for this model.");
    if (top_p !== undefined) throw invalid("`top_p` is deprecated for this model.");
  }
  if (thinks !== "none") {
    const where = "https://platform.claude.com/docs/en/build-with-claude/extended-thinking";
    const consult = `Please consult our documentation at ${where}`;
    if (temperature !== undefined && temperature !== 1) {
      throw invalid(
        `\`temperature\` may only be set to 1 when thinking is enabled or in adaptive mode. ${consult}`,
      );
    }
    if (typeof top_p === "number" && top_p < 0.95) {
      throw invalid(
        `\`top_p\` must be greater than or equal to 0.95 or unset when thinking is enabled. ${consult}`,
      );
    }
  }
  if (rules !== OLD && temperature !== undefined && top_p !== undefined) {
    throw invalid("`temperature` and `top_p` cannot both be specified for this model. Please use only one.");
  }
}
