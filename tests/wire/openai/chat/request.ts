// POST /v1/chat/completions: what the real API refuses in a request, and what scripts see of a legal one.
import { emptyArray, invalid, missing, unsupportedParameter, wrongType, wrongValue } from "../error.ts";
import { parseMessages } from "./messages.ts";
import { checkEffort, checkModel, checkSampling, type ModelRules } from "../model.ts";
import { type Choice, isRecord, type ParsedRequest } from "../reply.ts";
import {
  checkAllowedMode,
  checkChoiceWord,
  checkFormat,
  checkFunctionName,
  checkKeys,
  checkParameters,
  checkToolList,
} from "../tools.ts";

const bodyKeys = [
  "messages",
  "model",
  "stream",
  "stream_options",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "functions",
  "function_call",
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "top_p",
  "n",
  "stop",
  "seed",
  "store",
  "frequency_penalty",
  "presence_penalty",
  "logit_bias",
  "logprobs",
  "top_logprobs",
  "reasoning_effort",
  "verbosity",
  "metadata",
  "user",
  "safety_identifier",
  "prompt_cache_key",
  "prompt_cache_retention",
  "prompt_cache_options",
  "service_tier",
  "modalities",
  "audio",
  "prediction",
  "response_format",
  "web_search_options",
  "moderation",
];

/** Rules that only the chat dialect has. */
export interface ChatRules extends ModelRules {
  /** Accept and emit reasoning_content, as DeepSeek and xAI do. */
  reasoningContent: boolean;
  /** Further body keys to accept, as OpenAI-compatible servers do. */
  acceptKeys: string[];
}

/** Refuses what the real API refuses; `turn` counts legal requests. */
export function parseChatRequest(
  body: Record<string, unknown>,
  rules: ChatRules,
  turn: number,
): ParsedRequest {
  const { model } = body;
  if (typeof model !== "string" || model === "") throw invalid("you must provide a model parameter", null);
  const strangers = Object.keys(body).filter((key) =>
    !bodyKeys.includes(key) && !rules.acceptKeys.includes(key)
  );
  if (strangers.length > 0) {
    const plural = strangers.length > 1 ? "s" : "";
    throw invalid(`Unrecognized request argument${plural} supplied: ${strangers.join(", ")}`, null);
  }
  checkModel(model, "chat", rules);

  const stream = body.stream === true;
  if (!stream && body.stream_options !== undefined && body.stream_options !== null) {
    const text = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
    throw invalid(text, "stream_options");
  }
  const tools = parseTools(body);
  const choice = parseChoice(body, tools);
  const reasons = checkReasoning(body, model, tools, rules);
  if (isRecord(body.response_format)) {
    const { type, json_schema: holder } = body.response_format;
    checkKeys(body.response_format, ["type", "json_schema"], "response_format");
    checkFormat({ type, holder, model, word: "response_format", prompt: JSON.stringify(body.messages) });
  }
  return {
    dialect: "chat",
    model,
    stream,
    tools,
    choice,
    parallel: body.parallel_tool_calls !== false,
    history: parseMessages(body.messages, rules.reasoningContent, model),
    reasons,
    body,
    turn,
  };
}

function checkReasoning(
  body: Record<string, unknown>,
  model: string,
  tools: string[],
  rules: ChatRules,
): boolean {
  const effort = body.reasoning_effort ?? undefined;
  if (!rules.reasoningModels.test(model)) {
    if (effort !== undefined) throw invalid("Unrecognized request argument supplied: reasoning_effort", null);
    return false;
  }
  if (body.max_tokens !== undefined && body.max_tokens !== null) {
    throw unsupportedParameter("max_tokens", "max_completion_tokens");
  }
  // evalstate/fast-agent#279.
  if (/^o\d/.test(model) && body.parallel_tool_calls !== undefined) {
    throw unsupportedParameter("parallel_tool_calls");
  }
  checkEffort(effort, model, "reasoning_effort");
  if (effort === "none") return false;
  checkSampling(body, "chat");
  const refusesTools = /^gpt-(5\.6|6|daybreak|rosalind)/.test(model) ||
    (/^gpt-5\.[45]/.test(model) && effort !== undefined);
  if (refusesTools && tools.length > 0) {
    const text =
      `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. ` +
      `To use function tools, use /v1/responses or set reasoning_effort to 'none'.`;
    throw invalid(text, "reasoning_effort");
  }
  return true;
}

