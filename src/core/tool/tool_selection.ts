// Tools of an agent beyond those that its requests begin with: the two by which they are found and called, and what makes them.

import type { Tool } from "../tool.ts";
import type { ThreadToolSource } from "./thread_tools.ts";

/** The tool through which a model calls tools that its request does not have: `{"name": "...", "arguments": {...}}`. */
export const CALL_TOOL = "call_tool";

/** The tool that finds such tools. */
export const SEARCH_TOOLS = "search_tools";

/** True for the name of one of the two: no other tool has it where an agent has a source of tools. */
export function isBridgeName(name: string): boolean {
  return name === SEARCH_TOOLS || name === CALL_TOOL;
}

/** True for one of the two: a search runs nothing, and a call is one of the tool that it names. A tool with effects is neither. */
export function isBridgeTool({ name, effect }: Pick<Tool, "name" | "effect">): boolean {
  return isBridgeName(name) && effect === "pure";
}

/** A catalogue of tools; `toolSelection` of the entry `selection` makes one. */
export type ToolSelection = ThreadToolSource & Required<Pick<ThreadToolSource, "settings" | "env">>;
