// OpenAI Chat Completions, POST /chat/completions: the body, as OpenAI takes it and the many servers that
// imitate it.

import type OpenAI from "openai";
import { unreachable } from "../../../core/error.ts";
import { joinItems } from "../../../core/json.ts";
import type { ToolSpec } from "../../../core/tool.ts";
import type { ToolChoice } from "../../../core/tool_choice.ts";
import { withList, writeConversation } from "../../_wire/dialect.ts";
import { type Effort, effortFor } from "../../_wire/efforts.ts";
import { type OpenAIRequest, toCacheKey } from "../dialect.ts";
import type { OpenAIProfile } from "../profile.ts";
import type { Aliases } from "../../_wire/tool_names.ts";

type ChatBody = OpenAI.ChatCompletionCreateParamsStreaming & {
  /** DeepSeek's: whether to think at all. */
  thinking?: { type: "enabled" | "disabled" } | undefined;
  /** OpenRouter's: the effort, for models of every make. */
  reasoning?: { effort: Effort } | undefined;
  /** OpenRouter's: where a request may go. */
  provider?: { readonly require_parameters: true } | undefined;
};
type SystemMessage = OpenAI.ChatCompletionSystemMessageParam;

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
export function toChatBody({ request, aliases, writer, profile }: OpenAIRequest): string {
  const { settings, tools, choice, parallel, lacks } = request;
  const hasUsage = profile.streamOptions && lacks.stream_usage === undefined;
  const effort = toEffort(settings.reasoningEffort, request.model, profile);
  const hasTools = tools.length > 0;
  const system: SystemMessage = { role: "system", content: request.system };
  const body: Omit<ChatBody, "messages"> = {
    model: request.model,
    stream: true,
    stream_options: hasUsage ? { include_usage: true } : undefined,
    tools: hasTools ? tools.map((tool) => toTool(tool, aliases)) : undefined,
    tool_choice: hasTools ? toChatChoice(choice, aliases) : undefined,
    parallel_tool_calls: hasTools ? parallel : undefined,
    max_completion_tokens: profile.limit === "max_completion_tokens" ? settings.maxOutputTokens : undefined,
    max_tokens: profile.limit === "max_tokens" ? settings.maxOutputTokens : undefined,
    temperature: settings.temperature,
    top_p: settings.topP,
    reasoning_effort: effort.reasoning_effort,
    reasoning: effort.reasoning,
    thinking: effort.thinking,
    provider: hasTools ? profile.routing : undefined,
    prompt_cache_key: profile.cacheKey ? toCacheKey(request.cacheKey) : undefined,
  };
  const head = request.system === "" ? "" : JSON.stringify(system);
  return withList("messages", joinItems(head, writeConversation(request, writer)), body);
}

export function toChatChoice(choice: ToolChoice, aliases: Aliases): ChatChoice {
  const named = (name: string) => ({ type: "function" as const, function: { name: aliases.toWire(name) } });
  switch (choice.type) {
    case "auto":
    case "none":
    case "required":
      return choice.type;
    case "tool":
      return named(choice.name);
    case "allowed":
      return { type: "allowed_tools", allowed_tools: { mode: choice.mode, tools: choice.names.map(named) } };
    default:
      return unreachable(choice);
  }
}

function toEffort(
  asked: Effort | undefined,
  model: string,
  profile: OpenAIProfile,
): Pick<ChatBody, "reasoning_effort" | "reasoning" | "thinking"> {
  const word = asked && effortFor(asked, model, profile.efforts.chat);
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

function toTool(tool: ToolSpec, aliases: Aliases): OpenAI.ChatCompletionFunctionTool {
  return {
    type: "function",
    function: {
      name: aliases.toWire(tool.name),
      description: tool.description,
      parameters: tool.parameters,
    },
  };
}
