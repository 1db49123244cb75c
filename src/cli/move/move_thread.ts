// One thread: locked in its store, loaded into the other, compared with what was read, and unlocked there.

import { AgentError } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import type { MovingReceipt, MovingStore, MovingThread } from "../../core/store/moving.ts";
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
 * What became of a thread. `moved before`: the other store has it already. `taken`: the other store has another thread of this name. `busy`: a
 * step of it, or of a thread below it, runs. `incomplete`: a move to this store has stopped in it. `unreadable`: one of the stores cannot read
 * it, or does not take it.
 */
export type Outcome = "moved" | "moved before" | "taken" | "busy" | "incomplete" | "unreadable" | "missing";

/** The outcome, and why it is `unreadable`. */
export interface ThreadOutcome {
  readonly outcome: Outcome;
  readonly why?: string;
}

/** Milliseconds that a receipt has left at least: one with less may be gone while it is compared. */
const LEAST_LEFT_MS = 60_000;

/**
 * Locks a thread, unless it is one that does not move. Undefined when it is locked: it is to be moved.
 *
 * @throws {AgentError} store_unavailable, store_full
 */
export async function lockThread(ref: ThreadRef, { from, to }: Places): Promise<Outcome | undefined> {
  const [here, there] = [await from.findThread(ref), await to.findThread(ref)];
  switch (here) {
    case "missing":
      return "missing";
    case "moved":
      return "moved before";
    case "loading":
      return "incomplete";
    case "open":
      if (there === "open" || there === "leaving") return "taken";
      break;
    case "leaving":
      if (there === "open") return await settle(ref, { from, to });
      if (there === "leaving") return "taken";
  }
  const { type } = await from.lockThread(ref);
  switch (type) {
    case "locked":
      return undefined;
    case "moved":
      return "moved before";
    case "loading":
      return "incomplete";
    default:
      return type;
  }
}

/** A thread that is leaving here and not locked there: it has moved, unless it is another one. */
async function settle(ref: ThreadRef, { from, to }: Places): Promise<Outcome> {
  const hasMoved = await isBeginOf(ref, { from, to });
  await from.changeLock(ref, "leaving", hasMoved ? "moved" : "open");
  return hasMoved ? "moved before" : "taken";
}

/**
 * Moves a locked thread. One that cannot move is unlocked, and nothing of it is left in the other store.
 *
 * @param due When it is due, in epoch milliseconds; undefined when it is not.
 * @throws {AgentError} store_unavailable, store_full: the thread stays locked, and the same call goes on
 */
export async function moveThread(
  ref: ThreadRef,
  places: Places,
  due: number | undefined,
  now: number,
): Promise<ThreadOutcome> {
  try {
    return { outcome: await load(ref, places, due, now) };
  } catch (thrown) {
    const why = whyUnreadable(thrown);
    const { from, to } = places;
    if (await to.findThread(ref) === "loading") await to.dropLocked(ref, "loading");
    await from.changeLock(ref, "leaving", "open");
    return { outcome: "unreadable", why };
  }
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

async function load(
  ref: ThreadRef,
  { from, to }: Places,
  due: number | undefined,
  now: number,
): Promise<Outcome> {
  const thread = await from.readLocked(ref);
  // What was loaded before, or a copy of before the thread went to this store.
  const there = await to.findThread(ref);
  if (there === "loading" || there === "moved") await to.dropLocked(ref, there);
  for (const id of thread.blobs) {
    const put = await to.putBlob(ref, await from.readLockedBlob(ref, id));
    if (put.id !== id) throw differs(ref, `blob ${id}`);
  }
  if (!await to.loadThread(ref, thread)) {
    await from.changeLock(ref, "leaving", "open");
    return "taken"; // a client has made it meanwhile
  }
  for (let start = 0; start < thread.header.length;) {
    const entries = await from.readLockedEntries(ref, start);
    if (entries.length === 0) throw differs(ref, "the length of its history");
    await to.loadEntries(ref, start, entries);
    start += entries.length;
  }
  await compare(ref, thread, { from, to }, now);
  if (due !== undefined) await to.moveDue(ref.tenant, ref.thread, { to: due });
  await to.changeLock(ref, "loading", "open");
  await from.changeLock(ref, "leaving", "moved");
  return "moved";
}

async function compare(
  ref: ThreadRef,
  thread: MovingThread,
  { from, to }: Places,
  now: number,
): Promise<void> {
  if (toText(await to.readLocked(ref), now) !== toText(thread, now)) throw differs(ref, "its header");
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
function toText({ receipts, marks, header, ...thread }: MovingThread, now: number): string {
  return JSON.stringify({
    ...thread,
    header: Object.entries(header).filter(([, value]) => value !== undefined).sort(),
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
  const { header: { length, version, meta } } = await from.readLocked(ref);
  const { header } = await to.read(ref) ?? {};
  if (header === undefined || header.length < length || header.version < version) return false;
  if (header.meta !== meta) return false; // it has the time of its creation
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

function differs({ thread }: ThreadRef, part: string): AgentError {
  return new AgentError("store_corrupt", `Thread ${thread} has arrived in another form: ${part} differs.`);
}
