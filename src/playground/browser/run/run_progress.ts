// How far the thread on the page is, by what the API shows of it and by the events since.

import type { StepEvent } from "../../../core/event.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import type { ThreadNeed, ThreadStatus, WaitsFor } from "../../../core/state.ts";

/** Status, steps and what is awaited. */
export class RunProgress {
  steps = 0;
  version = 0;
  status: ThreadStatus | "" = "";
  /** Whom the calls of the last step wait for. */
  waitsFor: WaitsFor | undefined;
  /** What it needs of a person, as far as the page knows. */
  needs: ThreadNeed | undefined;
  /** Why its last step failed. */
  error: ThreadDetail["error"];
  /** Inputs that no step has read. */
  waiting = 0;
  /** The calls run when a request names another execution, until a step of it is committed. */
  predicted: boolean | undefined;
  /** The run goes on without its client. */
  wake: boolean | undefined;
  /** Why no wake-up runs it any more. */
  parked: ThreadDetail["parked"];
  /** When its next step may run, in ISO 8601. */
  resumeAt: string | undefined;

  /** The progress of a stored thread. */
  static of(detail: ThreadDetail): RunProgress {
    const progress = new RunProgress();
    progress.steps = detail.counters.steps;
    progress.version = detail.version;
    progress.status = detail.status;
    progress.waitsFor = detail.waitsFor;
    progress.needs = detail.needs;
    progress.error = detail.error;
    progress.waiting = detail.waiting;
    progress.predicted = detail.predicted;
    progress.wake = detail.wake;
    progress.parked = detail.parked;
    progress.resumeAt = detail.resumeAt;
    return progress;
  }

  /** Others go on with the thread, or may. */
  get goesOn(): boolean {
    return this.waiting > 0 || this.waitsFor === "deferred" ||
      (this.wake === true && ["open", "waiting"].includes(this.status));
  }

  /** An input of this page begins a run of its own, which ends with its client. */
  begin(): void {
    this.wake = undefined;
  }

  /** The planned calls are run by the next request, whatever the run has chosen. */
  runPlanned(): void {
    this.predicted = true;
  }

  /** The last answer is recorded: the thread can go on from now, and is listed so. */
  unblock(): void {
    this.waitsFor = undefined;
  }

  /** Whether the event is the last one of the run. */
  take(event: StepEvent): boolean {
    switch (event.type) {
      case "approval.requested":
        this.waitsFor = "approval";
        this.needs = event.asks ? "answer" : "approval";
        return false;
      case "result.requested":
        this.waitsFor ??= "results";
        return false;
      case "call.deferred":
        this.waitsFor ??= "deferred";
        return false;
      case "step.started":
        this.steps = event.step;
        this.waitsFor =
          this.needs =
          this.error =
          this.parked =
          this.resumeAt =
            undefined;
        this.waiting = 0;
        return false;
      case "step.finished":
        this.status = event.status;
        this.version = event.version;
        this.predicted = undefined;
        if (event.question !== undefined) this.waitsFor = "answer";
        return !event.continues;
      case "step.failed": {
        const { code, retryable } = event.error;
        if (code === "step_fenced") return false; // another worker goes on with the step in the same log
        if (event.version > this.version) this.predicted = undefined;
        this.status = code === "step_cancelled" ? "cancelled" : retryable ? "open" : "failed";
        this.version = event.version;
        this.error = event.error;
        return true;
      }
      default:
        return false;
    }
  }
}
