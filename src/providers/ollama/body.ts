// The body of Ollama's POST /api/chat.

import type { ChatRequest } from "ollama";
import type { ModelSettings } from "../../core/model/model_settings.ts";
import type { HistoryWriter, ModelRequest } from "../../core/model/provider.ts";
import { type FunctionTool, toFunctionTools } from "../_wire/calls/function_tool.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { withList, writePrompt } from "../_wire/history_parts.ts";
import { type FormatFields, toFormat } from "../_wire/output_schema.ts";
import type { WireBody } from "../_wire/protocol_adapter.ts";

/** The package's own, except for schemas, which it narrows, and for the effort `max`, which it lacks. */
type ChatBody = Omit<ChatRequest, "messages" | "tools" | "think"> & {
  tools: readonly FunctionTool[] | undefined;
  think: ChatRequest["think"] | "max";
};

/** The body as JSON text. */
export function toOllamaBody(request: ModelRequest, aliases: Aliases, writer: HistoryWriter): WireBody {
  const { settings } = request;
  const body: ChatBody = {
    model: request.model,
    stream: true,
    tools: toFunctionTools(request, aliases),
    think: toThink(settings.reasoningEffort),
    format: toFormat(request, FORMATS),
    options: toOptions(settings),
  };
  return withList("messages", writePrompt(request, writer), body);
}

// A schema, or "json" for JSON mode: ChatRequest of ollama 0.6.4. The grammar takes the whole schema.
const FORMATS: FormatFields<ChatBody["format"]> = { ofSchema: ({ schema }) => schema, ofJson: "json" };

function toOptions({ maxOutputTokens, temperature, topP }: ModelSettings): ChatBody["options"] {
  const options = { num_predict: maxOutputTokens, temperature, top_p: topP };
  const hasOptions = Object.values(options).some((value) => value !== undefined);
  return hasOptions ? options : undefined;
}

// As the server itself does for its OpenAI endpoint (openai/openai.go, thinkFromReasoningEffort).
function toThink(effort: ModelSettings["reasoningEffort"]): ChatBody["think"] {
  switch (effort) {
    case undefined:
    case "low":
    case "medium":
    case "high":
    case "max":
      return effort;
    case "none":
      return false;
    case "minimal":
      return "low";
    case "xhigh":
      return "max";
  }
}
