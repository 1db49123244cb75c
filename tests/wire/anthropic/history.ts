// The messages of a request as the simulated Anthropic reads them: roles, blocks, and the pairing of calls and results.
import { fnv64 } from "../../../src/core/text/hash.ts";
import { type HistoryEntry, isRecord } from "../openai/reply.ts";
import { IMAGES, isMediaURL, isMedium } from "../media/sniff.ts";
import type { Thinks } from "./models.ts";
import { checkKeys, checkPattern, invalid, missing, notOf, stringAt } from "./refusals.ts";
import {
  type Betas,
  checkChange,
  checkClearAt,
  checkPlaces,
  offeredTools,
  systemKinds,
} from "./system_messages.ts";
import { checkTool } from "./tools.ts";

type Block = Record<string, unknown> & { type: string };

interface WireMessage {
  readonly role: "user" | "assistant" | "system";
  readonly blocks: readonly Block[];
}

const BLOCK_KEYS: Readonly<Record<string, readonly string[]>> = {
  text: ["type", "text", "cache_control"],
  thinking: ["type", "thinking", "signature"],
  redacted_thinking: ["type", "data"],
  // `caller`: ToolUseBlockParam of @anthropic-ai/sdk 1.12.
  tool_use: ["type", "id", "name", "input", "caller", "cache_control"],
  tool_result: ["type", "tool_use_id", "content", "is_error", "cache_control"],
  image: ["type", "source", "cache_control"],
  document: ["type", "source", "title", "context", "citations", "cache_control"],
  compaction: ["type", "content", "encrypted_content", "signature", "tool_changes", "cache_control"],
  tool_addition: ["type", "tool", "cache_control"],
  tool_removal: ["type", "tool", "cache_control"],
  tool_reference: ["type", "tool_name", "cache_control"],
};

const KINDS = {
  user: ["text", "tool_result", "image", "document"],
  result: ["text", "image", "document", "tool_reference"],
  assistant: ["text", "thinking", "redacted_thinking", "tool_use", "compaction"],
};

/** Models that take a system message in the middle of a conversation (the vendor's page, 2026-11). */
const TAKES_SYSTEM =
  /^claude-(?:opus-4-8|opus-5(?:-5)?|sonnet-5-5|haiku-5-5|fable-5(?:-[12])?|mythos-5(?:-[12])?)$/;

/** The signature under which the simulated server tells a thought. */
export function signatureOf(model: string, thinking: string): string {
  return `sim_${fnv64(`${model}\n${thinking}`)}`;
}

/** What messages are read by. */
export interface ReadingRules {
  readonly model: string;
  readonly thinks: Thinks;
  readonly betas: Betas;
  /** Names of the tools in `tools`. */
  readonly tools: readonly string[];
  /** Those of them that are shown where a result refers to them. */
  readonly deferred: readonly string[];
}

/** The conversation so far, and the tools that there are at its end; refuses what the API refuses. */
export function readHistory(
  messages: unknown,
  rules: ReadingRules,
): { history: HistoryEntry[]; offered: string[] } {
  if (messages === undefined) throw missing("messages");
  if (!Array.isArray(messages)) throw notOf("messages", "list");
  if (messages.length === 0) throw invalid("messages: at least one message is required");
  const read = messages.map((message: unknown, index) => readMessage(message, `messages.${index}`, rules));
  checkPlaces(read);
  if (read[0]?.role !== "user" && read[0]?.blocks[0]?.type !== "compaction") {
    throw invalid('messages: first message must use the "user" role');
  }
  checkEnd(read);
  checkPairs(read);
  if (rules.thinks === "enabled") checkThinkingFirst(read);
  return {
    history: read.flatMap(({ role, blocks }) => blocks.flatMap((block) => toEntries(role, block))),
    offered: [
      ...offeredTools(read, rules.tools.filter((name) => !rules.deferred.includes(name))),
      ...referencesIn(read),
    ],
  };
}

function referencesIn(messages: readonly WireMessage[]): string[] {
  const parts = messages.flatMap(({ blocks }) => blocks).flatMap(({ content }) => [content].flat());
  const references = parts.filter(isRecord).filter(({ type }) => type === "tool_reference");
  return [...new Set(references.map(({ tool_name: name }) => String(name)))];
}

