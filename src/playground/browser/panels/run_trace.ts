// The trace of the run that the page follows, and the clock by which its running step grows.

import type { StepEvent } from "../../../core/event.ts";
import { type StepTrace, Trace } from "../trace.ts";

/** How often the bars of a running step grow. */
const TICK_MS = 100;

/** Steps by the events that came to this page. */
export class RunTrace {
  readonly #onStep: (step: StepTrace, now: number) => void;
  #trace = new Trace();
  /** When the newest event came, on the clock of its run and on the page's. */
  #newest: { readonly at: number; readonly now: number } | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `onStep` takes a step that has changed, with the time of its run in milliseconds. */
  constructor(onStep: (step: StepTrace, now: number) => void) {
    this.#onStep = onStep;
  }

  /** Turns to another thread. */
  clear(): void {
    this.#trace = new Trace();
    this.#newest = undefined;
    this.#setTimer();
  }

  /** Takes an event; `at` is milliseconds since its request, where that is known. The number of its step, 0 for none. */
  take(event: StepEvent, at: number | undefined): number {
    const step = this.#trace.take(event, at);
    this.#newest = at === undefined ? undefined : { at, now: performance.now() };
    this.#setTimer();
    if (step !== undefined) this.#onStep(step, at ?? step.until(0));
    return step?.number ?? 0;
  }

  /** Ticks while a step runs whose time is known, and no longer. */
  #setTimer(): void {
    clearInterval(this.#timer);
    const step = this.#trace.steps.at(-1);
    const newest = this.#newest;
    if (step?.result !== "" || newest === undefined) return;
    this.#timer = setInterval(
      () => this.#onStep(step, newest.at + performance.now() - newest.now),
      TICK_MS,
    );
  }
}
