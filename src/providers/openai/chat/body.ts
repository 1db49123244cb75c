// The body of POST /chat/completions, for OpenAI and for the servers that repeat its API.

import type OpenAI from "openai";
import { unreachable } from "../../../core/error.ts";
import type { JsonObject } from "../../../core/json.ts";
import { WRITER } from "../../../core/record.ts";
import type { ToolChoice } from "../../../core/tool_choice.ts";
import { toFunctionTools } from "../../_wire/calls/function_tool.ts";
import { withList, writePrompt } from "../../_wire/history_parts.ts";
import type { WireBody } from "../../_wire/protocol_adapter.ts";
import { writeMarkedPrompt } from "./cache_control.ts";
import { type Effort, effortFor } from "../../_wire/efforts.ts";
import { type FormatFields, toFormat, toOutputSchema } from "../../_wire/output_schema.ts";
import { type OpenAIRequest, toCacheKey } from "../request.ts";
import type { OpenAIProfile } from "../profile.ts";
import type { Aliases } from "../../_wire/calls/tool_names.ts";

type ChatBody = OpenAI.ChatCompletionCreateParamsStreaming & {
  /** DeepSeek's: whether to think at all. */
  thinking?: { type: "enabled" | "disabled" } | undefined;
  /** OpenRouter's: the effort, for models of every make. */
  reasoning?: { effort: Effort } | undefined;
  /** OpenRouter's: where a request may go. */
  provider?: { readonly require_parameters: true } | undefined;
};

/** Also plain JSON, so that it can be reported as it is sent. */
export type ChatChoice =
  | "auto"
  | "none"
  | "required"
  | { type: "function"; function: { name: string } }
  | {
    type: "allowed_tools";
    allowed_tools: { mode: "auto" | "required"; tools: { type: "function"; function: { name: string } }[] };
  };

/** The body as JSON text. */
export function toChatBody({ request, aliases, writer, profile }: OpenAIRequest): WireBody {
  const { settings, tools, choice, parallel, lacks } = request;
  const hasUsage = profile.streamOptions && lacks.stream_usage === undefined;
  const effort = toEffort(settings.reasoningEffort, request.model, profile);
  const hasTools = tools.length > 0;
  const format = toFormat(request, RESPONSE_FORMATS);
  const body: Omit<ChatBody, "messages"> = {
    model: request.model,
    stream: true,
    stream_options: hasUsage ? { include_usage: true } : undefined,
    tools: toFunctionTools(request, aliases),
    tool_choice: hasTools && !isImplied(request) ? toChatChoice(choice, aliases) : undefined,
    parallel_tool_calls: hasTools ? parallel : undefined,
    max_completion_tokens: profile.limit === "max_completion_tokens" ? settings.maxOutputTokens : undefined,
    max_tokens: profile.limit === "max_tokens" ? settings.maxOutputTokens : undefined,
    temperature: settings.temperature,
    top_p: settings.topP,
    reasoning_effort: effort.reasoning_effort,
    reasoning: effort.reasoning,
    thinking: effort.thinking,
    provider: hasTools || format !== undefined ? profile.routing : undefined,
    response_format: format,
    prompt_cache_key: profile.cacheKey ? toCacheKey(request.cacheKey) : undefined,
  };
  const isMarked = request.cacheBreakpoints && marksPrompts(request, profile);
  const prompt = isMarked ? writeMarkedPrompt(request, writer) : writePrompt(request, writer);
  return withList("messages", prompt, body);
}

function marksPrompts(
  { model, writer = WRITER }: OpenAIRequest["request"],
  { marked }: OpenAIProfile,
): boolean {
  return writer >= MARKED_SINCE && marked?.test(model) === true;
}

/** The version of the rules that marks began with. */
const MARKED_SINCE = 2;

// A model without any other choice has no field for it: litellm#26257 refuses "auto" there.
function isImplied({ choice, lacks }: Pick<OpenAIRequest["request"], "choice" | "lacks">): boolean {
  return choice.type === "auto" && lacks.required !== undefined && lacks.tool !== undefined &&
    lacks.none !== undefined;
}

/** A form of answers: ResponseFormatJSONSchema or ResponseFormatJSONObject of the openai package. */
export type ResponseFormat =
  | {
    readonly type: "json_schema";
    readonly json_schema: { readonly name: string; readonly schema: JsonObject; readonly strict: boolean };
  }
  | { readonly type: "json_object" };

/** The values of `response_format`. */
export const RESPONSE_FORMATS: FormatFields<ResponseFormat> = {
  ofSchema({ name, schema: whole }) {
    const { schema, isStrict } = toOutputSchema(whole);
    return { type: "json_schema", json_schema: { name, schema, strict: isStrict } };
  },
  ofJson: { type: "json_object" },
};

/** The value of `tool_choice`. */
export function toChatChoice(choice: ToolChoice, aliases: Aliases): ChatChoice {
  const toNamedChoice = (name: string) => ({
    type: "function" as const,
    function: { name: aliases.toWire(name) },
  });
  switch (choice.type) {
    case "auto":
    case "none":
    case "required":
      return choice.type;
    case "tool":
      return toNamedChoice(choice.name);
    case "allowed":
      return {
        type: "allowed_tools",
        allowed_tools: { mode: choice.mode, tools: choice.names.map(toNamedChoice) },
      };
    default:
      return unreachable(choice);
  }
}

function toEffort(
  effort: Effort | undefined,
  model: string,
  profile: OpenAIProfile,
): Pick<ChatBody, "reasoning_effort" | "reasoning" | "thinking"> {
  const word = effort && effortFor(effort, model, profile.efforts.chat);
  if (word === undefined) return {};
  switch (profile.effort) {
    case "reasoning_effort":
      return { reasoning_effort: word };
    case "reasoning":
      return { reasoning: { effort: word } };
    case "thinking":
      return word === "none"
        ? { thinking: { type: "disabled" } }
        : { thinking: { type: "enabled" }, reasoning_effort: word };
    default:
      return unreachable(profile.effort);
  }
}
