// One thread as it was read, loaded into another store: what moves, backups and restores share. What was loaded is read again and compared.

import { AgentError } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import {
  lockOf,
  type MovingReceipt,
  type MovingStore,
  type MovingThread,
  withLock,
} from "../../core/store/moving.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { sha256, sha256Hex } from "../../core/text/sha256.ts";
import { blobsOfMedia } from "../../kernel/history/media.ts";
import { readInbox } from "../../kernel/session/imported_history.ts";
import { withoutMedia } from "../../kernel/session/waiting_media.ts";

/** A store that threads are read from or loaded into. */
export type Place = Store & MovingStore;

/** What threads are copied out of: a store, a backup, or exports. */
export type Source = Pick<MovingStore, "readThread" | "readEntries" | "readBlob">;

/** Where threads are copied from and to. */
export interface Copying {
  readonly from: Source;
  readonly to: Place;
}

/** Both stores of a move, a backup or a restore. */
export interface Places extends Copying {
  readonly from: Place;
}

/** Milliseconds that a receipt has left at least: one with less may be gone while it is compared. */
const LEAST_LEFT_MS = 60_000;

/**
 * Loads a thread that was read from one store into the other one, where it stays `loading`. False when a client has made it there
 * meanwhile. What an earlier call has loaded in part is dropped.
 *
 * @throws {AgentError} store_corrupt - it is there in another form; the message has the part
 */
export async function copyThread(
  ref: ThreadRef,
  read: MovingThread,
  { from, to }: Copying,
  now: number,
): Promise<boolean> {
  const thread = await withWaitingMedia(ref, read, from);
  const there = await to.findThread(ref);
  // What was loaded before, or a copy of before the thread went to this store.
  if (there === "loading" || there === "moved") await to.dropLocked(ref, there);
  for (const id of thread.blobs) {
    const put = await to.putBlob(ref, await from.readBlob(ref, id));
    if (put.id !== id) throw differs(ref, `blob ${id}`);
  }
  if (!await to.loadThread(ref, thread)) return false;
  const { length } = thread.header;
  const sent = await digestEntries(
    ref,
    from,
    length,
    (start, entries) => to.loadEntries(ref, start, entries),
  );
  if (toText(await to.readThread(ref), now) !== toText(thread, now)) throw differs(ref, "its header");
  if (await digestEntries(ref, to, length) !== sent) throw differs(ref, "its history");
  await assertBlobs(ref, thread.blobs, to);
  return true;
}

/**
 * The thread with the blobs of inputs that wait, to which no commit refers yet: where it is loaded they live as long as the thread. Words take
 * the place of a medium that the source lacks, since a step would commit a reference to nothing.
 */
export async function withWaitingMedia(
  ref: ThreadRef,
  thread: MovingThread,
  from: Pick<MovingStore, "readBlob">,
): Promise<MovingThread> {
  const waiting = waitingBlobs(ref, thread).filter((id) => !thread.blobs.includes(id));
  if (waiting.length === 0) return thread;
  const missing = new Set<string>();
  for (const id of waiting) {
    const text = await from.readBlob(ref, id).catch((thrown: unknown) => (whyUnreadable(thrown), ""));
    if (text === "") missing.add(id);
  }
  const kept = waiting.filter((id) => !missing.has(id));
  return {
    ...thread,
    blobs: [...thread.blobs, ...kept].sort(),
    inbox: missing.size === 0 ? thread.inbox : thread.inbox.map(({ owner, text }) => ({
      owner,
      text: withoutMedia(text, missing, "because the copy of the thread lacks it"),
    })),
  };
}

/** None of an inbox that cannot be read: its thread says so itself when it steps. */
function waitingBlobs(ref: ThreadRef, { inbox }: MovingThread): readonly string[] {
  try {
    const { imported, inputs } = readInbox(inbox.map(({ text }) => text), ref);
    return [...new Set(blobsOfMedia([...imported, ...inputs]).map(({ id }) => id))];
  } catch (thrown) {
    whyUnreadable(thrown);
    return [];
  }
}

