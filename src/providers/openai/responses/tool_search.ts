// Tool search of OpenAI Responses, executed by the client: the model asks by a `tool_search_call`, and the `tool_search_output` has the
// definitions, which the API shows to the model at the end of its context, so that prompt caches hold. Source:
// developers.openai.com/api/docs/guides/tools-tool-search, as of 2026-11-26, and ToolSearchTool, ToolSearchCall and
// ResponseToolSearchOutputItemParam of openai 7.55.0.

import type OpenAI from "openai";
import type { CallBlock } from "../../../core/entry.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../core/json.ts";
import type { ToolMessage } from "../../../core/model/provider.ts";
import type { ToolSpec } from "../../../core/tool/tool_spec.ts";
import type { FoundTool } from "../../../core/tool/found_tools.ts";
import { type Aliases, createAliases } from "../../_wire/calls/tool_names.ts";
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

/**
 * What a search has found, the tools of one category together in a namespace: the models "have primarily been trained to search" those. An
 * output has no place for words: one without tools says that there are none.
 */
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
    tools: inNamespaces(definedBy(text, style), aliases),
  };
}

type SearchResult = OpenAI.Responses.ResponseToolSearchOutputItemParam["tools"][number];

/** In the order of the first tool of each category. */
function inNamespaces(tools: readonly FoundTool[], aliases: Aliases): SearchResult[] {
  return tools.flatMap((tool): SearchResult[] => {
    const { category } = tool;
    if (category === undefined) return [toDeferred(tool, aliases)];
    const group = tools.filter((each) => each.category === category);
    if (group[0] !== tool) return [];
    return [{
      type: "namespace",
      name: namespaceOf(category),
      description: `Tools of the category ${category}.`,
      tools: group.map((each) => toDeferred(each, aliases)),
    }];
  });
}

function toDeferred(tool: ToolSpec, aliases: Aliases): OpenAI.Responses.FunctionTool {
  return { ...toFunction(tool, aliases), defer_loading: true };
}

/** No built-in namespace has such a name: one of the name `file_search` is refused (microsoft/vscode#313033). */
function namespaceOf(category: string): string {
  return `${NAMES.toWire(category).slice(0, 56)}_tools`;
}

const NAMES = createAliases([]);

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

/** The same of a call in the history: what was kept, else that of the search which has found the tool. */
export function toNamespace(
  tool: string,
  data: Json | undefined,
  search: SearchStyle | undefined,
): { readonly namespace?: string } {
  const kept = isJsonObject(data) ? readNamespace(data) : undefined;
  if (kept !== undefined) return { namespace: kept.namespace };
  const category = search?.found.find(({ name }) => name === tool)?.category;
  return category === undefined ? {} : { namespace: namespaceOf(category) };
}
