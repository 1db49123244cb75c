// The body of Cohere's POST /v2/chat.

import type { ModelSettings } from "../../core/model/model_settings.ts";
import { unreachable } from "../../core/error.ts";
import type { JsonSchema } from "../../core/json.ts";
import type { HistoryWriter, ModelRequest } from "../../core/model/provider.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import { type FunctionTool, toFunctionTools } from "../_wire/calls/function_tool.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { withList, writePrompt } from "../_wire/history_parts.ts";
import type { WireBody } from "../_wire/protocol_adapter.ts";
import { type FormatFields, toFormat, toOutputSchema } from "../_wire/output_schema.ts";

// The package cohere-ai has these types in camelCase only.
interface CohereBody {
  model: string;
  stream: true;
  tools: FunctionTool[] | undefined;
  tool_choice: CohereChoice | undefined;
  max_tokens: number | undefined;
  temperature: number | undefined;
  p: number | undefined;
  thinking: CohereThinking | undefined;
  response_format: CohereFormat | undefined;
}

/** The value of `tool_choice`. */
export type CohereChoice = "REQUIRED" | "NONE";

type CohereFormat = { type: "json_object"; json_schema?: JsonSchema };

type CohereThinking = { type: "enabled"; token_budget?: number } | { type: "disabled" };

/** The body as JSON text. */
export function toCohereBody(request: ModelRequest, aliases: Aliases, writer: HistoryWriter): WireBody {
  const { settings, tools, choice } = request;
  const hasTools = tools.length > 0;
  const body: CohereBody = {
    model: request.model,
    stream: true,
    tools: toFunctionTools(request, aliases),
    tool_choice: hasTools ? toCohereChoice(choice) ?? undefined : undefined,
    max_tokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    // Of all probabilities, 1, Cohere takes at most 0.99.
    p: settings.topP === undefined ? undefined : Math.min(0.99, Math.max(0.01, settings.topP)),
    thinking: toThinking(settings),
    response_format: toFormat(request, FORMATS),
  };
  return withList("messages", writePrompt(request, writer), body);
}

// A schema stands beside the type of JSON mode: JsonResponseFormatV2 of cohere-ai 8.1.0.
const FORMATS: FormatFields<CohereFormat> = {
  ofSchema: ({ schema }) => ({ type: "json_object", json_schema: toOutputSchema(schema).schema }),
  ofJson: { type: "json_object" },
};

/**
 * The value of `tool_choice`; null where the API has none: "If tool_choice isn't specified, then the model is free to
 * choose".
 */
export function toCohereChoice(choice: ToolChoice): CohereChoice | null {
  switch (choice.type) {
    case "required":
      return "REQUIRED";
    case "none":
      return "NONE";
    case "auto":
    case "tool":
    case "allowed":
      return null;
    default:
      return unreachable(choice);
  }
}

// An effort is a budget of tokens; from high on there is no budget. With more than 31,000 no room for an answer is
// left.
function toThinking({ reasoningEffort }: ModelSettings): CohereThinking | undefined {
  switch (reasoningEffort) {
    case undefined:
      return undefined;
    case "none":
      return { type: "disabled" };
    case "minimal":
      return { type: "enabled", token_budget: 500 };
    case "low":
      return { type: "enabled", token_budget: 2000 };
    case "medium":
      return { type: "enabled", token_budget: 8000 };
    case "high":
    case "xhigh":
    case "max":
      return { type: "enabled" };
    default:
      return unreachable(reasoningEffort);
  }
}
