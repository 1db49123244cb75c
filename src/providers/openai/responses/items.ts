// The output items of a response while they are decoded, and which of them an event or a finished item is about. The
// rule is `output_index`; ids only help where a server leaves it out or repeats it (GitHub Copilot gives an item a
// new id with every event), and calls of a finished response are known by their `call_id`, since its positions are
// not always those of the stream.

import type { JsonObject } from "../../../core/json.ts";
import type { CallDraft, TextDraft } from "../../_wire/response/response_builder.ts";
import { toIndex, toName } from "../../_wire/json_fields.ts";

interface ItemBase {
  index: number | undefined;
  id: string | undefined;
  /** Seen as a whole object, and not only through the events of its parts. */
  announced: boolean;
  done: boolean;
}

/** A message, whose text is one block. */
export interface MessageItem extends ItemBase {
  readonly type: "message";
  draft: TextDraft | undefined;
  /** The part that is decoded, and where it begins in the text. */
  part: number;
  partStart: number;
}

/** Reasoning, as a summary or as it is. */
export interface ReasoningItem extends ItemBase {
  readonly type: "reasoning";
  readonly draft: TextDraft;
  /** Some servers send the summary, some the reasoning itself, some both: what came first is kept. */
  source: "summary" | "content" | undefined;
  part: number;
}

/** A call of a function or of a custom tool, or a search for tools that the client executes. */
export interface CallItem extends ItemBase {
  readonly type: "function_call" | "custom_tool_call" | "tool_search_call";
  callId: string | undefined;
  name: string;
  /** Missing until the name is known. */
  draft: CallDraft | undefined;
  /** All deltas joined, and how many characters of them were emitted. */
  text: string;
  emitted: number;
  /** The arguments of the first and of the last event. */
  opening: string;
  whole: string;
}

/** What the server executes itself. */
export interface OtherItem extends ItemBase {
  readonly type: "other";
}

/** One output item. */
export type Item = MessageItem | ReasoningItem | CallItem | OtherItem;
/** The kinds of output items. */
export type ItemType = Item["type"];

/** The kind of an item on the wire. */
export function itemType(wire: JsonObject): ItemType {
  switch (wire.type) {
    case "message":
    case "reasoning":
    case "function_call":
    case "custom_tool_call":
      return wire.type;
    case "tool_search_call":
      return wire.execution === "client" ? wire.type : "other";
    default:
      return "other";
  }
}

/** True for a call. */
export function isCall(item: Item): item is CallItem {
  return item.type === "function_call" || item.type === "custom_tool_call" ||
    item.type === "tool_search_call";
}

/** The item of this type that an event is about, also one that is done; undefined when no event was about it yet. */
export function findItem(items: readonly Item[], type: ItemType, event: JsonObject): Item | undefined {
  const index = toIndex(event.output_index);
  const id = toName(event.item_id);
  const own = items.filter((item) => item.type === type);
  const open = own.filter((item) => !item.done);
  if (index === undefined) {
    return (id === undefined ? undefined : own.findLast((item) => item.id === id)) ?? open.at(-1);
  }
  const there = open.filter((item) => item.index === index);
  return there.findLast((item) => id !== undefined && item.id === id) ?? there.at(-1) ??
    open.findLast((item) => id !== undefined && item.id === id) ??
    own.findLast((item) => item.index === index);
}

/** The item that `response.output_item.added` or `.done` shows, also one that is done. */
export function findShown(
  items: readonly Item[],
  wire: JsonObject,
  index: number | undefined,
): Item | undefined {
  const type = itemType(wire);
  const callId = toName(wire.call_id);
  const id = toName(wire.id);
  const own = items.filter((item) => item.type === type);
  const sameCalls = own.filter((item) => isCall(item) && callId !== undefined && item.callId === callId);
  const byCallId = sameCalls.findLast((item) => item.index === index) ??
    // Two calls have the same id.
    sameCalls.findLast((item) => !item.done || index === undefined || item.index === undefined);
  if (byCallId) return byCallId;
  // Another call of the same place (some servers number all of them 0).
  const isFree = (item: Item) => !isCall(item) || !item.done || !callId || !item.callId;
  const byId = id && own.findLast((item) => item.id === id && isFree(item));
  if (byId) return byId;
  if (index !== undefined) return own.findLast((item) => item.index === index && isFree(item));
  return own.findLast((item) => !item.done && (!isCall(item) || !callId || !item.callId));
}

/** Which whole items repeat streamed ones, and which were never streamed. */
export function matchOutput(
  items: readonly Item[],
  output: readonly JsonObject[],
): { wholes: ReadonlyMap<Item, JsonObject>; rest: readonly JsonObject[] } {
  const wholes = new Map<Item, JsonObject>();
  const rest = new Set(output);
  const match = (fits: (item: Item, whole: JsonObject) => boolean) => {
    for (const item of items) {
      if (wholes.has(item)) continue;
      const whole = [...rest].find((candidate) => itemType(candidate) === item.type && fits(item, candidate));
      if (!whole) continue;
      wholes.set(item, whole);
      rest.delete(whole);
    }
  };
  match((item, whole) => isCall(item) && item.callId !== undefined && item.callId === whole.call_id);
  match((item, whole) => item.id !== undefined && item.id === whole.id);
  match((item, whole) => isCall(item) && item.name !== "" && item.name === whole.name);
  // The n-th of its type.
  match((item) => !isCall(item) || item.name === "");
  return { wholes, rest: [...rest] };
}
