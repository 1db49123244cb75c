// The two tools through which a model finds and calls tools that its request does not have.

import { isJsonObject, parseJson } from "../../core/json.ts";
import type { Tool, ToolContext } from "../../core/tool.ts";
import type { FoundTool } from "../../core/tool/found_tools.ts";
import { ToolError } from "../../core/tool/tool_error.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "../../core/tool/tool_selection.ts";

/** Finds tools for a query in words, the best first. */
export type FindTools = (query: string, context: ToolContext) => Promise<readonly FoundTool[]>;

/** `search_tools`: what it returns is read as any output of a tool, so descriptions by strangers have no other voice in it. */
export function searchTools(find: FindTools): Tool {
  return {
    name: SEARCH_TOOLS,
    description:
      `Finds further tools. Use it when none of your tools fits: say in a few words what is to be done. It returns the best tools with ` +
      `their descriptions and the JSON Schemas of their arguments; call one by its name where it is among your tools by then, else ` +
      `through ${CALL_TOOL}. It returns no tools when there are ` +
      "none, and it does nothing by itself.",
    parameters: {
      type: "object",
      properties: {
        query: {
          type: "string",
          minLength: 1,
          maxLength: 1_000,
          description: "What is to be done, in a few words.",
        },
      },
      required: ["query"],
      additionalProperties: false,
    },
    effect: "pure",
    timeoutMs: 30_000,
    maxOutputBytes: 65_536,
    needsApproval: false,
    wantsThread: false,
    finds: true,
    async run({ query }, context) {
      const found = await find(String(query), context);
      return found.length === 0
        ? "There is no tool for this. Try other words, or go on without it."
        : JSON.parse(JSON.stringify({ tools: takeFitting(found) }));
    },
  };
}

/** UTF-8 bytes of JSON that a search returns at most: an output that is cut is none, and defines no tool. */
const MOST_BYTES = 60_000;

/** The best that fit whole. A tool whose definition does not fit by itself is left out. */
function takeFitting(found: readonly FoundTool[]): readonly FoundTool[] {
  let left = MOST_BYTES;
  return found.filter((tool) => {
    const bytes = new TextEncoder().encode(JSON.stringify(tool)).length + 1;
    const fits = bytes <= left;
    if (fits) left -= bytes;
    return fits;
  });
}

/** `call_tool`. Its calls become calls of the tools that they name; what comes here names none. */
export const callTool: Tool = {
  name: CALL_TOOL,
  description:
    `Calls a tool that ${SEARCH_TOOLS} has found, by its name and with arguments that fit its schema. The result is that of the tool.`,
  parameters: {
    type: "object",
    properties: {
      name: { type: "string", description: `The name of a tool that ${SEARCH_TOOLS} has found.` },
      arguments: { type: "object", description: "The arguments of that tool." },
    },
    required: ["name", "arguments"],
    additionalProperties: false,
  },
  effect: "pure",
  timeoutMs: 30_000,
  maxOutputBytes: 65_536,
  needsApproval: false,
  wantsThread: false,
  run: () =>
    Promise.reject(
      new ToolError(
        "invalid_arguments",
        `${CALL_TOOL} takes the name of another tool and its arguments, as an object.`,
      ),
    ),
};

/** A tool as a search returns it, in a group of the catalogue where it has one. */
export function toFound(
  { name, description, parameters }: Pick<Tool, "name" | "description" | "parameters">,
  category: string | undefined,
): FoundTool {
  const json = parseJson(JSON.stringify(parameters));
  return {
    name,
    description,
    parameters: isJsonObject(json) ? json : {},
    category,
  };
}
