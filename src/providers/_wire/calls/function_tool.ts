// Tools and calls in the form of OpenAI's Chat Completions, which most protocols share.

import type { CallBlock } from "../../../core/entry.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { ChoiceRequest } from "../../../core/model/provider.ts";
import type { Aliases } from "./tool_names.ts";
import { toWireTool } from "./tool_schema.ts";

/** A tool as a request offers it; `parameters` is a JSON Schema. */
export interface FunctionTool {
  type: "function";
  function: { name: string; description: string; parameters: JsonObject };
}

/** A call as a history repeats it; `arguments` is JSON text. */
export interface FunctionCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** The tools of a request; undefined for a request without tools, so that the field is left out. */
export function toFunctionTools(
  { tools, writer }: Pick<ChoiceRequest, "tools" | "writer">,
  aliases: Aliases,
): FunctionTool[] | undefined {
  if (tools.length === 0) return undefined;
  return tools.map((tool) => ({ type: "function", function: toWireTool(tool, aliases, writer) }));
}

/** A call of the history. `toArgs` makes its argument text legal for the server. */
export function toFunctionCall(
  { id, name, args }: CallBlock,
  aliases: Aliases,
  toArgs: (args: string) => string,
): FunctionCall {
  return { id, type: "function", function: { name: aliases.toWire(name), arguments: toArgs(args) } };
}
