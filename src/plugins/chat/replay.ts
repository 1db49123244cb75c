// GET .../stream: the message that the chat works on, from its beginning. What is committed is read from the history, so that it
// is there however many requests made it; what runs follows from the event log.

import type { EntryView } from "../../core/contract/entries.ts";
import { seqBase, type StepEventBody } from "../../core/event.ts";
import type { ThreadHeader, ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { readTakenInputs } from "../../kernel/threads/list_waiting.ts";
import { readThread } from "../../kernel/threads/threads.ts";
import { tailEvents } from "../../kernel/threads/event_tail.ts";
import { readState } from "../../kernel/stored.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { Branch } from "../../http/conversation/branches.ts";
import { isOfAnswer, replayEnd, replayEvents } from "../../http/conversation/committed_events.ts";
import { newestEntries, readEntries } from "../../http/conversation/newest_entries.ts";
import { toMessageId } from "./ui_messages/message_id.ts";

/** A message that is streamed again. */
export interface OpenMessage {
  /** Missing where its first event decides. */
  readonly messageId?: string;
  /** The run's answer is the outputs of its tools. */
  readonly outputsAnswer: boolean;
  /** The run has tools of the caller, beside those of its agent. */
  readonly holds: boolean;
  /** Its events, those of a running step as they come. */
  events(signal: AbortSignal): AsyncGenerator<StepEventBody, void>;
}

/**
 * The message that the branch works on, or the last one where the client has seen less of the branch than there is. `seen` is the
 * version that the client has; undefined for a client that does not say. Undefined when the client has everything.
 */
export async function openMessage(
  branch: Branch,
  seen: number | undefined,
  deps: HttpDeps,
): Promise<OpenMessage | undefined> {
  const { ref, snapshot } = branch;
  if (snapshot === undefined) return undefined;
  const { header, running } = snapshot;
  const isBehind = seen !== undefined && seen < header.version;
  if (!isActive(snapshot) && !isBehind) return undefined;
  const { run } = readState(ref, header);
  // An input stays in the inbox until the commit of the step that takes it: what runs is another message than the history has.
  const isNew = (await readTakenInputs(ref, snapshot, deps)).length > 0;
  if (running && (isNew || run.input === undefined)) {
    return { outputsAnswer: false, holds: true, events: (signal) => live(branch, header, signal, deps) };
  }
  if (run.input === undefined) return undefined;
  const entries = await readEntries(ref, run.input, header.length, deps);
  if (!isActive(snapshot) && !entries.some(isOfAnswer)) return undefined;
  const offset = header.counters.steps - header.version;
  return {
    messageId: toMessageId(ref.thread, { input: answeredInput(entries), step: header.counters.steps + 1 }),
    outputsAnswer: run.execution === "execute",
    holds: run.clientTools !== undefined,
    async *events(signal) {
      yield* replayEvents(entries, offset);
      if (running) return yield* live(branch, header, signal, deps);
      yield* replayEnd(await readThread(ref, deps), entries);
    },
  };
}

/** The input that the entries from the beginning of a run answer: the newest of those that its first step has consumed. */
export function answeredInput(entries: readonly EntryView[]): string | undefined {
  return entries.findLast(({ type, version }) => type === "user" && version === entries[0]?.version)?.id;
}

/** What a client has not seen of its message. */
export interface Missed {
  /** Up to the next input. */
  readonly events: readonly StepEventBody[];
  /** Nothing was committed to the history: the thread was only opened by a decision. */
  readonly isEmpty: boolean;
}

/** What has been committed since a version that the client has. */
export async function readMissed(seen: number, ref: ThreadRef, deps: HttpDeps): Promise<Missed> {
  const entries: EntryView[] = [];
  const header = (await deps.store.read(ref))?.header;
  const { version, counters, length } = header ?? { version: seen, counters: { steps: 0 }, length: 0 };
  for await (const entry of newestEntries(ref, length, deps)) {
    if (entry.version <= seen) break;
    if (entry.version <= version) entries.unshift(entry);
  }
  const next = entries.findIndex(({ type }) => type === "user");
  const own = next < 0 ? entries : entries.slice(0, next);
  return { events: [...replayEvents(own, counters.steps - version)], isEmpty: entries.length === 0 };
}

/** The events of the step that runs. */
async function* live(
  { ref }: Branch,
  { epoch }: ThreadHeader,
  signal: AbortSignal,
  deps: HttpDeps,
): AsyncGenerator<StepEventBody, void> {
  const tail = await tailEvents(ref, seqBase(epoch), { pollMs: deps.pollMs, signal }, deps);
  yield* tail.events;
}

/** A step runs, or the client is to go on: with an answer of a person, with results, or at once. */
function isActive({ header: { status }, pending, running }: ThreadSnapshot): boolean {
  return running || status === "open" || status === "waiting" && pending !== null;
}
