// Tools of an agent beyond those that its requests begin with: the two by which they are found and called, and what makes them.

import type { ThreadToolSource } from "./thread_tools.ts";

/** The tool through which a model calls tools that its request does not have: `{"name": "...", "arguments": {...}}`. */
export const CALL_TOOL = "call_tool";

/** The tool that finds such tools. */
export const SEARCH_TOOLS = "search_tools";

/** A catalogue of tools; `toolSelection` of the entry `selection` makes one. */
export type ToolSelection = ThreadToolSource & Required<Pick<ThreadToolSource, "settings" | "env">>;
