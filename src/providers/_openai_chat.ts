// OpenAI Chat Completions, POST /chat/completions: the body, as OpenAI takes it and the many servers that
// imitate it.

import type OpenAI from "openai";
import { unreachable } from "../core/error.ts";
import { joinItems } from "../core/json.ts";
import type { ToolSpec } from "../core/tool.ts";
import type { ToolChoice } from "../core/tool_choice.ts";
import { toCacheKey, type WireRequest, withList, writeConversation } from "./_openai_dialect.ts";
import type { Aliases } from "./_prompt_alias.ts";

type ChatBody = OpenAI.ChatCompletionCreateParamsStreaming;
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
export function toChatBody({ request, plan, aliases, dialect, official, sampling }: WireRequest): string {
  const { settings } = request;
  const system: SystemMessage = { role: "system", content: request.system };
  const body: Omit<ChatBody, "messages"> = {
    model: request.model,
    stream: true,
    stream_options: { include_usage: true },
    tools: plan.tools.length === 0 ? undefined : plan.tools.map((tool) => toTool(tool, aliases)),
    tool_choice: plan.choice && toChatChoice(plan.choice, aliases),
    parallel_tool_calls: plan.parallel,
    max_completion_tokens: settings.maxOutputTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    reasoning_effort: sampling.reasoningEffort,
    prompt_cache_key: official ? toCacheKey(request.cacheKey) : undefined,
  };
  const head = request.system === "" ? "" : JSON.stringify(system);
  return withList("messages", joinItems(head, writeConversation(request, dialect)), body);
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
