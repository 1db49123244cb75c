// The events of one step in the log of its thread.

import { seqBase, type StepEvent, toEpoch } from "../../core/event.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../deps.ts";
import { readLoggedEvents } from "./event_records.ts";

/** Records of one store request. */
const PAGE = 200;

type Deps = Pick<RuntimeDeps, "store">;

/** All events of the step with this epoch, oldest first: a step may fill the log. */
export async function readLoggedStep(ref: ThreadRef, epoch: number, { store }: Deps): Promise<StepEvent[]> {
  const events: StepEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.seq ?? seqBase(epoch);
    const page = (await store.readEvents(ref, after, PAGE))?.events ?? [];
    const own = page.filter(({ seq }) => toEpoch(seq) === epoch);
    for (const event of readLoggedEvents(own)) events.push(event);
    if (own.length < PAGE) return events;
  }
}

/** Whether the log holds the last event of the step with this epoch. */
export async function hasLoggedEnd(ref: ThreadRef, epoch: number, deps: Deps): Promise<boolean> {
  return (await readLoggedStep(ref, epoch, deps)).some(endsStep);
}

/** The last event of a step. */
export function endsStep({ type }: StepEvent): boolean {
  return type === "step.finished" || type === "step.failed";
}
