// POST /v1/responses: what the real API refuses in a request, and what scripts see of a legal one.
import {
  emptyArray,
  invalid,
  missing,
  unknownParameter,
  unsupportedParameter,
  wrongType,
  wrongValue,
} from "../error.ts";
import { checkEffort, checkModel, checkSampling, type ModelRules } from "../model.ts";
import { type Choice, isRecord, type ParsedRequest } from "../reply.ts";
import { isBound } from "./binding.ts";
import { checkBreakpoints } from "./breakpoints.ts";
import { type ItemStore, parseInput } from "./input.ts";
import { checkSearchTool, foundIn, SEARCH, SEARCHES } from "./tool_search.ts";
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
  "input",
  "instructions",
  "model",
  "stream",
  "stream_options",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "max_tool_calls",
  "max_output_tokens",
  "temperature",
  "top_p",
  "top_logprobs",
  "reasoning",
  "text",
  "store",
  "include",
  "previous_response_id",
  "conversation",
  "prompt",
  "truncation",
  "background",
  "context_management",
  "metadata",
  "user",
  "safety_identifier",
  "prompt_cache_key",
  "prompt_cache_retention",
  "prompt_cache_options",
  "service_tier",
  "moderation",
];

const toolKeys = [
  "type",
  "name",
  "description",
  "parameters",
  "output_schema",
  "strict",
  "defer_loading",
  "allowed_callers",
];

const includes = [
  "file_search_call.results",
  "web_search_call.results",
  "web_search_call.action.sources",
  "message.input_image.image_url",
  "computer_call_output.output.image_url",
  "code_interpreter_call.outputs",
  "reasoning.encrypted_content",
  "message.output_text.logprobs",
];

/** Refuses what the real API refuses; `turn` counts legal requests. */
export function parseResponsesRequest(
  body: Record<string, unknown>,
  rules: ModelRules & { acceptKeys: string[] },
  stored: ItemStore,
  turn: number,
): ParsedRequest {
  const { model } = body;
  if (model === undefined) throw missing("model");
  if (typeof model !== "string") throw wrongType("model", "a string", model);
  checkKeys(body, [...bodyKeys, ...rules.acceptKeys], "");
  checkModel(model, "responses", rules);
  checkBreakpoints(body, model);
  checkLimits(body);
  if (isRecord(body.text) && isRecord(body.text.format)) {
    const { format } = body.text;
    checkKeys(format, ["type", "name", "schema", "strict", "description"], "text.format");
    const prompt = JSON.stringify([body.instructions, body.input]);
    checkFormat({ type: format.type, holder: format, model, word: "text.format", prompt });
  }
  const reasons = checkReasoning(body, model, rules);
  const tools = [...parseTools(body.tools, model), ...parseAdditional(body.input, model)];
  if (new Set(tools).size < tools.length) throw invalid("Tool names must be unique.", "tools");
  return {
    dialect: "responses",
    model,
    stream: body.stream === true,
    tools: [...tools, ...foundIn(body.input).filter((name) => !tools.includes(name))],
    choice: parseChoice(body.tool_choice, tools),
    parallel: body.parallel_tool_calls !== false,
    history: parseInput(body, stored),
    reasons,
    body,
    turn,
  };
}

function checkLimits(body: Record<string, unknown>): void {
  if (body.service_tier === "flex" && isBound(String(body.model))) {
    throw invalid("Unsupported service_tier: flex", "service_tier"); // the words of openai/codex#15099
  }
  const { max_output_tokens: limit, include, stream_options: streamOptions } = body;
  if (typeof limit === "number" && limit < 16) {
    const text =
      `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${limit} instead.`;
    throw invalid(text, "max_output_tokens", "integer_below_min_value");
  }
  if (include !== undefined && include !== null) {
    if (!Array.isArray(include)) throw wrongType("include", "an array", include);
    include.forEach((name: unknown, index) => {
      if (typeof name !== "string" || !includes.includes(name)) {
        throw wrongValue(`include[${index}]`, name, includes);
      }
    });
  }
  if (isRecord(streamOptions)) checkKeys(streamOptions, ["include_obfuscation"], "stream_options");
}

