// The request to a model of Workers AI: the inputs of the binding, and the body over REST, which also names the
// model.

import type { JsonSchema } from "../../core/json.ts";
import { fnv64 } from "../../core/text/hash.ts";
import type { HistoryWriter, ModelRequest } from "../../core/model/provider.ts";
import { type Effort, nearestEffort } from "../_wire/efforts.ts";
import { type FunctionTool, toFunctionTools } from "../_wire/calls/function_tool.ts";
import { withList, writePrompt } from "../_wire/history_parts.ts";
import { type FormatFields, toFormat } from "../_wire/output_schema.ts";
import type { WireBody } from "../_wire/protocol_adapter.ts";
import { type ChatChoice, toChatChoice } from "../openai/chat/body.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";

/** What models of both generations take: ChatCompletionsInput and AiTextGenerationInput of workers-types. */
interface WorkersAIBody {
  model: string | undefined;
  stream: true;
  tools: FunctionTool[] | undefined;
  tool_choice: ChatChoice | undefined;
  max_tokens: number | undefined;
  temperature: number | undefined;
  top_p: number | undefined;
  reasoning_effort: "low" | "medium" | "high" | null | undefined;
  response_format: WorkersAIFormat | undefined;
}

/** AiTextGenerationResponseFormat of workers-types 5.20261117.1. */
type WorkersAIFormat = { type: "json_schema"; json_schema: JsonSchema } | { type: "json_object" };

/** The body as JSON text. */
export function toWorkersAIBody(
  request: ModelRequest,
  aliases: Aliases,
  { writer, hasModel }: { writer: HistoryWriter; hasModel: boolean },
): WireBody {
  const { settings, tools, choice } = request;
  const hasTools = tools.length > 0;
  const body: WorkersAIBody = {
    model: hasModel ? request.model : undefined,
    stream: true,
    tools: toFunctionTools(request, aliases),
    tool_choice: hasTools ? toChatChoice(choice, aliases) : undefined,
    max_tokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    reasoning_effort: settings.reasoningEffort && toEffort(settings.reasoningEffort),
    response_format: toFormat(request, FORMATS),
  };
  return withList("messages", writePrompt(request, writer), body);
}

// The schema stands alone, without a name: https://developers.cloudflare.com/workers-ai/features/json-mode/.
const FORMATS: FormatFields<WorkersAIFormat> = {
  ofSchema: ({ schema }) => ({ type: "json_schema", json_schema: schema }),
  ofJson: { type: "json_object" },
};

/** The header that routes a thread to the machine that has its prompt cached. */
export function toSession({ cacheKey }: ModelRequest): Readonly<Record<string, string>> {
  return { "x-session-affinity": fnv64(cacheKey) };
}

// Null turns thinking off, in models that can.
function toEffort(effort: Effort): "low" | "medium" | "high" | null {
  const nearest = nearestEffort(effort, ["none", "low", "medium", "high"]);
  return nearest === undefined || nearest === "none" ? null : nearest;
}
