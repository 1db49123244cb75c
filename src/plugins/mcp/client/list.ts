// The list of a server's tools, as it is kept: what becomes tools of an agent, and what shows that a tool has changed.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../core/json.ts";
import { boundProblem } from "../../../core/json_schema/bounds.ts";
import { toPointer } from "../../../core/problems.ts";
import { canonicalJson, fnv64 } from "../../../core/text/hash.ts";
import { readToolUi, type ToolUi } from "./apps/tool_ui.ts";
import type { ProtocolVersion } from "./protocol_version.ts";
import { readProtocolVersion } from "./protocol_version.ts";

/** What a server declares about a tool. A missing hint means what the protocol says it means. */
export interface McpAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
}

/** A tool of a server. */
export interface McpTool {
  /** The server's name of it. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly annotations: McpAnnotations;
  /** The server takes calls of it as tasks alone (2025-11-25). */
  readonly execution?: { readonly taskSupport: "required" };
  /** What its server says of apps; missing where it says nothing. */
  readonly _meta?: { readonly ui: ToolUi };
}

/** A list with its time, as the store keeps it. */
export interface McpList {
  /** The settings that decide which list it is: another URL is another list. */
  readonly of: string;
  readonly tools: readonly McpTool[];
  /** How the server is spoken to. */
  readonly era: ProtocolVersion;
  /** Epoch milliseconds at which it was read, and until which it counts. */
  readonly at: number;
  readonly until: number;
  /** The tools that differ from an earlier list, by name, with the time at which that was found. */
  readonly changed: Readonly<Record<string, number>>;
  /** Tools that the server has and the list has not, with the reason. */
  readonly left: readonly string[];
}

/** Most characters of a description: it is part of every request to a model. */
const DESCRIPTION = 4_000;
/** Most characters of a schema as JSON. */
const SCHEMA = 32_000;

/** A tool of a `tools/list` answer; a text says why it is left out. */
export function readTool(tool: Json | undefined): McpTool | string {
  if (!isJsonObject(tool) || typeof tool.name !== "string" || tool.name === "") {
    return "a tool without a name is left out";
  }
  const { name, description, title, inputSchema, annotations, execution, _meta } = tool;
  const ui = readToolUi(_meta);
  const isTask = isJsonObject(execution) && execution.taskSupport === "required";
  if (!isJsonObject(inputSchema)) return `${quoteName(name)} is left out: its inputSchema is no object`;
  if (inputSchema.type !== undefined && inputSchema.type !== "object") {
    return `${quoteName(name)} is left out: its inputSchema is not that of an object`;
  }
  if (JSON.stringify(inputSchema).length > SCHEMA) {
    return `${quoteName(name)} is left out: its inputSchema is longer than ${SCHEMA} characters`;
  }
  const problem = boundProblem(inputSchema);
  if (problem !== undefined) {
    const place = `inputSchema${toPointer(problem.path)}`;
    return `${quoteName(name)} is left out: its ${place.slice(0, 200)} ${problem.detail}`;
  }
  const words = typeof description === "string" ? description : typeof title === "string" ? title : "";
  return {
    name,
    description: words.length <= DESCRIPTION
      ? words.toWellFormed()
      : `${words.slice(0, DESCRIPTION - 2).toWellFormed()} …`,
    inputSchema,
    annotations: readAnnotations(annotations),
    execution: isTask ? { taskSupport: "required" } : undefined,
    _meta: ui && { ui },
  };
}

/** A server's name of a tool in a message. */
export function quoteName(name: string): string {
  return JSON.stringify(name.length <= 80 ? name : `${name.slice(0, 80)}…`);
}

function readAnnotations(annotations: Json | undefined): McpAnnotations {
  if (!isJsonObject(annotations)) return {};
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  return {
    readOnlyHint: typeof readOnlyHint === "boolean" ? readOnlyHint : undefined,
    destructiveHint: typeof destructiveHint === "boolean" ? destructiveHint : undefined,
    idempotentHint: typeof idempotentHint === "boolean" ? idempotentHint : undefined,
  };
}

/** What a person has seen of a tool, as one word. */
function hashTool({ description, inputSchema, annotations, execution, _meta }: McpTool): string {
  const said = {
    description,
    inputSchema,
    annotations: { ...annotations },
    ...(_meta && { ui: JSON.stringify(_meta.ui) }),
  };
  return fnv64(canonicalJson(execution === undefined ? said : { ...said, task: true }));
}

/** The names of the tools that both lists have and that are not the same in both. */
export function findChangedTools(earlier: readonly McpTool[], later: readonly McpTool[]): readonly string[] {
  const known = new Map(earlier.map((tool) => [tool.name, hashTool(tool)]));
  return later.filter((tool) => (known.get(tool.name) ?? hashTool(tool)) !== hashTool(tool))
    .map(({ name }) => name);
}

/** True when both lists have the same tools. */
export function sameTools(one: readonly McpTool[], other: readonly McpTool[]): boolean {
  return one.length === other.length &&
    one.every((tool, index) => tool.name === other[index]?.name) && findChangedTools(one, other).length === 0;
}

/** A stored text as a list; undefined for one of other settings or of another form. */
export function readList(text: string, of: string): McpList | undefined {
  const json = parseJson(text);
  if (!isJsonObject(json) || json.of !== of || !Array.isArray(json.tools)) return undefined;
  const protocolVersion = readProtocolVersion(json.era);
  const { at, until, changed, left } = json;
  if (protocolVersion === undefined || typeof at !== "number" || typeof until !== "number") return undefined;
  const tools = json.tools.map(readTool).filter((tool) => typeof tool !== "string");
  return {
    of,
    tools,
    era: protocolVersion,
    at,
    until,
    changed: Object.fromEntries(
      Object.entries(isJsonObject(changed) ? changed : {}).filter((entry): entry is [string, number] =>
        typeof entry[1] === "number"
      ),
    ),
    left: (Array.isArray(left) ? left : []).filter((line) => typeof line === "string"),
  };
}
