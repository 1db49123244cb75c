// Makes the events of a message's steps from its committed entries: for a reader after the event log has expired, or without one.

import type { CallView } from "../../core/contract/calls.ts";
import type { EntryView } from "../../core/contract/entries.ts";
import { hasOutcome } from "../../core/contract/has_outcome.ts";
import type { ThreadDetail } from "../../core/contract/threads.ts";
import type { Block, FinishReason } from "../../core/entry.ts";
import type { StepEventBody } from "../../core/event.ts";
import { heldView } from "../../core/held_calls/held_view.ts";
import {
  replayApproval,
  replayBlock,
  replayCall,
  replayOutcome,
} from "../../core/history/replayed_events.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { readThread } from "../../kernel/threads/threads.ts";
import type { HttpDeps } from "../context.ts";
import { newestEntries } from "./newest_entries.ts";

/** Of a call that has no outcome when its run is over. */
export const NOT_RUN = "The run is over; this call did not run.";

/**
 * The answer to a message that the history has, up to the next input, with what the thread waits for where none follows. Undefined where
 * the history does not have the message. `door` is the origin of its entry.
 */
export async function readCommittedAnswer(
  ref: ThreadRef,
  door: string,
  deps: Pick<HttpDeps, "store" | "clock">,
): Promise<StepEventBody[] | undefined> {
  const length = (await deps.store.read(ref))?.header.length ?? 0;
  const behind: EntryView[] = [];
  let message: EntryView | undefined;
  for await (const entry of newestEntries(ref, length, deps)) {
    if (entry.type === "user" && entry.door === door) {
      message = entry;
      break;
    }
    behind.unshift(entry);
  }
  if (message === undefined) return undefined;
  const { version, id } = message;
  const next = behind.findIndex((entry) => entry.type === "user" && entry.version > version);
  const entries = next < 0 ? behind : behind.slice(0, next);
  const thread = await readThread(ref, deps);
  const input = entries.findLast((entry) => entry.type === "user" && entry.version === version)?.id ?? id;
  const steps = [...replayEvents(entries, thread.counters.steps - thread.version)];
  const started = steps.findIndex(({ type }) => type === "step.started");
  const events = steps.map((event, index) =>
    index === started && event.type === "step.started" ? { ...event, input } : event
  );
  const end = next < 0 ? thread : { ...thread, calls: [], status: "done" as const };
  return [...events, ...replayEnd(end, entries)];
}

/** True for an entry that an answer shows. */
export function isOfAnswer({ type }: EntryView): boolean {
  return type === "assistant" || type === "tool";
}

/** What a message at rest waits for, and its end for now. Behind a cancel it waits for nothing. */
export function* replayEnd(
  { calls, status, version, counters }: ThreadDetail,
  entries: readonly EntryView[],
): Generator<StepEventBody> {
  for (const call of calls) {
    if (status === "cancelled" && !hasOutcome(call)) yield notRun(call);
    else yield* restOfCall(call);
  }
  const finish = findFinish(entries);
  yield {
    type: "step.finished",
    step: counters.steps,
    version,
    status,
    finish,
    outcome: null,
    continues: false,
  };
}

/** Why the answer of the entries ended; null where it ends with outcomes of calls. */
export function findFinish(entries: readonly EntryView[]): FinishReason | null {
  const last = entries.findLast(isOfAnswer);
  return last?.type === "assistant" ? last.finish : null;
}

function notRun({ id: callId, name }: CallView): StepEventBody {
  const error = { kind: "cancelled", message: NOT_RUN } as const;
  return { type: "tool.finished", callId, name, outcome: "skipped", output: null, error, ms: 0 };
}

/** The committed steps of the message as events; `offset`: number of a step less the version of its commit. */
export function* replayEvents(entries: readonly EntryView[], offset: number): Generator<StepEventBody> {
  let version = 0;
  let block = 0;
  for (const entry of entries) {
    if (entry.version !== version) {
      version = entry.version;
      block = 0;
      yield {
        type: "step.started",
        thread: "",
        agent: "",
        step: version + offset,
        model: "",
        at: 0,
        choice: null,
      };
    }
    if (entry.type === "tool") yield replayOutcome(entry);
    if (entry.type !== "assistant") continue;
    for (const content of entry.blocks) yield* blockEvents(content, block++);
  }
}

/** A client reads the arguments of a call when they are whole. */
function* blockEvents(content: Block, block: number): Generator<StepEventBody> {
  if (content.type !== "call" && content.text === "") return;
  for (const event of replayBlock(content, block)) if (event.type !== "call.delta") yield event;
}

/** The outcome of a call without an entry: beside a call whose result comes later others have their outcomes. */
function* restOfCall(call: CallView): Generator<StepEventBody> {
  const { approval } = call;
  if (hasOutcome(call) || heldView(call).waitsFor === "caller") return yield* replayCall(call);
  // A client has no part for a call that was decided outside of it and has not run: its answer, whatever it is, goes on.
  if (approval !== undefined) yield replayApproval(call, approval);
}
