// The outbox items of a step before its commit, such as webhooks that report it.

import type { Agent } from "../agent.ts";
import type { ApprovalRequested } from "../event.ts";
import type { OutboxItem } from "./commit.ts";
import type { ThreadRef } from "./thread.ts";
import type { JsonObject } from "../json.ts";
import type { ParkedState, ThreadStatus } from "../state.ts";
import type { Counters } from "../usage.ts";

/** A step, as its commit is about to be sent. */
export interface FinishedStep {
  readonly ref: ThreadRef;
  readonly agent: Agent;
  readonly user: string | undefined;
  readonly metadata: JsonObject;
  /** The version that the commit produces. */
  readonly version: number;
  /** The number of the step within the thread, from 1. */
  readonly step: number;
  readonly status: ThreadStatus;
  /** The answer of a run that has ended; null otherwise. */
  readonly output: string | null;
  /** An AgentError, or why the thread is parked. */
  readonly error: Pick<ParkedState, "code" | "message"> | undefined;
  /** The thread has a title of its own, besides the beginning of its first input. */
  readonly isTitled: boolean;
  /** The approvals that the step requests. */
  readonly requests: readonly ApprovalRequested[];
  /** What the step adds to the thread's counters. */
  readonly counters: Counters;
  /** Head of the thread's record as the commit leaves it: it differs from that of another commit of the same version. */
  readonly head: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Says what a step leaves; nothing for most. Pure and synchronous: it runs in every step. */
export type Outbox = (step: FinishedStep) => readonly OutboxItem[];
