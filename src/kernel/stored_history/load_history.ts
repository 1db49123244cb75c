// The history of a step: what begin returned, put behind what this isolate holds, blobs read whole.

import type { Agent } from "../../core/agent.ts";
import type { AgentState, Pin, RunState } from "../../core/state.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import type { BeginOutcome } from "../../core/store/begin.ts";
import type { HistoryWindow, ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { unpackEntry, unpackText } from "./blobs.ts";
import { isReference, storedSize } from "../history/reference.ts";
import type { PinnedText } from "../history/pinned.ts";
import { lastStart, ReadHistory, toTask } from "../history/read_history.ts";
import type { KeptHistory } from "./history_cache.ts";
import { fitsWhole, startOfWindow } from "../history/window.ts";

/**
 * The history that a step plans from. `kept` is what this isolate holds; it counts when the store found it current.
 *
 * @throws {AgentError} store_corrupt, store_unavailable, store_failed - when a blob or the task cannot be read
 */
export async function loadHistory(
  begun: Extract<BeginOutcome, { type: "begun" }>,
  kept: KeptHistory | undefined,
  { run, window: tokens, pins }: Pick<AgentState, "run" | "window" | "pins">,
  agent: Agent,
  ref: ThreadRef,
  deps: Pick<RuntimeDeps, "store">,
): Promise<ReadHistory> {
  const { window, cacheIsCurrent, header: { base } } = begun;
  const known = kept && cacheIsCurrent ? kept.history : undefined;
  const read = known
    ? known.append(await wholeTexts(window.entries, ref, deps)).within(agent, base)
    : await readWindow(window, base, agent, ref, deps);
  const history = read.from(tokens?.start ?? 0);
  const withTask = history.withTask(await readTask(run, history, ref, deps));
  return withTask.withPinned(
    pins === undefined ? [] : await readPinned(pins, withTask, [known, read], ref, deps),
  );
}

/** The pinned entries before the window: those that are not held are read, one request each, side by side. */
async function readPinned(
  pins: readonly Pin[],
  { start }: ReadHistory,
  held: readonly (ReadHistory | undefined)[],
  ref: ThreadRef,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<readonly PinnedText[]> {
  return await Promise.all(
    pins.filter(([index]) => index < start).map(async ([index]) => {
      const text = held.map((each) => each?.textAt(index)).find((each) => each !== undefined) ??
        await unpackText(store, ref, await textAt(index, ref, { store }));
      return { index, text };
    }),
  );
}

async function textAt(
  index: number,
  ref: ThreadRef,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<string> {
  const page = await store.history(ref, { after: index, limit: 1 });
  const text = page?.entries[0];
  if (text !== undefined) return text;
  throw storeCorrupt(ref.thread, "history");
}

async function readWindow(
  { start, entries }: HistoryWindow,
  base: number,
  agent: Agent,
  ref: ThreadRef,
  deps: Pick<RuntimeDeps, "store">,
): Promise<ReadHistory> {
  const before = start - base;
  const isWhole = !entries.some(isReference) && fitsWhole(entries, before, agent);
  const known = { before, last: lastStart(entries, start) };
  const first = isWhole ? 0 : startOfWindow(entries.map(storedSize), known, agent);
  return new ReadHistory(start + first, await wholeTexts(entries.slice(first), ref, deps));
}

async function wholeTexts(
  texts: readonly string[],
  ref: ThreadRef,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<readonly string[]> {
  if (!texts.some(isReference)) return texts;
  return await Promise.all(texts.map((text) => unpackText(store, ref, text)));
}

// The text that began the run, when its entry has left the window.
async function readTask(
  { input, task }: RunState,
  history: ReadHistory,
  ref: ThreadRef,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<string | undefined> {
  if (input === undefined || input >= history.start) return undefined;
  if (task !== undefined) return task;
  const page = await store.history(ref, { after: input, limit: 1 });
  const text = page?.entries[0];
  const entry = text === undefined ? undefined : await unpackEntry(store, ref, text);
  return entry?.type === "user" ? toTask(entry) : undefined;
}
