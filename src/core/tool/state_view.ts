// The part of its thread's state that a tool can read.

import type { Json } from "../json.ts";
import type { ThreadParent } from "../plan/child_thread.ts";
import type { ForkedFrom, ThreadStatus } from "../state.ts";
import type { Counters } from "../usage.ts";

/** A thread as its step began, before the calls of the step ran. Frozen; times are epoch milliseconds. */
export interface StateView {
  /** Commits of the thread: 1 while the calls of its first plan run. */
  readonly version: number;
  /** As the last commit left it; `open` while calls run, unless the thread waited for people or rested. */
  readonly status: ThreadStatus;
  /** Entries in the history. */
  readonly length: number;
  /** Totals of the thread: steps, calls, tokens, milliseconds and millionths of a US dollar. */
  readonly counters: Counters;
  /** Committed steps of the run, which began with the newest input. */
  readonly runSteps: number;
  /** The STRATEGIC PLAN as it stands; undefined without one. */
  readonly plan: Json | undefined;
  readonly createdAt: number;
  /** Of the last commit. */
  readonly updatedAt: number;
  /** Absent where the thread is no fork. */
  readonly forkedFrom?: ForkedFrom;
  /** The thread that this one runs a phase of. */
  readonly parent?: ThreadParent;
}
