// POST /model/{id}/converse-stream and /converse of AWS Bedrock: the body, and how a choice stands in it.

import type {
  ConverseStreamRequest,
  InferenceConfiguration,
  OutputConfig,
  SystemContentBlock,
  Tool,
  ToolConfiguration,
} from "@aws-sdk/client-bedrock-runtime";
import type { ModelSettings } from "../../core/model/model_settings.ts";
import { unreachable } from "../../core/error.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { ChoiceRequest, HistoryWriter, ModelRequest } from "../../core/model/provider.ts";
import { outputMode } from "../../core/model/output_format.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import { cachesIn } from "./models.ts";
import { toBudget, toThinking } from "./thinking.ts";
import { writeMarked } from "../_wire/cache_marks.ts";
import { withList, writeConversation } from "../_wire/history_parts.ts";
import type { WireBody } from "../_wire/protocol_adapter.ts";
import { beginsWithReasoning } from "./messages.ts";
import { toOutputSchema } from "../_wire/output_schema.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { toWireTool } from "../_wire/calls/tool_schema.ts";
import { beginningOfRun } from "../_wire/run_of_calls.ts";

type Body = Pick<
  ConverseStreamRequest,
  "system" | "inferenceConfig" | "toolConfig" | "additionalModelRequestFields" | "outputConfig"
>;

const CACHE_POINT = { cachePoint: { type: "default" } } as const;

/** The body as JSON text. */
export function toBedrockBody(
  request: ModelRequest,
  aliases: Aliases,
  writer: HistoryWriter,
  provider: string,
): WireBody {
  const { model, tools, cacheBreakpoints } = request;
  const settings = mayThink(request, provider)
    ? request.settings
    : { ...request.settings, reasoningEffort: undefined };
  const caches = cacheBreakpoints ? cachesIn(model) : { prompt: false, tools: false };
  const additional = { ...toThinking(model, settings), ...toModelChoice(request, aliases) };
  const body: Body = {
    system: toSystem(request.system, caches.prompt),
    inferenceConfig: toInference(model, settings),
    toolConfig: tools.length === 0 ? undefined : toToolConfig(request, aliases, caches.tools),
    additionalModelRequestFields: Object.keys(additional).length === 0 ? undefined : additional,
    outputConfig: toOutputConfig(request),
  };
  // Of what Nova takes a point behind, only text is documented.
  const conversation = caches.prompt
    ? writeMarked(
      request,
      writer,
      (messages) => caches.tools || endsInText(messages) ? withCachePoint(messages) : messages,
    )
    : writeConversation(request, writer);
  return withList("messages", conversation, body);
}

/** What stands for the choice: the value of `toolConfig.toolChoice`, or the field that holds it in its place. */
export function toBedrockChoice(request: ChoiceRequest, aliases: Aliases): Json {
  const inModel = toModelChoice(request, aliases);
  return inModel.tool_choice === undefined
    ? toToolChoice(request.choice, aliases) ?? null
    : { additionalModelRequestFields: inModel };
}

type WireChoice = { auto: JsonObject } | { any: JsonObject } | { tool: { name: string } };

// Undefined for what the API has no value for.
function toToolChoice(choice: ToolChoice, aliases: Aliases): WireChoice | undefined {
  switch (choice.type) {
    case "auto":
      return { auto: {} };
    case "required":
      return { any: {} };
    case "tool":
      return { tool: { name: aliases.toWire(choice.name) } };
    case "none":
    case "allowed":
      return undefined;
    default:
      return unreachable(choice);
  }
}

// Claude's own tool_choice, for the flag that Converse lacks; toolConfig.toolChoice is then left out:
// @ai-sdk/amazon-bedrock 4.0.186, prepareTools.
function toModelChoice({ choice, parallel, tools }: ChoiceRequest, aliases: Aliases): JsonObject {
  if (parallel !== false || tools.length === 0) return {};
  const flag = { disable_parallel_tool_use: true };
  switch (choice.type) {
    case "auto":
      return { tool_choice: { type: "auto", ...flag } };
    case "required":
      return { tool_choice: { type: "any", ...flag } };
    case "tool":
      return { tool_choice: { type: "tool", name: aliases.toWire(choice.name), ...flag } };
    case "none":
    case "allowed":
      return {};
    default:
      return unreachable(choice);
  }
}

function toToolConfig(request: ModelRequest, aliases: Aliases, cached: boolean): ToolConfiguration {
  const { tools, choice, parallel } = request;
  const specs = tools.map((tool) => toTool(toWireTool(tool, aliases, request.writer)));
  return {
    tools: cached ? [...specs, CACHE_POINT] : specs,
    toolChoice: parallel === false ? undefined : toToolChoice(choice, aliases),
  };
}

// The schema is JSON text here: JsonSchemaDefinition of @aws-sdk/client-bedrock-runtime 3.1163.0. One with an open object
// is not sent: "additionalProperties" must be false (langchain-aws#884, rig#1667).
function toOutputConfig(request: ModelRequest): OutputConfig | undefined {
  if (request.output === undefined || outputMode(request) !== "json_schema") return undefined;
  const { name } = request.output;
  const { schema, isClosed } = toOutputSchema(request.output.schema);
  if (!isClosed) return undefined;
  const jsonSchema = { name, schema: JSON.stringify(schema) };
  return { textFormat: { type: "json_schema", structure: { jsonSchema } } };
}

function toTool({ name, description, parameters }: ToolSpec): Tool {
  return {
    toolSpec: {
      name,
      description: description.trim() === "" ? undefined : description,
      inputSchema: { json: parameters },
    },
  };
}

function toSystem(text: string, cached: boolean): SystemContentBlock[] | undefined {
  if (text.trim() === "") return undefined;
  return cached ? [{ text }, CACHE_POINT] : [{ text }];
}

/** The most tokens that an answer may have, those of thoughts included; undefined where no limit is sent. */
export function outputLimit(model: string, settings: ModelSettings): number | undefined {
  return toInference(model, settings)?.maxTokens;
}

function toInference(model: string, settings: ModelSettings): InferenceConfiguration | undefined {
  const { maxOutputTokens, temperature, topP } = settings;
  if (maxOutputTokens === undefined && temperature === undefined && topP === undefined) return undefined;
  // The budget counts as output, and must be less than it.
  const budget = toBudget(model, settings) ?? 0;
  return {
    maxTokens: maxOutputTokens === undefined ? undefined : maxOutputTokens + budget,
    temperature,
    topP,
  };
}

// See _wire/run_of_calls.ts; history without tools is text, which begins with anything.
function mayThink(request: ModelRequest, provider: string): boolean {
  const { model, settings, tools } = request;
  if (toBudget(model, settings) === undefined || tools.length === 0) return true;
  const first = beginningOfRun(request);
  return first === undefined || beginsWithReasoning(first, { provider, model });
}

// The last block of a result or of a medium ends in more than one brace.
function endsInText(messages: string): boolean {
  return messages.endsWith('"}]}');
}

// A conversation always ends with a user's message, `...]}`, or with one of the system behind it, which has no place for a point.
// Within a string its quotes would be escaped.
function withCachePoint(conversation: string): string {
  if (conversation === "") return conversation;
  const notice = conversation.lastIndexOf(',{"role":"system"');
  const isLast = notice >= 0 && conversation.indexOf('{"role":', notice + 2) < 0;
  const [head, rest] = isLast
    ? [conversation.slice(0, notice), conversation.slice(notice)]
    : [conversation, ""];
  return `${head.slice(0, -2)},${JSON.stringify(CACHE_POINT)}]}${rest}`;
}
