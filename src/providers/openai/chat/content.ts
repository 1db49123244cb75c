// The content of a message of Chat Completions: text, as OpenAI sends it, or parts (Mistral), and the fields that
// servers have for reasoning.

import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../../../core/json.ts";
import { toObjects, toText } from "../../_wire/json_fields.ts";

/** One part of a content. */
export interface Part {
  readonly type: "text" | "reasoning" | "refusal";
  readonly text: string;
  /** What the part is kept with, where it goes back as it came. */
  readonly replay?: JsonObject;
}

/** The parts of a `content`: a text, one part, or a list of either. */
export function toParts(content: Json | undefined): Part[] {
  return Array.isArray(content) ? content.flatMap((part) => toOneOrNone(part)) : toOneOrNone(content);
}

function toOneOrNone(part: Json | undefined): Part[] {
  if (typeof part === "string") return [{ type: "text", text: part }];
  return isJsonObject(part) ? [toPart(part)] : [];
}

// A part of unknown type without text (Mistral's references, images) is ignored.
function toPart(part: JsonObject): Part {
  switch (part.type) {
    case "thinking":
    case "reasoning": {
      const text = toPlain(part.thinking ?? part.reasoning ?? part.text);
      return { type: "reasoning", text, replay: part.type === THINKING ? toThinking(part) : undefined };
    }
    case "refusal":
      return { type: "refusal", text: toText(part.refusal) };
    default:
      return { type: "text", text: toText(part.text) };
  }
}

/** Kept with reasoning that came as Mistral's `thinking` and goes back as that: its signature, where it has one. */
export const THINKING = "thinking";

function toThinking({ signature }: JsonObject): JsonObject {
  return toJsonObject({ type: THINKING, signature: typeof signature === "string" ? signature : undefined });
}

const REASONING_FIELDS = [
  ["reasoning_content", toPlain],
  ["reasoning", toPlain],
  ["reasoning_details", toDetailText],
] as const;

/** The reasoning, and the field it came in: the first that has any. */
export function toReasoning(delta: JsonObject): { field: string; text: string } {
  for (const [field, read] of REASONING_FIELDS) {
    const text = read(delta[field]);
    if (text !== "") return { field, text };
  }
  return { field: "reasoning", text: "" };
}

/**
 * Adds the `reasoning_details` of one delta. The pieces of one detail have one index and one type; joined they are
 * what goes back to the server.
 */
export function addDetails(emitted: JsonObject[], pieces: readonly JsonObject[]): void {
  for (const piece of pieces) {
    const last = emitted.at(-1);
    if (
      !last || last.type !== piece.type || last.index !== piece.index || piece.type === "reasoning.encrypted"
    ) {
      emitted.push({ ...piece });
      continue;
    }
    for (const [key, value] of Object.entries(piece)) {
      if (key === "__proto__") continue;
      const before = last[key];
      const grows = key === "text" || key === "summary";
      if (grows && typeof value === "string" && typeof before === "string") last[key] = before + value;
      else if (value !== null) last[key] = value;
    }
  }
}

/** The text of a text, or of a list of parts. */
function toPlain(value: Json | undefined): string {
  return Array.isArray(value) ? toObjects(value).map((part) => toText(part.text)).join("") : toText(value);
}

function toDetailText(details: Json | undefined): string {
  return toObjects(details).map((part) => toText(part.text) || toText(part.summary)).join("");
}
