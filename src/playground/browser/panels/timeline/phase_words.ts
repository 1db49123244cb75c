// What state a phase of an orchestrator is in, in the words of threads.

import { type ThreadWords, threadWords } from "../../../../core/contract/thread_words.ts";
import type { ChildView } from "../../../../core/contract/threads.ts";
import { heldView } from "../../../../core/held_calls/held_view.ts";

/** The state of a phase; `now` is in epoch milliseconds. */
export function stateOfPhase({ state, thread, calls }: ChildView, now: number): ThreadWords {
  switch (state) {
    case "planned":
      return { words: "Planned", tone: "idle", kind: "new" };
    case "finished":
      return threadWords({ status: "done" }, now);
    case "failed":
    case "cancelled":
      return threadWords({ status: state }, now);
    case "running": {
      const held = calls.map((call) => heldView(call)).filter(({ waitsFor }) => waitsFor === "people");
      if (held.length > 0) {
        const needs = held.every(({ asks }) => asks) ? "answer" : "approval";
        return threadWords({ status: "waiting", waitsFor: "approval", needs }, now);
      }
      const isOver = thread !== undefined && thread.status !== "open";
      return isOver ? threadWords(thread, now) : threadWords({ status: "open", running: true }, now);
    }
  }
}
