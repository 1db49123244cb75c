// System messages in the middle of a conversation, as strict as the API documents them (platform.claude.com
// build-with-claude/mid-conversation-system-messages, 2026-11): their places, and the tools that they add and withdraw.
import { isRecord } from "../openai/reply.ts";
import type { WireRefusal } from "../refusal.ts";
import { checkKeys, invalid, notOf, refuse, stringAt } from "./refusals.ts";

/** The betas of a request; undefined where only a body is looked at. */
export type Betas = ReadonlySet<string> | undefined;

/** A message with what counts here. */
export interface PlacedMessage {
  readonly role: string;
  readonly blocks: readonly (Record<string, unknown> & { readonly type: string })[];
}

const CHANGES = ["mid-conversation-tool-changes-2026-07-01", "inline-tools-2026-09-15"];
const DEFINES = "inline-tools-2026-09-15";
const CLEARS = "mid-conversation-system-clear-at-2026-08-21";
/** The last two are sent by @ai-sdk/anthropic 4.0.105, for tools without and with examples. */
const OTHERS = [
  "thinking-binding-controls-2026-08-01",
  "compact-2026-09-04",
  "context-management-2025-06-27",
  "structured-outputs-2025-11-13",
  "advanced-tool-use-2025-11-20",
];
const KNOWN = [...CHANGES, CLEARS, ...OTHERS];

/** The betas of the header; refuses one that the API does not have. */
export function readBetas(headers: Headers): ReadonlySet<string> {
  const betas = new Set((headers.get("anthropic-beta") ?? "").split(",").map((beta) => beta.trim()));
  betas.delete("");
  const unknown = [...betas].filter((beta) => !KNOWN.includes(beta));
  if (unknown.length === 0) return betas;
  const named = unknown.map((beta) => `\`${beta}\``).join(", ");
  const what =
    "Please consult our documentation at platform.claude.com/docs or try again without the header.";
  throw invalid(`Unexpected value(s) ${named} for the \`anthropic-beta\` header. ${what}`);
}

/** Refuses `clear_at` where it does not belong, and what such a message may not have. */
export function checkClearAt(message: Record<string, unknown>, path: string, betas: Betas): void {
  const { role, content, clear_at: clears } = message;
  if (clears === undefined) return;
  if (betas?.has(CLEARS) === false) throw invalid(`${path}.clear_at: Extra inputs are not permitted`);
  if (role !== "system") {
    throw invalid(`${path}.clear_at: clear_at is only permitted on role 'system' messages`);
  }
  if (clears !== "next_user_message" && clears !== "never") {
    throw invalid(`${path}.clear_at: Input should be 'next_user_message' or 'never'`);
  }
  if (clears === "never" || !Array.isArray(content)) return;
  for (const [index, block] of content.entries()) {
    if (!isRecord(block)) continue;
    const scoped = "a turn-scoped system message";
    if (block.type !== "text") {
      throw invalid(`${path}: ${scoped} supports text blocks only (clear_at: 'next_user_message')`);
    }
    if ("cache_control" in block) {
      const where = `${path}.content.${index}`;
      throw invalid(`${where}: cache_control is not permitted on ${scoped} (clear_at: 'next_user_message')`);
    }
  }
}

/** The kinds of blocks that a system message has under these betas. */
export function systemKinds(betas: Betas): readonly string[] {
  return betas === undefined || CHANGES.some((beta) => betas.has(beta))
    ? ["text", "tool_addition", "tool_removal"]
    : ["text"];
}

/** Refuses a change of tools that has not the form of one; `checkTool` reads a definition. */
export function checkChange(
  { type, tool }: Record<string, unknown>,
  path: string,
  betas: Betas,
  checkTool: (definition: unknown, path: string) => void,
): void {
  if (!isRecord(tool)) throw notOf(`${path}.tool`, "dictionary");
  if (tool.type === "tool_reference") {
    checkKeys(tool, ["type", "name"], `${path}.tool.tool_reference`);
    stringAt(tool.name, `${path}.tool.tool_reference.name`);
    return;
  }
  const tags = ["tool_reference", "mcp_tool_reference", "mcp_toolset_reference"];
  const defines = type === "tool_addition" && betas?.has(DEFINES) !== false;
  if (tool.type === "tool_definition" && defines) {
    checkKeys(tool, ["type", "definition"], `${path}.tool.tool_definition`);
    return checkTool(tool.definition, `${path}.tool.tool_definition.definition`);
  }
  const expected = (defines ? [...tags, "tool_definition"] : tags).map((tag) => `'${tag}'`).join(", ");
  throw invalid(
    `${path}.tool: Input tag '${tool.type}' found using 'type' does not match any of the expected tags: ${expected}`,
  );
}

const ANYWHERE = "the directive-only form (content: [] with output_config) is accepted at any position";

/** Refuses system messages in other places than behind a user's and before an answer or at the end; several in a row are one. */
export function checkPlaces(messages: readonly PlacedMessage[]): void {
  for (const [index, { role }] of messages.entries()) {
    if (role !== "system") continue;
    const before = messages[index - 1]?.role;
    if (before === "system") continue;
    if (before !== "user") {
      const where = "must follow a 'user' message or an 'assistant' message ending in a server tool result";
      throw invalid(`messages.${index}: role 'system' ${where}; ${ANYWHERE}`);
    }
    const after = messages.slice(index).find((message) => message.role !== "system");
    if (after !== undefined && after.role !== "assistant") {
      throw invalid(
        `messages.${index}: role 'system' must precede an 'assistant' message or end the array; ${ANYWHERE}`,
      );
    }
  }
}

/**
 * The names of the tools that there are at the end. A change names a tool that is declared or defined before it. That a withdrawn
 * tool is not withdrawn again and one that is there is not offered again by its name is stricter than documented: neither says a thing.
 */
export function offeredTools(messages: readonly PlacedMessage[], declared: readonly string[]): string[] {
  const known = new Set(declared);
  const offered = new Set(declared);
  for (const [index, { role, blocks }] of messages.entries()) {
    if (role !== "system") continue;
    for (const [place, block] of blocks.entries()) {
      if (block.type === "text") continue;
      const path = `messages.${index}.content.${place}`;
      const tool = isRecord(block.tool) ? block.tool : {};
      const definition = isRecord(tool.definition) ? tool.definition : undefined;
      const name = String(definition?.name ?? tool.name);
      if (definition !== undefined) known.add(name);
      if (!known.has(name)) throw unresolved(path, name);
      const adds = block.type === "tool_addition";
      if (definition === undefined && offered.has(name) === adds) {
        throw invalid(`${path}: Tool '${name}' is ${adds ? "offered" : "withdrawn"} already`);
      }
      if (adds) offered.add(name);
      else offered.delete(name);
    }
  }
  return [...offered];
}

function unresolved(path: string, name: string): WireRefusal {
  const message = `${path}: Tool '${name}' is not declared in \`tools\` or defined by an earlier block`;
  return refuse(400, "invalid_request_error", message, {}, { error_code: "tool_reference_unresolved" });
}
