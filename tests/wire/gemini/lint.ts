// What the Gemini API refuses of a request. Texts: kelivo#317 (config without declarations), ccs#25 (names), js-genai#681,
// pi#9455, proxypal#170, vercel/ai#8027, eclipse-peon-ai#115 (thinking).
import { type CapturedRequest, type Choice, type HistoryEntry, isRecord } from "../openai/reply.ts";
import { WireRefusal } from "../refusal.ts";
import { lintContents } from "./contents.ts";
import { type Fields, invalid, known, list, refusal, text, violation } from "./refuse.ts";

/** A legal request, taken apart. */
export interface GeminiCall {
  readonly model: string;
  readonly stream: boolean;
  readonly body: Fields;
  readonly tools: string[];
  readonly choice: Choice;
  readonly history: HistoryEntry[];
  /** The model thinks before it answers, and shows its thoughts. */
  readonly thinks: boolean;
  readonly showsThoughts: boolean;
}

/** The refusal that the real API would answer with. */
export function lintRequest(request: Pick<CapturedRequest, "path" | "body">): WireRefusal | undefined {
  try {
    parseCall(request);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof WireRefusal) return thrown;
    throw thrown;
  }
}

/** Throws WireRefusal. */
export function parseCall({ path, body }: Pick<CapturedRequest, "path" | "body">): GeminiCall {
  const [, model = "", method] =
    /^\/v1beta\/models\/([^/:?]+):(generateContent|streamGenerateContent\?alt=sse)$/
      .exec(path) ?? [];
  if (model === "") {
    throw refusal(404, "NOT_FOUND", `The requested URL ${path} was not found on this server.`);
  }
  const fields = known(body, [
    "contents",
    "systemInstruction",
    "tools",
    "toolConfig",
    "safetySettings",
    "generationConfig",
    "cachedContent",
  ], "");
  const declarations = lintTools(fields.tools, model);
  const tools = declarations.map(({ name }) => name);
  const choice = lintChoice(fields.toolConfig, declarations);
  if (fields.systemInstruction !== undefined) lintSystem(fields.systemInstruction, model);
  const { thinks, showsThoughts } = lintGeneration(fields.generationConfig, model);
  if (isRecord(fields.generationConfig)) lintFormat(fields.generationConfig, model, tools.length > 0, choice);
  const history = lintContents(fields.contents, { model, signed: isGemini3(model) });
  const stream = method !== "generateContent";
  return { model, stream, body: fields, tools, choice, history, thinks, showsThoughts };
}

function isGemini3(model: string): boolean {
  return /^gemini-(?:[34]|.*-latest$)/.test(model);
}

function lintSystem(value: unknown, model: string): void {
  const { parts } = known(value, ["role", "parts"], "system_instruction");
  const all = list(parts, "system_instruction.parts");
  if (all.length === 0) throw violation("system_instruction.parts", "contents.parts must not be empty.");
  for (const part of all) {
    text(known(part, ["text"], "system_instruction.parts[0]").text, "system_instruction");
  }
  if (model.startsWith("gemma-3")) throw invalid(`Developer instruction is not enabled for models/${model}`);
}

interface Declaration {
  readonly name: string;
  /** It declares no parameters at all. */
  readonly bare: boolean;
}

function lintTools(value: unknown, model: string): Declaration[] {
  const tools = list(value, "tools").flatMap((tool, index) => {
    const at = `tools[${index}]`;
    const { functionDeclarations } = known(tool, ["functionDeclarations"], at);
    return list(functionDeclarations, `${at}.function_declarations`).map((each, number) =>
      lintDeclaration(each, `${at}.function_declarations[${number}]`)
    );
  });
  const names = tools.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid(`Duplicate function declaration found: ${twice}`);
  if (value !== undefined && names.length === 0) {
    throw violation("tools[0].tool_type", "required one_of 'tool_type' must have one initialized field");
  }
  if (names.length > 0 && model.startsWith("gemma-3")) {
    throw invalid(`Function calling is not enabled for models/${model}`);
  }
  return tools;
}

function lintDeclaration(value: unknown, at: string): Declaration {
  const declaration = known(value, ["name", "description", "parameters", "parametersJsonSchema"], at);
  const name = text(declaration.name, `${at}.name`);
  if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(name)) {
    throw invalid(
      `The GenerateContentRequest proto is invalid:\n  * ${at}.name: [FIELD_INVALID] Invalid function name. Must start ` +
        "with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or " +
        "dashes (-), with a maximum length of 64.",
    );
  }
  text(declaration.description, `${at}.description`);
  const { parameters, parametersJsonSchema: schema } = declaration;
  if (parameters !== undefined && schema !== undefined) {
    throw violation(at, "only one of parameters and parameters_json_schema may be set");
  }
  const isEmpty = !isRecord(parameters) || !isRecord(parameters.properties) ||
    Object.keys(parameters.properties).length === 0;
  if (parameters !== undefined && isEmpty) {
    throw violation(`${at}.parameters.properties`, "should be non-empty for OBJECT type");
  }
  if (schema !== undefined && (!isRecord(schema) || schema.type !== "object")) {
    throw violation(
      `${at}.parameters_json_schema`,
      "functionDeclaration parameters schema should be of type OBJECT.",
    );
  }
  return { name, bare: parameters === undefined && schema === undefined };
}

