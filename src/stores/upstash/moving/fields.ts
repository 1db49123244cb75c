// What a moving thread has, as commands that write it and from the fields that are read.

import type { CallMark } from "../../../core/call.ts";
import { type MovingReceipt, type MovingThread, withLock } from "../../../core/store/moving.ts";
import { utf8Bytes } from "../../../core/text/utf8_bytes.ts";
import type { Command } from "../client.ts";
import { toCounterFields } from "../counters.ts";
import { newName } from "../database.ts";
import { type ThreadKeys, toKeyPart } from "../keys.ts";
import { HEADER_FIELD, PENDING_FIELD, RECEIPT_FIELD, RECEIPT_STATE } from "../layout.ts";
import { type Reader, toSummary } from "../replies.ts";
import { toFacets } from "../set_fields.ts";

/** The fields of the header of a thread that is loading, and their values, in turn. */
export function toHeaderFields({ header }: MovingThread): string[] {
  const { counters, moreCounters } = toCounterFields(header.counters);
  const fields = {
    [HEADER_FIELD.schema]: withLock(header.schema, "loading"),
    [HEADER_FIELD.version]: header.version,
    [HEADER_FIELD.epoch]: header.epoch,
    [HEADER_FIELD.cancelledEpoch]: header.cancelledEpoch,
    [HEADER_FIELD.status]: header.status,
    [HEADER_FIELD.length]: header.length,
    [HEADER_FIELD.base]: header.base,
    [HEADER_FIELD.summary]: toSummary(header.summary),
    [HEADER_FIELD.meta]: header.meta,
    [HEADER_FIELD.state]: header.state,
    [HEADER_FIELD.counters]: counters,
    [HEADER_FIELD.moreCounters]: moreCounters,
    [HEADER_FIELD.facets]: toFacets(header.facets, header.version),
    ...header.givenTitle && { [HEADER_FIELD.givenTitle]: JSON.stringify(header.givenTitle) },
    ...header.archived && { [HEADER_FIELD.archived]: "1" },
  };
  return Object.entries(fields).flatMap(([name, value]) => [name, String(value)]);
}

/** The commands that write the pending calls and what is marked at them; none without calls. */
export function toPendingCommands(key: string, { header, pending, marks }: MovingThread): Command[] {
  if (pending === null) return [];
  const place = header.schema === 1 ? PENDING_FIELD.placeBefore : PENDING_FIELD.place;
  const fields = Object.fromEntries([
    [PENDING_FIELD.calls, pending.calls],
    ...pending.ids.map((id, index) => [place + id, index + 1]),
    ...marks.flatMap(([id, mark]) => toMarkFields(id, mark)),
  ]);
  return [(pipeline) => pipeline.hset(key, fields)];
}

function toMarkFields(id: string, { startedEpoch, decisions }: CallMark): [string, string | number][] {
  const lines = decisions?.map((decision) => {
    const by = decision.by === undefined ? "" : toKeyPart(decision.by);
    return `${newName()},${decision.approved ? 1 : 0},${by} ${JSON.stringify(decision)}`;
  });
  return [
    ...startedEpoch === undefined ? [] : [[PENDING_FIELD.startedEpoch + id, startedEpoch] as const],
    ...lines === undefined ? [] : [[PENDING_FIELD.decision + id, lines.join("\n")] as const],
  ].map(([field, value]) => [field, value]);
}

/** An input as an inbox has it. */
export function toItem({ owner, text }: MovingThread["inbox"][number]): string {
  return `${utf8Bytes(owner)}:${owner}${text}`;
}

/** The owner and the text of an item of an inbox. */
export function fromItem(item: string): MovingThread["inbox"][number] {
  const end = item.indexOf(":") + 1;
  const bytes = new TextEncoder().encode(item.slice(end));
  const size = parseInt(item, 10);
  const [owner = "", text = ""] = [bytes.subarray(0, size), bytes.subarray(size)].map((part) =>
    new TextDecoder().decode(part)
  );
  return { owner, text };
}

/** The key of a receipt. */
export function receiptKey(keys: ThreadKeys, { hash, key }: Pick<MovingReceipt, "hash" | "key">): string {
  return key === undefined ? keys.hashedReceipt(hash) : keys.receipt(key);
}

/** The commands that write a receipt. */
export function toReceiptCommands(
  keys: ThreadKeys,
  incarnation: string,
  { state, bodyHash, from, to, text, expiresAt, ...receipt }: MovingReceipt,
): Command[] {
  const place = receiptKey(keys, receipt);
  const fields = {
    [RECEIPT_FIELD.state]: RECEIPT_STATE[state],
    [RECEIPT_FIELD.incarnation]: incarnation,
    [RECEIPT_FIELD.bodyHash]: bodyHash,
    [RECEIPT_FIELD.epoch]: 0,
    [RECEIPT_FIELD.from]: from,
    [RECEIPT_FIELD.to]: to,
    [RECEIPT_FIELD.text]: state === "queued" ? toQueuedText(text) : text,
  };
  return [(pipeline) => pipeline.hset(place, fields), (pipeline) => pipeline.pexpireat(place, expiresAt)];
}

/** A receipt from its fields in the order of RECEIPT_FIELD; undefined for one of another incarnation, or one that is gone. */
export function readReceipt(
  reader: Reader,
  incarnation: string,
): Omit<MovingReceipt, "hash" | "expiresAt"> | undefined {
  const [letter, of, bodyHash, , from, to, text] = Array.from({ length: 7 }, () => reader.optionalText());
  const [state] = STATES.flatMap(([name, known]) => known === letter ? [name] : []);
  if (state === undefined || of !== incarnation) return undefined;
  return {
    state,
    bodyHash: bodyHash ?? "",
    from: Number(from),
    to: Number(to),
    text: state === "queued" ? fromQueuedText(text ?? "") : text ?? "",
  };
}

const STATES = Object.entries(RECEIPT_STATE) as [MovingReceipt["state"], string][];

/** What a queued receipt says of its enqueue: `<created> <owner>`, elsewhere a list of owner and created. Empty for one of a begin. */
function fromQueuedText(text: string): string {
  const [, created, owner] = /^(\d) (.*)$/s.exec(text) ?? [];
  return owner === undefined ? "" : JSON.stringify([owner, created === "1"]);
}

function toQueuedText(text: string): string {
  if (text === "") return "";
  const [owner, created]: [string, boolean] = JSON.parse(text);
  return `${created ? 1 : 0} ${owner}`;
}
