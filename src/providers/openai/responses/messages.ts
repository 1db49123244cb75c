// Input items of OpenAI Responses as JSON text: a history is written once and kept (HistoryWriter). What a later request
// needs of an answer (encrypted reasoning, phases of messages) is kept with the blocks and sent back exactly.

import type OpenAI from "openai";
import type { Block } from "../../../core/entry.ts";
import { unreachable } from "../../../core/error.ts";
import { isJsonObject, joinItems, type Json } from "../../../core/json.ts";
import type { HistoryWriter, ModelRequest, NoticeMessage } from "../../../core/model/provider.ts";
import { effortFor, type EffortRow } from "../../_wire/efforts.ts";
import { toToolOutput } from "../../_wire/history_parts.ts";
import { toInputPart } from "./media.ts";
import { mediaFacts, type MediaStyle } from "../../_wire/media/media_rules.ts";
import { type PlacedMessage, placeMedia } from "../../_wire/media/place_media.ts";
import type { Aliases } from "../../_wire/calls/tool_names.ts";
import { toName, toObjects, toText } from "../../_wire/json_fields.ts";
import { searchFacts, type SearchStyle } from "../../_wire/found_tools.ts";
import { writerKey } from "../../_wire/writer_key.ts";
import { toFunction, toFunctionCall, toSearchCall, toSearchOutput } from "./tool_search.ts";

type InputItem = OpenAI.Responses.ResponseInputItem;

/** How items are written. */
export interface ResponsesStyle {
  readonly aliases: Aliases;
  /** The provider that gets its own opaque parts back; those of another provider or model are left out. */
  readonly provider: string;
  readonly model: string;
  readonly media: MediaStyle;
  /** See `_wire/found_tools.ts`. */
  readonly search: SearchStyle | undefined;
  /** Every text is a list of one part, which a breakpoint can stand on: what was sent without one is the same as with it. */
  readonly inParts: boolean;
  /** See {@link OpenAIRequest.leads}. */
  readonly leads: boolean;
  /** Notices define tools and change the effort by items of their own. */
  readonly updates: boolean;
  /** The efforts that models take. */
  readonly efforts: readonly EffortRow[];
  /** See {@link ChoiceRequest.writer}. */
  readonly writer: number | undefined;
}

/** A reasoning item as it is kept and replayed. */
export type ReasoningItem = {
  type: "reasoning";
  id: string;
  summary: { type: "summary_text"; text: string }[];
  content?: { type: "reasoning_text"; text: string }[];
  encrypted_content: string;
};

/** The phase of a message; dropping it makes codex models worse. */
export type MessagePhase = { type: "message"; phase: "commentary" | "final_answer" };

/** The writer of Responses. */
export function createResponsesWriter(style: ResponsesStyle): HistoryWriter {
  return {
    key: writerKey(
      style.inParts ? "responses in parts" : "responses",
      style.aliases,
      style.leads,
      style.updates,
      style.provider,
      style.model,
      mediaFacts(style.media),
      searchFacts(style.search),
    ),
    write: (messages) => {
      const items = placeMedia(messages, style.media).flatMap((message) => toItems(message, style));
      return items.map(toItemText).join(",");
    },
  };
}

/**
 * A search, what it has found and tools that are added have lines of their own for all but their types: breakpoints are put into texts,
 * behind `}]}`, which definitions of tools have none of in this form.
 */
