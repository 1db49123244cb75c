// The history as a plan of the next step reads it, once a step is committed.

import type { Session } from "../session.ts";
import type { Draft } from "../draft.ts";
import { findPinned } from "./plan_window.ts";
import type { ReadHistory } from "../../history/read_history.ts";

/** The session's history with the texts of the entries that the step adds, from where the next window begins. */
export function historyAfter(
  { history, header, agent }: Session,
  draft: Draft,
  texts: readonly string[],
): ReadHistory {
  const base = draft.summary?.base ?? header.base;
  const { run, window, pins } = draft.state;
  const all = history.append(texts);
  const next = all.from(base).within(agent, base).from(window?.start ?? 0);
  return next.withTask(all.taskOf(run.input, next)).withPinned(findPinned(next.start, pins, all));
}
