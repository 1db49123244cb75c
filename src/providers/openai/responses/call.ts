// A call of the Responses API: where its arguments come from. They come in up to four places, and servers leave out
// any of them. The input of a custom tool is any text; as arguments it is a JSON string.

import type { Opaque } from "../../../core/entry.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../../core/json.ts";
import type { CallDraft, ResponseBuilder } from "../../_wire/response/response_builder.ts";
import { isBlank } from "../../_wire/calls/call_args.ts";
import type { CallItem } from "./items.ts";
import { toArgs, toText } from "../../_wire/json_fields.ts";

/** Adds a piece of the arguments and emits it, once the name of the call is known. */
export function addArguments(builder: ResponseBuilder, item: CallItem, piece: string): void {
  item.text += piece;
  if (item.name === "") return;
  // The text so far is long, and is not read again for every piece.
  const rest = item.emitted === item.text.length - piece.length ? piece : item.text.slice(item.emitted);
  // Half of a surrogate pair waits for the other half.
  const end = /[\ud800-\udbff]$/.test(rest) ? rest.length - 1 : rest.length;
  const draft = begin(builder, item);
  builder.writeArgs(draft, encode(item, rest.slice(0, end)));
  item.emitted += end;
}

/** False when neither an event nor `wire` has arguments: they may still come, or there are none. */
export function hasArguments(item: CallItem, wire: JsonObject): boolean {
  return item.name !== "" && !isBlank(pickText(item, wire));
}

/** `wire` is the whole item; empty when the server never sent it whole. */
export function endCall(
  builder: ResponseBuilder,
  item: CallItem,
  wire: JsonObject,
  meta?: Opaque | undefined,
): void {
  item.name ||= toText(wire.name);
  const text = pickText(item, wire);
  // Pieces of a call that has neither a name nor arguments.
  if (item.name === "" && isBlank(text)) return;
  const draft = begin(builder, item);
  if (meta) draft.meta = meta;
  const emitted = item.text.slice(0, item.emitted);
  const isCustom = item.type === "custom_tool_call";
  if (text.startsWith(emitted)) {
    builder.writeArgs(draft, encode(item, text.slice(emitted.length)));
    if (isCustom) builder.writeArgs(draft, opening(item) + '"');
  }
  builder.endCall(draft, isCustom ? JSON.stringify(text) : text);
}

// The finished item decides, then the event that ended the arguments, the pieces, the item as it began.
function pickText(item: CallItem, wire: JsonObject): string {
  const finished = toArgs(item.type === "custom_tool_call" ? wire.input : wire.arguments);
  const sources = [finished, item.whole, item.text, item.opening].filter((text) => !isBlank(text));
  const text = sources.find((source) => source.trim() !== "{}") ?? sources[0] ?? "";
  // Arguments as an object, or formatted differently: the pieces have the same meaning.
  return isSame(text, item.text) ? item.text : text;
}

function begin(builder: ResponseBuilder, item: CallItem): CallDraft {
  return item.draft ??= builder.beginCall(item.name, item.callId ?? item.id);
}

function encode(item: CallItem, text: string): string {
  if (item.type !== "custom_tool_call" || text === "") return text;
  return opening(item) + JSON.stringify(text).slice(1, -1);
}

function opening(item: CallItem): string {
  return item.draft?.args ? "" : '"';
}

function isSame(text: string, other: string): boolean {
  const json = parseJson(text);
  return isJsonObject(json) && JSON.stringify(json) === JSON.stringify(parseJson(other) ?? null);
}