function toItemText(item: InputItem): string {
  return item.type?.includes("tool")
    ? JSON.stringify(item, null, 1).replace(/^\{\n "type": /, '{"type":')
    : JSON.stringify(item);
}

/** Items as JSON texts with commas between, behind the window that the API gave in place of what came before them. */
export function withCompacted({ compacted }: Pick<ModelRequest, "compacted">, items: string): string {
  return Array.isArray(compacted) ? joinItems(JSON.stringify(compacted).slice(1, -1), items) : items;
}

function toItems(message: PlacedMessage, style: ResponsesStyle): InputItem[] {
  switch (message.role) {
    case "user":
      return [{
        type: "message",
        role: "user",
        content: message.parts?.map(toInputPart) ?? toContent(message.text, style),
      }];
    case "assistant":
      return withFollowers(
        message.blocks.flatMap((block) =>
          message.withoutThinking && block.type === "reasoning" ? [] : toItem(block, style)
        ),
      );
    case "notice":
      return toNoticeItems(message, style);
    case "tool": {
      if (message.name === style.search?.name) return [toSearchOutput(message, style.search, style.aliases)];
      const text = toToolOutput(message.text, message.failed);
      const output = message.parts === undefined
        ? toContent(text, style)
        : [{ type: "input_text" as const, text }, ...message.parts.map(toInputPart)];
      return [{ type: "function_call_output", call_id: message.callId, output }];
    }
    default:
      return unreachable(message);
  }
}

/**
 * The text of a notice, behind the tools that it defines; an effort stands alone. Source: ResponseInputItem.AdditionalTools and
 * ResponseConfigurationUpdateItemParam of openai 7.59.0.
 */
function toNoticeItems({ text, tools, effort }: NoticeMessage, style: ResponsesStyle): InputItem[] {
  const { aliases, model, updates, efforts, writer } = style;
  if (updates && effort !== undefined) {
    return [{ type: "configuration_update", reasoning: { effort: effortFor(effort, model, efforts) } }];
  }
  const { added = [] } = updates ? tools ?? {} : {};
  const said: InputItem = { type: "message", role: "developer", content: toContent(text, style) };
  if (added.length === 0) return [said];
  const defined = added.map((tool) => toFunction(tool, aliases, writer));
  return [{ type: "additional_tools", role: "developer", tools: defined }, said];
}

/** A text of no characters stays one: no page says that a part may be empty. */
function toContent(
  text: string,
  { inParts }: ResponsesStyle,
): string | OpenAI.Responses.ResponseInputText[] {
  return inParts && text !== "" ? [{ type: "input_text", text }] : text;
}

function toItem(block: Block, { aliases, provider, model, search }: ResponsesStyle): InputItem[] {
  const data = block.meta?.provider === provider && block.meta.model === model ? block.meta.data : undefined;
  switch (block.type) {
    case "text":
      if (block.text === "") return [];
      return [{ type: "message", role: "assistant", content: block.text, phase: toPhase(data)?.phase }];
    case "reasoning": {
      const item = toReasoningItem(data);
      return item ? [item] : [];
    }
    case "call":
      if (block.name === search?.name) return [toSearchCall(block)];
      // The item's own id may be left out, and GitHub Copilot gives a new one with every event.
      return [toFunctionCall(block, data, { aliases, search })];
    default:
      return unreachable(block);
  }
}

// "Item 'rs_...' of type 'reasoning' was provided without its required following item": an interrupted answer ends in
// reasoning alone.
function withFollowers(items: InputItem[]): InputItem[] {
  const last = items.findLastIndex((item) => item.type !== "reasoning");
  return items.slice(0, last + 1);
}

/**
 * The item to replay, from the wire or from the stored history. Undefined without its encrypted part: an item that is
 * neither stored nor encrypted is unknown to the API, and naming it is a 404.
 */
export function toReasoningItem(data: Json | undefined): ReasoningItem | undefined {
  if (!isJsonObject(data) || data.type !== "reasoning") return undefined;
  const id = toName(data.id);
  const encrypted = toName(data.encrypted_content);
  if (id === undefined || encrypted === undefined) return undefined;
  const content = toObjects(data.content).map((part) => ({
    type: "reasoning_text" as const,
    text: toText(part.text),
  }));
  return {
    type: "reasoning",
    id,
    summary: toObjects(data.summary).map((part) => ({ type: "summary_text", text: toText(part.text) })),
    content: content.length === 0 ? undefined : content,
    encrypted_content: encrypted,
  };
}

/** The phase that is kept with a message; undefined without a known one. */
export function toPhase(data: Json | undefined): MessagePhase | undefined {
  if (!isJsonObject(data) || data.type !== "message") return undefined;
  const { phase } = data;
  return phase === "commentary" || phase === "final_answer" ? { type: "message", phase } : undefined;
}
