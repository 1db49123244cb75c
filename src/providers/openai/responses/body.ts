// OpenAI Responses, POST /responses: the body. Nothing is stored at OpenAI, so each request has the whole conversation.

import type OpenAI from "openai";
import { unreachable } from "../../../core/error.ts";
import type { ToolChoice } from "../../../core/tool_choice.ts";
import { withList, writeConversation } from "../../_wire/history_parts.ts";
import type { WireBody } from "../../_wire/protocol_adapter.ts";
import { withCompacted } from "./messages.ts";
import { cacheOptions, writeWithInstructions } from "./breakpoints.ts";
import { effortFor } from "../../_wire/efforts.ts";
import { type FormatFields, toFormat, toOutputSchema } from "../../_wire/output_schema.ts";
import { type OpenAIRequest, toCacheKey } from "../request.ts";
import { isReasoning } from "../models.ts";
import { type SearchStyle, searchStyle } from "../../_wire/found_tools.ts";
import { toFunction, toSearchTool } from "./tool_search.ts";
import type { Aliases } from "../../_wire/calls/tool_names.ts";

type ResponsesBody = OpenAI.Responses.ResponseCreateParamsStreaming;

/** Also plain JSON, so that it can be reported as it is sent. */
export type ResponsesChoice =
  | "auto"
  | "none"
  | "required"
  | { type: "function"; name: string }
  | { type: "allowed_tools"; mode: "auto" | "required"; tools: AllowedTool[] };

type AllowedTool = { type: "function"; name: string } | { type: "tool_search" };

const SEARCH = { type: "tool_search" } as const;

/** The body as JSON text. */
export function toResponsesBody(
  { request, aliases, writer, profile, hasBreakpoints, leads }: OpenAIRequest,
): WireBody {
  const { model, settings: { reasoningEffort, ...settings }, tools, choice, parallel } = request;
  const effort = reasoningEffort && effortFor(reasoningEffort, model, profile.efforts.responses);
  const hasTools = tools.length > 0;
  const search = searchStyle(request);
  const body: Omit<ResponsesBody, "input"> = {
    model,
    instructions: request.system === "" || leads ? undefined : request.system,
    stream: true,
    store: false,
    include: isReasoning(model) ? ["reasoning.encrypted_content"] : undefined,
    tools: hasTools
      ? tools.map((tool) =>
        tool.name === search?.name ? toSearchTool(tool) : toFunction(tool, aliases, request.writer)
      )
      : undefined,
    tool_choice: hasTools ? toResponsesChoice(choice, aliases, search) : undefined,
    parallel_tool_calls: hasTools ? parallel : undefined,
    max_output_tokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    reasoning: effort && { effort },
    text: toFormat(request, FORMATS),
    prompt_cache_key: profile.cacheKey ? toCacheKey(request.cacheKey) : undefined,
    prompt_cache_options: hasBreakpoints ? cacheOptions(request) : undefined,
  };
  const input = leads
    ? writeWithInstructions(request, writer, hasBreakpoints)
    : withCompacted(request, writeConversation(request, writer));
  return withList("input", input, body);
}

const FORMATS: FormatFields<OpenAI.Responses.ResponseTextConfig> = {
  ofSchema({ name, schema: whole }) {
    const { schema, isStrict } = toOutputSchema(whole);
    return { format: { type: "json_schema", name, schema, strict: isStrict } };
  },
  ofJson: { format: { type: "json_object" } },
};

/** The value of `tool_choice`. */
export function toResponsesChoice(
  choice: ToolChoice,
  aliases: Aliases,
  search: SearchStyle | undefined,
): ResponsesChoice {
  const toNamedChoice = (name: string) =>
    name === search?.name ? SEARCH : { type: "function" as const, name: aliases.toWire(name) };
  switch (choice.type) {
    case "auto":
    case "none":
    case "required":
      return choice.type;
    case "tool":
      // No choice names the search alone: ToolChoiceTypes of openai 7.55.0.
      return choice.name === search?.name
        ? { type: "allowed_tools", mode: "required", tools: [SEARCH] }
        : { type: "function", name: aliases.toWire(choice.name) };
    case "allowed":
      return { type: "allowed_tools", mode: choice.mode, tools: choice.names.map(toNamedChoice) };
    default:
      return unreachable(choice);
  }
}