function lintChoice(value: unknown, tools: readonly Declaration[]): Choice {
  if (value === undefined) return tools.length === 0 ? { kind: "none" } : { kind: "auto" };
  const { functionCallingConfig } = known(value, ["functionCallingConfig"], "tool_config");
  const at = "tool_config.function_calling_config";
  const { mode, allowedFunctionNames } = known(functionCallingConfig, ["mode", "allowedFunctionNames"], at);
  if (tools.length === 0) throw invalid("Function calling config is set without function_declarations.");
  const names = list(allowedFunctionNames, `${at}.allowed_function_names`).map((name) => text(name, at));
  const stranger = names.find((name) => !tools.some((tool) => tool.name === name));
  if (stranger !== undefined) {
    throw violation(
      `${at}.allowed_function_names`,
      `allowed_function_names should be a subset of the function names in function_declarations. Got: ${stranger}`,
    );
  }
  switch (mode) {
    case "AUTO":
    case "NONE":
      if (names.length > 0) {
        throw violation(
          `${at}.allowed_function_names`,
          "allowed_function_names should only be set when the function calling mode is ANY or VALIDATED.",
        );
      }
      return { kind: mode === "AUTO" ? "auto" : "none" };
    case "VALIDATED":
      return names.length === 0 ? { kind: "auto" } : { kind: "allowed", mode: "auto", names };
    case "ANY": {
      // python-genai#981.
      if (tools.some(({ bare }) => bare)) throw invalid("Request contains an invalid argument.");
      const [name, another] = names;
      if (name === undefined) return { kind: "required" };
      return another === undefined ? { kind: "named", name } : { kind: "allowed", mode: "required", names };
    }
    default:
      throw invalid(
        `Invalid value at '${at}.mode' (type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionCallingConfig.Mode), ` +
          JSON.stringify(mode),
      );
  }
}

function lintGeneration(value: unknown, model: string): { thinks: boolean; showsThoughts: boolean } {
  const thinks = isGemini3(model) || model.startsWith("gemini-2.5");
  if (value === undefined) return { thinks, showsThoughts: false };
  const config = known(
    value,
    ["maxOutputTokens", "temperature", "topP", "thinkingConfig", "responseMimeType", "responseJsonSchema"],
    "generation_config",
  );
  const { temperature, topP, maxOutputTokens, thinkingConfig } = config;
  if (!isWithin(temperature, 0, 2)) {
    throw violation("generation_config.temperature", "temperature must be in the range [0.0, 2.0].");
  }
  if (!isWithin(topP, 0, 1)) {
    throw violation("generation_config.top_p", "top_p must be in the range [0.0, 1.0].");
  }
  if (!isWithin(maxOutputTokens, 1, Infinity)) {
    throw violation("generation_config.max_output_tokens", "max_output_tokens must be positive.");
  }
  if (thinkingConfig === undefined) return { thinks, showsThoughts: false };
  const thinking = known(
    thinkingConfig,
    ["includeThoughts", "thinkingBudget", "thinkingLevel"],
    "generation_config.thinking_config",
  );
  lintThinking(thinking, model, thinks);
  return {
    thinks: thinks && thinking.thinkingBudget !== 0,
    showsThoughts: thinking.includeThoughts === true,
  };
}

// vercel/ai#8080, symfony/ai#1777, vercel/ai#16540.
function lintFormat(
  { responseMimeType: type, responseJsonSchema: schema }: Fields,
  model: string,
  hasTools: boolean,
  choice: Choice,
): void {
  if (schema !== undefined && type !== "application/json") {
    throw violation("generation_config.response_json_schema", "only allowed with mime type application/json");
  }
  if (type === undefined) return;
  if (type !== "application/json") {
    throw violation("generation_config.response_mime_type", "allowed mimetypes");
  }
  if (model.startsWith("gemma-3")) throw invalid(`JSON mode is not enabled for models/${model}`);
  if (schema !== undefined && !isRecord(schema)) {
    throw invalid("Invalid value at 'generation_config.response_json_schema'");
  }
  if (hasTools && !isGemini3(model)) {
    throw invalid("Function calling with a response mime type: 'application/json' is unsupported");
  }
  if (hasTools && (choice.kind === "required" || choice.kind === "named")) {
    throw invalid(
      "Forced function calling (ANY mode) with a response mime type: 'application/json' is unsupported",
    );
  }
}

function lintThinking(
  { thinkingBudget: budget, thinkingLevel: level, includeThoughts }: Fields,
  model: string,
  thinks: boolean,
): void {
  if (!thinks) {
    throw invalid(
      "Unable to submit request because thinking is not supported by this model. Learn more: " +
        "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini",
    );
  }
  if (budget !== undefined && level !== undefined) {
    throw invalid("You can only set only one of thinking budget and thinking level.");
  }
  if (budget === 0 && includeThoughts === true) {
    throw invalid(
      "Unable to submit request because Thinking_config.include_thoughts is only enabled when thinking is enabled.",
    );
  }
  if (budget === 0 && /^gemini-(?:2\.5-pro|[34])/.test(model)) {
    throw invalid("Budget 0 is invalid. This model only works in thinking mode.");
  }
  const [least, most] = model.startsWith("gemini-2.5-pro") ? [128, 32_768] : [1, 24_576];
  if (budget !== 0 && budget !== -1 && !isWithin(budget, least, most)) {
    throw invalid(`The thinking budget (${budget}) is invalid.`);
  }
  if (level === undefined) return;
  if (!isGemini3(model)) throw invalid("Thinking level is not supported for this model.");
  const levels = /^gemini-3-pro/.test(model)
    ? ["LOW", "HIGH"]
    : /^gemini-3(?:\.[1-6])?-flash/.test(model)
    ? ["MINIMAL", "LOW", "MEDIUM", "HIGH"]
    : ["LOW", "MEDIUM", "HIGH"];
  if (!levels.includes(String(level))) {
    throw invalid(
      `Thinking level ${level} is not supported for this model. Please retry with other thinking level.`,
    );
  }
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return value === undefined || (typeof value === "number" && value >= least && value <= most);
}
