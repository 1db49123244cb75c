// The phases of an orchestrator as rows of its timeline: each stands below the step that ran the call which began it.

import { stateWords, type StatusWords, threadWords } from "../../../../core/contract/status_words.ts";
import type { ChildView } from "../../../../core/contract/threads.ts";
import type { TimelineStep } from "./step.ts";
import { heldView } from "../../../../core/held_calls/held_view.ts";

/** A phase, and those below it as rows behind it. */
export interface PhaseRow {
  readonly key: string;
  readonly phase: string;
  readonly worker: string | undefined;
  /** Of its thread; undefined before it has begun. */
  readonly thread: string | undefined;
  readonly state: StatusWords;
  /** 0 for a phase of the thread itself. */
  readonly depth: number;
  /** Epoch milliseconds: from its beginning to its last commit, or to now while it runs. */
  readonly time: { readonly from: number; readonly to: number } | undefined;
}

/** The rows by the number of the step that they belong to; 0 has those of no visible step. */
export function phaseRows(
  children: readonly ChildView[],
  steps: readonly TimelineStep[],
  now: number,
): ReadonlyMap<number, readonly PhaseRow[]> {
  // Before a step has run the call, it stands below the one that has planned it.
  const byCall = new Map([
    ...steps.flatMap(({ number, entries }) =>
      plannedCalls(entries).map((callId) => [callId, number] as const)
    ),
    ...steps.flatMap(({ number, lanes }) => lanes.map(({ callId = "" }) => [callId, number] as const)),
  ]);
  const rows = children.map((child) =>
    [
      byCall.get(child.thread?.parent?.callId ?? "none") ?? 0,
      flatten(child, { now, depth: 0, key: "" }),
    ] as const
  );
  const numbers = [...new Set(rows.map(([number]) => number))];
  return new Map(numbers.map((number) => [number, rows.flatMap(([of, own]) => of === number ? own : [])]));
}

function plannedCalls(entries: TimelineStep["entries"]): string[] {
  return entries.flatMap((entry) =>
    entry.type === "assistant" ? entry.blocks.flatMap((block) => block.type === "call" ? [block.id] : []) : []
  );
}

interface Place {
  readonly now: number;
  readonly depth: number;
  /** Of the phase above. */
  readonly key: string;
}

function flatten(child: ChildView, { now, depth, key: above }: Place): PhaseRow[] {
  const { phase, worker, state, thread, children } = child;
  const key = `${above}/${phase}`;
  const from = Date.parse(thread?.createdAt ?? "");
  const end = state === "running" ? now : Date.parse(thread?.updatedAt ?? "");
  const row: PhaseRow = {
    key,
    phase,
    worker,
    depth,
    thread: thread?.id,
    state: stateOfPhase(child, now),
    time: Number.isNaN(from) ? undefined : { from, to: Math.max(from, end) },
  };
  return [row, ...children.flatMap((each) => flatten(each, { now, depth: depth + 1, key }))];
}

/** The state of a phase; `now` is in epoch milliseconds. */
export function stateOfPhase({ state, thread, calls }: ChildView, now: number): StatusWords {
  switch (state) {
    case "planned":
      return stateWords("planned");
    case "finished":
      return stateWords("done");
    case "failed":
    case "cancelled":
      return stateWords(state);
    case "running": {
      const held = calls.map((call) => heldView(call)).filter(({ waitsFor }) => waitsFor === "people");
      if (held.length > 0) {
        const needs = held.every(({ asks: isQuestion }) => isQuestion) ? "answer" : "approval";
        return threadWords({ status: "waiting", waitsFor: "approval", needs }, now);
      }
      const isOver = thread !== undefined && thread.status !== "open";
      return isOver ? threadWords(thread, now) : threadWords({ status: "open", running: true }, now);
    }
  }
}
