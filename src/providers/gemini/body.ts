// Google Gemini, POST /v1beta/models/{model}:streamGenerateContent: the body. Field names and enums are those of
// @google/genai 3.1.0, whose parameters are nested otherwise than the wire; the outermost shapes are declared here.

import type { Content, FunctionCallingConfigMode, FunctionDeclaration } from "@google/genai";
import { unreachable } from "../../core/error.ts";
import { joinItems, type JsonSchema } from "../../core/json.ts";
import type { HistoryWriter, ModelRequest } from "../../core/model/provider.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import { withList, writeConversation } from "../_wire/history_parts.ts";
import type { WireBody } from "../_wire/protocol_adapter.ts";
import { type FormatFields, toFormat, toOutputSchema } from "../_wire/output_schema.ts";
import { lacksSystem, type ThinkingConfig, toThinkingConfig } from "./models.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { toWireTool } from "../_wire/calls/tool_schema.ts";

/** The value of `toolConfig.functionCallingConfig`; also plain JSON, so that it can be reported as it is sent. */
export type GeminiChoice = {
  mode: Exclude<`${FunctionCallingConfigMode}`, "MODE_UNSPECIFIED">;
  allowedFunctionNames?: string[];
};

/** Besides `contents`. */
interface GeminiBody {
  readonly systemInstruction: Content | undefined;
  readonly tools: readonly { functionDeclarations: readonly FunctionDeclaration[] }[] | undefined;
  readonly toolConfig: { functionCallingConfig: GeminiChoice } | undefined;
  readonly generationConfig: GenerationConfig | undefined;
}

interface GenerationConfig {
  readonly maxOutputTokens: number | undefined;
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly thinkingConfig: ThinkingConfig | undefined;
  readonly responseMimeType?: "application/json";
  readonly responseJsonSchema?: JsonSchema;
}

/** The body as JSON text. */
export function toGeminiBody(request: ModelRequest, aliases: Aliases, writer: HistoryWriter): WireBody {
  const { model, system, tools, choice, settings } = request;
  const hasTools = tools.length > 0;
  const generation: GenerationConfig = {
    maxOutputTokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    topP: settings.topP,
    thinkingConfig: toThinkingConfig(model, settings.reasoningEffort),
    ...toFormat(request, FORMATS),
  };
  const instruction = system === "" ? undefined : { parts: [{ text: system }] };
  const body: GeminiBody = {
    systemInstruction: lacksSystem(model) ? undefined : instruction,
    tools: hasTools
      ? [{ functionDeclarations: tools.map((tool) => toDeclaration(tool, aliases, request.writer)) }]
      : undefined,
    // "Function calling config is set without function_declarations": both or neither.
    toolConfig: hasTools ? { functionCallingConfig: toGeminiChoice(choice, aliases) } : undefined,
    generationConfig: Object.values(generation).every((value) => value === undefined)
      ? undefined
      : generation,
  };
  const head = instruction && lacksSystem(model) ? toOpening(instruction) : "";
  return withList("contents", joinItems(head, writeConversation(request, writer)), body);
}

// `responseJsonSchema` takes JSON Schema, and requires the type: GenerateContentConfig of @google/genai 3.1.0.
const FORMATS: FormatFields<Pick<GenerationConfig, "responseMimeType" | "responseJsonSchema">> = {
  ofSchema: ({ schema }) => ({
    responseMimeType: "application/json",
    responseJsonSchema: toOutputSchema(schema).schema,
  }),
  ofJson: { responseMimeType: "application/json" },
};

/**
 * `VALIDATED` is `AUTO` that may be limited to some functions; `allowedFunctionNames` is a 400 with `AUTO` and `NONE`. Under
 * `NONE` the declarations stay, since the history may hold calls.
 */
export function toGeminiChoice(choice: ToolChoice, aliases: Aliases): GeminiChoice {
  switch (choice.type) {
    case "auto":
      return { mode: "AUTO" };
    case "none":
      return { mode: "NONE" };
    case "required":
      return { mode: "ANY" };
    case "tool":
      return { mode: "ANY", allowedFunctionNames: [aliases.toWire(choice.name)] };
    case "allowed":
      return {
        mode: choice.mode === "required" ? "ANY" : "VALIDATED",
        allowedFunctionNames: choice.names.map(aliases.toWire),
      };
    default:
      return unreachable(choice);
  }
}

// JSON Schema as it is; `parameters` would take a subset of OpenAPI's. Also an empty one, as Google's own SDK sends
// it: a function without any is a 400 under ANY (python-genai#981).
function toDeclaration(tool: ToolSpec, aliases: Aliases, writer: number | undefined): FunctionDeclaration {
  const { name, description, parameters } = toWireTool(tool, aliases, writer);
  return { name, description, parametersJsonSchema: parameters };
}

// For a model without system instructions they open the conversation.
function toOpening({ parts }: Content): string {
  return JSON.stringify([{ role: "user", parts }, { role: "model", parts: [{ text: "Understood." }] }]).slice(
    1,
    -1,
  );
}
