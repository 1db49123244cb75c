// ToolChoice: what the model may do about tools, one meaning for every provider; and how a choice was enforced.

import { isJsonObject, type Json, parseJson } from "./json.ts";
import type { ToolSpec } from "./tool.ts";
import { anyOf, check, list, object, oneOf, optional, type Shape, text } from "./shape.ts";

/** How long a forced choice lasts. `once`: satisfied once, the next plan is auto. */
export type Times = "once" | "always";

/** Row C1. `required` is also spelled "any". */
export type ToolChoice =
  | { type: "auto" }
  | { type: "none" }
  | { type: "required"; times?: Times | undefined }
  | { type: "tool"; name: string; times?: Times | undefined }
  | { type: "allowed"; names: string[]; mode: "auto" | "required"; times?: Times | undefined };

/** Who runs a chosen tool: nobody, we (its output is the answer), we (the model answers from it), or the ReAct loop. */
export type Execution = "predict" | "execute" | "generate" | "loop";

export const EXECUTIONS = ["predict", "execute", "generate", "loop"] as const satisfies readonly Execution[];

const times = optional(oneOf(["once", "always"]));
const toolName = text({ least: 1, most: 128 });

/** The union as JSON, without sugar. */
const ours: Shape<ToolChoice> = anyOf([
  object({ type: oneOf(["auto"]) }),
  object({ type: oneOf(["none"]) }),
  object({ type: oneOf(["required"]), times }),
  object({ type: oneOf(["tool"]), name: toolName, times }),
  object({ type: oneOf(["allowed"]), names: list(toolName, 1), mode: oneOf(["auto", "required"]), times }),
], "must be a tool choice");

/** A spelling of a choice, understood: the choice, and the execution when the spelling named one. */
export interface ParsedToolChoice {
  readonly choice: ToolChoice;
  readonly execution?: Execution;
}

/**
 * Understands every spelling in use: ours, "auto" | "none" | "required" | "any", "execute" | "generate" | "predict",
 * a bare tool name, the objects of OpenAI (nested and flat, allowed_tools too), Anthropic, Bedrock and Gemini, and any of
 * these as JSON text (for environment variables). Returns undefined for what is none of them.
 *
 * A tool that bears a reserved word as its name can be chosen with the object form only.
 *
 * @example
 * ```ts
 * import { parseToolChoice } from "./tool_choice.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseToolChoice("any"), { choice: { type: "required" } });
 * assert.deepEqual(parseToolChoice("get_weather"), { choice: { type: "tool", name: "get_weather" } });
 * assert.deepEqual(parseToolChoice({ tool: { name: "get_weather" } }), { choice: { type: "tool", name: "get_weather" } });
 * assert.deepEqual(parseToolChoice("generate"), { choice: { type: "required" }, execution: "generate" });
 * assert.equal(parseToolChoice({ type: "sometimes" }), undefined);
 * ```
 */
export function parseToolChoice(value: Json | undefined): ParsedToolChoice | undefined {
  if (typeof value === "string") return fromWord(value.trim());
  if (!isJsonObject(value)) return undefined;
  const own = check(ours, value);
  if (own.ok) return { choice: own.value };
  const choice = fromOpenAI(value) ?? fromAnthropic(value) ?? fromBedrock(value) ??
    fromGemini(value);
  return choice && { choice };
}

function fromWord(word: string): ParsedToolChoice | undefined {
  switch (word) {
    case "auto":
      return { choice: { type: "auto" } };
    case "none":
      return { choice: { type: "none" } };
    case "any":
    case "required":
      return { choice: { type: "required" } };
    case "execute":
    case "generate":
      return { choice: { type: "required" }, execution: word };
    case "predict":
      return { choice: { type: "auto" }, execution: word };
    case "":
      return undefined;
  }
  if (word.startsWith("{")) {
    const json = parseJson(word);
    return isJsonObject(json) ? parseToolChoice(json) : undefined;
  }
  return check(toolName, word).ok && !/\s/.test(word) ? { choice: { type: "tool", name: word } } : undefined;
}

// {type:"function",function:{name}} (chat), {type:"function",name} (responses), allowed_tools in both shapes.
function fromOpenAI(value: { [key: string]: Json }): ToolChoice | undefined {
  if (value.type === "function") {
    const name = isJsonObject(value.function) ? value.function.name : value.name;
    return typeof name === "string" && name !== "" ? { type: "tool", name } : undefined;
  }
  if (value.type !== "allowed_tools") return undefined;
  const list = isJsonObject(value.allowed_tools) ? value.allowed_tools : value;
  if (!Array.isArray(list.tools) || (list.mode !== "auto" && list.mode !== "required")) return undefined;
  const names: string[] = [];
  for (const tool of list.tools) {
    const chosen = isJsonObject(tool) ? fromOpenAI(tool) : undefined;
    if (chosen?.type !== "tool") return undefined;
    names.push(chosen.name);
  }
  return names.length === 0 ? undefined : { type: "allowed", names, mode: list.mode };
}

