// The export of a thread: lines of JSON with everything that its record is checked with. It is read page by page, so its memory
// does not grow with the history.

import type { Decision } from "../../core/approval/decision.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadHeader, ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { toHexDigest } from "../../core/text/sha256.ts";
import { type Entry, findRequestRecord } from "../../core/entry.ts";
import { readEntry } from "../history/codec.ts";
import { readBlobRef } from "../history/reference.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import { blobsOfMedia } from "../history/media.ts";
import { unpackText } from "../stored_history/blobs.ts";
import type { RuntimeDeps } from "../deps.ts";
import { refsBelow } from "../children/refs.ts";
import { readPendingCalls } from "../stored.ts";
import { readSnapshot } from "../snapshot.ts";
import { readDefinition } from "./read_definition.ts";

/** A decision about a call that waits for its step. */
export interface PendingDecision extends Decision {
  readonly callId: string;
}

/** The header of an export: what it is of, as it stood when the export began. */
export interface ExportedHeader
  extends Pick<ThreadHeader, "schema" | "version" | "status" | "length" | "base" | "summary" | "counters"> {
  readonly tenant: string;
  readonly thread: string;
  /** Stored texts: JSON of ThreadMeta and of AgentState. */
  readonly meta: string;
  readonly state: string;
}

/** What a thread goes on with beside its record. No entry shows it yet, and nothing proves it. */
export interface ExportedRest
  extends Pick<ThreadHeader, "epoch" | "cancelledEpoch" | "facets" | "givenTitle" | "archived"> {
  /** The epochs in which `once` calls were started that wait, by call id. */
  readonly started: Readonly<Record<string, number>>;
  /** Stored texts of the inputs that no step has consumed, oldest first. */
  readonly inbox: readonly string[];
  /** Ids of the threads in which phases of calls that wait have begun. */
  readonly phases: readonly string[];
}

/** One line of an export. */
export type ExportLine =
  | {
    readonly type: "thread";
    /** Versions before 2026-11-30 have written format 1, which is without `rest`. */
    readonly format: 2;
    readonly header: ExportedHeader;
    /** Stored text of the calls that have no observation; null for none. */
    readonly calls: string | null;
    readonly decisions: readonly PendingDecision[];
    readonly rest: ExportedRest;
  }
  /** A text that a later line names by its SHA-256, in hex: an entry in a blob, a medium, or the definition of an agent. */
  | { readonly type: "blob"; readonly id: string; readonly text: string }
  /** Entry `index` as it is stored. */
  | { readonly type: "entry"; readonly index: number; readonly text: string }
  /** The last line. */
  | { readonly type: "end"; readonly entries: number };

/** Entries of one read. */
const PAGE = 200;

/**
 * The lines of a thread's export: header, entries in order, each behind the blobs that it names, end. A definition or a medium
 * that is gone is left out.
 *
 * @throws {AgentError} thread_unknown, thread_busy - before the first line
 */
export async function exportThread(
  ref: ThreadRef,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<AsyncIterable<ExportLine>> {
  const { header: whole, pending, marks, inbox } = await readWaiting(ref, { store });
  // The record has neither what a running step changes, nor what the thread is found by and people have put on it.
  const { epoch, cancelledEpoch, facets, givenTitle, archived, ...header } = whole;
  const decisions = [...marks].flatMap(([callId, mark]) =>
    (mark.decisions ?? []).map((decision) => ({ callId, ...decision }))
  );
  const started = Object.fromEntries(
    [...marks].flatMap(([id, { startedEpoch }]) => startedEpoch === undefined ? [] : [[id, startedEpoch]]),
  );
  const below = refsBelow(ref, readPendingCalls(ref, pending));
  const begun = await Promise.all(below.map(async (child) => await store.read(child) !== undefined));
  const phases = below.flatMap(({ thread }, index) => begun[index] ? [thread] : []);
  return (async function* (): AsyncGenerator<ExportLine> {
    yield {
      type: "thread",
      format: 2,
      header: { ...ref, ...header },
      calls: pending?.calls ?? null,
      decisions,
      rest: { epoch, cancelledEpoch, facets, givenTitle, archived, started, inbox, phases },
    };
    const known = new Set<string>();
    for (let index = 0; index < header.length;) {
      const page = await store.history(ref, { after: index, limit: Math.min(PAGE, header.length - index) });
      if (page === undefined || page.entries.length === 0) throw storeCorrupt(ref.thread, "history");
      for (const text of page.entries) {
        const unpacked = await unpackText(store, ref, text);
        const blob = readBlobRef(text);
        if (blob && !known.has(blob.id)) yield { type: "blob", id: blob.id, text: unpacked };
        if (blob) known.add(blob.id);
        const entry = readEntry(unpacked);
        for (const { id, ...rest } of blobsOfMedia([entry])) {
          if (known.has(id)) continue;
          known.add(id);
          const found = await store.getBlob(ref, { id, ...rest });
          if (found !== undefined) yield { type: "blob", id, text: found };
        }
        const definition = definitionNamedIn(entry);
        if (definition !== undefined && !known.has(definition)) {
          known.add(definition);
          const found = await readDefinition(ref, definition, store);
          if (found !== undefined) yield { type: "blob", id: toHexDigest(definition), text: found };
        }
        yield { type: "entry", index: index++, text };
      }
    }
    yield { type: "end", entries: header.length };
  })();
}

/** How often a thread is read whose inputs are consumed meanwhile. */
const TRIES = 5;

/** The thread with the inputs that wait, as of one moment: between two reads of the thread no input came or was consumed. */
async function readWaiting(
  ref: ThreadRef,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<ThreadSnapshot & { readonly inbox: readonly string[] }> {
  for (let tries = 0, before = await readSnapshot(ref, { store }); tries < TRIES; tries++) {
    if (before.waiting === 0) return { ...before, inbox: [] };
    const inbox = await store.inbox(ref);
    const snapshot = await readSnapshot(ref, { store });
    const isSame = snapshot.header.version === before.header.version && inbox.length === before.waiting;
    if (isSame && snapshot.waiting === inbox.length) return { ...snapshot, inbox };
    before = snapshot;
  }
  throw new AgentError("thread_busy", `Inputs of thread ${ref.thread} come and go; export it again.`, {
    retryAfterMs: 1_000,
  });
}

/** Digest of the definition that an entry is the first to name. */
export function definitionNamedIn(entry: Entry): string | undefined {
  return findRequestRecord(entry)?.definition;
}
