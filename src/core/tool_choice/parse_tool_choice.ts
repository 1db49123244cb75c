// Reads a tool choice in the spellings of the field. No reader here recurses, and every list of names is bounded.

import * as z from "zod/mini";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../json.ts";
import { type Execution, TIMES, type ToolChoice } from "../tool_choice.ts";

/** A tool choice that was read from any spelling. */
export interface ParsedToolChoice {
  readonly choice: ToolChoice;
  /** Present when the spelling names one: "execute", "generate" and "predict". */
  readonly execution?: Execution;
  /** False when the spelling allows one call at most: Anthropic's `disable_parallel_tool_use`. */
  readonly parallel?: false;
}

/** Most tools that one choice may name. */
export const MAX_CHOICE_NAMES = 128;

/**
 * Reads a tool choice.
 *
 * | spelling | example | choice |
 * |---|---|---|
 * | the union itself | `{type: "required", times: "always"}` | itself |
 * | a keyword of an API, in any case | `"Any"` | `required` |
 * | an execution, in lower case | `"generate"` | `required`, and `execution` |
 * | a tool's name | `"get_weather"` | `tool` |
 * | OpenAI chat or responses | `{type: "function", function: {name}}`, `{type: "allowed_tools", mode, tools}` | `tool`, `allowed` |
 * | Anthropic | `{type: "any", disable_parallel_tool_use: true}` | `required`, and `parallel: false` |
 * | Bedrock | `{tool: {name}}` | `tool` |
 * | Gemini, in camel or snake case | `{mode: "ANY", allowed_function_names: ["a", "b"]}` | `allowed` |
 * | any of these objects as JSON text | `'{"type":"none"}'` | the same |
 *
 * A tool whose name is a reserved word can be chosen with the object form only.
 *
 * @returns undefined for anything else, for more than {@link MAX_CHOICE_NAMES} names and for a name of more than 128
 * characters.
 *
 * @example
 * ```ts
 * import { parseToolChoice } from "./parse_tool_choice.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseToolChoice("any"), { choice: { type: "required" } });
 * assert.deepEqual(parseToolChoice("get_weather"), { choice: { type: "tool", name: "get_weather" } });
 * assert.deepEqual(parseToolChoice({ tool: { name: "get_weather" } }), { choice: { type: "tool", name: "get_weather" } });
 * assert.deepEqual(parseToolChoice("generate"), { choice: { type: "required" }, execution: "generate" });
 * assert.deepEqual(parseToolChoice({ type: "auto", disable_parallel_tool_use: true }), {
 *   choice: { type: "auto" },
 *   parallel: false,
 * });
 * assert.equal(parseToolChoice({ type: "sometimes" }), undefined);
 * ```
 */
export function parseToolChoice(value: Json | undefined): ParsedToolChoice | undefined {
  if (typeof value === "string") return fromText(value.trim());
  return isJsonObject(value) ? fromObject(value) : undefined;
}

function fromText(text: string): ParsedToolChoice | undefined {
  if (text.startsWith("{")) {
    const json = parseJson(text);
    return isJsonObject(json) ? fromObject(json) : undefined;
  }
  const type = plainType(text);
  if (type !== undefined) return { choice: { type } };
  switch (text) {
    case "execute":
    case "generate":
      return { choice: { type: "required" }, execution: text };
    case "predict":
      return { choice: { type: "auto" }, execution: text };
  }
  const name = readName(text);
  return name === undefined || /\s/.test(name) ? undefined : { choice: { type: "tool", name } };
}

function fromObject(
  { disable_parallel_tool_use: onlyOne, ...value }: JsonObject,
): ParsedToolChoice | undefined {
  if (onlyOne !== undefined && typeof onlyOne !== "boolean") return undefined;
  const choice = fromUnion(value) ?? fromOpenAI(value) ?? fromBedrock(value) ?? fromGemini(value);
  return choice && (onlyOne ? { choice, parallel: false } : { choice });
}

// The union of core/tool_choice.ts, and with it Anthropic's {type:"auto"|"any"|"none"|"tool", name?} ----------------------