function readMessage(message: unknown, path: string, rules: ReadingRules): WireMessage {
  if (!isRecord(message)) throw notOf(path, "dictionary");
  checkKeys(message, ["role", "content", "clear_at"], path);
  checkClearAt(message, path, rules.betas);
  const { role, content } = message;
  if (role === "system" && !TAKES_SYSTEM.test(rules.model)) {
    throw invalid("role 'system' is not supported on this model");
  }
  if (role !== "user" && role !== "assistant" && role !== "system") {
    throw invalid(`${path}.role: Input should be 'user', 'assistant' or 'system'`);
  }
  if (content === undefined) throw missing(`${path}.content`);
  if (typeof content !== "string" && !Array.isArray(content)) throw notOf(`${path}.content`, "list");
  if (content.length === 0) {
    throw invalid(
      `${path}: all messages must have non-empty content except for the optional final assistant message`,
    );
  }
  const blocks: unknown[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return {
    role,
    blocks: blocks.map((block, index) => readBlock(block, role, `${path}.content.${index}`, rules)),
  };
}

function readBlock(
  block: unknown,
  role: keyof typeof KINDS | "system",
  path: string,
  rules: ReadingRules,
): Block {
  if (!isRecord(block)) throw notOf(path, "dictionary");
  const { model } = rules;
  const { type } = block;
  const kinds = role === "system" ? systemKinds(rules.betas) : KINDS[role];
  if (typeof type !== "string" || !kinds.includes(type)) {
    const expected = kinds.map((kind) => `'${kind}'`).join(", ");
    throw invalid(
      `${path}: Input tag '${type}' found using 'type' does not match any of the expected tags: ${expected}`,
    );
  }
  const where = `${path}.${type}`;
  checkKeys(block, BLOCK_KEYS[type] ?? [], where);
  switch (type) {
    case "text": {
      const text = stringAt(block.text, `${where}.text`);
      if (text === "") throw invalid("messages: text content blocks must be non-empty");
      if (text.trim() === "") throw invalid("messages: text content blocks must contain non-whitespace text");
      break;
    }
    case "thinking": {
      const thinking = stringAt(block.thinking, `${where}.thinking`);
      const signature = stringAt(block.signature, `${where}.signature`);
      const isOurs = signature.startsWith("sim_");
      if (signature === "" || (isOurs && signature !== signatureOf(model, thinking))) {
        throw invalid(`${path}: Invalid \`signature\` in \`thinking\` block`);
      }
      break;
    }
    case "redacted_thinking":
      if (stringAt(block.data, `${where}.data`) === "") {
        throw invalid(`${path}: Invalid \`data\` in \`redacted_thinking\` block`);
      }
      break;
    case "tool_use":
      checkPattern(stringAt(block.id, `${where}.id`), "^[a-zA-Z0-9_-]+$", `${where}.id`);
      checkPattern(stringAt(block.name, `${where}.name`), "^[a-zA-Z0-9_-]{1,128}$", `${where}.name`);
      if (block.input === undefined) throw missing(`${where}.input`);
      if (!isRecord(block.input)) throw notOf(`${where}.input`, "dictionary");
      break;
    case "tool_result":
      checkPattern(
        stringAt(block.tool_use_id, `${where}.tool_use_id`),
        "^[a-zA-Z0-9_-]+$",
        `${where}.tool_use_id`,
      );
      if (Array.isArray(block.content)) {
        if (block.content.length === 0) throw invalid(`${where}.content: List should have at least 1 item`);
        if (
          block.is_error === true && block.content.some((part) => !isRecord(part) || part.type !== "text")
        ) {
          throw invalid(`${where}: all content must be type "text" if "is_error" is true`);
        }
        block.content.forEach((part: unknown, index) =>
          readBlock(part, "result", `${where}.content.${index}`, rules)
        );
      } else if (block.content !== undefined && stringAt(block.content, `${where}.content`).trim() === "") {
        throw invalid("messages: text content blocks must contain non-whitespace text");
      }
      if (block.is_error !== undefined && typeof block.is_error !== "boolean") {
        throw invalid(`${where}.is_error: Input should be a valid boolean`);
      }
      break;
    case "image":
      checkSource(block.source, `${where}.source`, IMAGES);
      if (/claude-2/.test(model)) throw invalid(`'${model}' does not support image input.`);
      break;
    case "document":
      checkSource(block.source, `${where}.source`, ["application/pdf"]);
      if (/claude-(?:2|3-haiku)/.test(model)) throw invalid(`'${model}' does not support PDF input.`);
      break;
    case "tool_reference":
      if (!rules.deferred.includes(stringAt(block.tool_name, `${where}.tool_name`))) {
        throw invalid(`Tool reference '${block.tool_name}' not found in available tools`);
      }
      break;
    case "tool_addition":
    case "tool_removal":
      checkChange(block, where, rules.betas, checkTool);
  }
  return { ...block, type };
}

function checkSource(source: unknown, path: string, types: readonly string[]): void {
  if (!isRecord(source)) throw notOf(path, "dictionary");
  if (source.type === "url") {
    checkKeys(source, ["type", "url"], `${path}.url`);
    if (isMediaURL(source.url, { types: [], urls: true })) return;
    throw invalid(`${path}.url.url: Only HTTPS URLs are supported.`);
  }
  if (source.type !== "base64") {
    throw invalid(
      `${path}: Input tag '${source.type}' does not match any of the expected tags: 'base64', 'url'`,
    );
  }
  checkKeys(source, ["type", "media_type", "data"], `${path}.base64`);
  const mediaType = String(source.media_type);
  if (!types.includes(mediaType)) {
    throw invalid(
      `${path}.base64.media_type: Input should be ${types.map((type) => `'${type}'`).join(" or ")}`,
    );
  }
  if (!isMedium(source.data, mediaType)) throw invalid(`${path}.base64.data: Could not process image`);
}

function checkEnd(messages: readonly WireMessage[]): void {
  for (const [index, { role, blocks }] of messages.entries()) {
    const type = blocks.at(-1)?.type;
    if (role === "assistant" && (type === "thinking" || type === "redacted_thinking")) {
      throw invalid(`messages.${index}: The final block in an assistant message cannot be \`thinking\`.`);
    }
  }
  const last = messages.at(-1);
  const text = last?.role === "assistant" ? last.blocks.at(-1)?.text : undefined;
  if (typeof text === "string" && /\s$/.test(text)) {
    throw invalid("messages: final assistant content cannot end with trailing whitespace");
  }
}

// Every call is answered in the next message, before anything else is said there, and nothing else is answered.
function checkPairs(messages: readonly WireMessage[]): void {
  const seen = new Set<string>();
  for (const [index, { role, blocks }] of messages.entries()) {
    if (role === "assistant") {
      const calls = idsOf(blocks, "tool_use", "id");
      for (const id of calls) {
        if (seen.has(id)) throw invalid(`messages.${index}.content: \`tool_use\` ids must be unique`);
        seen.add(id);
      }
      const next = messages[index + 1];
      const others = (next?.blocks ?? []).findIndex(({ type }) => type !== "tool_result");
      const leading = others < 0 ? next?.blocks ?? [] : next?.blocks.slice(0, others) ?? [];
      const answered = idsOf(next?.role === "user" ? leading : [], "tool_result", "tool_use_id");
      const open = calls.filter((id) => !answered.includes(id));
      if (open.length > 0) {
        throw invalid(
          `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${
            open.join(", ")
          }. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
        );
      }
      continue;
    }
    const before = messages[index - 1];
    const calls = before?.role === "assistant" ? idsOf(before.blocks, "tool_use", "id") : [];
    const answered = new Set<string>();
    for (const [place, block] of blocks.entries()) {
      if (block.type !== "tool_result") continue;
      const id = String(block.tool_use_id);
      const where = `messages.${index}.content.${place}`;
      if (!calls.includes(id)) {
        throw invalid(
          `${where}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block ` +
            "must have a corresponding `tool_use` block in the previous message.",
        );
      }
      if (answered.has(id)) {
        throw invalid(
          `${where}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
        );
      }
      answered.add(id);
    }
  }
}

// Of the run of calls that is under way, with a thinking budget: the answer that began it.
function checkThinkingFirst(messages: readonly WireMessage[]): void {
  const isResults = ({ role, blocks }: WireMessage) =>
    role === "user" && blocks.some(({ type }) => type === "tool_result");
  if (!messages.some((message, index) => index === messages.length - 1 && isResults(message))) return;
  const asked = messages.findLastIndex((message) => message.role === "user" && !isResults(message));
  const first = messages.findIndex(({ role }, index) => index > asked && role === "assistant");
  const type = messages[first]?.blocks[0]?.type;
  if (type === undefined || type === "thinking" || type === "redacted_thinking") return;
  throw invalid(
    `messages.${first}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`. When ` +
      "`thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set " +
      "of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid " +
      "this requirement, disable `thinking`. Please consult our documentation at " +
      "https://docs.claude.com/en/docs/build-with-claude/extended-thinking",
  );
}

function idsOf(blocks: readonly Block[], type: string, key: string): string[] {
  return blocks.filter((block) => block.type === type).map((block) => String(block[key]));
}

function toText(content: unknown): string {
  if (!Array.isArray(content)) return String(content ?? "");
  return content.map((part: unknown) => isRecord(part) && typeof part.text === "string" ? part.text : "")
    .join("");
}

function toEntries(role: WireMessage["role"], block: Block): HistoryEntry[] {
  if (role === "system") return []; // scripts look at what was said last
  switch (block.type) {
    case "text":
      return [{ kind: "message", role, text: String(block.text) }];
    case "tool_use":
      return [{
        kind: "call",
        id: String(block.id),
        name: String(block.name),
        arguments: JSON.stringify(block.input),
      }];
    case "tool_result":
      return [{ kind: "result", id: String(block.tool_use_id), output: toText(block.content) }];
    case "image":
    case "document":
    case "compaction":
      return [];
    default:
      return [{ kind: "reasoning", id: String(block.signature ?? block.data) }];
  }
}
