// Marks of a prompt cache in Chat Completions, as OpenRouter has them for Claude: `cache_control` on a text of a message. Claude caches
// nothing without them. A single `cache_control` field of the whole request works on Anthropic's own servers alone, and OpenRouter routes a
// request with it to no other server.
// https://openrouter.ai/docs/guides/best-practices/prompt-caching (2026-11-26)

import { isJsonObject, joinItems, type JsonObject, parseJson } from "../../../core/json.ts";
import type { HistoryWriter, ModelRequest } from "../../../core/model/provider.ts";
import { writeMarked } from "../../_wire/cache_marks.ts";

const MARK = { cache_control: { type: "ephemeral" } };

/** The instructions and the conversation, marked at the end of the instructions, of the request before and of this one. */
export function writeMarkedPrompt(request: ModelRequest, writer: HistoryWriter): string {
  const { system } = request;
  const first = system === "" ? "" : JSON.stringify(toMarked({ role: "system", content: system }));
  return joinItems(first, writeMarked(request, writer, markEnd));
}

/** Puts a mark on the last text of messages as they are written, "" for none; an answer at the end takes none. */
function markEnd(messages: string): string {
  const start = messages.lastIndexOf('{"role":"');
  const last = start < 0 ? undefined : parseJson(messages.slice(start));
  const isTaken = isJsonObject(last) && last.role !== "assistant";
  return isTaken ? messages.slice(0, start) + JSON.stringify(toMarked(last)) : messages;
}

/** A medium takes no mark: the last text of the message has it. */
function toMarked(message: JsonObject): JsonObject {
  const { content } = message;
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
  if (!Array.isArray(parts)) return message;
  const last = parts.findLastIndex((part) => isJsonObject(part) && part.type === "text" && part.text !== "");
  const marked = parts.map((part, index) =>
    index === last && isJsonObject(part) ? { ...part, ...MARK } : part
  );
  return last < 0 ? message : { ...message, content: marked };
}
