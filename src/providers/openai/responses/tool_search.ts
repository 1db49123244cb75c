// Tool search of OpenAI Responses, executed by the client: the model searches by a `tool_search_call`, and the `tool_search_output` has the
// definitions, which the API appends to the model's context, so that prompt caches stay valid. Source:
// developers.openai.com/api/docs/guides/tools-tool-search, as of 2026-11-26, and ToolSearchTool, ToolSearchCall and
// ResponseToolSearchOutputItemParam of openai 7.55.0.

import type OpenAI from "openai";
import type { CallBlock } from "../../../core/entry.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../core/json.ts";
import type { ToolMessage } from "../../../core/model/provider.ts";
import type { ToolSpec } from "../../../core/tool/tool_spec.ts";
import type { FoundTool } from "../../../core/tool/found_tools.ts";
import { bridgeText } from "../../../core/tool/bridge.ts";
import { CALL_TOOL } from "../../../core/tool/tool_selection.ts";
import { type Aliases, createAliases } from "../../_wire/calls/tool_names.ts";
import { toWireTool } from "../../_wire/calls/tool_schema.ts";
import { readDefinedTools, type SearchStyle } from "../../_wire/found_tools.ts";
import { toName } from "../../_wire/json_fields.ts";

type InputItem = OpenAI.Responses.ResponseInputItem;

/** A function as a request defines it. */
export function toFunction(
  tool: ToolSpec,
  aliases: Aliases,
  writer: number | undefined,
): OpenAI.Responses.FunctionTool {
  return {
    type: "function",
    ...toWireTool(tool, aliases, writer),
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
    tools: inNamespaces(readDefinedTools(text, style), aliases, style),
  };
}

type SearchResult = OpenAI.Responses.ResponseToolSearchOutputItemParam["tools"][number];

/** In the order of the first tool of each category. */
function inNamespaces(
  tools: readonly FoundTool[],
  aliases: Aliases,
  { writer }: SearchStyle,
): SearchResult[] {
  const toDeferred = (tool: ToolSpec) => ({ ...toFunction(tool, aliases, writer), defer_loading: true });
  return tools.flatMap((tool): SearchResult[] => {
    const { category } = tool;
    if (category === undefined) return [toDeferred(tool)];
    const group = tools.filter((each) => each.category === category);
    if (group[0] !== tool) return [];
    return [{
      type: "namespace",
      name: toNamespace(category),
      description: `Tools of the category ${category}.`,
      tools: group.map(toDeferred),
    }];
  });
}

/** No built-in namespace has such a name: one of the name `file_search` is refused (microsoft/vscode#313033). */
function toNamespace(category: string): string {
  const name = `${NAMES.toWire(category)}_tools`;
  return name.length <= MOST_NAME ? name : NAMES.toWire(`${name} of tools`);
}

const NAMES = createAliases([]);
/** Characters that a name has at most: FunctionTool.name of openai 7.55.0. */
const MOST_NAME = 64;

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

/**
 * A call of a function, as it goes back. Where a search before it has found the function, it has the namespace of its category. For one
 * that has none it is that of the wire, else the function's own name (the guide, "Loaded function call"). A function that the request defines
 * nowhere before the call, such as one whose search has left the window, is called through the bridge: whatever finds it later, this text
 * stays, and has no namespace that there is not.
 */
export function toFunctionCall(
  { id, name, args }: CallBlock,
  data: Json | undefined,
  { aliases, search }: { readonly aliases: Aliases; readonly search: SearchStyle | undefined },
): InputItem {
  const call = { type: "function_call" as const, call_id: id };
  const plain = { ...call, name: aliases.toWire(name), arguments: args };
  if (search === undefined || search.direct.has(name)) return plain;
  const found = search.found.find((tool) => tool.name === name);
  if (found !== undefined && !found.calledBefore.includes(id)) {
    const { category } = found;
    const own = () => (isJsonObject(data) ? readNamespace(data) : undefined)?.namespace ?? plain.name;
    return { ...plain, namespace: category === undefined ? own() : toNamespace(category) };
  }
  if (!search.direct.has(CALL_TOOL)) return plain;
  const whole = isJsonObject(parseJson(args)) ? args : JSON.stringify(args);
  return { ...call, name: CALL_TOOL, arguments: bridgeText(name, whole) };
}
