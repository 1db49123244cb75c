// One thread: locked in its store, loaded into the other, compared with what was read, and unlocked there.

import { AgentError } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import type { MovingStore, MovingThread } from "../../core/store/moving.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { sha256 } from "../../core/text/sha256.ts";

/** A store that threads move from or to. */
export type Place = Store & MovingStore;

/** Both stores of a move. */
export interface Places {
  readonly from: Place;
  readonly to: Place;
}

/**
 * What became of a thread. `moved before`: the other store has it, and its history begins with the one that is locked here. `taken`: the other
 * store has another thread of this name. `busy`: a step runs. `unreadable`: the store cannot read it, or a newer Treadle has written it.
 */
export type ThreadOutcome = "moved" | "moved before" | "taken" | "busy" | "unreadable" | "missing";

/**
 * Locks a thread, unless it is one that cannot move. A thread that both stores have unlocked stays as it is.
 *
 * @returns undefined when it is locked, here alone: it is to be moved
 */
export async function lockThread(ref: ThreadRef, { from, to }: Places): Promise<ThreadOutcome | undefined> {
  const there = await to.findThread(ref);
  if (there === "open" && await from.findThread(ref) === "open") return "taken";
  const here = await orUnreadable(() => from.lockThread(ref));
  if (here === "unreadable") return here;
  if (here.type !== "locked") return here.type;
  if (there !== "open") return undefined;
  return await isBeginOf(ref, { from, to }) ? "moved before" : "taken";
}

/**
 * Moves a locked thread that the other store does not have unlocked. What was loaded of it before is dropped.
 *
 * @param due When it is due, in epoch milliseconds; undefined when it is not.
 * @throws {AgentError} store_corrupt when the other store returns something else than what was loaded: the thread stays locked in both
 */
export async function moveThread(
  ref: ThreadRef,
  { from, to }: Places,
  due: number | undefined,
): Promise<void> {
  const thread = await from.readLocked(ref);
  if (await to.findThread(ref) === "locked") await to.dropLocked(ref);
  for (const id of thread.blobs) {
    const put = await to.putBlob(ref, await from.readLockedBlob(ref, id));
    if (put.id !== id) throw differs(ref, `blob ${id}`);
  }
  await to.loadThread(ref, thread);
  for (let start = 0; start < thread.header.length;) {
    const entries = await from.readLockedEntries(ref, start);
    if (entries.length === 0) throw differs(ref, "the length of its history");
    await to.loadEntries(ref, start, entries);
    start += entries.length;
  }
  await compare(ref, thread, { from, to });
  if (due !== undefined) await to.moveDue(ref.tenant, ref.thread, { to: due });
  await to.unlockThread(ref);
}

async function compare(ref: ThreadRef, thread: MovingThread, { from, to }: Places): Promise<void> {
  if (toText(await to.readLocked(ref)) !== toText(thread)) throw differs(ref, "its header");
  const { length } = thread.header;
  if (await digestEntries(ref, from, length) !== await digestEntries(ref, to, length)) {
    throw differs(ref, "its history");
  }
  for (const id of thread.blobs) {
    const [sent, kept] = [await from.readLockedBlob(ref, id), await to.readLockedBlob(ref, id)];
    if (sent !== kept) throw differs(ref, `blob ${id}`);
  }
}

/** What both stores must have alike: not the time until when a receipt lives, nor its key, of which one store may know the hash alone. */
function toText({ receipts, marks, header, ...thread }: MovingThread): string {
  return JSON.stringify({
    ...thread,
    header: Object.entries(header).filter(([, value]) => value !== undefined).sort(),
    marks: marks.map(([id, mark]) => [id, Object.entries(mark).sort()]).sort(),
    receipts: receipts.map((
      { hash, state, bodyHash, from, to, text },
    ) => [hash, state, bodyHash, from, to, text]),
  }, sortKeys);
}

/** Objects with their keys in order: two stores write them in different ones. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => left < right ? -1 : 1));
}

/** Of the first entries of a locked thread. */
async function digestEntries(ref: ThreadRef, store: MovingStore, length: number): Promise<string> {
  let digest = "";
  for (let start = 0; start < length;) {
    const entries = await store.readLockedEntries(ref, start);
    if (entries.length === 0) throw differs(ref, "the length of its history");
    for (const entry of entries) digest = await sha256(`${digest}${entry}`);
    start += entries.length;
  }
  return digest;
}

/** True when the thread that is locked in one store is the beginning of the one that is not locked in the other. */
async function isBeginOf(ref: ThreadRef, { from, to }: Places): Promise<boolean> {
  const { header: { length, version } } = await from.readLocked(ref);
  const { header } = await to.read(ref) ?? {};
  if (header === undefined || header.length < length || header.version < version) return false;
  for (let start = 0; start < length;) {
    const entries = await from.readLockedEntries(ref, start);
    const page = await to.history(ref, { after: start, limit: entries.length });
    const both = Math.min(entries.length, page?.entries.length ?? 0);
    if (both === 0) return false;
    if (entries.slice(0, both).some((entry, place) => entry !== page?.entries[place])) return false;
    start += both;
  }
  return true;
}

async function orUnreadable<T>(work: () => Promise<T>): Promise<T | "unreadable"> {
  try {
    return await work();
  } catch (thrown) {
    const { code } = thrown instanceof AgentError ? thrown : { code: "" };
    if (code === "store_corrupt" || code === "schema_unsupported") return "unreadable";
    throw thrown;
  }
}

function differs({ thread }: ThreadRef, part: string): AgentError {
  return new AgentError(
    "store_corrupt",
    `Thread ${thread} is not the same in both stores: ${part} differs. It stays locked; nothing was removed.`,
  );
}
