// RunningStep: one step while it runs. It numbers the events, renews the lease, holds the deadline, and ends exactly once: by a
// commit, or by giving the thread back.

import { AgentError } from "../../core/error.ts";
import { seqBase, type StepEvent, type StepEventBody } from "../../core/event.ts";
import { startTimer } from "../../core/ports.ts";
import type { Booking } from "../../core/store/ledger.ts";
import type { LoggedEvent } from "../../core/store/thread.ts";
import { toRecord } from "../log/event_records.ts";
import { redactEvent } from "../redaction/redact_reports.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import { giveBack } from "../session/release.ts";
import { LEASE_MS } from "../timing.ts";
import type { Session } from "../session.ts";
import { Heartbeat } from "./heartbeat.ts";
import { stepFailed } from "./step_end.ts";

/** A step in progress: its signal, its clock and its events. */
export class RunningStep {
  readonly #session: Session;
  readonly #deps: RuntimeDeps;
  readonly #resumable: boolean;
  readonly #emit: (event: StepEvent) => void;
  readonly #startedAt: number;
  /** Nothing reads the events while they come, and no log keeps them. */
  readonly isUnread: boolean;
  readonly #abort = new AbortController();
  readonly #stopDeadline: () => void;
  readonly #heartbeat: Heartbeat;
  #seq: number;
  #isOver = false;
  /** A commit was tried, and may have been applied though no answer came: then the log has its last event already. */
  #wasCommitted = false;

  constructor(
    session: Session,
    resumable: boolean,
    emit: ((event: StepEvent) => void) | undefined,
    deps: RuntimeDeps,
  ) {
    this.#session = session;
    this.#deps = deps;
    this.#resumable = resumable;
    this.isUnread = emit === undefined && !resumable;
    this.#emit = emit ?? (() => {});
    this.#startedAt = deps.clock();
    this.#seq = seqBase(session.header.epoch);
    this.#heartbeat = new Heartbeat(session, deps, {
      resumable,
      abort: (reason) => this.#abort.abort(reason),
    });
    this.#stopDeadline = this.#startDeadline();
  }

  /** Aborts when the step is cancelled, fenced, or out of time; the reason is an AgentError. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Epoch milliseconds. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** Milliseconds since the step began. */
  get wallMs(): number {
    return this.#deps.clock() - this.#startedAt;
  }

  /** Ends the step as one that was cancelled: the store has said that it is fenced. */
  readonly fence = (): void => this.#heartbeat.fence();

  /** Emits an event of the step, and keeps it for the log. What a driver or a tool emits behind its end is dropped. */
  readonly emit = (body: StepEventBody): void => {
    if (this.#isOver) return;
    const event = this.number(body);
    this.#heartbeat.record(event);
    this.#emit(event);
  };

  /** Emits `step.finished` or `step.failed`, once it is true. */
  emitLast(event: StepEvent): void {
    this.#emit(event);
  }

  /** The event with the next seq. */
  number(body: StepEventBody): StepEvent {
    const redactor = this.#session.plugins?.compiled.redactor;
    return { ...redactor === undefined ? body : redactEvent(body, redactor), seq: ++this.#seq };
  }

  /**
   * Ends the step: from here on the commit decides. Returns what the log still needs, `last` included, which is a
   * `step.failed` instead when the commit is given an error.
   */
  async close(last: StepEvent, step: number): Promise<(error?: AgentError) => readonly LoggedEvent[]> {
    const unlogged = await this.#stop();
    this.#wasCommitted = true;
    return (error) => {
      if (!this.#resumable) return [];
      const version = this.#session.header.version + 1;
      return [...unlogged, toRecord(error ? { ...stepFailed(step, version, error), seq: last.seq } : last)];
    };
  }

  /**
   * Ends the step with nothing kept: its thread and inputs are given back, the log gets `failed`, and what the step has cost is
   * booked.
   */
  async abandon(request: StepRequest, failed: StepEvent, booking?: Booking): Promise<void> {
    const { ref, owner, header: { epoch } } = this.#session;
    const unlogged = await this.#stop();
    if (this.#resumable && !this.#wasCommitted) {
      const events = [...unlogged, toRecord(failed)];
      await this.#deps.store.flush(ref, { owner, epoch, leaseMs: LEASE_MS }, events).catch(() => {});
    }
    await giveBack(this.#session, request, this.#deps, { booking, told: true });
  }

  #stop(): Promise<LoggedEvent[]> {
    this.#isOver = true;
    this.#stopDeadline();
    return this.#heartbeat.stop();
  }

  #startDeadline(): () => void {
    const { agent, ref, budget } = this.#session;
    const stepMs = Math.min(agent.limits.stepMs, budget?.wallMs ?? Infinity);
    return startTimer(this.#deps.sleep, stepMs, () => {
      const message = `The step of thread ${ref.thread} took longer than ${stepMs} ms.`;
      this.#abort.abort(new AgentError("step_deadline", message));
    });
  }
}
