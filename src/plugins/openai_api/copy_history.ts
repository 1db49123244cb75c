// The history of a thread for another one, which begins with it: a response that continues another has a thread of its own, so that
// two of them may continue the same one.

import type { NewMedia } from "../../core/content/new_part.ts";
import type { MediaPart } from "../../core/content/part.ts";
import type { Entry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import { isDeferred } from "../../core/held_calls/later.ts";
import { waitsFor } from "../../core/held_calls/resolve_call.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { unpackEntry } from "../../kernel/stored_history/blobs.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { BroughtEntry } from "../../kernel/request.ts";
import { newImportedId, withoutImported } from "../../kernel/session/imported_history.ts";
import { readMeta, readPendingCalls, readState } from "../../kernel/stored.ts";
import { readSnapshot, threadUnknown } from "../../kernel/snapshot.ts";

/** Entries read at once. */
const PAGE = 200;

/** A history to begin a thread with. */
export interface CopiedHistory {
  readonly entries: readonly BroughtEntry[];
  /** Those of `entries` that the thread's own steps have made. */
  readonly own: readonly BroughtEntry[];
  /** The user of the thread. */
  readonly user: string | undefined;
}

/**
 * The entries of a thread as a history that another begins with: without records of requests, whose chain is that of the thread,
 * and without summaries.
 *
 * @throws {AgentError} thread_unknown; thread_busy - a step runs; approval_required - a call waits for people;
 * not_yet - a call waits for its result
 */
export async function copyHistory(
  ref: ThreadRef,
  { user, owned }: { readonly user: string | undefined; readonly owned: boolean },
  deps: Pick<RuntimeDeps, "store" | "clock" | "random">,
): Promise<CopiedHistory> {
  const snapshot = await readSnapshot(ref, deps);
  const meta = readMeta(ref, snapshot.header);
  if (owned && meta.user !== user) throw threadUnknown(ref);
  if (snapshot.running) {
    throw new AgentError("thread_busy", `Thread ${ref.thread} has a step in progress; retry after 1000 ms.`, {
      retryAfterMs: 1000,
    });
  }
  const now = deps.clock();
  const { run, thinkingFrom = 0 } = readState(ref, snapshot.header);
  const predicts = run.execution === "predict";
  const pending = readPendingCalls(ref, snapshot.pending);
  const facts = { marks: snapshot.marks, cancelledEpoch: snapshot.header.cancelledEpoch };
  const waiting = predicts ? undefined : pending.find((call) => waitsFor("people", call, facts, now));
  if (waiting !== undefined) {
    throw new AgentError("approval_required", `Thread ${ref.thread} waits for approval of ${waiting.id}.`, {
      details: { calls: waiting.id },
    });
  }
  const later = pending.find(isDeferred);
  if (later !== undefined) {
    throw new AgentError(
      "not_yet",
      `Thread ${ref.thread} waits for the result of ${later.id}, and for the step that takes it.`,
      { details: { calls: later.id } },
    );
  }
  const texts: string[] = [];
  for (;;) {
    const page = await deps.store.history(ref, { after: texts.length, limit: PAGE });
    if (page === undefined || page.entries.length === 0) break;
    texts.push(...page.entries);
    if (texts.length >= snapshot.header.length) break;
  }
  const whole = await Promise.all(texts.map((text) => unpackEntry(deps.store, ref, text)));
  const all = whole.map((entry, index) => index < thinkingFrom ? withoutSealed(entry) : entry);
  const kept = all.filter(({ type }) => type !== "summary");
  const own = new Set(withoutImported(kept).filter(({ type }) => type !== "user"));
  const copies = kept.map((entry) => ({
    entry: copyEntry(entry, newImportedId(deps.random), ref),
    isOwn: own.has(entry),
  }));
  return {
    entries: copies.map(({ entry }) => entry),
    own: copies.flatMap(({ entry, isOwn }) => isOwn ? [entry] : []),
    user: meta.user,
  };
}

/** The entry without what goes back with its thinking: a model has refused it. */
function withoutSealed(entry: Entry): Entry {
  if (entry.type !== "assistant") return entry;
  const blocks = entry.blocks.map((block) =>
    block.type === "reasoning" ? { type: block.type, text: block.text } : block
  );
  return { ...entry, blocks };
}

function copyEntry(entry: Entry, id: string, from: ThreadRef): BroughtEntry {
  switch (entry.type) {
    case "assistant": {
      const { record: _record, choice: _choice, ...rest } = entry;
      return { ...rest, id, version: 0 };
    }
    case "user": {
      if (entry.parts === undefined) return { ...entry, id, version: 0 };
      const parts = entry.parts.map((part) => part.type === "text" ? part : copyOfMedia(part, from));
      return { ...entry, id, version: 0, parts };
    }
    case "tool":
      if (entry.media === undefined) return { ...entry, id, version: 0 };
      return {
        ...entry,
        id,
        version: 0,
        media: entry.media.map((mediaPart) => copyOfMedia(mediaPart, from)),
      };
    default:
      return { ...entry, id, version: 0 };
  }
}

/** The new thread has blobs of its own: this one may be removed. */
function copyOfMedia({ source, ...mediaPart }: MediaPart, from: ThreadRef): NewMedia {
  return { ...mediaPart, source: source.type === "blob" ? { ...source, type: "copy", from } : source };
}
