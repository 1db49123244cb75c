// Changes of the pins of entries that are in the history already. They are committed with the step that brings them.

import { type Entry, listCalls } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { Pin } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import { readEntry } from "../../kernel/history/codec.ts";
import type { PinChanges } from "../../kernel/request.ts";
import { unpackText } from "../../kernel/stored_history/blobs.ts";
import { whyNotPinned } from "./pins.ts";

/** What reads the entries. */
interface Deps {
  readonly store: Store;
}

/**
 * The pins after the changes, in the order of their indexes; undefined for none. An answer with calls and the observations of these
 * are one piece: each of them stands for all of it. It costs a store request for each index, and a repetition changes nothing.
 *
 * @throws {AgentError} pin_refused - there is no such entry or no room, the entry is a summary, or its calls have no outcome yet
 */
export async function changePins(
  pins: readonly Pin[] | undefined,
  { add, remove }: PinChanges,
  { ref, length }: { readonly ref: ThreadRef; readonly length: number },
  deps: Deps,
): Promise<readonly Pin[] | undefined> {
  const piecesOf = async (indexes: readonly number[], name: "add" | "remove") =>
    (await Promise.all(
      indexes.map((index, place) => pieceAt(index, `/pins/${name}/${place}`, { ref, length }, deps)),
    ))
      .flat();
  const removed = new Set((await piecesOf(remove, "remove")).map(([index]) => index));
  const kept = new Map((pins ?? []).filter(([index]) => !removed.has(index)));
  for (const [index, bytes] of await piecesOf(add, "add")) kept.set(index, bytes);
  const changed = [...kept].toSorted(([one], [other]) => one - other);
  const why = add.length === 0 ? undefined : whyNotPinned(changed, [], ref.thread);
  if (why !== undefined) {
    throw new AgentError("pin_refused", why, { problems: [{ pointer: "/pins/add", detail: "has no room" }] });
  }
  return changed.length === 0 ? undefined : changed;
}

/** Entries before and behind one that its piece may reach to. */
const REACH = 64;

/** The entries that are pinned with one, in order. */
async function pieceAt(
  index: number,
  pointer: string,
  { ref, length }: { readonly ref: ThreadRef; readonly length: number },
  { store }: Deps,
): Promise<readonly Pin[]> {
  const refused = (why: string) =>
    new AgentError("pin_refused", `Entry ${index} of thread ${ref.thread} ${why}.`, {
      problems: [{ pointer, detail: why }],
    });
  if (index >= length) throw refused(`does not exist: the thread has ${length}`);
  const after = Math.max(0, index - REACH);
  const stored = await readTexts(ref, after, index + REACH, store);
  const textAt = async (place: number) => {
    const text = stored[place - after];
    return text === undefined ? undefined : await unpackText(store, ref, text);
  };
  const piece: Pin[] = [];
  let first: Entry | undefined;
  let callId: string | undefined;
  for (let place = index; place >= after; place--) {
    const text = await textAt(place);
    if (text === undefined) break;
    const entry = readEntry(text);
    if (isBetween(entry) && piece.length > 0) continue;
    piece.unshift([place, utf8Bytes(text)]);
    first = entry;
    if (entry.type !== "tool") break;
    callId ??= entry.callId;
  }
  if (first?.type === "summary") {
    throw refused("is a summary, which requests have while it stands for entries");
  }
  if (first?.type === "cut" || first?.type === "failure") {
    throw refused(`is a ${first.type}, which no request has`);
  }
  const calls = first?.type === "assistant" ? listCalls(first) : [];
  if (first === undefined || callId !== undefined && !calls.some(({ id }) => id === callId)) {
    throw refused("is an outcome without the answer that made its call");
  }
  for (let place = index + 1; piece.length <= calls.length; place++) {
    const text = await textAt(place);
    const entry = text === undefined ? undefined : readEntry(text);
    if (entry !== undefined && isBetween(entry)) continue;
    if (text === undefined || entry?.type !== "tool") {
      throw refused("has calls without an outcome; pin it when the next step has run them");
    }
    piece.push([place, utf8Bytes(text)]);
  }
  return piece;
}

/** The stored texts of entries [start, end), as far as there are any. */
async function readTexts(
  ref: ThreadRef,
  start: number,
  end: number,
  store: Deps["store"],
): Promise<readonly string[]> {
  const texts: string[] = [];
  while (start + texts.length < end) {
    const next = start + texts.length;
    const page = await store.history(ref, { after: next, limit: end - next });
    if (page === undefined || page.entries.length === 0) break;
    texts.push(...page.entries);
  }
  return texts;
}

/** A summary of the step that made an answer, or its failure, stands between the answer and its outcomes. */
function isBetween({ type }: Entry): boolean {
  return type === "summary" || type === "failure";
}