function checkReasoning(body: Record<string, unknown>, model: string, rules: ModelRules): boolean {
  const reasoning = isRecord(body.reasoning) ? body.reasoning : {};
  checkKeys(reasoning, ["effort", "summary", "generate_summary", "mode", "context"], "reasoning");
  const { summary } = reasoning;
  const effort = reasoning.effort ?? undefined;
  if (!rules.reasoningModels.test(model)) {
    if (effort !== undefined) throw unsupportedParameter("reasoning.effort");
    if (summary !== undefined && summary !== null) throw unsupportedParameter("reasoning.summary");
    if (Array.isArray(body.include) && body.include.includes("reasoning.encrypted_content")) {
      throw invalid("Encrypted content is not supported with this model.", "include");
    }
    return false;
  }
  checkEffort(effort, model, "reasoning.effort");
  if (
    summary !== undefined && summary !== null && !["auto", "concise", "detailed"].includes(String(summary))
  ) {
    throw wrongValue("reasoning.summary", summary, ["concise", "detailed", "auto"]);
  }
  if (effort === "none") return false;
  checkSampling(body, "responses");
  return true;
}

/** The tools that items of the input add. */
function parseAdditional(input: unknown, model: string): string[] {
  const items = [input].flat().filter(isRecord).filter(({ type }) => type === "additional_tools");
  return items.flatMap(({ tools }) => parseTools(tools, model));
}

// An empty tools array is legal here, unlike in chat: measured on the real API by vllm-project/vllm#40399.
function parseTools(list: unknown, model: string): string[] {
  return checkToolList(list).map((tool, index) => {
    const path = `tools[${index}]`;
    if (!isRecord(tool)) throw wrongType(path, "an object", tool);
    if (tool.type === undefined) throw missing(`${path}.type`);
    if (tool.type === "tool_search" && SEARCHES.test(model)) return checkSearchTool(tool, path);
    if (tool.type !== "function") throw wrongValue(`${path}.type`, tool.type, ["function", "custom"]);
    const name = checkFunctionName(tool.name, `${path}.name`);
    checkKeys(tool, toolKeys, path);
    checkParameters(name, tool.parameters, tool.strict, `${path}.parameters`);
    return name;
  });
}

// Without tools "auto" and "none" are legal and the others are not: vllm-project/vllm#40399.
function parseChoice(choice: unknown, tools: string[]): Choice {
  if (choice === undefined || choice === null) return { kind: tools.length > 0 ? "auto" : "none" };
  if (typeof choice === "string") {
    const checked = checkChoiceWord(choice);
    if (tools.length > 0) return checked;
    if (checked.kind !== "required") return { kind: "none" };
    throw invalid("Tool choice 'required' must be specified with 'tools' parameter.", "tool_choice");
  }
  if (!isRecord(choice)) throw wrongType("tool_choice", "one of a tool choice mode or object", choice);
  switch (choice.type) {
    case "function":
      if (choice.name === undefined) throw missing("tool_choice.name");
      checkKeys(choice, ["type", "name"], "tool_choice");
      return { kind: "named", name: checkOffered(choice.name, tools) };
    case "allowed_tools": {
      if (choice.allowed_tools !== undefined) throw unknownParameter("tool_choice.allowed_tools");
      checkKeys(choice, ["type", "mode", "tools"], "tool_choice");
      const mode = checkAllowedMode(choice.mode, "tool_choice.mode");
      if (!Array.isArray(choice.tools)) throw missing("tool_choice.tools");
      if (choice.tools.length === 0) throw emptyArray("tool_choice.tools");
      const names = choice.tools.map((tool: unknown, index) => {
        const path = `tool_choice.tools[${index}]`;
        if (!isRecord(tool)) throw wrongType(path, "an object", tool);
        if (tool.type === "tool_search") return checkOffered(SEARCH, tools);
        if (tool.name === undefined) throw missing(`${path}.name`);
        return checkOffered(tool.name, tools);
      });
      return { kind: "allowed", mode, names };
    }
    default:
      throw wrongValue("tool_choice.type", choice.type, ["function", "allowed_tools", "custom"]);
  }
}

function checkOffered(name: unknown, tools: string[]): string {
  if (typeof name === "string" && tools.includes(name)) return name;
  throw invalid("Tool choice 'function' not found in 'tools' parameter.", "tool_choice");
}
