// Oversized entries: the whole text goes to a blob, and a small reference takes its place in the history (row E13).

import type { BlobEntry, BlobRef, Entry } from "../../core/entry.ts";
import { readEntry, writeEntry } from "../../history/codec.ts";
import { storeCorrupt } from "../../core/store_corrupt.ts";
import type { Store, ThreadRef } from "../../core/store.ts";

/** Longest entry text that stays in the history list, in bytes as it travels (JSON within JSON). */
const INLINE_BYTES = 64 * 1024;

/** Most bytes of entries in one commit: what is over goes to blobs, the largest entries first. */
const COMMIT_BYTES = 400 * 1024;

const utf8 = new TextEncoder();

/** Entries as texts that a store takes, and the blobs they refer to. */
export interface Packed {
  /** The texts as they are, and with references in the place of the large ones. */
  readonly whole: readonly string[];
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
    const reference: BlobEntry = { type: "blob", blob };
    blobs.push(blob);
    texts[index] = JSON.stringify(reference);
    total -= size;
  }
  return { whole, texts, blobs };
}

/** The entry of a text; loads the blob when the text is only a reference. Throws `store_corrupt`. */
export async function unpackEntry(store: Store, ref: ThreadRef, text: string): Promise<Entry> {
  const whole = await unpackText(store, ref, text);
  try {
    return readEntry(whole);
  } catch (cause) {
    throw storeCorrupt(ref.thread, "history", cause);
  }
}

/** The whole text of an entry, from its blob when it is only a reference. */
export async function unpackText(store: Store, ref: ThreadRef, text: string): Promise<string> {
  if (!isReference(text)) return text;
  const { blob }: BlobEntry = JSON.parse(text);
  const whole = await store.getBlob(ref, blob);
  if (whole !== undefined) return whole;
  throw storeCorrupt(ref.thread, `reference to blob ${blob.id}`);
}

/** True for the text of a {@link BlobEntry}. */
export function isReference(text: string): boolean {
  return text.startsWith('{"type":"blob"');
}

const BEYOND_ASCII = /[^\n -~]/; // JSON escapes the control characters

/** UTF-8 bytes of the entry that a stored text stands for, its blob counted whole. */
export function storedSize(text: string): number {
  // Asked of a whole window: looking at a text is many times cheaper than encoding it.
  if (!isReference(text)) return BEYOND_ASCII.test(text) ? utf8.encode(text).length : text.length;
  const { blob }: BlobEntry = JSON.parse(text);
  return blob.bytes;
}

/** Bytes of a text as a JSON string inside a JSON body: quotes and backslashes double, UTF-8 takes up to three a unit. */
export function travelBytes(text: string): number {
  if (text.length < INLINE_BYTES / 6) return text.length; // too short to matter
  return utf8.encode(JSON.stringify(text)).length;
}
