// A stored response as the events of its run, so that what is read later is what was answered.

import { isJsonObject, parseJson } from "../../../core/json.ts";
import { heldView } from "../../../core/held_calls/held_view.ts";
import { replayWait } from "../../../core/history/replayed_events.ts";
import type { CallView } from "../../../core/contract/calls.ts";
import type { EntryView } from "../../../core/contract/entries.ts";
import type { StepEvent, StepEventBody } from "../../../core/event.ts";
import { findFinish, replayEvents } from "../../../http/conversation/committed_events.ts";

/** Where a response stands. */
export interface StandOf {
  readonly entries: readonly EntryView[];
  /** The calls that wait at its end: for people, for the caller, or for a result that comes later. */
  readonly waiting: readonly CallView[];
  /** The question of a tool to the user at its end. */
  readonly question?: string | undefined;
  readonly end: "done" | "waiting" | "cancelled" | "open" | undefined;
}

/** The events of the entries, and of the end where there is one. */
export function* replay(stand: StandOf): Generator<StepEvent, void> {
  let seq = 0;
  for (const event of bodies(stand)) yield { ...event, seq: ++seq };
}

function* bodies({ entries, waiting, question, end }: StandOf): Generator<StepEventBody> {
  yield { type: "step.started", thread: "", agent: "", step: 0, model: "", choice: null, at: 0 };
  for (const event of replayEvents(entries, 0)) {
    if (event.type !== "call.ready" || isJsonObject(parseJson(event.args))) yield event;
  }
  for (const entry of entries) {
    if (entry.type === "assistant") yield { type: "usage", ...entry.usage };
  }
  if (end === undefined) return;
  for (const call of waiting) yield* replayRequest(call);
  yield {
    type: "step.finished",
    step: 0,
    version: 0,
    status: end,
    outcome: null,
    continues: false,
    finish: findFinish(entries),
    ...(question === undefined ? {} : { question }),
  };
}

/** The request for approval of the call, whatever people have decided since. */
function* replayRequest(call: CallView): Generator<StepEventBody> {
  if (call.deferred !== undefined) yield* replayWait({ ...call, state: "deferred" });
  if (heldView(call).waitsFor === "caller") yield* replayWait(call);
  else if (call.approval !== undefined) yield* replayWait({ ...call, state: "approval" });
}
