// Entries that are too large for the history: the whole text goes into a blob, and a reference takes its place.

import type { BlobRef } from "../../core/store/blob_ref.ts";
import type { Entry } from "../../core/entry.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import { jsonBytes } from "../../core/text/json_bytes.ts";
import { readEntry, writeEntry } from "../history/codec.ts";
import { readBlobRef, writeReference } from "../history/reference.ts";
import type { Store } from "../../core/store.ts";
import type { NewBlob, ReferredBlob } from "../../core/store/commit.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";

/** Most {@link travelBytes} of an entry text that stays in the history. */
const INLINE_BYTES = 64 * 1024;

/** Most {@link travelBytes} of a definition that each thread keeps for itself: less than a look for it is worth. */
const OWN_BYTES = 4 * 1024;

/** Most {@link travelBytes} of the entries of one commit: above that the largest entries go into blobs. */
const COMMIT_BYTES = 400 * 1024;

/** Entries as texts that a store takes, and the blobs that they refer to. */
export interface Packed {
  /** The texts of all entries. */
  readonly whole: readonly string[];
  /** The same with references in the place of the large ones. */
  readonly texts: readonly string[];
  readonly blobs: readonly BlobRef[];
}

/** Texts of the entries; large ones are put into blobs first, one store request per 500 KB or so. */
export async function packEntries(store: Store, ref: ThreadRef, entries: readonly Entry[]): Promise<Packed> {
  const whole = entries.map(writeEntry);
  const texts = [...whole];
  const sizes = texts.map(travelBytes);
  const blobs: BlobRef[] = [];
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const largestFirst = sizes.map((size, index) => ({ size, index })).sort((a, b) => b.size - a.size);
  for (const { size, index } of largestFirst) {
    if (size <= INLINE_BYTES && total <= COMMIT_BYTES) break;
    const text = texts[index];
    if (text === undefined) continue;
    const blob = await store.putBlob(ref, text);
    blobs.push(blob);
    texts[index] = writeReference(blob);
    total -= size;
  }
  return { whole, texts, blobs };
}

/** What a begin found out about the definition of the thread's agent. */
export interface FoundDefinition {
  /** Of its blob. */
  readonly id: string;
  /** Until when a commit may refer to the tenant's blob, in epoch milliseconds; absent when the tenant does not have it. */
  readonly until?: number;
}

/** True for a definition that the threads of a tenant share. */
export function isSharedDefinition({ text }: Pick<NewBlob, "text">): boolean {
  return travelBytes(text) > OWN_BYTES;
}

/**
 * A definition as a commit takes it:
 *
 * | definition | what the commit has |
 * |---|---|
 * | at most 4 KB | the text, kept with the thread alone |
 * | the tenant has it | its id |
 * | at most 64 KB | the text, kept with the thread, and for the tenant where begin has asked |
 * | larger | its id; the text is put for the tenant by requests before |
 */
export async function packDefinition(
  { store, clock }: Pick<RuntimeDeps, "store" | "clock">,
  ref: ThreadRef,
  definition: NewBlob | undefined,
  found: FoundDefinition | undefined,
): Promise<{ readonly blobs: readonly ReferredBlob[]; readonly newBlob?: NewBlob }> {
  if (definition === undefined) return { blobs: [] };
  const { id, text } = definition;
  if (!isSharedDefinition(definition)) return { blobs: [], newBlob: { id, text } };
  const wasAsked = found?.id === id;
  if (wasAsked && clock() < (found.until ?? 0)) return { blobs: [{ id, shared: true }] };
  if (travelBytes(text) <= INLINE_BYTES) {
    return { blobs: [], newBlob: { id, text, shared: wasAsked || undefined } };
  }
  await store.putBlob(ref, text, { shared: true, mayExist: !wasAsked });
  return { blobs: [{ id, shared: true }] };
}

/**
 * The entry of a stored text, read from its blob when the text is a reference.
 *
 * @throws {AgentError} store_corrupt - when the text is no entry, or the blob is gone
 */
export async function unpackEntry(store: Store, ref: ThreadRef, text: string): Promise<Entry> {
  const whole = await unpackText(store, ref, text);
  try {
    return readEntry(whole);
  } catch (cause) {
    throw storeCorrupt(ref.thread, "history", cause);
  }
}

/**
 * The whole text of an entry, read from its blob when the stored text is a reference.
 *
 * @throws {AgentError} store_corrupt - when the blob is gone
 */
export async function unpackText(store: Store, ref: ThreadRef, text: string): Promise<string> {
  const blob = readBlobRef(text);
  if (!blob) return text;
  const whole = await store.getBlob(ref, blob);
  if (whole !== undefined) return whole;
  throw storeCorrupt(ref.thread, `reference to blob ${blob.id}`);
}

/** Bytes of a text as a JSON string inside a JSON body: quotes and backslashes double, UTF-8 takes up to three a unit. */
export function travelBytes(text: string): number {
  return text.length < INLINE_BYTES / 6 ? text.length : jsonBytes(text); // a short text is not worth the count
}
