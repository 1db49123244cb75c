// Pins of entries that are in the history already: a commit of the state alone, under the lease of a step.

import type { PlannedCall } from "../../core/call.ts";
import { callsOf, type Entry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import { type AgentState, type Pin, SCHEMA } from "../../core/state.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { newId } from "../../core/text/id.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import { ZERO_COUNTERS } from "../../core/usage.ts";
import { readEntry } from "../../history/codec.ts";
import { nextHead } from "../../history/record_chain.ts";
import { unpackText } from "../history/blobs.ts";
import type { RuntimeDeps } from "../request.ts";
import { type Begun, refusalOf } from "../session/admission.ts";
import { whyNotPinned } from "../session/pins.ts";
import { readPendingCalls, readState } from "../stored.ts";
import { withStoreRetries } from "../store_retry.ts";
import { LEASE_MS } from "../timing.ts";
import { snapshotOf } from "./threads.ts";

/** The pinned entries of a thread, by their indexes. */
export interface PinList {
  readonly pins: number[];
  readonly version: number;
}

type Deps = Pick<RuntimeDeps, "store" | "clock" | "random" | "sleep" | "log">;

/**
 * Pins an entry, or removes its pin; a repetition changes nothing. An answer with calls and the observations of these are one
 * piece: each of them stands for all of it.
 *
 * @throws {AgentError} thread_unknown, thread_busy
 * @throws {AgentError} pin_refused - there is no such entry or no room, the entry is a summary, or its calls have no outcome yet
 */
export async function setPin(ref: ThreadRef, index: number, isPinned: boolean, deps: Deps): Promise<PinList> {
  const { header } = await snapshotOf(ref, deps);
  const before = readState(ref, header).pins ?? [];
  if (before.some(([at]) => at === index) === isPinned) return toList(before, header.version);
  const piece = await pieceAt(ref, index, header.length, deps);
  const begun = await begin(ref, deps);
  try {
    const state = readState(ref, begun.header);
    const others = (state.pins ?? []).filter(([at]) => !piece.some(([own]) => own === at));
    const why = isPinned ? whyNotPinned(others, piece, ref.thread) : undefined;
    if (why !== undefined) throw new AgentError("pin_refused", why);
    const pins = [...others, ...isPinned ? piece : []].toSorted(([one], [other]) => one - other);
    await commit(ref, begun, { ...state, pins }, deps);
    return toList(pins, begun.header.version + 1);
  } catch (refusal) {
    await deps.store.abandon({ ref, owner: begun.owner, epoch: begun.header.epoch, inputs: [] });
    throw refusal;
  }
}

function toList(pins: readonly Pin[], version: number): PinList {
  return { pins: pins.map(([index]) => index), version };
}

interface Held extends Begun {
  readonly owner: string;
}

async function begin(ref: ThreadRef, deps: Deps): Promise<Held> {
  const owner = newId("run", deps.random);
  const outcome = await deps.store.begin({
    ...{ ref, owner, leaseMs: LEASE_MS, schema: SCHEMA, inputs: [], busy: "reject" },
    window: { entries: 1, bytes: 1 },
  });
  if (outcome.type === "begun") return { ...outcome, owner };
  if (outcome.type === "replayed" || outcome.type === "queued") throw storeCorrupt(ref.thread, "lease");
  throw refusalOf(outcome, { ref });
}

/** Entries before and behind one that its piece may reach to. */
const REACH = 64;

/** The entries that are pinned with one, in order. */
async function pieceAt(
  ref: ThreadRef,
  index: number,
  length: number,
  { store }: Pick<Deps, "store">,
): Promise<readonly Pin[]> {
  const refused = (why: string) =>
    new AgentError("pin_refused", `Entry ${index} of thread ${ref.thread} ${why}.`);
  if (index >= length) throw refused(`does not exist: the thread has ${length}`);
  const after = Math.max(0, index - REACH);
  const texts = await wholeTexts(ref, after, index + REACH, store);
  const entries = texts.map((text) => readEntry(text));
  const at = index - after;
  const from = entries[at]?.type === "tool"
    ? entries.findLastIndex(({ type }, place) => place < at && type !== "tool")
    : at;
  const first = entries[from];
  if (first === undefined) throw refused("has no answer before it that made its call");
  const to = first.type === "assistant" ? from + callsOf(first).length : from;
  const observations = entries.slice(from + 1, to + 1);
  if (first.type === "summary") {
    throw refused("is a summary, which requests have while it stands for entries");
  }
  if (observations.length < to - from || !observations.every(({ type }) => type === "tool")) {
    throw refused("has calls without an outcome; pin it when the next step has run them");
  }
  return texts.slice(from, to + 1).map((text, place): Pin => [after + from + place, utf8Bytes(text)]);
}

async function wholeTexts(
  ref: ThreadRef,
  after: number,
  end: number,
  store: Deps["store"],
): Promise<readonly string[]> {
  const texts: string[] = [];
  while (after + texts.length < end) {
    const next = after + texts.length;
    const page = await store.history(ref, { after: next, limit: end - next });
    if (page === undefined || page.entries.length === 0) break;
    for (const text of page.entries) texts.push(await unpackText(store, ref, text));
  }
  return texts;
}

async function commit(
  ref: ThreadRef,
  { header, pending, owner }: Held,
  { record, ...state }: AgentState,
  deps: Deps,
): Promise<void> {
  const { epoch, version, status, length } = header;
  const calls = readPendingCalls(ref, pending);
  const awaits = await awaitsSince(ref, calls, length, deps);
  const chained = record && {
    ...record,
    head: await nextHead(record.head, version + 1, []),
    changes: (record.changes ?? 0) + 1,
  };
  const outcome = await withStoreRetries(() =>
    deps.store.commit({
      ...{ ref, owner, epoch, version, schema: SCHEMA, entries: [], status, pending, consumed: 0 },
      state: JSON.stringify({ ...state, record: chained }),
      counters: ZERO_COUNTERS,
      ...(awaits === undefined ? {} : { awaits }),
      ...{ blobs: [], events: [] },
    }), deps);
  if (outcome.type === "committed") return;
  throw new AgentError("thread_busy", `Thread ${ref.thread} was taken over meanwhile; try again.`);
}

/** Since when calls wait for people: since the answer that made them. */
async function awaitsSince(
  ref: ThreadRef,
  calls: readonly PlannedCall[],
  length: number,
  { store, clock }: Pick<Deps, "store" | "clock">,
): Promise<number | undefined> {
  if (!calls.some(({ disposition }) => disposition.type === "approve")) return undefined;
  const texts = await wholeTexts(ref, Math.max(0, length - 2), length, store);
  const plan = texts.map((text): Entry => readEntry(text)).findLast(({ type }) => type === "assistant");
  return plan?.at ?? clock();
}