const toolName = z.string().check(z.minLength(1), z.maxLength(128));
const times = z.optional(z.enum(TIMES));
const union = z.union([
  z.strictObject({ type: z.enum(["auto", "none"]) }),
  z.strictObject({ type: z.literal("required"), times }),
  z.strictObject({ type: z.literal("tool"), name: toolName, times }),
  z.strictObject({
    type: z.literal("allowed"),
    names: z.array(toolName).check(z.minLength(1), z.maxLength(MAX_CHOICE_NAMES)),
    mode: z.enum(["auto", "required"]),
    times,
  }),
]);

function fromUnion(value: JsonObject): ToolChoice | undefined {
  return z.safeParse(union, { ...value, type: plainType(value.type) ?? value.type }).data;
}

/** The keywords of all APIs, in any case. */
function plainType(word: Json | undefined): "auto" | "none" | "required" | undefined {
  if (typeof word !== "string") return undefined;
  switch (word.toLowerCase()) {
    case "auto":
      return "auto";
    case "none":
      return "none";
    case "any":
    case "required":
      return "required";
  }
}

// {type:"function",function:{name}} (chat), {type:"function",name} (responses), allowed_tools in both shapes ---------------

function fromOpenAI(value: JsonObject): ToolChoice | undefined {
  if (value.type === "function") {
    const name = functionName(value);
    return name === undefined ? undefined : { type: "tool", name };
  }
  if (value.type !== "allowed_tools") return undefined;
  const { mode, tools } = isJsonObject(value.allowed_tools) ? value.allowed_tools : value;
  if (mode !== "auto" && mode !== "required") return undefined;
  const names = readNames(tools, functionName);
  return names === undefined || names.length === 0 ? undefined : { type: "allowed", names, mode };
}

function functionName(tool: Json): string | undefined {
  if (!isJsonObject(tool) || tool.type !== "function") return undefined;
  return readName(isJsonObject(tool.function) ? tool.function.name : tool.name);
}

// {auto:{}} | {any:{}} | {tool:{name}} -----------------------------------------------------------------------------------

function fromBedrock(value: JsonObject): ToolChoice | undefined {
  if (Object.keys(value).length !== 1) return undefined;
  if (isJsonObject(value.auto)) return { type: "auto" };
  if (isJsonObject(value.any)) return { type: "required" };
  const name = isJsonObject(value.tool) ? readName(value.tool.name) : undefined;
  return name === undefined ? undefined : { type: "tool", name };
}

// {mode:"AUTO"|"ANY"|"NONE"|"VALIDATED", allowedFunctionNames?}, bare or inside functionCallingConfig -----------------------

function fromGemini(value: JsonObject): ToolChoice | undefined {
  if (value.type !== undefined) return undefined; // choices of OpenAI and of the union have a mode too, beside a type
  const inner = value.functionCallingConfig ?? value.function_calling_config;
  const config = isJsonObject(inner) ? inner : value;
  const names = readNames(config.allowedFunctionNames ?? config.allowed_function_names ?? [], readName);
  if (names === undefined || typeof config.mode !== "string") return undefined;
  const [first] = names;
  switch (config.mode.toUpperCase()) {
    case "AUTO":
      return { type: "auto" };
    case "NONE":
      return { type: "none" };
    case "ANY":
      if (first === undefined) return { type: "required" };
      return names.length === 1
        ? { type: "tool", name: first }
        : { type: "allowed", names, mode: "required" };
    case "VALIDATED":
      return first === undefined ? { type: "auto" } : { type: "allowed", names, mode: "auto" };
    default:
      return undefined;
  }
}

// Names -----------------------------------------------------------------------------------------------------------------

function readName(value: Json | undefined): string | undefined {
  return z.safeParse(toolName, value).data;
}

/** The names in a list; undefined when it is no list, is too long, or has an item without a name. */
function readNames(
  list: Json | undefined,
  read: (item: Json) => string | undefined,
): string[] | undefined {
  if (!Array.isArray(list) || list.length > MAX_CHOICE_NAMES) return undefined;
  const names = list.map(read).filter((name) => name !== undefined);
  return names.length === list.length ? names : undefined;
}