/**
 * Reads what a thread is made of, so that the one in its place is not dropped for what cannot be read.
 *
 * @throws {AgentError} store_corrupt - a part is missing or was changed
 */
export async function assertReadable(ref: ThreadRef, thread: MovingThread, from: Source): Promise<void> {
  await digestEntries(ref, from, thread.header.length);
  await assertBlobs(ref, thread.blobs, from);
}

async function assertBlobs(
  ref: ThreadRef,
  blobs: readonly string[],
  store: Pick<MovingStore, "readBlob">,
): Promise<void> {
  for (const id of blobs) {
    if (await sha256Hex(await store.readBlob(ref, id)) !== id) throw differs(ref, `blob ${id}`);
  }
}

/** Drops what was loaded of a thread in part. */
export async function dropLoaded(ref: ThreadRef, to: Place): Promise<void> {
  if (await to.findThread(ref) === "loading") await to.dropLocked(ref, "loading");
}

/**
 * The message of an error that is about one thread alone.
 *
 * @throws any other one
 */
export function whyUnreadable(thrown: unknown): string {
  if (!(thrown instanceof AgentError) || !ABOUT_ONE.has(thrown.code)) throw thrown;
  return thrown.message;
}

const ABOUT_ONE: ReadonlySet<string> = new Set([
  "store_corrupt",
  "store_failed",
  "schema_unsupported",
  "thread_unknown",
]);

/**
 * What two stores have alike of one thread: neither its lock, nor the time until when a receipt lives, nor its key, of which one store may know
 * the hash alone.
 */
export function toText({ receipts, marks, header, ...thread }: MovingThread, now: number): string {
  return JSON.stringify({
    ...thread,
    header: Object.entries({ ...header, schema: withLock(header.schema) })
      .filter(([, value]) => value !== undefined).sort(),
    marks: marks.map(([id, mark]) => [id, Object.entries(mark).sort()]).sort(),
    receipts: receipts.filter(({ expiresAt }) => expiresAt > now + LEAST_LEFT_MS).map(toComparable),
  }, sortKeys);
}

function toComparable({ hash, state, bodyHash, from, to, text }: MovingReceipt): unknown {
  return [hash, state, bodyHash, from, to, text];
}

/** Objects with their keys in order: two stores write them in different ones. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => left < right ? -1 : 1));
}

/** Of the first entries of a thread; each page of them is handed on. */
async function digestEntries(
  ref: ThreadRef,
  store: Pick<MovingStore, "readEntries">,
  length: number,
  take?: (start: number, entries: readonly string[]) => Promise<void>,
): Promise<string> {
  let digest = "";
  for (let start = 0; start < length;) {
    const entries = (await store.readEntries(ref, start)).slice(0, length - start);
    if (entries.length === 0) throw differs(ref, "the length of its history");
    await take?.(start, entries);
    for (const entry of entries) digest = await sha256(`${digest}${entry}`);
    start += entries.length;
  }
  return digest;
}

/** True when the thread of one store is the beginning of that of the other, or the same; false for one that is loading there, or has moved on. */
export async function isBeginOf(
  ref: ThreadRef,
  { header: { length, version, meta } }: MovingThread,
  { from, to }: Copying,
): Promise<boolean> {
  const { header } = await to.readThread(ref);
  const lock = lockOf(header.schema);
  if (lock !== undefined && lock !== "leaving") return false;
  if (header.length < length || header.version < version) return false;
  if (header.meta !== meta) return false; // it has the time of its creation
  return await digestEntries(ref, from, length) === await digestEntries(ref, to, length);
}

function differs({ thread }: ThreadRef, part: string): AgentError {
  return new AgentError("store_corrupt", `Thread ${thread} has arrived in another form: ${part} differs.`);
}
