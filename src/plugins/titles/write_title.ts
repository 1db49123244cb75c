// The work of two wake-ups: `@title/<id>` has the title of a thread written, and `@title_written/<id>` puts it on the thread.
//
// Each may come twice, or for a commit that was refused. The first looks at the thread as it is, and the key of its input makes a repetition a
// duplicate; the second looks whether the thread has a title, and removes the thread of the writer last.

import type { EntryView } from "../../core/contract/entries.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { WakeHandler, WakeIo } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { changeConversation } from "../../http/conversation/branches.ts";
import { itemHandler } from "../../kernel/outbox/item_handler.ts";
import { requireWaking } from "../../kernel/plugin_missing.ts";
import { readMeta } from "../../kernel/stored.ts";
import { readHistory } from "../../kernel/threads/threads.ts";
import { removeIfThere, toTitleThread } from "./title_thread.ts";

/** The kind of the first, and of what a step leaves for it. */
export const TITLE = "title";
/** The same of the second. */
export const TITLE_WRITTEN = "title_written";

/** Entries in which the first message and the first answer are looked for. */
const ENTRIES = 50;

/** Most characters of each that the writer reads. */
const READ_LIMIT = 2_000;

/** Most characters of a title. */
const TITLE_LIMIT = 80;

/** Milliseconds for which the input of the writer is recognised: a day. */
const RECEIPT_MS = 86_400_000;

/** Has the title of a thread written, where it has none. */
export function writeHandler(writer: string, deps: HttpDeps): WakeHandler {
  return handler(TITLE, deps, async (ref, io) => {
    const snapshot = await deps.store.read(ref);
    if (snapshot === undefined || snapshot.header.givenTitle !== undefined) return;
    const { parent, forkedFrom, user } = readMeta(ref, snapshot.header);
    // A branch has the title of its chat, and another fork the one of its first message.
    if (parent !== undefined || forkedFrom !== undefined) return;
    const { entries } = await readHistory(ref, { after: snapshot.header.base, limit: ENTRIES }, deps);
    const input = toInput(entries);
    if (input === undefined) return;
    await requireWaking(deps).enqueue(
      {
        ref: await toTitleThread(ref, deps),
        agent: writer,
        input,
        idempotency: { key: `title ${ref.thread}`, bodyHash: "title" },
        receiptMs: RECEIPT_MS,
        metadata: { titleOf: ref.thread },
        user,
        ofNobody: true,
        origin: { door: "titles", by: ref.thread },
      },
      io,
      deps,
    );
  });
}

/** Puts what was written on its thread, unless that has a title by now. */
export function writtenHandler(deps: HttpDeps): WakeHandler {
  return handler(TITLE_WRITTEN, deps, async (written) => {
    const { store } = deps;
    const snapshot = await store.read(written);
    if (snapshot === undefined) return;
    const { metadata: { titleOf: of }, createdAt } = readMeta(written, snapshot.header);
    if (typeof of !== "string") return;
    const ref = { ...written, thread: of };
    const { entries } = await readHistory(
      written,
      { after: snapshot.header.base, limit: ENTRIES },
      deps,
    );
    const title = toTitle(entries.map(readAnswer).findLast((text) => text !== "") ?? "");
    const named = await store.read(ref);
    if (title === undefined) {
      deps.log("warn", "no title was written", { ...ref, status: snapshot.header.status });
    } else if (
      named !== undefined && named.header.givenTitle === undefined &&
      // A thread that was made behind the one of the writer is another one of the id.
      readMeta(ref, named.header).createdAt <= createdAt
    ) {
      await changeConversation(ref, { title }, { tenant: ref.tenant }, deps);
    }
    await removeIfThere(written, deps);
  });
}

/** Does something with the thread that a step has named. */
function handler(
  kind: string,
  deps: HttpDeps,
  work: (ref: ThreadRef, io: WakeIo) => Promise<void>,
): WakeHandler {
  return itemHandler(kind, async ({ tenant, facts: { thread } }, io) => {
    if (typeof thread === "string") await work({ tenant, thread }, io);
  }, deps);
}

/** What the writer reads: the first message that has words, and the first answer behind it; undefined without either. */
function toInput(entries: readonly EntryView[]): string | undefined {
  const place = entries.findIndex((entry) => entry.type === "user" && entry.text.trim() !== "");
  const asked = entries[place];
  const answer = entries.slice(place + 1).map(readAnswer).find((text) => text !== "") ?? "";
  const parts = [
    ["message", asked?.type === "user" ? asked.text : ""],
    ["answer", answer],
  ].flatMap(([name, text = ""]) => text === "" ? [] : [`<${name}>\n${cut(text, READ_LIMIT)}\n</${name}>`]);
  return parts.length === 0 ? undefined : parts.join("\n");
}

function readAnswer(entry: EntryView): string {
  if (entry.type !== "assistant") return "";
  return entry.blocks.flatMap((block) => block.type === "text" ? [block.text] : []).join("").trim();
}

/** The first line with words, without the marks that models put around a title and without control characters; undefined for none. */
function toTitle(text: string): string | undefined {
  const words = text.split("\n").map((line) =>
    line.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, " ").replace(/^[\s#*_"'`“„«‹>-]+|[\s#*_"'`”“»›.]+$/gu, "")
      .replace(/^title:\s*/i, "").replace(/\s+/g, " ")
  ).find((line) => line !== "");
  if (words === undefined) return undefined;
  return words.length <= TITLE_LIMIT ? words.toWellFormed() : `${cut(words, TITLE_LIMIT - 2)} …`;
}

function cut(text: string, limit: number): string {
  return text.slice(0, limit).trim().toWellFormed();
}
