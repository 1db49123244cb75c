// Heartbeat: renews the lease of a running step, writes its events to the resumable log in the background, and aborts the step
// when the store answers that it is fenced. A step that takes longer is watched: its cancel is found at once.

import { AgentError, failureFields } from "../../core/error.ts";
import type { StepEvent } from "../../core/event.ts";
import { startTimer } from "../../core/ports.ts";
import type { LoggedEvent } from "../../core/store/thread.ts";
import { UnloggedEvents } from "../log/event_records.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { FLUSH_MS, LEASE_MS, RENEW_MS, UNWATCHED_MS, WATCH_AFTER_MS } from "../timing.ts";

/** What a heartbeat does besides renewing the lease. */
export interface HeartbeatOptions {
  /** Keep the events, so that a dropped stream can be resumed. */
  readonly resumable: boolean;
  /** Called with the reason when the step must end. */
  readonly abort: (reason: AgentError) => void;
}

/** The heartbeat of one step. */
export class Heartbeat {
  readonly #session: Session;
  readonly #deps: RuntimeDeps;
  readonly #options: HeartbeatOptions;
  readonly #startedAt: number;
  readonly #stopTimer: () => void;
  readonly #unlogged = new UnloggedEvents();
  #isStopped = false;
  /** Of a step that takes longer than the first wait. */
  #running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  #isFenced = false;

  constructor(session: Session, deps: RuntimeDeps, options: HeartbeatOptions) {
    this.#session = session;
    this.#deps = deps;
    this.#options = options;
    this.#startedAt = deps.clock();
    this.#stopTimer = startTimer(deps.sleep, WATCH_AFTER_MS, () => {
      if (this.#isStopped) return;
      const stop = new AbortController();
      this.#running = { stop, ended: this.#run(stop.signal) };
    });
  }

  /** Takes an event for the log. */
  record(event: StepEvent): void {
    if (this.#options.resumable) this.#unlogged.add(event);
  }

  /** Stops, and returns the records that are not yet in the log: the commit takes them along. */
  async stop(): Promise<LoggedEvent[]> {
    this.#endWaits();
    await this.#running?.ended;
    let failures = 0;
    while (this.#unlogged.exceedsBatch && failures < 3 && !this.#isFenced) {
      if (!await this.#flush()) failures++;
    }
    return this.#unlogged.batch();
  }

  #endWaits(): void {
    this.#isStopped = true;
    this.#stopTimer();
    this.#running?.stop.abort("stopped");
  }

  async #run(signal: AbortSignal): Promise<void> {
    const everyMs = this.#options.resumable ? FLUSH_MS : RENEW_MS;
    let renewedAt = this.#startedAt;
    let isWatched = true;
    this.#watch(signal).finally(() => isWatched = false);
    for (let waitMs = everyMs - WATCH_AFTER_MS; await this.#pause(waitMs, signal); waitMs = everyMs) {
      const quietMs = isWatched ? RENEW_MS : UNWATCHED_MS;
      if (this.#unlogged.isEmpty && this.#deps.clock() - renewedAt < quietMs) continue;
      if (await this.#flush()) renewedAt = this.#deps.clock();
    }
  }

  /** False when the heartbeat was stopped. */
  async #pause(ms: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    try {
      await this.#deps.sleep(ms, signal);
      return true;
    } catch {
      return false;
    }
  }

  // Nothing waits for the watch: it ends with the signal.
  async #watch(signal: AbortSignal): Promise<void> {
    const { ref, owner, header: { epoch } } = this.#session;
    try {
      const outcome = await this.#deps.store.watch(ref, { owner, epoch }, signal);
      if (outcome === "fenced" && !signal.aborted) this.fence();
    } catch (error) {
      const fields = { thread: ref.thread, ...failureFields(error) };
      this.#deps.log("warn", "watch for a cancel failed; the next lease renewal finds it", fields);
    }
  }

  /** The store has said that the step is fenced: it ends as one that was cancelled. */
  fence(): void {
    this.#isFenced = true;
    const message = `The step of thread ${this.#session.ref.thread} was cancelled.`;
    this.#options.abort(new AgentError("step_cancelled", message));
    this.#endWaits();
  }

  /** True when the store has written the events and renewed the lease. */
  async #flush(): Promise<boolean> {
    const { ref, owner, header } = this.#session;
    const batch = this.#unlogged.batch();
    try {
      const answer = await this.#deps.store.flush(
        ref,
        { owner, epoch: header.epoch, leaseMs: LEASE_MS },
        batch,
      );
      if (answer === "fenced") {
        // Nothing was written: the commit of a cancelled step takes the events along.
        this.fence();
        return false;
      }
      this.#unlogged.drop(batch.length);
      return true;
    } catch (error) {
      this.#deps.log("warn", "lease renewal and event flush failed; will be tried again", {
        thread: ref.thread,
        ...failureFields(error),
      });
      return false;
    }
  }
}
