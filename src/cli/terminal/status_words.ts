// What a state is called on a terminal, and its colour. Every command takes its words from here; those of threads are the page's as well.

import type { CorruptedThread, ThreadLine } from "../../react/client/mod.ts";
import {
  runWords,
  type ThreadTone,
  type ThreadWords,
  threadWords,
} from "../../core/contract/thread_words.ts";
import type { ThreadStatus } from "../../core/state.ts";
import type { Cell } from "./table.ts";

/** The status that a run ended with. */
export function toRunStatus(status: ThreadStatus): Exclude<Cell, string> {
  return toCell(runWords(status));
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
} as const satisfies Readonly<Record<ThreadTone, string>>;

function toCell({ words, tone }: ThreadWords): Exclude<Cell, string> {
  return { text: words, style: COLOURS[tone] };
}

/** The states of schedules, of alarms, of deliveries and endpoints of webhooks, and of tools of a catalogue. */
const STATES = {
  active: { text: "Active", style: "green" },
  paused: { text: "Paused", style: "yellow" },
  raised: { text: "Raised", style: "red" },
  quiet: { text: "Quiet", style: "green" },
  over: { text: "Over", style: "dim" },
  pending: { text: "On its way", style: "cyan" },
  dead: { text: "Failed", style: "red" },
  disabled: { text: "Disabled", style: "yellow" },
  deprecated: { text: "Deprecated", style: "yellow" },
  archived: { text: "Archived", style: "dim" },
} as const satisfies Readonly<Record<string, Cell>>;

/** The state of what is no thread. */
export function toStateWord(state: keyof typeof STATES): Exclude<Cell, string> {
  return STATES[state];
}
