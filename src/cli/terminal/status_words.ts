// The colour of a state on a terminal; its words are those of the page as well.

import type { CorruptedThread, ThreadLine } from "../../react/client/mod.ts";
import {
  type StateName,
  stateWords,
  type StatusTone,
  type StatusWords,
  threadWords,
} from "../../core/contract/status_words.ts";
import type { ThreadStatus } from "../../core/state.ts";
import type { Cell } from "./table.ts";

/** The status that a run ended with. */
export function toRunStatus(status: ThreadStatus): Exclude<Cell, string> {
  return toCell(stateWords(status));
}

/** The state of a thread, and what it needs. */
export function toThreadStatus(thread: ThreadLine | CorruptedThread): Exclude<Cell, string> {
  return toCell(threadWords(thread, Date.now()));
}

const COLOURS = {
  needs: "yellow",
  running: "cyan",
  failed: "red",
  done: "green",
  idle: "dim",
} as const satisfies Readonly<Record<StatusTone, string>>;

function toCell({ words, tone }: StatusWords): Exclude<Cell, string> {
  return { text: words, style: COLOURS[tone] };
}

/** The state of what is no thread. */
export function toStateWord(state: StateName): Exclude<Cell, string> {
  return toCell(stateWords(state));
}
