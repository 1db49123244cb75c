// The results that have come for deferred calls. A store keeps each as the one decision that settles its id: of two that come at
// once, one is recorded.

import type { CallMark, PlannedCall } from "../../core/call.ts";
import type { BlobRef } from "../../core/store/blob_ref.ts";
import { isDeferred } from "../../core/held_calls/later.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { type CallResult, resultId } from "../../core/tool/deferred.ts";
import { TOOL_ERROR_KINDS, type ToolFailure } from "../../core/tool/tool_error.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { withStoreRetries } from "../store_retry.ts";

/** The results for the pending calls, by call id. */
export async function readResults(
  { ref, pending, marks }: Pick<Session, "ref" | "pending" | "marks">,
  deps: Pick<RuntimeDeps, "store" | "sleep" | "log">,
): Promise<ReadonlyMap<string, CallResult>> {
  const results = new Map<string, CallResult>();
  for (const call of pending.filter(isDeferred)) {
    const answer = answerTo(call, marks);
    if (answer === undefined) continue;
    const blob = blobIn(answer);
    if (blob === undefined) {
      results.set(call.id, readResult(answer));
      continue;
    }
    const text = await withStoreRetries(() => deps.store.getBlob(ref, blob), deps);
    results.set(call.id, text === undefined ? LOST : readResult(JSON.parse(text)));
  }
  return results;
}

/** The answer that stands for a call; undefined before it. */
export function answerTo(
  { id }: Pick<PlannedCall, "id">,
  marks: ReadonlyMap<string, CallMark>,
): Json | undefined {
  const [decision] = marks.get(resultId(id))?.decisions ?? [];
  return decision === undefined ? undefined : decision.answer ?? null;
}

/** A large result is kept for a day unless a step takes it. */
const LOST: CallResult = {
  error: {
    kind: "failed",
    message: "Its result came, but no step took it within a day, and it is gone.",
    hint: "It was done: do not simply repeat the call.",
  },
};

function blobIn(answer: Json): BlobRef | undefined {
  if (!isJsonObject(answer) || !isJsonObject(answer.blob)) return undefined;
  const { id, chunks, bytes } = answer.blob;
  return typeof id === "string" && typeof chunks === "number" && typeof bytes === "number"
    ? { id, chunks, bytes }
    : undefined;
}

function readResult(answer: Json): CallResult {
  if (!isJsonObject(answer)) return { output: null };
  if (isJsonObject(answer.error)) return { error: readFailure(answer.error) };
  return { output: answer.output ?? null };
}

function readFailure({ kind, message, hint, retryAfterMs }: Readonly<Record<string, Json>>): ToolFailure {
  return {
    kind: TOOL_ERROR_KINDS.find((known) => known === kind) ?? "failed",
    message: typeof message === "string" ? message : "The result is a failure.",
    hint: typeof hint === "string" ? hint : undefined,
    retryAfterMs: typeof retryAfterMs === "number" ? retryAfterMs : undefined,
  };
}
