// The events of one thread's runs: a run is started, followed to its end, and resumed where its stream broke.

import type { StepEvent } from "../../../core/event.ts";
import type { Connection } from "./connection.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import type { HistoryPage } from "../../../core/contract/entries.ts";
import * as api from "../api.ts";
import { ApiError, isCode } from "../http.ts";
import { createClock, createLogClock } from "../trace.ts";
import { randomId } from "./random_id.ts";
import { timeSlice } from "./time_slice.ts";

/** Events of steps with the ids that a stream is resumed by. */
export type Events = AsyncGenerator<{ id: string; event: StepEvent }, void>;

/** Sends the request that runs steps. */
export type Start = (idempotencyKey: string, signal: AbortSignal) => Promise<Events>;

/** Where the page is in the events of its thread. */
export class RunStream {
  #connection;
  #listeners;
  #lastEventId = "";
  /** Number of the newest event that was reported: a resumed stream repeats some. */
  #seen = 0;
  /** Milliseconds from the request of the run to an event that arrives now. */
  #clock = createClock();
  /** Steps up to this one are on the page already, from the history. */
  #drawnSteps = 0;
  #stopLog = () => {};

  /**
   * `report` receives every event once; `draw` those of steps that the history does not have, and returns whether the run has ended.
   */
  constructor(
    connection: Connection,
    listeners: {
      report: (event: StepEvent, at: number | undefined) => void;
      draw: (event: StepEvent) => boolean;
    },
  ) {
    this.#connection = connection;
    this.#listeners = listeners;
  }

  /** The page turns to another thread. */
  reset() {
    this.#lastEventId = "";
    this.#drawnSteps = 0;
    this.#seen = 0;
  }

  /**
   * The history is on the page: the events to come follow it.
   */
  follows({ counters }: ThreadDetail, { entries }: HistoryPage) {
    this.#drawnSteps = counters.steps;
    this.#clock = createLogClock(new Map(entries.map(({ version, at }) => [version, Date.parse(at)])));
  }

  /** Reports the events of finished steps that are still logged. */
  async readLog(thread: string, signal: AbortSignal) {
    const log = new AbortController();
    this.#stopLog = () => log.abort();
    try {
      const left = AbortSignal.any([signal, log.signal]);
      for await (const { event } of await api.resumeEvents(thread, "", left) ?? []) {
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
  async run(thread: string, start: Start, signal: AbortSignal, onTaken: () => void) {
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
  async #start(start: Start, signal: AbortSignal) {
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
  async resume(thread: string, signal: AbortSignal) {
    while (!signal.aborted) {
      const seen = this.#lastEventId;
      try {
        const events = await api.resumeEvents(thread, seen, signal);
        this.#connection.connected();
        if (events === undefined) return signal.aborted;
        if (await this.#follow(events, signal)) return true;
        if (this.#lastEventId !== seen) continue;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) throw error;
      }
      if (!signal.aborted) await this.#connection.wait(signal);
    }
    return true;
  }

  /**
   * Draws events as they arrive. True when they end with the end of the run, false when the stream broke.
   */
  async #follow(events: Events, signal: AbortSignal) {
    let skipped = false;
    try {
      for await (const { id, event } of events) {
        await timeSlice();
        if (signal.aborted) return true;
        this.#lastEventId = id;
        this.#report(event);
        if (event.type === "step.started") skipped = event.step <= this.#drawnSteps;
        if (!skipped && this.#listeners.draw(event)) return true;
      }
    } catch (error) {
      if (signal.aborted) return true;
      if (error instanceof ApiError) throw error;
    }
    return false;
  }

  #report(event: StepEvent) {
    if (event.seq <= this.#seen) return;
    this.#seen = event.seq;
    this.#listeners.report(event, this.#clock(event));
  }
}
