// The names of the states of a thread, on the page and on a terminal.

import type { ThreadNeed, ThreadStatus, WaitsFor } from "../state.ts";
import type { CorruptedThread } from "./threads.ts";

/** `needs` of a person, `failed` for good, `idle` where nothing is to do. */
export type ThreadTone = "needs" | "running" | "failed" | "done" | "idle";

/** What a picture of the state shows. */
export type StateKind =
  | "approval"
  | "question"
  | "results"
  | "input"
  | "running"
  | "open"
  | "failed"
  | "done"
  | "cancelled"
  | "new";

/** A state in a word or two. */
export interface ThreadWords {
  readonly words: string;
  readonly tone: ThreadTone;
  readonly kind: StateKind;
}

/** What of a thread says its state. */
export interface StateFacts {
  readonly status: ThreadStatus;
  readonly running?: boolean | undefined;
  readonly waiting?: number | undefined;
  readonly waitsFor?: WaitsFor | undefined;
  readonly needs?: ThreadNeed | undefined;
  readonly wake?: boolean | undefined;
  readonly parked?: object | undefined;
  readonly resumeAt?: string | undefined;
  readonly version?: number | undefined;
  readonly error?: object | undefined;
}

/**
 * The words of a thread's state at a time in epoch milliseconds.
 *
 * @example
 * ```ts
 * import { threadWords } from "./thread_words.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(threadWords({ status: "waiting", waitsFor: "approval" }, 0).words, "Needs approval");
 * assert.equal(threadWords({ status: "done" }, 0).words, "Done");
 * ```
 */
export function threadWords(thread: StateFacts | CorruptedThread, now: number): ThreadWords {
  if (thread.status === "corrupted") return { words: "Unreadable", tone: "failed", kind: "failed" };
  const { status, running, waiting = 0, waitsFor, needs, wake, parked, resumeAt, version, error } = thread;
  if (running) return { words: "Running", tone: "running", kind: "running" };
  if (status === "waiting" && waitsFor !== undefined) return heldWords(waitsFor, needs);
  if (parked !== undefined) return { words: "Parked", tone: "failed", kind: "failed" };
  const rests = resumeAt !== undefined && Date.parse(resumeAt) > now;
  if (rests && (wake || error === undefined)) return { words: "Rests", tone: "idle", kind: "open" };
  if (wake && (waiting > 0 || status === "open")) return { words: "Queued", tone: "running", kind: "open" };
  if (waiting > 0) {
    const words = waiting === 1 ? "1 unprocessed input" : `${waiting} unprocessed inputs`;
    return { words, tone: "needs", kind: "input" };
  }
  if (status === "open" && error !== undefined) {
    return { words: "Needs retry", tone: "needs", kind: "failed" };
  }
  if (status === "waiting" && version === 0) return { words: "No message yet", tone: "idle", kind: "new" };
  return runWords(status);
}

/** What a run ended with, where no more is known of its thread. */
export function runWords(status: ThreadStatus): ThreadWords {
  return RUNS[status];
}

const RUNS: Readonly<Record<ThreadStatus, ThreadWords>> = {
  open: { words: "Ready", tone: "needs", kind: "open" },
  waiting: { words: "Waits", tone: "needs", kind: "open" },
  done: { words: "Done", tone: "done", kind: "done" },
  failed: { words: "Failed", tone: "failed", kind: "failed" },
  cancelled: { words: "Cancelled", tone: "idle", kind: "cancelled" },
};

/** What a call that is held needs. One that people answer waits as one that they approve. */
function heldWords(waitsFor: WaitsFor, needs: ThreadNeed | undefined): ThreadWords {
  switch (waitsFor) {
    case "approval":
      return needs === "answer"
        ? HELD_BY_QUESTION
        : { words: "Needs approval", tone: "needs", kind: "approval" };
    case "answer":
      return HELD_BY_QUESTION;
    case "results":
      return { words: "Needs results", tone: "needs", kind: "results" };
    case "authorization":
      return { words: "Needs authorization", tone: "needs", kind: "question" };
    case "deferred":
      return { words: "Waits for a result", tone: "idle", kind: "open" };
  }
}

const HELD_BY_QUESTION: ThreadWords = { words: "Needs answer", tone: "needs", kind: "question" };
