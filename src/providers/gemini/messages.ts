// Contents of the Gemini API as JSON text; a history is written once and kept. Roles alternate and results follow
// their calls, else the API answers 400; thought signatures go back on the part they came with.

import type { Content, Part } from "@google/genai";
import type { Block, Opaque } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import type { AssistantMessage, HistoryWriter, Message } from "../../core/model/provider.ts";
import { isSigned } from "./models.ts";
import { refuseNotice, toArgsObject } from "../_wire/history_parts.ts";
import { toMediaPart, toResponseParts, withTexts } from "./media.ts";
import { mediaFacts, type MediaStyle } from "../_wire/media/media_rules.ts";
import { type PlacedResult, placeMedia } from "../_wire/media/place_media.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { toName } from "../_wire/json_fields.ts";
import { writerKey } from "../_wire/writer_key.ts";

/** How contents are written. */
export interface GeminiStyle {
  readonly aliases: Aliases;
  /** The provider and the model that get signatures back; another one cannot read them. */
  readonly provider: string;
  readonly model: string;
  readonly media: MediaStyle;
}

/** Kept with a block whose part was signed. */
export type PartSignature = { thoughtSignature: string };

/** The writer of generateContent. */
export function createGeminiWriter(style: GeminiStyle): HistoryWriter {
  return {
    key: writerKey("gemini", style.aliases, style.provider, style.model, mediaFacts(style.media)),
    write: (messages) => JSON.stringify(toContents(messages, style)).slice(1, -1),
  };
}

/** The part of an answer that has none to send; GO_ON stands between two answers in a row. */
const NO_ANSWER: Part = { text: "(no answer)" };
const GO_ON: Content = { role: "user", parts: [{ text: "Go on." }] };

function toContents(messages: readonly Message[], style: GeminiStyle): Content[] {
  const contents: Content[] = [];
  for (const message of placeMedia(messages, style.media)) {
    const last = contents.at(-1);
    if (message.role === "notice") refuseNotice();
    if (message.role === "assistant") {
      if (last?.role === "model") contents.push(GO_ON);
      contents.push({ role: "model", parts: toModelParts(message, style) });
      continue;
    }
    const parts = message.role === "user"
      ? message.parts?.map(toMediaPart) ?? [{ text: message.text }]
      : [toResponse(message, style)];
    if (last?.role === "user") last.parts?.push(...parts);
    else contents.push({ role: "user", parts });
  }
  // A part of a conversation is continued by an answer, and a conversation must end with the user.
  if (contents.at(-1)?.role === "model") contents.push(GO_ON);
  return contents;
}

function toModelParts({ blocks, withoutThinking }: AssistantMessage, style: GeminiStyle): Part[] {
  const parts = blocks.flatMap((block) => toPart(withoutThinking ? withoutMeta(block) : block, style));
  if (parts.every((part) => part.thought)) return [NO_ANSWER];
  const first = parts.find((part) => part.functionCall);
  // Only the first of several calls is signed, and the calls of other models are not. The value is Google's own, for
  // a history of another model.
  if (first && isSigned(style.model)) first.thoughtSignature ??= "skip_thought_signature_validator";
  return parts;
}

// The signature of a part is refused; what the part says is not.
function withoutMeta({ meta: _meta, ...block }: Block): Block {
  return block;
}

function toPart(block: Block, style: GeminiStyle): Part[] {
  const thoughtSignature = signatureIn(block.meta, style);
  switch (block.type) {
    case "text":
      return block.text.trim() === "" && thoughtSignature === undefined
        ? []
        : [{ text: block.text, thoughtSignature }];
    case "reasoning":
      // Thoughts are summaries for readers; the API takes back their signatures only.
      return thoughtSignature === undefined ? [] : [{ text: block.text, thought: true, thoughtSignature }];
    case "call":
      return [{
        functionCall: {
          ...toId(block.id, style),
          name: style.aliases.toWire(block.name),
          args: toArgsObject(block.args),
        },
        thoughtSignature,
      }];
    default:
      return unreachable(block);
  }
}

function toResponse({ callId, name, text, failed, parts }: PlacedResult, style: GeminiStyle): Part {
  const [whole, media] = parts === undefined ? [text] : [withTexts(text, parts), toResponseParts(parts)];
  const response = failed ? { error: whole } : { output: toOutput(whole) };
  return {
    functionResponse: {
      ...toId(callId, style),
      name: style.aliases.toWire(name),
      response,
      parts: media?.length ? media : undefined,
    },
  };
}

// Treadle's id on both sides, so that they match. Servers with the older API refuse the field (kimi-cli#1582).
function toId(id: string, { model }: GeminiStyle): { id?: string } {
  return isSigned(model) ? { id } : {};
}

// Always below "output": a result with a field "error" or "output" of its own would be read as another thing.
function toOutput(text: string): unknown {
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  return json ?? text;
}

function signatureIn(meta: Opaque | undefined, { provider, model }: GeminiStyle): string | undefined {
  if (meta?.provider !== provider || meta.model !== model || !isJsonObject(meta.data)) return undefined;
  return toName(meta.data.thoughtSignature);
}