// {type:"auto"|"any"|"tool"|"none", disable_parallel_tool_use?}
function fromAnthropic(value: { [key: string]: Json }): ToolChoice | undefined {
  switch (value.type) {
    case "any":
      return { type: "required" };
    case "auto":
    case "none":
      return "disable_parallel_tool_use" in value ? { type: value.type } : undefined;
    case "tool":
      return typeof value.name === "string" && value.name !== "" && "disable_parallel_tool_use" in value
        ? { type: "tool", name: value.name }
        : undefined;
    default:
      return undefined;
  }
}

// {auto:{}} | {any:{}} | {tool:{name}}
function fromBedrock(value: { [key: string]: Json }): ToolChoice | undefined {
  const keys = Object.keys(value);
  if (keys.length !== 1) return undefined;
  if (isJsonObject(value.auto)) return { type: "auto" };
  if (isJsonObject(value.any)) return { type: "required" };
  if (isJsonObject(value.tool) && typeof value.tool.name === "string" && value.tool.name !== "") {
    return { type: "tool", name: value.tool.name };
  }
  return undefined;
}

// {mode:"AUTO"|"ANY"|"NONE"|"VALIDATED", allowedFunctionNames?}, bare or inside functionCallingConfig
function fromGemini(value: { [key: string]: Json }): ToolChoice | undefined {
  const config = isJsonObject(value.functionCallingConfig) ? value.functionCallingConfig : value;
  const allowed = config.allowedFunctionNames;
  const names = Array.isArray(allowed) ? allowed.filter((name) => typeof name === "string") : [];
  const [only] = names;
  switch (config.mode) {
    case "AUTO":
      return { type: "auto" };
    case "NONE":
      return { type: "none" };
    case "ANY":
      if (only === undefined) return { type: "required" };
      return names.length === 1 ? { type: "tool", name: only } : { type: "allowed", names, mode: "required" };
    case "VALIDATED":
      return only === undefined ? { type: "auto" } : { type: "allowed", names, mode: "auto" };
    default:
      return undefined;
  }
}

/** True when the choice makes the model call something. */
export function isForced(choice: ToolChoice): boolean {
  return choice.type === "required" || choice.type === "tool" ||
    (choice.type === "allowed" && choice.mode === "required");
}

/** Which of the tools the choice lets the model call. */
export function permits(choice: ToolChoice, toolName: string): boolean {
  switch (choice.type) {
    case "none":
      return false;
    case "tool":
      return choice.name === toolName;
    case "allowed":
      return choice.names.includes(toolName);
    case "auto":
    case "required":
      return true;
  }
}

/** A fact about degraded or surprising behaviour that did not stop the step. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** How the effective choice is held: by the provider, by sending fewer tools, by a line in the prompt, by sending no tools. */
export type Enforcement = "native" | "filtered" | "prompted" | "withheld" | "none";

/** Where a choice came from, in the order of precedence (row C1). */
export type ChoiceSource =
  | "execution"
  | "request"
  | "condition"
  | "policy"
  | "agent"
  | "gateway"
  | "environment"
  | "reset"
  | "default";

/**
 * How an answer violates its choice. `missing`: a call was required. `forbidden`: calls under none. `wrong_tool`: a call that
 * the choice does not permit. `too_many`: several calls although one at most was asked for.
 */
export type Violation = "missing" | "forbidden" | "wrong_tool" | "too_many";

/** Whether an answer kept to its choice. `cut`: it ended too early to be judged, at a limit, a filter or a cancel. */
export type ChoiceOutcome =
  | { readonly type: "satisfied" }
  | { readonly type: "violated"; readonly how: Violation }
  | { readonly type: "cut" };

/** How a choice is held with the model at hand: what choice/enforce.ts makes of it. */
export interface EnforcedChoice {
  /** What goes onto the wire: a choice that the model takes, as far as is known. */
  readonly choice: ToolChoice;
  /** The tools that are sent, in order. */
  readonly tools: readonly ToolSpec[];
  /** False where at most one call is wanted and the API has a flag for it. */
  readonly parallel: false | undefined;
  /** A line for the model, where the wire cannot say it. */
  readonly hint: string | undefined;
  readonly enforcement: Enforcement;
  /** Why this enforcement, in one clause. */
  readonly because: string;
  readonly warnings: readonly Warning[];
}

/** What was asked for, what was sent, how it is enforced, and why: in the first event and in the answer of every step. */
export interface EffectiveChoice {
  readonly requested: ToolChoice;
  readonly source: ChoiceSource;
  /** The value of the wire's tool-choice field; null when the field is left out. */
  readonly sent: Json;
  /** Names of the tools put on the wire, in order. */
  readonly toolsSent: readonly string[];
  readonly enforcement: Enforcement;
  /** Why this choice, and why this enforcement. */
  readonly because: string;
  readonly warnings: readonly Warning[];
}
