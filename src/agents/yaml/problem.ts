// What an agent file is read with, and one problem of it.

import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { Problem } from "../../core/error.ts";
import type { McpServerSource } from "./mcp_schema.ts";
import type { Position } from "./text.ts";

/** How an agent file is read. */
export interface AgentYamlOptions {
  /** How errors call the file. */
  readonly file: string;
  /** The tools there are to refer to; left out, names are not checked. */
  readonly tools?: readonly ToolSpec[];
  /** The names of the drivers there are; left out, any is taken. */
  readonly drivers?: readonly string[];
  /** The names of the providers there are; left out, any is taken. */
  readonly providers?: readonly string[];
  /** What is wrong with an MCP server; left out, none is checked. */
  readonly serverProblems?: (server: McpServerSource) => readonly ServerProblem[];
}

/** What is wrong with an MCP server, and what mends it where that is no correction of the file. */
export interface ServerProblem extends Problem {
  readonly fix?: string;
}

/** One wrong place in a file. */
export interface YamlProblem extends Position {
  readonly file: string;
  /** `spec.planner.config.tool_descriptions[1].name`; empty for the file as a whole. */
  readonly path: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do. */
  readonly fix: string;
}
