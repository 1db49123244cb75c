// What single models of Bedrock refuse, with their texts.
import { isRecord } from "../openai/reply.ts";
import { type Operation, validation } from "./exception.ts";

/** Throws the refusal of the model for what its family does not take. */
export function checkModel({ model, stream }: Operation, body: Record<string, unknown>): void {
  const toolConfig = isRecord(body.toolConfig) ? body.toolConfig : undefined;
  const fields = isRecord(body.additionalModelRequestFields) ? body.additionalModelRequestFields : {};
  if (toolConfig !== undefined) checkTools(model, stream, toolConfig);
  checkFields(model, fields);
  if (/nova/.test(model)) checkNova(model, body, fields);
  checkSampling(model, body, fields);
  if (/claude/.test(model)) checkClaude(model, body, fields, toolConfig);
  if (/mistral\./.test(model)) checkShortIds(body);
}

function checkTools(model: string, stream: boolean, { toolChoice }: Record<string, unknown>): void {
  if (/deepseek\.r1|amazon\.titan|mistral-7b|mixtral/.test(model)) {
    throw validation("This model doesn't support tool use.");
  }
  if (stream && /meta\.llama|mistral\.mistral-large-240/.test(model)) {
    throw validation("This model doesn't support tool use in streaming mode.");
  }
  const choice = isRecord(toolChoice) ? toolChoice : {};
  for (const [kind, models] of [["any", /meta\.llama/], ["tool", /meta\.llama|mistral-large/]] as const) {
    if (choice[kind] === undefined || !models.test(model)) continue;
    throw validation(
      `This model doesn't support the toolConfig.toolChoice.${kind} field. Remove toolConfig.toolChoice.${kind} and try again.`,
    );
  }
}

function checkFields(model: string, fields: Record<string, unknown>): void {
  if (/openai\.gpt-(?!oss)/.test(model)) return checkGpt(model, fields);
  if (/nova/.test(model)) return;
  const known = /claude/.test(model)
    ? ["thinking", "output_config", "tool_choice"]
    : /openai\.gpt-oss/.test(model)
    ? ["reasoning_effort"]
    : [];
  const unknown = Object.keys(fields).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw validation(
    `Malformed input request: #: extraneous key [${unknown}] is not permitted, please reformat your input and try again.`,
  );
}

// opencode#48195, stdapi.ai#283.
function checkGpt(model: string, fields: Record<string, unknown>): void {
  const stranger = Object.keys(fields).find((key) => key !== "reasoning");
  if (stranger !== undefined) throw validation(`Unknown parameter: '${stranger}'.`);
  if (fields.reasoning === undefined) return;
  const { effort } = isRecord(fields.reasoning) ? fields.reasoning : {};
  const taken = /astra/.test(model)
    ? ["low", "medium", "high", "xhigh", "max"]
    : ["none", "low", "medium", "high", "xhigh", "max"];
  if (taken.includes(String(effort))) return;
  throw validation(`Unsupported value: '${effort}' is not supported with the '${model}' model.`);
}

// inspect_ai#5301, #3767.
function checkNova(
  model: string,
  body: Record<string, unknown>,
  { reasoningConfig: config, ...others }: Record<string, unknown>,
): void {
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) {
    throw validation(
      `Malformed input request: #: extraneous key [${stranger}] is not permitted, please reformat your input and try again.`,
    );
  }
  if (config === undefined) return;
  const { type, maxReasoningEffort: effort, ...rest } = isRecord(config) ? config : {};
  const isLegal = !/nova-2/.test(model)
    ? false
    : type === "disabled"
    ? effort === undefined
    : type === "enabled" && ["low", "medium", "high"].includes(String(effort));
  const inference = isRecord(body.inferenceConfig) ? body.inferenceConfig : {};
  if (
    isLegal && Object.keys(rest).length === 0 && (effort !== "high" || Object.keys(inference).length === 0)
  ) {
    return;
  }
  throw validation(
    "The model returned the following errors: Malformed input request: the provided reasoning config value is invalid, please reformat your input and try again.",
  );
}

