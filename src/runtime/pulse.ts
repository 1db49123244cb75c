// The sign of life of a running step: renews its lease, writes its events to the resumable log in the background, and
// aborts the step when the store says that it was cancelled or taken over.

import { AgentError } from "../core/error.ts";
import type { StepEvent } from "../core/event.ts";
import type { LoggedEvent } from "../core/store.ts";
import type { RuntimeDeps } from "./request.ts";
import { LEASE_MS, type Session } from "./session.ts";

/** At most one flush of events in this time (DESIGN section 3). */
const FLUSH_MS = 250;

/** A watched step asks at least this often whether it was cancelled; one that nobody watches asks when it renews. */
const WATCHED_MS = 2_000;

export interface PulseOptions {
  /** Keep the events, so that a dropped stream can be resumed. */
  readonly resumable: boolean;
  /** Called with the reason when the step must end. */
  readonly abort: (reason: AgentError) => void;
}

export class Pulse {
  readonly #session: Session;
  readonly #deps: RuntimeDeps;
  readonly #options: PulseOptions;
  readonly #stop = new AbortController();
  readonly #beating: Promise<void>;
  #events: LoggedEvent[] = [];

  constructor(session: Session, deps: RuntimeDeps, options: PulseOptions) {
    this.#session = session;
    this.#deps = deps;
    this.#options = options;
    this.#beating = this.#beat();
  }

  /** Takes an event for the log. */
  record(event: StepEvent): void {
    if (this.#options.resumable) this.#events.push({ seq: event.seq, text: JSON.stringify(event) });
  }

  /** Ends the beating and returns the events that are not yet in the log: the commit takes them along. */
  async stop(): Promise<LoggedEvent[]> {
    this.#stop.abort();
    await this.#beating;
    return this.#events;
  }

  async #beat(): Promise<void> {
    const { signal } = this.#stop;
    const everyMs = this.#options.resumable ? FLUSH_MS : LEASE_MS / 3;
    let renewedAt = this.#deps.clock();
    while (!signal.aborted) {
      try {
        await this.#deps.sleep(everyMs, signal);
      } catch {
        return; // stopped
      }
      const due = this.#deps.clock() - renewedAt >= (this.#options.resumable ? WATCHED_MS : LEASE_MS / 3);
      if (this.#events.length === 0 && !due) continue;
      if (await this.#flush()) renewedAt = this.#deps.clock();
    }
  }

  async #flush(): Promise<boolean> {
    const { ref, owner, header } = this.#session;
    const events = this.#events;
    this.#events = [];
    try {
      const answer = await this.#deps.store.flush(
        ref,
        { owner, epoch: header.epoch, leaseMs: LEASE_MS },
        events,
      );
      if (answer === "fenced") {
        this.#options.abort(
          new AgentError("step_cancelled", `The step of thread ${ref.thread} was cancelled.`),
        );
        this.#stop.abort();
      }
      return true;
    } catch (error) {
      this.#events = [...events, ...this.#events];
      this.#deps.log("warn", "event flush failed; will try again", {
        thread: ref.thread,
        error: String(error),
      });
      return false;
    }
  }
}
