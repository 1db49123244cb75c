// The outputs that calls of read_output name and that are before the window: the window may have moved on since the model saw
// them. They are looked for in the entries before it, the newest first.

import { READ_OUTPUT } from "../../core/tool.ts";
import type { Entry, ToolEntry } from "../../core/entry.ts";
import { readBlobRef } from "../history/reference.ts";
import { readEntry } from "../history/codec.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { unpackText } from "../stored_history/blobs.ts";

/** Entries of one read, and entries and blobs that are looked at in all. */
const PAGE = 200;
const MOST_ENTRIES = 1_000;
const MOST_BLOBS = 20;

/**
 * What tools read of the thread: its window; for calls of `read_output` also the pinned entries before it, and the outputs that
 * they name.
 */
export async function entriesForTools(
  session: Pick<Session, "ref" | "pending" | "history">,
  deps: Pick<RuntimeDeps, "store">,
): Promise<readonly Entry[]> {
  const reading = session.pending.filter(({ name }) => name === READ_OUTPUT);
  const { history } = session;
  const entries = [...history.pinned.map(({ text }) => readEntry(text)), ...history.entries];
  const known = new Set(entries.map((entry) => entry.type === "tool" ? entry.callId : undefined));
  const wanted = new Set(
    reading.flatMap(({ args: { call_id: id } }) =>
      typeof id === "string" && id.startsWith("call_") && !known.has(id) ? [id] : []
    ),
  );
  return wanted.size === 0
    ? entries
    : [...await outputsBefore(history.start, wanted, session, deps), ...entries];
}

async function outputsBefore(
  start: number,
  wanted: Set<string>,
  { ref }: Pick<Session, "ref">,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<readonly ToolEntry[]> {
  const found: ToolEntry[] = [];
  const last = Math.max(0, start - MOST_ENTRIES);
  let blobs = 0;
  for (let end = start; end > last && wanted.size > 0;) {
    const from = Math.max(last, end - PAGE);
    const page = await store.history(ref, { after: from, limit: end - from });
    for (const text of page?.entries.toReversed() ?? []) {
      if (readBlobRef(text) !== undefined && ++blobs > MOST_BLOBS) return found;
      const whole = await unpackText(store, ref, text);
      if (![...wanted].some((id) => whole.includes(id))) continue;
      const entry = readEntry(whole);
      if (entry.type === "tool" && wanted.delete(entry.callId)) found.push(entry);
    }
    end = from;
  }
  return found;
}
