// Refusals of one tool for its definition, which the servers name by its place in the request or by its name.

import type { ToolSpec } from "../../../core/tool/tool_spec.ts";
import type { ToolChoice } from "../../../core/tool_choice.ts";
import type { Aliases } from "./tool_names.ts";

/**
 * Anthropic, and Claude elsewhere: "tools.3.custom.input_schema: JSON schema is invalid". OpenAI:
 * "Invalid type for 'tools[3].function.parameters'". Gemini: "tools[0].function_declarations[3].parameters...". Bedrock counts from 1 before
 * `member`. Other fields, such as `strict`, are the same in all tools.
 */
const PLACE =
  /\btools(?:[.[]\d+\]?\.function_?declarations)?[.[](\d+)\b\]?(\.member)?(?:\.(?:custom|function|toolSpec))?(?:\.(?:name|description|parameters|input_?schema)\b|(?![.\w[\]]))/i;

/** OpenAI, and those that repeat it: "Invalid schema for function 'search': ...". */
const NAME = /\bschema for function ['"`]([\w.-]+)/i;

/** The place stands at the beginning; a longer text repeats the request. */
const MAX_CHARS = 1000;

/** The tool of a request that the refusal names; undefined for none. */
export function findRefusedTool(
  message: string,
  tools: readonly ToolSpec[],
  { toWire }: Aliases,
): ToolSpec | undefined {
  const text = message.slice(0, MAX_CHARS);
  const [, name] = NAME.exec(text) ?? [];
  if (name !== undefined) return tools.find((tool) => toWire(tool.name) === name);
  const [, index, member] = PLACE.exec(text) ?? [];
  return index === undefined ? undefined : tools[Number(index) - (member === undefined ? 0 : 1)];
}

/** The choice without refused tools. One of these alone is none: the answer is compared with the choice that was wanted. */
export function withoutTools(choice: ToolChoice, refused: readonly string[]): ToolChoice {
  if (choice.type === "tool" && refused.includes(choice.name)) return { type: "auto" };
  if (choice.type !== "allowed") return choice;
  const names = choice.names.filter((name) => !refused.includes(name));
  return names.length === 0 ? { type: "auto" } : { ...choice, names };
}
