// Heartbeat: renews the lease of a running step, writes its events to the resumable log in the background, and aborts the step
// when the store answers that it is fenced.

import { AgentError, failureFields } from "../../core/error.ts";
import type { StepEvent } from "../../core/event.ts";
import type { LoggedEvent } from "../../core/store/thread.ts";
import { UnloggedEvents } from "../event_records.ts";
import type { RuntimeDeps } from "../request.ts";
import type { Session } from "../session/session.ts";
import { LEASE_MS, RENEW_MS, WATCHED_MS } from "../timing.ts";

/** At most one flush of events in this time. */
const FLUSH_MS = 250;

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
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly #unlogged = new UnloggedEvents();
  #isFenced = false;

  constructor(session: Session, deps: RuntimeDeps, options: HeartbeatOptions) {
    this.#session = session;
    this.#deps = deps;
    this.#options = options;
    this.#running = this.#run();
  }

  /** Takes an event for the log. */
  record(event: StepEvent): void {
    if (this.#options.resumable) this.#unlogged.add(event);
  }

  /** Stops, and returns the records that are not yet in the log: the commit takes them along. */
  async stop(): Promise<LoggedEvent[]> {
    this.#stop.abort("stopped");
    await this.#running;
    let failures = 0;
    while (this.#unlogged.exceedsBatch && failures < 3 && !this.#isFenced) {
      if (!await this.#flush()) failures++;
    }
    return this.#unlogged.batch();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const [everyMs, quietMs] = this.#options.resumable ? [FLUSH_MS, WATCHED_MS] : [RENEW_MS, 0];
    let renewedAt = this.#deps.clock();
    while (!signal.aborted) {
      try {
        await this.#deps.sleep(everyMs, signal);
      } catch {
        return; // stopped
      }
      if (this.#unlogged.isEmpty && this.#deps.clock() - renewedAt < quietMs) continue;
      if (await this.#flush()) renewedAt = this.#deps.clock();
    }
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
        this.#isFenced = true;
        const message = `The step of thread ${ref.thread} was cancelled.`;
        this.#options.abort(new AgentError("step_cancelled", message));
        this.#stop.abort("stopped");
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
