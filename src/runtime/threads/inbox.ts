// The inputs of an inbox as the API shows entries: they stand in no history yet. Those that the running step has taken are in it with the
// commit of the step.

import { mediaInWords } from "../../core/content/new_part.ts";
import type { Part } from "../../core/content/part.ts";
import type { PartView, UserEntryView } from "../../core/contract/entries.ts";
import type { UserEntry } from "../../core/entry.ts";
import { epochOf, seqBase } from "../../core/event.ts";
import type { ThreadHeader, ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { blobsOfMedia } from "../content/store_media.ts";
import { mediaView } from "../content/media_view.ts";
import type { RuntimeDeps } from "../deps.ts";
import { eventsOf } from "../event_records.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import { readInbox } from "../session/imported_history.ts";
import { LOGGED_MS } from "../timing.ts";

type Deps = Pick<RuntimeDeps, "store" | "sleep"> & { readonly pollMs: number };

/**
 * The inputs of the inbox, oldest first. Media whose bytes are stored are words here: their URLs name entries of a history.
 *
 * @throws {AgentError} store_failed - a text of the inbox is no input
 */
export async function readWaitingInputs(
  ref: ThreadRef,
  { waiting, header }: ThreadSnapshot,
  { store }: Pick<Deps, "store">,
): Promise<readonly UserEntryView[]> {
  return waiting === 0 ? [] : toViews(await store.inbox(ref), ref, header);
}

/**
 * The inputs of the inbox that the running step has taken. What its request has brought is known at once; of others the first event of the
 * step tells, which the log has {@link LOGGED_MS} later.
 *
 * @throws {AgentError} store_failed - a text of the inbox is no input
 */
export async function readTakenInputs(
  ref: ThreadRef,
  { waiting, running, header }: ThreadSnapshot,
  deps: Deps,
): Promise<readonly UserEntryView[]> {
  if (!running || waiting === 0) return [];
  const [texts, own] = await Promise.all([deps.store.inbox(ref), deps.store.taken(ref)]);
  if (own > 0) return toViews(texts.slice(0, own), ref, header);
  const newest = await readNewestInput(ref, header, deps);
  const inputs = toViews(texts, ref, header);
  return inputs.slice(0, inputs.findIndex(({ id }) => id === newest) + 1);
}

/**
 * The inputs of the inbox before one, as texts for the inbox of another thread, which gets their media.
 *
 * @throws {AgentError} store_failed - a text of the inbox is no input; store_corrupt - the bytes of a medium are gone
 */
export async function copyInputsBefore(
  id: string,
  source: ThreadRef,
  target: ThreadRef,
  { store }: Pick<Deps, "store">,
): Promise<readonly string[]> {
  const { inputs } = readInbox(await store.inbox(source), source);
  const before = inputs.slice(0, inputs.findIndex((entry) => entry.id === id));
  for (const blob of blobsOfMedia(before)) {
    const text = await store.getBlob(source, blob);
    if (text === undefined) throw storeCorrupt(source.thread, "medium of an input");
    await store.putBlob(target, text, { mayExist: true });
  }
  return before.map((entry) => JSON.stringify(entry));
}

/** The newest input of the running step, by its first event. */
async function readNewestInput(
  ref: ThreadRef,
  { epoch }: ThreadHeader,
  { store, sleep, pollMs }: Deps,
): Promise<string | undefined> {
  for (let waited = 0;; waited += pollMs) {
    const page = await store.readEvents(ref, seqBase(epoch), 1);
    const [first] = eventsOf(page?.events ?? []);
    if (first?.type === "step.started" && epochOf(first.seq) === epoch) return first.input;
    if (first !== undefined || !page?.running || waited >= LOGGED_MS) return undefined;
    await sleep(pollMs);
  }
}

function toViews(texts: readonly string[], ref: ThreadRef, { version }: ThreadHeader): UserEntryView[] {
  const { inputs } = readInbox(texts, ref);
  return inputs.filter(({ plan }) => plan === undefined).map((entry) => inputView(entry, ref, version + 1));
}

function inputView(
  { pin: _pin, run: _run, queued: _queued, parts, ...entry }: UserEntry,
  ref: ThreadRef,
  version: number,
): UserEntryView {
  return {
    ...entry,
    at: new Date(entry.at).toISOString(),
    version,
    parts: parts?.map((part) => partView(part, ref)),
  };
}

function partView(part: Part, ref: ThreadRef): PartView {
  if (part.type === "text") return part;
  const { source } = part;
  if (source.type === "url") return mediaView(part, ref, 0);
  const { bytes } = source;
  return { type: "text", text: mediaInWords({ ...part, source: { type: "data", base64: "", bytes } }) };
}
