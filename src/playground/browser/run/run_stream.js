// The events of one thread's runs: a run is started, followed to its end, and resumed where its stream broke.

/** @typedef {import("../../../core/event.ts").StepEvent} StepEvent */
/** @typedef {AsyncGenerator<{ id: string, event: StepEvent }, void>} Events */
/** @typedef {(idempotencyKey: string, signal: AbortSignal) => Promise<Events>} Start Sends the request that runs steps. */

import * as api from "../api.js";
import { createClock, createLogClock } from "../trace.js";
import { randomId } from "./random_id.js";
import { timeSlice } from "./time_slice.js";

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
   * @param {import("./connection.js").Connection} connection
   * @param {{ report: (event: StepEvent, at: number | undefined) => void, draw: (event: StepEvent) => boolean }} listeners
   * `report` receives every event once; `draw` those of steps that the history does not have, and returns whether the run has ended.
   */
  constructor(connection, listeners) {
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
   *
   * @param {import("../../../core/contract/threads.ts").ThreadDetail} detail
   * @param {import("../../../core/contract/entries.ts").HistoryPage} history
   */
  follows({ counters }, { entries }) {
    this.#drawnSteps = counters.steps;
    this.#clock = createLogClock(new Map(entries.map(({ version, at }) => [version, Date.parse(at)])));
  }

  /** Reports the events of finished steps that are still logged. @param {string} thread @param {AbortSignal} signal */
  async readLog(thread, signal) {
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
   * @param {string} thread @param {Start} start @param {AbortSignal} signal
   * @param {() => void} onTaken The server has accepted the request.
   */
  async run(thread, start, signal, onTaken) {
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
   *
   * @param {Start} start @param {AbortSignal} signal
   */
  async #start(start, signal) {
    const key = randomId("page");
    try {
      return await this.#connection.send(() => start(key, signal), signal);
    } catch (error) {
      if (api.isCode(error, "idempotency_in_flight")) return undefined;
      throw error;
    }
  }

  /**
   * Follows the events after the last one received, until the run ends. It tries again for as long as this thread is on the page:
   * the run goes on without it. False when no step runs and no event comes: the store has the rest, or the worker has vanished.
   *
   * @param {string} thread @param {AbortSignal} signal
   */
  async resume(thread, signal) {
    while (!signal.aborted) {
      const seen = this.#lastEventId;
      try {
        const events = await api.resumeEvents(thread, seen, signal);
        this.#connection.connected();
        if (events === undefined) return signal.aborted;
        if (await this.#follow(events, signal)) return true;
        if (this.#lastEventId !== seen) continue;
      } catch (error) {
        if (error instanceof api.ApiError && error.status < 500) throw error;
      }
      if (!signal.aborted) await this.#connection.wait(signal);
    }
    return true;
  }

  /**
   * Draws events as they arrive. True when they end with the end of the run, false when the stream broke.
   *
   * @param {Events} events @param {AbortSignal} signal
   */
  async #follow(events, signal) {
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
      if (error instanceof api.ApiError) throw error;
    }
    return false;
  }

  /** @param {StepEvent} event */
  #report(event) {
    if (event.seq <= this.#seen) return;
    this.#seen = event.seq;
    this.#listeners.report(event, this.#clock(event));
  }
}
