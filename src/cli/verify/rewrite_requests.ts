// The past requests of an exported thread as bytes, each with its record and its verdict.

import { findRequestRecord } from "../../core/entry.ts";
import type { RequestRecord } from "../../core/record.ts";
import type { ExportedThread } from "./exported_thread.ts";
import {
  type Outcome,
  type PartlyCause,
  PastRequests,
  requestsNotKept,
  stepsWithoutAnswer,
  type VerifyParts,
} from "./past_requests.ts";

/** Whether the bytes are those that were sent. */
export type RewriteVerdict =
  | { readonly type: "equal" }
  /** The request cannot be written again; `what` is the cause in words. */
  | { readonly type: "partly"; readonly cause: PartlyCause; readonly what: string }
  | { readonly type: "different"; readonly what: string };

/** One past request. */
export interface RewrittenRequest {
  /** Index of the entry that its answer became, or whose plan it was a part of. */
  readonly index: number;
  /** Undefined where none names the request. */
  readonly record: RequestRecord | undefined;
  /** UTF-8 of the body; undefined where none could be written. */
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  readonly verdict: RewriteVerdict;
}

/**
 * Yields the past requests of a thread in their order, as far as its entries tell of them. A request whose answer was dropped stands
 * before the one that came after it. Nothing is sent, and no tool and no code of the agent runs.
 */
export async function* rewriteRequests(
  exported: ExportedThread,
  parts: VerifyParts,
): AsyncGenerator<RewrittenRequest> {
  const requests = new PastRequests(exported, parts);
  const unanswered = stepsWithoutAnswer(exported);
  for (const [index, entry] of exported.entries.entries()) {
    const outcome = await requests.write(index);
    const unkept = requestsNotKept(entry);
    for (let count = 0; count < unkept; count++) yield { index, record: undefined, ...NOT_KEPT };
    for (const { record, outcome } of await requests.writeEarlier(index)) {
      yield* rewritten(index, record, outcome);
    }
    if (outcome !== undefined) yield* rewritten(index, findRequestRecord(entry), outcome);
    if (unanswered.has(index)) yield { index, record: undefined, ...NO_ANSWER };
  }
}

function* rewritten(
  index: number,
  record: RequestRecord | undefined,
  outcome: Outcome,
): Generator<RewrittenRequest> {
  const verdict = toVerdict(outcome);
  if (verdict === undefined) return;
  const text = "body" in outcome ? outcome.body : undefined;
  yield { index, record, body: text === undefined ? undefined : new TextEncoder().encode(text), verdict };
}

const NOT_KEPT: Pick<RewrittenRequest, "body" | "verdict"> = {
  body: undefined,
  verdict: { type: "partly", cause: "not_kept", what: "its answer was dropped, and nothing of it is kept" },
};

const NO_ANSWER: Pick<RewrittenRequest, "body" | "verdict"> = {
  body: undefined,
  verdict: {
    type: "partly",
    cause: "no_answer",
    what: "its step has no answer, and nothing is kept of what it may have sent",
  },
};

/** Undefined where no request was sent. */
function toVerdict(outcome: Outcome): RewriteVerdict | undefined {
  switch (outcome.type) {
    case "none":
      return undefined;
    case "unrecorded":
      return { type: "partly", cause: "unrecorded", what: "the answer has no record" };
    case "equal":
      return { type: "equal" };
    case "partly":
      return { type: "partly", cause: outcome.cause, what: outcome.what };
    case "different":
      return { type: "different", what: outcome.what };
  }
}

/** How many requests have each verdict, and a line for each request. */
export interface RewriteReport {
  readonly lines: readonly string[];
  readonly equal: number;
  readonly partly: number;
  readonly different: number;
}

/** Writes all requests of a thread again, for people to read. */
export async function reportRewriting(exported: ExportedThread, parts: VerifyParts): Promise<RewriteReport> {
  const lines: string[] = [];
  const counts = { equal: 0, partly: 0, different: 0 };
  for await (const { index, record, body, verdict } of rewriteRequests(exported, parts)) {
    counts[verdict.type]++;
    lines.push(
      verdict.type === "equal"
        ? `Entry ${index}: equal, ${body?.length} bytes, SHA-256 ${record?.request}.`
        : `Entry ${index}: ${verdict.type}${
          verdict.type === "partly" ? ` (${verdict.cause})` : ""
        }: ${verdict.what}.`,
    );
  }
  return { lines, ...counts };
}
