// A stored response as the events of its run, so that what is read later is what was answered.

import { isJsonObject, type Json } from "../../../core/json.ts";
import { heldView } from "../../../core/held_calls/held_view.ts";
import type { CallView } from "../../../core/contract/calls.ts";
import type { EntryView } from "../../../core/contract/entries.ts";
import type { StepEvent, StepEventBody } from "../../../core/event.ts";
import { replayWait } from "../../../kernel/replay/replay.ts";

/** Where a response stands. */
export interface StandOf {
  readonly entries: readonly EntryView[];
  /** The calls that wait at its end: for people, for the caller, or for a result that comes later. */
  readonly waiting: readonly CallView[];
  /** What a tool has asked the user at its end. */
  readonly question?: string | undefined;
  readonly end: "done" | "waiting" | "cancelled" | "open" | undefined;
}

/** The events of the entries, and of the end where there is one. */
export function* replay(stand: StandOf): Generator<StepEvent, void> {
  let seq = 0;
  for (const event of bodies(stand)) yield { ...event, seq: ++seq };
}

function* bodies({ entries, waiting, question, end }: StandOf): Generator<StepEventBody> {
  let version = -1;
  let block = 0;
  yield started();
  for (const entry of entries) {
    if (entry.version !== version) {
      version = entry.version;
      block = 0;
      yield started();
    }
    if (entry.type === "tool") {
      const { callId, name, outcome, output, error, ms } = entry;
      yield { type: "tool.finished", callId, name, outcome, output, ms, ...(error ? { error } : {}) };
    }
    if (entry.type !== "assistant") continue;
    for (const content of entry.blocks) {
      if (content.type === "text") yield { type: "text.delta", block, text: content.text };
      if (content.type === "call" && isReady(content.args)) {
        const { id: callId, name, args } = content;
        yield { type: "call.ready", block, callId, name, args, readiness: "ready" };
      }
      block++;
    }
    yield { type: "usage", ...entry.usage };
  }
  if (end === undefined) return;
  for (const call of waiting) yield* replayRequest(call);
  const last = entries.findLast(({ type }) => type === "assistant" || type === "tool");
  yield {
    type: "step.finished",
    step: 0,
    version,
    status: end,
    outcome: null,
    continues: false,
    finish: last?.type === "assistant" ? last.finish : null,
    ...(question === undefined ? {} : { question }),
  };
}

function started(): StepEventBody {
  return { type: "step.started", thread: "stored", agent: "", step: 0, model: "", choice: null, at: 0 };
}

function isReady(args: string): boolean {
  try {
    const value: Json = JSON.parse(args);
    return isJsonObject(value);
  } catch {
    return false;
  }
}

/** What was asked about the call, whatever people have decided since. */
function* replayRequest(call: CallView): Generator<StepEventBody> {
  if (call.deferred !== undefined) yield* replayWait({ ...call, state: "deferred" });
  if (heldView(call).waitsFor === "caller") yield* replayWait(call);
  else if (call.approval !== undefined) yield* replayWait({ ...call, state: "approval" });
}
