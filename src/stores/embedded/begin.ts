// The decision about a begin, as pure functions of what is stored. lua/begin.ts of the Upstash store decides the
// same.

import type { BeginOutcome, BeginRequest } from "../../core/store/begin.ts";
import { FULL_RETRY_MS, INBOX_BYTES, INBOX_LIMIT } from "../../core/store/limits.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import { leaseLeft } from "./record.ts";
import type { Holder, InboxItem, ReceiptRecord, ThreadRecord } from "./tables.ts";

/** What the decision depends on, beside the request. */
export interface BeginFacts {
  readonly record: ThreadRecord;
  readonly receipt: ReceiptRecord | undefined;
  readonly inbox: readonly InboxItem[];
  readonly now: number;
}

/** What a begin does. */
export type BeginDecision =
  /** Refused; nothing changes. */
  | { readonly type: "answer"; readonly outcome: BeginOutcome }
  /** The same begin was accepted before; nothing changes. */
  | { readonly type: "again"; readonly holder: Holder }
  | { readonly type: "replay"; readonly receipt: ReceiptRecord }
  | { readonly type: "queue"; readonly inputs: readonly string[] }
  | {
    readonly type: "begin";
    readonly inputs: readonly string[];
    readonly cancels: boolean;
    readonly resumed: boolean;
  };

/** The checks in the order of invariant 2 of begin in core/store.ts. */
export function decideBegin(
  request: BeginRequest,
  { record, receipt, inbox, now }: BeginFacts,
): BeginDecision {
  const { header, holder } = record;
  if (holder?.owner === request.owner) return { type: "again", holder };
  if (header.schema > request.schema) return answer({ type: "unsupported", schema: header.schema });

  const leaseMs = leaseLeft(record, now);
  const busy = leaseMs > 0;
  if (receipt !== undefined) {
    if (receipt.bodyHash !== request.idempotency?.bodyHash) return answer({ type: "mismatch" });
    if (receipt.state === "done") return { type: "replay", receipt };
    if (busy && receipt.state === "queued") return answer({ type: "queued", waiting: inbox.length });
    if (busy && receipt.state === "running" && receipt.epoch === holder?.epoch) {
      return answer({ type: "in_flight", retryAfterMs: leaseMs });
    }
  }
  const accepted = receipt !== undefined || record.queuedBy === request.owner ||
    inbox.some(({ owner }) => owner === request.owner);
  const inputs = accepted ? [] : request.inputs;
  const waiting = inbox.length + inputs.length;
  const full = isFull(inbox, inputs);

  if (busy && request.busy !== "restart") {
    const nothingToQueue = inputs.length === 0 && !accepted;
    if (request.busy === "reject" || nothingToQueue) return answer({ type: "busy", retryAfterMs: leaseMs });
    if (full) return answer({ type: "full", retryAfterMs: leaseMs });
    return { type: "queue", inputs };
  }
  const { version, status } = header;
  if (!accepted && request.expectedVersion !== undefined && request.expectedVersion !== version) {
    return answer({ type: "conflict", version });
  }
  const rests = busy || status === "waiting" || status === "done" || status === "cancelled";
  if (rests && waiting === 0 && record.pending === null) {
    return answer(accepted ? { type: "queued", waiting: 0 } : { type: "idle", status, version });
  }
  if (full) return answer({ type: "full", retryAfterMs: busy ? leaseMs : FULL_RETRY_MS });
  return { type: "begin", inputs, cancels: busy, resumed: accepted };
}

/** True when the inbox does not take the inputs as well. */
export function isFull(inbox: readonly InboxItem[], inputs: readonly string[]): boolean {
  const waiting = inbox.length + inputs.length;
  return waiting > INBOX_LIMIT || inputs.length > 0 && measureInbox(inbox, inputs) > INBOX_BYTES;
}

function measureInbox(inbox: readonly InboxItem[], inputs: readonly string[]): number {
  return [...inbox.map(({ text }) => text), ...inputs].reduce((size, text) => size + utf8Bytes(text), 0);
}

function answer(outcome: BeginOutcome): BeginDecision {
  return { type: "answer", outcome };
}
