// Tool search of OpenAI Responses, executed by the client: the model asks by a `tool_search_call`, and the `tool_search_output` has the
// definitions, which the API shows to the model at the end of its context, so that prompt caches hold. Source:
// developers.openai.com/api/docs/guides/tools-tool-search, as of 2026-11-26, and ToolSearchTool, ToolSearchCall and
// ResponseToolSearchOutputItemParam of openai 7.55.0.

import type OpenAI from "openai";
import type { CallBlock } from "../../../core/entry.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../core/json.ts";
import type { ToolMessage } from "../../../core/model/provider.ts";
import type { ToolSpec } from "../../../core/tool/tool_spec.ts";
import type { Aliases } from "../../_wire/calls/tool_names.ts";
import { definedBy, type SearchStyle } from "../../_wire/found_tools.ts";
import { toName } from "../../_wire/json_fields.ts";

type InputItem = OpenAI.Responses.ResponseInputItem;

/** A function as a request defines it. */
export function toFunction(tool: ToolSpec, aliases: Aliases): OpenAI.Responses.FunctionTool {
  return {
    type: "function",
    name: aliases.toWire(tool.name),
    description: tool.description,
    parameters: tool.parameters,
    // Unlike in chat, the default is true, and most schemas do not meet its conditions.
    strict: false,
  };
}

/** The tool that searches. The API gives it no name. */
export function toSearchTool({ description, parameters }: ToolSpec): OpenAI.Responses.ToolSearchTool {
  return { type: "tool_search", execution: "client", description, parameters };
}

/** A search of the model, as it goes back. */
export function toSearchCall({ id, args }: CallBlock): InputItem {
  const json = parseJson(args);
  return {
    type: "tool_search_call",
    call_id: id,
    execution: "client",
    status: "completed",
    arguments: isJsonObject(json) ? json : {},
  };
}

/** What a search has found. An output has no place for words: one without tools says that there are none. */
export function toSearchOutput(
  { callId, text }: Pick<ToolMessage, "callId" | "text">,
  style: SearchStyle,
  aliases: Aliases,
): InputItem {
  return {
    type: "tool_search_output",
    call_id: callId,
    execution: "client",
    status: "completed",
    tools: definedBy(text, style).map((tool) => ({ ...toFunction(tool, aliases), defer_loading: true })),
  };
}

/** What is kept of a call that the model has named with a namespace. */
export type CallNamespace = { type: "function_call"; namespace: string };

/**
 * The namespace of a call, from the wire: the API shows a function that was found in one, and refuses the call without it ("Round-trip
 * the model's function_call item with its namespace field included", github/copilot-cli#4519).
 */
export function readNamespace({ type, namespace }: JsonObject): CallNamespace | undefined {
  const name = type === "function_call" ? toName(namespace) : undefined;
  return name === undefined ? undefined : { type: "function_call", namespace: name };
}

/** The same from what was kept. */
export function toNamespace(data: Json | undefined): { readonly namespace?: string } {
  const kept = isJsonObject(data) ? readNamespace(data) : undefined;
  return kept === undefined ? {} : { namespace: kept.namespace };
}
