// Attempt: one step while it runs. It numbers the events, keeps the lease alive, holds the deadline, and is over exactly once:
// by a commit, or by giving the thread back.

import { AgentError } from "../../core/error.ts";
import { seqBase, type StepEvent, type StepEventBody } from "../../core/event.ts";
import type { LoggedEvent } from "../../core/store.ts";
import { stepFailed } from "./step_end.ts";
import { Heartbeat, toLogged } from "./heartbeat.ts";
import type { RuntimeDeps, StepRequest } from "../request.ts";
import { giveBack, LEASE_MS, type Session } from "../session/open.ts";

export class Attempt {
  readonly #session: Session;
  readonly #deps: RuntimeDeps;
  readonly #resumable: boolean;
  readonly #abort = new AbortController();
  readonly #deadline = new AbortController();
  readonly #heartbeat: Heartbeat;
  #seq: number;
  #isOver = false;
  /** A commit was tried, and may have been applied though no answer came: then the log has its last word already. */
  #wasCommitted = false;

  constructor(session: Session, resumable: boolean, deps: RuntimeDeps) {
    this.#session = session;
    this.#deps = deps;
    this.#resumable = resumable;
    this.#seq = seqBase(session.header.epoch);
    this.#heartbeat = new Heartbeat(session, deps, { resumable, abort: (reason) => this.abort(reason) });
    this.#startDeadline();
  }

  /** Aborts when the step is cancelled, overtaken, or out of time. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  abort(reason: AgentError): void {
    this.#abort.abort(reason);
  }

  /** The event with its seq; while the step runs, events go to the log as well. */
  number(body: StepEventBody): StepEvent {
    const event = { ...body, seq: ++this.#seq };
    if (body.type !== "step.finished" && body.type !== "step.failed") this.#heartbeat.record(event);
    return event;
  }

  /**
   * The step has done its work: from here on the commit decides. Returns what the log still needs, `last` included, which
   * is a `step.failed` instead when the commit finds that the step was lost for a reason.
   */
  async end(last: StepEvent, step: number): Promise<(error?: AgentError) => readonly LoggedEvent[]> {
    const unlogged = await this.#stop();
    this.#wasCommitted = true;
    return (error) => {
      if (!this.#resumable) return [];
      const version = this.#session.header.version + 1;
      return [...unlogged, toLogged(error ? { ...stepFailed(step, version, error), seq: last.seq } : last)];
    };
  }

  /** Nothing of the step may be kept: its thread and inputs are given back, and the log is told why. */
  async giveUp(request: StepRequest, failed?: StepEvent): Promise<void> {
    const { ref, owner, header: { epoch } } = this.#session;
    const unlogged = await this.#stop();
    if (this.#resumable && failed && !this.#wasCommitted) {
      const events = [...unlogged, toLogged(failed)];
      await this.#deps.store.flush(ref, { owner, epoch, leaseMs: LEASE_MS }, events).catch(() => {});
    }
    await giveBack(this.#session, request, this.#deps);
  }

  #stop(): Promise<LoggedEvent[]> {
    this.#isOver = true;
    this.#deadline.abort("ended");
    return this.#heartbeat.stop();
  }

  #startDeadline(): void {
    const { agent, ref } = this.#session;
    const { stepMs } = agent.limits;
    const message = `The step of thread ${ref.thread} took longer than ${stepMs} ms.`;
    this.#deps.sleep(stepMs, this.#deadline.signal).then(
      () => this.abort(new AgentError("step_deadline", message)),
      () => {}, // ended in time
    );
  }
}