function parseTools(body: Record<string, unknown>): string[] {
  if (Array.isArray(body.tools) && body.tools.length === 0) throw emptyArray("tools");
  const tools = checkToolList(body.tools).map((tool, index) => {
    const path = `tools[${index}]`;
    if (!isRecord(tool)) throw wrongType(path, "an object", tool);
    if (tool.type === undefined) throw missing(`${path}.type`);
    if (tool.type !== "function") throw wrongValue(`${path}.type`, tool.type, ["function", "custom"]);
    if (tool.function === undefined) throw missing(`${path}.function`);
    if (!isRecord(tool.function)) throw wrongType(`${path}.function`, "an object", tool.function);
    checkKeys(tool, ["type", "function"], path);
    const { name, parameters, strict } = tool.function;
    const checked = checkFunctionName(name, `${path}.function.name`);
    checkKeys(tool.function, ["name", "description", "parameters", "strict"], `${path}.function`);
    checkParameters(checked, parameters, strict, `${path}.function.parameters`);
    return checked;
  });
  for (const key of ["tool_choice", "parallel_tool_calls"]) {
    if (tools.length > 0 || body[key] === undefined || body[key] === null) continue;
    throw invalid(`Invalid value for '${key}': '${key}' is only allowed when 'tools' are specified.`, key);
  }
  return tools;
}

function parseChoice(body: Record<string, unknown>, tools: string[]): Choice {
  const choice = body.tool_choice;
  if (tools.length === 0) return { kind: "none" };
  if (choice === undefined || choice === null) return { kind: "auto" };
  if (typeof choice === "string") return checkChoiceWord(choice);
  if (!isRecord(choice)) throw wrongType("tool_choice", "one of a tool choice mode or object", choice);
  if (choice.type === "allowed_tools") return parseAllowed(choice, tools);
  if (choice.type !== "function") {
    throw wrongValue("tool_choice.type", choice.type, ["allowed_tools", "function", "custom"]);
  }
  checkKeys(choice, ["type", "function", "name"], "tool_choice");
  return { kind: "named", name: parseNamed(choice, "tool_choice", tools) };
}

function parseAllowed(choice: Record<string, unknown>, tools: string[]): Choice {
  const allowed = choice.allowed_tools;
  if (allowed === undefined) throw missing("tool_choice.allowed_tools");
  if (!isRecord(allowed)) throw wrongType("tool_choice.allowed_tools", "an object", allowed);
  checkKeys(choice, ["type", "allowed_tools"], "tool_choice");
  const mode = checkAllowedMode(allowed.mode, "tool_choice.allowed_tools.mode");
  if (!Array.isArray(allowed.tools)) throw missing("tool_choice.allowed_tools.tools");
  if (allowed.tools.length === 0) throw emptyArray("tool_choice.allowed_tools.tools");
  const names = allowed.tools.map((tool: unknown, index) => {
    const path = `tool_choice.allowed_tools.tools[${index}]`;
    if (!isRecord(tool)) throw wrongType(path, "an object", tool);
    return parseNamed(tool, path, tools);
  });
  return { kind: "allowed", mode, names };
}

function parseNamed(holder: Record<string, unknown>, path: string, tools: string[]): string {
  if (holder.function === undefined) throw missing(`${path}.function`);
  if (!isRecord(holder.function)) throw wrongType(`${path}.function`, "an object", holder.function);
  const { name } = holder.function;
  if (name === undefined) throw missing(`${path}.function.name`);
  if (typeof name === "string" && tools.includes(name)) return name;
  const text = `Invalid value for 'tool_choice': no function named '${
    String(name)
  }' was specified in the 'tools' parameter.`;
  throw invalid(text, "tool_choice");
}
