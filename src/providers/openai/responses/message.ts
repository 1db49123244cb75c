// A message of the Responses API: its text is told in pieces, by the event that ends a part and by the finished item, and
// each of them may be missing. Pieces are believed first: they are what a reader has seen; the rest speaks when none came.

import type { Opaque } from "../../../core/entry.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { ResponseBuilder } from "../../_wire/response_builder.ts";
import type { MessageItem } from "./items.ts";
import { toObjects, toText } from "../../_wire/json_fields.ts";

/** A piece of a part. Begins the block with the first text, so that an empty message leaves no block behind. */
export function sayText(
  answer: ResponseBuilder,
  item: MessageItem,
  part: number | undefined,
  text: string,
): void {
  if (item.done || text === "") return;
  item.draft ??= answer.begin("text");
  if (part !== undefined && part !== item.part) {
    item.part = part;
    item.partStart = item.draft.text.length;
  }
  answer.write(item.draft, text);
}

/** The whole text of a part, which counts when it was not told in pieces. */
export function finishPart(
  answer: ResponseBuilder,
  item: MessageItem,
  index: number | undefined,
  text: string,
): void {
  const part = index ?? item.part;
  if (part < item.part) return;
  const told = part === item.part ? item.draft?.text.slice(item.partStart) ?? "" : "";
  if (told === "") sayText(answer, item, part, text);
}

/** `wire` is the whole item; empty when the server never sent it whole. */
export function endMessage(
  answer: ResponseBuilder,
  item: MessageItem,
  wire: JsonObject,
  meta: Opaque | undefined,
): void {
  const whole = toTextOf(wire);
  if (whole !== "" && !item.draft?.text) {
    item.draft ??= answer.begin("text");
    answer.write(item.draft, whole);
  }
  if (item.draft) answer.end(item.draft, meta);
}

/** The text of a whole message; imitators write it without parts. */
export function toTextOf({ content }: JsonObject): string {
  if (typeof content === "string") return content;
  return toObjects(content).map((part) => toText(part.text) || toText(part.refusal)).join("");
}
