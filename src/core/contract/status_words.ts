// The names of all states, on the page and on a terminal: of threads, calls, approvals, schedules, deliveries and evaluations.

import type { ThreadNeed, ThreadStatus, WaitsFor } from "../state.ts";
import type { CallView } from "./calls.ts";
import type { CorruptedThread } from "./threads.ts";

/** `needs` of a person, `failed` for good, `idle` where nothing is to do. */
export type StatusTone = "needs" | "running" | "failed" | "done" | "idle";

/** What a picture of the state shows. */
export type StatusKind =
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
export interface StatusWords {
  readonly words: string;
  readonly tone: StatusTone;
  readonly kind: StatusKind;
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

/** The states by name. What is the same for a thread, a call and the rest has the same words. */
const STATES = {
  // Threads, runs and phases
  running: say("Running", "running", "running"),
  queued: say("Queued", "running", "open"),
  open: say("Not finished", "needs", "open"),
  waiting: say("Waits", "needs", "open"),
  new: say("No message yet", "idle", "new"),
  retry: say("Needs retry", "needs", "failed"),
  parked: say("Stopped trying", "failed", "failed"),
  resting: say("Resumes later", "idle", "open"),
  lost: say("Not connected", "needs", "failed"),
  corrupted: say("Unreadable", "failed", "failed"),
  done: say("Done", "done", "done"),
  failed: say("Failed", "failed", "failed"),
  cancelled: say("Cancelled", "idle", "cancelled"),
  // What a thread or a call waits for
  approval: say("Needs approval", "needs", "approval"),
  answer: say("Needs answer", "needs", "question"),
  authorization: say("Needs authorization", "needs", "question"),
  results: say("Waits for the app", "needs", "results"),
  deferred: say("Waits for a result", "idle", "open"),
  // Calls
  writing: say("Being written", "idle", "new"),
  planned: say("Not started", "idle", "new"),
  truncated: say("Cut off", "failed", "failed"),
  blocked: say("Blocked", "needs", "failed"),
  skipped: say("Skipped", "idle", "cancelled"),
  unknown: say("Outcome unknown", "needs", "question"),
  // Decisions of people
  approved: say("Approved", "done", "done"),
  denied: say("Denied", "failed", "failed"),
  expired: say("Expired", "failed", "cancelled"),
  unanswered: say("Not answered", "idle", "question"),
  // Schedules, alarms, webhooks and tools of a catalogue
  active: say("Active", "done", "done"),
  paused: say("Paused", "needs", "open"),
  raised: say("Raised", "failed", "failed"),
  quiet: say("Quiet", "done", "done"),
  over: say("Ended", "idle", "cancelled"),
  pending: say("On its way", "running", "running"),
  dead: say("Failed", "failed", "failed"),
  disabled: say("Disabled", "needs", "cancelled"),
  deprecated: say("Deprecated", "needs", "question"),
  archived: say("Archived", "idle", "cancelled"),
  // Evaluations
  passed: say("Passed", "done", "done"),
  interrupted: say("Interrupted", "failed", "cancelled"),
} as const satisfies Readonly<Record<string, StatusWords>>;

function say(words: string, tone: StatusTone, kind: StatusKind): StatusWords {
  return { words, tone, kind };
}

/** The name of a state that {@link stateWords} has words for. */
export type StateName = keyof typeof STATES;

/** The words of a state by its name. */
export function stateWords(name: StateName): StatusWords {
  return STATES[name];
}

/**
 * The words of a thread's state at a time in epoch milliseconds.
 *
 * @example
 * ```ts
 * import { threadWords } from "./status_words.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(threadWords({ status: "waiting", waitsFor: "approval" }, 0).words, "Needs approval");
 * assert.equal(threadWords({ status: "done" }, 0).words, "Done");
 * ```
 */
export function threadWords(thread: StateFacts | CorruptedThread, now: number): StatusWords {
  if (thread.status === "corrupted") return STATES.corrupted;
  const { status, running, waiting = 0, waitsFor, needs, wake, parked, resumeAt, version, error } = thread;
  if (running) return STATES.running;
  if (status === "waiting" && waitsFor !== undefined) {
    // One that people answer waits as one that they approve.
    return STATES[waitsFor === "approval" && needs === "answer" ? needs : waitsFor];
  }
  if (parked !== undefined) return STATES.parked;
  const rests = resumeAt !== undefined && Date.parse(resumeAt) > now;
  if (rests && (wake || error === undefined)) return STATES.resting;
  if (wake && (waiting > 0 || status === "open")) return STATES.queued;
  if (waiting > 0) {
    return say(waiting === 1 ? "1 message waiting" : `${waiting} messages waiting`, "needs", "input");
  }
  if (status === "open" && error !== undefined) return STATES.retry;
  if (status === "waiting" && version === 0) return STATES.new;
  return STATES[status];
}

/** What state a call is in: that of the API, or one that only a page sees while its run goes on. */
export type CallStatus =
  | CallView["state"]
  | "writing"
  | "planned"
  | "truncated"
  | "approved"
  | "running"
  | "cancelled";

/** The words of a call's state; `asks`: people answer it, and do not approve it. */
export function callWords(state: CallStatus, asks = false): StatusWords {
  switch (state) {
    case "pending":
      return STATES.planned;
    case "client":
      return STATES.results;
    case "completed":
      return STATES.done;
    case "approval":
      return asks ? STATES.answer : STATES.approval;
    default:
      return STATES[state];
  }
}
