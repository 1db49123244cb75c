// A message of the Responses API: its text comes in pieces, in the event that ends a part and in the finished item,
// and each of them may be missing. Pieces count first, because they were emitted; the others count when no piece
// came.

import type { Opaque } from "../../../core/entry.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { ResponseBuilder } from "../../_wire/response/response_builder.ts";
import type { MessageItem } from "./items.ts";
import { toObjects, toText } from "../../_wire/json_fields.ts";

/** A piece of a part. Begins the block with the first text, so that an empty message leaves no block behind. */
export function addText(
  builder: ResponseBuilder,
  item: MessageItem,
  part: number | undefined,
  text: string,
): void {
  if (item.done || text === "") return;
  item.draft ??= builder.begin("text");
  if (part !== undefined && part !== item.part) {
    item.part = part;
    item.partStart = item.draft.text.length;
  }
  builder.write(item.draft, text);
}

/** The whole text of a part, which counts when no piece of it came. */
export function finishPart(
  builder: ResponseBuilder,
  item: MessageItem,
  index: number | undefined,
  text: string,
): void {
  const part = index ?? item.part;
  if (part < item.part) return;
  const emitted = part === item.part ? item.draft?.text.slice(item.partStart) ?? "" : "";
  if (emitted === "") addText(builder, item, part, text);
}

/** `wire` is the whole item; empty when the server never sent it whole. */
export function endMessage(
  builder: ResponseBuilder,
  item: MessageItem,
  wire: JsonObject,
  meta: Opaque | undefined,
): void {
  const whole = joinMessageText(wire);
  if (whole !== "" && !item.draft?.text) {
    item.draft ??= builder.begin("text");
    builder.write(item.draft, whole);
  }
  if (item.draft) builder.end(item.draft, meta);
}

/** The text of a whole message; some servers write it without parts. */
export function joinMessageText({ content }: JsonObject): string {
  if (typeof content === "string") return content;
  return toObjects(content).map((part) => toText(part.text) || toText(part.refusal)).join("");
}
