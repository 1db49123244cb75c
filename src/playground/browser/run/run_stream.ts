// The events of one thread's runs: a run is started, followed to its end, and resumed where its stream broke.

import type { StepEvent } from "../../../core/event.ts";
import type { HistoryPage } from "../../../core/contract/entries.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import { resumeEvents } from "../api/api.ts";
import { ApiError, type Events, isCode } from "../api/http.ts";
import { createClock, createLogClock } from "../trace.ts";
import type { Connection } from "./connection.ts";
import { randomId } from "./random_id.ts";
import { timeSlice } from "./time_slice.ts";

/** Sends the request that runs steps. */
export type Start = (idempotencyKey: string, signal: AbortSignal) => Promise<Events>;

/** What is done with the events. */
export interface RunListeners {
  /** Takes every event once. `at` is milliseconds since the request of its run, where that is known. */
  readonly report: (event: StepEvent, at: number | undefined) => void;
  /** Draws the events of steps that the history does not have. True when the run has ended. */
  readonly draw: (event: StepEvent) => boolean;
}

/** Where the page is in the events of its thread. */
export class RunStream {
  readonly #connection: Connection;
  readonly #listeners: RunListeners;
  #lastEventId = "";
  /** Number of the newest event that was reported: a resumed stream repeats some. */
  #seen = 0;
  /** Milliseconds from the request of the run to an event that arrives now. */
  #clock = createClock();
  /** Steps up to this one are on the page already, from the history. */
  #drawnSteps = 0;
  #stopLog = (): void => {};

  constructor(connection: Connection, listeners: RunListeners) {
    this.#connection = connection;
    this.#listeners = listeners;
  }

  /** The page turns to another thread. */
  reset(): void {
    this.#lastEventId = "";
    this.#drawnSteps = 0;
    this.#seen = 0;
  }

  /** The history is on the page: the events to come follow it. */
  follows({ counters }: ThreadDetail, { entries }: HistoryPage): void {
    this.#drawnSteps = counters.steps;
    this.#clock = createLogClock(new Map(entries.map(({ version, at }) => [version, Date.parse(at)])));
  }

  /** Reports the events of finished steps that are still logged. */
  async readLog(thread: string, signal: AbortSignal): Promise<void> {
    const log = new AbortController();
    this.#stopLog = () => log.abort();
    try {
      const left = AbortSignal.any([signal, log.signal]);
      for await (const { event } of await resumeEvents(thread, "", left) ?? []) {
        await timeSlice();
        if (left.aborted) return;
        this.#report(event);
      }
    } catch {
      // The log is best effort; the history is on the page already.
    }
  }

  /**
   * Runs steps and follows them. False where their events are not logged: the store has the rest.
   *
   * @param onTaken The server has accepted the request.
   */
  async run(thread: string, start: Start, signal: AbortSignal, onTaken: () => void): Promise<boolean> {
    this.#stopLog();
    this.#clock = createClock();
    const events = await this.#start(start, signal);
    onTaken();
    if (events !== undefined && await this.#follow(events, signal)) return true;
    return await this.resume(thread, signal);
  }

  /**
   * Starts steps, again with the same idempotency key when the network fails: whether the first request arrived or not, they
   * run once. Undefined when they are running already.
   */
  async #start(start: Start, signal: AbortSignal): Promise<Events | undefined> {
    const key = randomId("page");
    try {
      return await this.#connection.send(() => start(key, signal), signal);
    } catch (error) {
      if (isCode(error, "idempotency_in_flight")) return undefined;
      throw error;
    }
  }

  /**
   * Follows the events after the last one received, until the run ends. It tries again for as long as this thread is on the page:
   * the run goes on without it. False when no step runs and no event comes: the store has the rest, or the worker has vanished.
   */
  async resume(thread: string, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const seen = this.#lastEventId;
      const events = await this.#ask(thread, signal);
      if (events !== "lost") {
        this.#connection.answered();
        if (events === undefined) return signal.aborted;
        if (await this.#follow(events, signal)) return true;
        if (this.#lastEventId !== seen) continue;
      }
      if (!signal.aborted) await this.#connection.wait(signal);
    }
    return true;
  }

  /** Requests the events after the last one received; `lost` where the server does not answer. */
  async #ask(thread: string, signal: AbortSignal): Promise<Events | undefined | "lost"> {
    try {
      return await resumeEvents(thread, this.#lastEventId, signal);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) throw error;
      return "lost";
    }
  }

  /** Draws events as they arrive. True when they end with the end of the run, false when the stream broke. */
  async #follow(events: Events, signal: AbortSignal): Promise<boolean> {
    let skipped = false;
    for await (const { id, event } of untilBroken(events)) {
      await timeSlice();
      if (signal.aborted) return true;
      this.#connection.reset();
      this.#lastEventId = id;
      this.#report(event);
      if (event.type === "step.started") skipped = event.step <= this.#drawnSteps;
      if (!skipped && this.#listeners.draw(event)) return true;
    }
    return signal.aborted;
  }

  #report(event: StepEvent): void {
    if (event.seq <= this.#seen) return;
    this.#seen = event.seq;
    this.#listeners.report(event, this.#clock(event));
  }
}

/** The events for as long as their stream is whole. What the loop over them throws is not caught here. */
async function* untilBroken(events: Events): Events {
  try {
    yield* events;
  } catch {
    // The network, or half an event: a resume follows.
  }
}
