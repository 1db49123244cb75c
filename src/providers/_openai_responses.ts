// OpenAI Responses, POST /responses: the body. Nothing is stored at OpenAI, so the whole conversation goes along.

import type OpenAI from "openai";
import { unreachable } from "../core/error.ts";
import type { ToolSpec } from "../core/tool.ts";
import type { ToolChoice } from "../core/tool_choice.ts";
import { toCacheKey, type WireRequest, withList, writeConversation } from "./_openai_dialect.ts";
import { reasons } from "./_openai_model.ts";
import type { Aliases } from "./_prompt_alias.ts";

type ResponsesBody = OpenAI.Responses.ResponseCreateParamsStreaming;

/** Also plain JSON, so that it can be reported as it is sent. */
export type ResponsesChoice =
  | "auto"
  | "none"
  | "required"
  | { type: "function"; name: string }
  | { type: "allowed_tools"; mode: "auto" | "required"; tools: { type: "function"; name: string }[] };

/** The body as JSON text. */
export function toResponsesBody(
  { request, plan, aliases, dialect, official, sampling }: WireRequest,
): string {
  const { settings } = request;
  const body: Omit<ResponsesBody, "input"> = {
    model: request.model,
    instructions: request.system === "" ? undefined : request.system,
    stream: true,
    store: false,
    include: reasons(request.model) ? ["reasoning.encrypted_content"] : undefined,
    tools: plan.tools.length === 0 ? undefined : plan.tools.map((tool) => toTool(tool, aliases)),
    tool_choice: plan.choice && toResponsesChoice(plan.choice, aliases),
    parallel_tool_calls: plan.parallel,
    max_output_tokens: settings.maxOutputTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    reasoning: sampling.reasoningEffort === undefined ? undefined : { effort: sampling.reasoningEffort },
    prompt_cache_key: official ? toCacheKey(request.cacheKey) : undefined,
  };
  return withList("input", writeConversation(request, dialect), body);
}

export function toResponsesChoice(choice: ToolChoice, aliases: Aliases): ResponsesChoice {
  const named = (name: string) => ({ type: "function" as const, name: aliases.toWire(name) });
  switch (choice.type) {
    case "auto":
    case "none":
    case "required":
      return choice.type;
    case "tool":
      return named(choice.name);
    case "allowed":
      return { type: "allowed_tools", mode: choice.mode, tools: choice.names.map(named) };
    default:
      return unreachable(choice);
  }
}

function toTool(tool: ToolSpec, aliases: Aliases): OpenAI.Responses.FunctionTool {
  return {
    type: "function",
    name: aliases.toWire(tool.name),
    description: tool.description,
    parameters: tool.parameters,
    // Unlike in chat, the default is true, and most schemas do not meet its conditions.
    strict: false,
  };
}
