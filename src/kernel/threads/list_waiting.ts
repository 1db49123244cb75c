// The inputs of an inbox as the API shows entries: they stand in no history yet. Those that the running step has taken are in it with the
// commit of the step. One that no step has taken can be withdrawn.

import { mediaInWords } from "../../core/content/new_part.ts";
import type { Part } from "../../core/content/part.ts";
import type { PartView, UserEntryView } from "../../core/contract/entries.ts";
import type { UserEntry } from "../../core/entry.ts";
import { seqBase, type StepStarted, toEpoch } from "../../core/event.ts";
import type { ThreadHeader, ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { mediaView } from "./media_view.ts";
import type { RuntimeDeps } from "../deps.ts";
import { readLoggedEvents } from "../log/event_records.ts";
import { readInbox } from "../session/imported_history.ts";
import { countTakeable } from "../session/select_waiting_inputs.ts";
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
  const taken = own > 0 ? own : await countLogged(readInputs(texts, ref), ref, header, deps);
  return toViews(texts.slice(0, taken ?? 0), ref, header);
}

/** The inputs of an inbox. */
export interface StandingInputs {
  /** Those next behind the history: which the running step has taken, and where none runs those that the next one takes. */
  readonly next: readonly UserEntryView[];
  /** Those behind them. */
  readonly later: readonly UserEntryView[];
}

/**
 * The inputs of the inbox as they stand behind the history.
 *
 * @throws {AgentError} store_failed - a text of the inbox is no input
 */
export async function readStandingInputs(
  ref: ThreadRef,
  snapshot: ThreadSnapshot,
  deps: Deps,
): Promise<StandingInputs> {
  const all = await readWaitingInputs(ref, snapshot, deps);
  const isTakeable = !snapshot.running && await countTakeable(ref, snapshot, deps) > 0;
  const next = isTakeable ? all : await readTakenInputs(ref, snapshot, deps);
  return { next, later: all.filter(({ id }) => next.every((taken) => taken.id !== id)) };
}

/** What came of the withdrawal of an input. */
export type Withdrawal =
  | "withdrawn"
  /** The step that runs has it, or may have it: nothing was withdrawn. */
  | "taken"
  /** It is not in the inbox, or a step has begun since the thread was read. */
  | "gone";

/**
 * Withdraws an input that waits from the inbox. Those behind it stay: each was accepted by itself. `snapshot` is the thread as it was read
 * before. Behind a cancelled step the caller has waited for its commit.
 *
 * @throws {AgentError} store_failed - a text of the inbox is no input
 */
export async function withdrawInput(
  id: string,
  { ref, snapshot }: { readonly ref: ThreadRef; readonly snapshot: ThreadSnapshot },
  deps: Deps,
): Promise<Withdrawal> {
  const texts = await deps.store.inbox(ref);
  const inputs = readInputs(texts, ref);
  const place = inputs.findIndex((input) => input?.id === id);
  if (place < 0) return "gone";
  const taken = await countTaken(ref, inputs, snapshot, deps);
  if (taken === undefined || place < taken) return "taken";
  const { epoch } = snapshot.header;
  const leaving = texts.slice(place, place + 1);
  return await deps.store.withdraw(ref, { epoch, texts: leaving }) ? "withdrawn" : "gone";
}

/** How many inputs of the inbox the running step has taken; undefined where neither the store nor the log knows. */
async function countTaken(
  ref: ThreadRef,
  inputs: readonly (UserEntry | undefined)[],
  { running, header }: ThreadSnapshot,
  deps: Deps,
): Promise<number | undefined> {
  if (!running) return 0;
  const own = await deps.store.taken(ref);
  return own > 0 ? own : await countLogged(inputs, ref, header, deps);
}

/** The same by the first event of the step, which names the newest one; undefined where the log does not have it. */
async function countLogged(
  inputs: readonly (UserEntry | undefined)[],
  ref: ThreadRef,
  header: ThreadHeader,
  deps: Deps,
): Promise<number | undefined> {
  const started = await readStart(ref, header, deps);
  return started && inputs.findIndex((input) => input !== undefined && input.id === started.input) + 1;
}

/** The input of each text of the inbox; undefined for an imported history. */
function readInputs(texts: readonly string[], ref: ThreadRef): readonly (UserEntry | undefined)[] {
  return texts.map((text) => readInbox([text], ref).inputs[0]);
}

/** The first event of the running step; undefined where the log does not have it. */
async function readStart(
  ref: ThreadRef,
  { epoch }: ThreadHeader,
  { store, sleep, pollMs }: Deps,
): Promise<StepStarted | undefined> {
  for (let waited = 0;; waited += pollMs) {
    const page = await store.readEvents(ref, seqBase(epoch), 1);
    const [first] = readLoggedEvents(page?.events ?? []);
    if (first?.type === "step.started" && toEpoch(first.seq) === epoch) return first;
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
