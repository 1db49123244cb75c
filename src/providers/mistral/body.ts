// The body of Mistral's POST /chat/completions. Wire facts: the types of @mistralai/mistralai 2.7.0.

import type { ChatCompletionStreamRequest$Outbound } from "@mistralai/mistralai/models/components/chatcompletionstreamrequest.js";
import { unreachable } from "../../core/error.ts";
import { joinItems } from "../../core/json.ts";
import type { HistoryWriter, ModelRequest } from "../../core/model/provider.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import { type FunctionTool, toFunctionTools } from "../_wire/calls/function_tool.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { effortFor } from "../_wire/efforts.ts";
import { withList, writePrompt } from "../_wire/history_parts.ts";
import { toFormat } from "../_wire/output_schema.ts";
import type { WireBody } from "../_wire/protocol_adapter.ts";
import { RESPONSE_FORMATS } from "../openai/chat/body.ts";
import { toCacheKey } from "../openai/request.ts";
import { CONTINUE } from "./messages.ts";
import { MISTRAL_EFFORTS } from "./models.ts";

type MistralBody = Omit<ChatCompletionStreamRequest$Outbound, "messages" | "tools" | "tool_choice"> & {
  tools: FunctionTool[] | undefined;
  tool_choice: MistralChoice | undefined;
};

/** The value of `tool_choice`. */
export type MistralChoice = "auto" | "any" | "none" | { type: "function"; function: { name: string } };

/** The body as JSON text. */
export function toMistralBody(request: ModelRequest, aliases: Aliases, writer: HistoryWriter): WireBody {
  const { model, settings, tools, choice, parallel } = request;
  const { reasoningEffort } = settings;
  const hasTools = tools.length > 0;
  // The usage always comes; `stream_options` is a 422.
  const body: MistralBody = {
    model,
    stream: true,
    tools: toFunctionTools(request, aliases),
    tool_choice: hasTools ? toMistralChoice(choice, aliases) ?? undefined : undefined,
    parallel_tool_calls: hasTools ? parallel : undefined,
    max_tokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    reasoning_effort: reasoningEffort && effortFor(reasoningEffort, model, MISTRAL_EFFORTS),
    // ResponseFormat$Outbound: OpenAI's form.
    response_format: toFormat(request, RESPONSE_FORMATS),
    prompt_cache_key: toCacheKey(request.cacheKey),
  };
  const messages = writePrompt(request, writer);
  const endsWithModel = request.messages.at(-1)?.role === "assistant";
  return withList("messages", endsWithModel ? joinItems(messages, CONTINUE) : messages, body);
}

/** The value of `tool_choice`; null for a choice that the API does not have. */
export function toMistralChoice(choice: ToolChoice, aliases: Aliases): MistralChoice | null {
  switch (choice.type) {
    case "auto":
    case "none":
      return choice.type;
    case "required":
      return "any";
    case "tool":
      return { type: "function", function: { name: aliases.toWire(choice.name) } };
    case "allowed":
      return null;
    default:
      return unreachable(choice);
  }
}