function checkClaude(
  model: string,
  { inferenceConfig }: Record<string, unknown>,
  { thinking, tool_choice: own, output_config: output }: Record<string, unknown>,
  toolConfig: Record<string, unknown> | undefined,
): void {
  const says = (error: string) => validation(`The model returned the following errors: ${error}`);
  const inference = isRecord(inferenceConfig) ? inferenceConfig : {};
  const think = isRecord(thinking) ? thinking : {};
  const adaptive = /claude-(?:[a-z]+-(?:4-[6-9]|[5-9])(?!\d)|mythos-preview)/.test(model);
  if (adaptive && think.type === "enabled" && !/4-6/.test(model)) {
    throw says(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    );
  }
  if (/(?:sonnet|opus)-5-5|fable|mythos/.test(model) && think.type === "disabled") {
    throw says('"thinking.type.disabled" is not supported for this model.');
  }
  if (think.display !== undefined && think.type !== "adaptive") {
    throw says(`thinking.${think.type}.display: Extra inputs are not permitted`);
  }
  if (!adaptive && think.type === "adaptive") {
    throw says(
      "thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', 'enabled'",
    );
  }
  if (think.type === "enabled") {
    const { budget_tokens: budget } = think;
    if (typeof budget !== "number" || budget < 1024) {
      throw says("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
    }
    if (typeof inference.maxTokens === "number" && inference.maxTokens <= budget) {
      throw says("`max_tokens` must be greater than `thinking.budget_tokens`.");
    }
  }
  if (output !== undefined && !adaptive) throw says("output_config: Extra inputs are not permitted");
  const choice = isRecord(toolConfig?.toolChoice) ? toolConfig.toolChoice : {};
  if (isRecord(own) && toolConfig?.toolChoice !== undefined) {
    throw says("tool_choice: given twice, in toolConfig.toolChoice and in additionalModelRequestFields.");
  }
  if (isRecord(own) && toolConfig === undefined) {
    throw says("tool_choice may only be specified while providing tools.");
  }
  const isForced = choice.any !== undefined || choice.tool !== undefined ||
    (isRecord(own) && (own.type === "any" || own.type === "tool"));
  if (isForced && /(?:opus|sonnet)-5-5|(?:fable|mythos)-5-[12]/.test(model)) {
    throw says('tool_choice: type "tool" and "any" are not supported for this model.');
  }
  const thinks = think.type === "enabled" || think.type === "adaptive";
  if (isForced && thinks && /claude-(?:3-7|(?:sonnet|haiku)-4|opus-4(?!-8))/.test(model)) {
    throw says("Thinking may not be enabled when tool_choice forces tool use.");
  }
  for (const [key, name] of [["temperature", "temperature"], ["topP", "top_p"]] as const) {
    if (inference[key] === undefined) continue;
    if (adaptive && !/4-6/.test(model)) throw says(`\`${name}\` is deprecated for this model.`);
    if (thinks && key === "temperature") {
      throw says(
        "`temperature` may only be set to 1 when thinking is enabled. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking",
      );
    }
    if (thinks) {
      throw says("`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.");
    }
  }
}

function checkSampling(
  model: string,
  { inferenceConfig }: Record<string, unknown>,
  { reasoning }: Record<string, unknown>,
): void {
  const { temperature, topP } = isRecord(inferenceConfig) ? inferenceConfig : {};
  const stops = isRecord(reasoning) && reasoning.effort === "none";
  if (/openai\.gpt-(?!oss)/.test(model) && temperature !== undefined && !stops) {
    throw validation("Unsupported parameter: 'temperature' is not supported with this model.");
  }
  if (
    /claude-(?:opus|sonnet|haiku)-4-[1-6](?!\d)/.test(model) && temperature !== undefined &&
    topP !== undefined
  ) {
    throw validation(
      "The model returned the following errors: `temperature` and `top_p` cannot both be specified for this model. Please use only one.",
    );
  }
}

function checkShortIds({ messages }: Record<string, unknown>): void {
  const ids = JSON.stringify(messages).matchAll(/"toolUseId":"([^"]*)"/g);
  for (const [, id = ""] of ids) {
    if (/^[a-zA-Z0-9]{9}$/.test(id)) continue;
    throw validation(
      `The model returned the following errors: Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`,
    );
  }
}
