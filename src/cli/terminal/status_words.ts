// What a state is called on a terminal, and its colour. Every command takes its words from here.

import type { CorruptedThread, ThreadLine } from "../../client/mod.ts";
import type { ThreadStatus, WaitsFor } from "../../core/state.ts";
import type { Cell } from "./table.ts";

/** What a thread that waits needs. */
const NEEDS: Readonly<Record<WaitsFor, string>> = {
  approval: "Needs approval",
  answer: "Needs an answer",
  results: "Needs results",
  deferred: "Waits for a result",
  authorization: "Needs authorization",
};

/** What the end of a run is called: an event says no more of what the thread needs. */
const STATUSES = {
  open: { text: "Ready", style: "cyan" },
  waiting: { text: "Waits", style: "yellow" },
  done: { text: "Done", style: "green" },
  failed: { text: "Failed", style: "red" },
  cancelled: { text: "Cancelled", style: "dim" },
} as const satisfies Readonly<Record<ThreadStatus, Cell>>;

/** The status that a run ended with. */
export function toRunStatus(status: ThreadStatus): Exclude<Cell, string> {
  return STATUSES[status];
}

/** The state of a thread, and what it needs. */
export function toThreadStatus(thread: ThreadLine | CorruptedThread): Exclude<Cell, string> {
  if (thread.status === "corrupted" || !("agent" in thread)) return { text: "Unreadable", style: "red" };
  const { status, running, waitsFor, parked, error, resumeAt, wake } = thread;
  if (running) return { text: "Running", style: "cyan" };
  if (status === "waiting" && waitsFor !== undefined) return { text: NEEDS[waitsFor], style: "yellow" };
  if (status !== "open") return STATUSES[status];
  if (parked !== undefined) return { text: "Parked", style: "red" };
  if (error !== undefined) return { text: "Needs retry", style: "yellow" };
  if (resumeAt !== undefined) return { text: "Rests", style: "dim" };
  return wake ? { text: "Queued", style: "cyan" } : STATUSES.open;
}

/** The states of schedules, of deliveries and endpoints of webhooks, and of tools of a catalogue. */
const STATES = {
  active: { text: "Active", style: "green" },
  paused: { text: "Paused", style: "yellow" },
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
