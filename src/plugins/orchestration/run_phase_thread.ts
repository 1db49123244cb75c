// Drives the thread of one phase: runs its steps one after the other until it ends, waits for people, fails for now, or the time
// that the step above has for it is over.

import type { ThreadView } from "../../core/contract/threads.ts";
import { type AgentError, toAgentError } from "../../core/error.ts";
import type { ChildEvent, StepEvent, StepEventBody } from "../../core/event.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import type { StartRun } from "../../kernel/children/delegation.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { StepRequest } from "../../kernel/request.ts";

/** Which phase an event is about. */
export type ChildPhase = Pick<ChildEvent, "thread" | "phase" | "callId">;

/** How far a phase came. */
export type Driven =
  /** The thread has ended; it is read for what it came to. */
  | { readonly type: "ended" }
  /** It waits for people. */
  | { readonly type: "waiting" }
  /** It has more to do. */
  | { readonly type: "open" }
  /** It cannot go on now; the same step may be tried again. */
  | { readonly type: "delayed"; readonly error: AgentError }
  /** It was refused for good before a step of it. */
  | { readonly type: "refused"; readonly error: AgentError };

/** What drives a phase. */
export interface Drive {
  readonly ref: ThreadRef;
  readonly snapshot: ThreadSnapshot | undefined;
  /** The request that creates the thread with its input. */
  readonly first: () => Promise<StepRequest>;
  /** A request of a later step. */
  readonly next: StepRequest;
  readonly phase: ChildPhase;
  /** One step at most. */
  readonly once: boolean;
  /** Epoch milliseconds from which on no further step begins. */
  readonly until: number;
  /** Of the step above. */
  readonly signal: AbortSignal;
  readonly startRun: StartRun;
  readonly emit: (event: StepEventBody) => void;
}

/** Refusals that prove that the thread exists. */
const EXISTS: readonly string[] = ["idempotency_in_flight", "thread_busy", "step_fenced"];

/** Most milliseconds between two tries while another worker runs a step of the phase. */
const POLL_MS = 1_000;

/** Runs steps of the phase. Failures are results. */
export async function drive(options: Drive, deps: RuntimeDeps): Promise<Driven> {
  let isNew = options.snapshot === undefined;
  let hasBegun = !isNew;
  for (let steps = 0;;) {
    if (steps > 0 && options.once || options.signal.aborted || deps.clock() >= options.until) {
      return { type: "open" };
    }
    try {
      const started = await options.startRun(isNew ? await options.first() : options.next);
      isNew = false;
      if (started.type === "queued") continue;
      hasBegun = true;
      const result = await started.run((event) => report(event, options.phase, options.emit));
      if (result.error) throw result.error;
      steps++;
      const driven = byStatus(result.thread);
      if (driven.type !== "open") return driven;
    } catch (thrown) {
      const error = toAgentError(thrown);
      // A thread whose first begin was abandoned is created again; one that existed and is gone was removed.
      if (error.code === "thread_unknown" && hasBegun) return { type: "refused", error };
      const driven = await afterError(error, options, deps);
      if (driven !== "again") return driven;
      isNew = error.code === "thread_unknown" || isNew && !EXISTS.includes(error.code);
    }
  }
}

/** A phase with a question for the user ends with it: the thread above answers it, or passes it on. */
function byStatus({ status, question }: Pick<ThreadView, "status" | "question">): Driven {
  if (status === "open") return { type: "open" };
  return status === "waiting" && question === undefined ? { type: "waiting" } : { type: "ended" };
}

/** The thread above emits the ends of a phase's steps, what waits for people in it, and what the phases below it emit. */
function report({ seq: _seq, ...event }: StepEvent, phase: ChildPhase, emit: Drive["emit"]): void {
  switch (event.type) {
    case "step.finished":
      return emit({ type: "child.step", ...phase, step: event.step, status: event.status });
    case "step.failed":
      return emit({
        type: "child.step",
        ...phase,
        step: event.step,
        status: event.error.retryable ? "open" : "failed",
      });
    case "approval.requested":
      return emit({ ...event, thread: event.thread ?? phase.thread });
    case "child.started":
    case "child.step":
    case "child.finished":
      return emit(event);
  }
}

async function afterError(error: AgentError, options: Drive, deps: RuntimeDeps): Promise<Driven | "again"> {
  switch (error.code) {
    case "approval_required":
      return { type: "waiting" };
    case "nothing_to_do":
    case "step_cancelled":
      return { type: "ended" };
    case "thread_unknown":
    case "thread_busy":
    case "idempotency_in_flight":
    case "step_fenced":
    case "budget_reserved": {
      if (options.once) return { type: "delayed", error };
      const waitMs = Math.min(error.retryAfterMs ?? POLL_MS, POLL_MS);
      await deps.sleep(waitMs, options.signal).catch(() => {});
      return "again";
    }
    default:
      return error.retryable ? { type: "delayed", error } : { type: "refused", error };
  }
}
