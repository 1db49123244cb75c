// The streams of one thread, read one behind the other: a thread runs one step at a time, and its events are folded in their order.

import type { StepEvent } from "../core/event.ts";

/** Milliseconds that a stream has to reach its end when the next run has begun; then it is closed. */
const LAST_EVENTS_MS = 1_000;

/** A stream that is read. */
export interface Reading {
  /** Settles at the end of the stream: false when it was closed before. Rejects as the stream does. */
  readonly ended: Promise<boolean>;
}

interface OpenReading extends Reading {
  readonly controller: AbortController;
}

/** Opens a stream. Its request is sent when the first event is read. */
export type OpenStream = (signal: AbortSignal) => AsyncGenerator<StepEvent, void>;

/** Reads streams, and gives every event to one function. */
export class StreamReader {
  readonly #onEvent: (event: StepEvent) => void;
  readonly #open = new Set<AbortController>();
  #current: OpenReading | undefined;

  constructor(onEvent: (event: StepEvent) => void) {
    this.#onEvent = onEvent;
  }

  /** The stream that is read. */
  get current(): Reading | undefined {
    return this.#current;
  }

  /** Reads a stream from now on, in place of any other. */
  read(open: OpenStream): Reading {
    const controller = this.#openController();
    this.#current?.controller.abort();
    return this.#start(controller, open(controller.signal));
  }

  /**
   * Requests a run. It settles when the run has begun, which is then read behind the last event of the run before; `onBegin` is called
   * before its first event. It rejects when the request is refused, and the stream that is read stays as it was.
   */
  async begin(open: OpenStream, onBegin: (first: StepEvent) => void = () => {}): Promise<Reading> {
    const controller = this.#openController();
    try {
      const events = open(controller.signal);
      const first = await events.next();
      if (first.done) throw new Error("A run has no events.");
      await this.#readToEnd();
      onBegin(first.value);
      return this.#start(controller, startingWith(first.value, events));
    } catch (thrown) {
      this.#open.delete(controller);
      throw thrown;
    }
  }

  /** Ends every reading and every request. Runs go on. */
  abort(): void {
    for (const controller of this.#open) controller.abort();
  }

  #openController(): AbortController {
    const controller = new AbortController();
    this.#open.add(controller);
    return controller;
  }

  #start(controller: AbortController, events: AsyncIterable<StepEvent>): Reading {
    const ended = this.#readAll(events, controller).finally(() => this.#open.delete(controller));
    ended.catch(() => {}); // the caller has the same promise
    this.#current = { controller, ended };
    return this.#current;
  }

  async #readAll(events: AsyncIterable<StepEvent>, { signal }: AbortController): Promise<boolean> {
    try {
      for await (const event of events) {
        if (signal.aborted) return false;
        this.#onEvent(event);
      }
      return true;
    } catch (thrown) {
      if (signal.aborted) return false;
      throw thrown;
    } finally {
      if (this.#current?.controller.signal === signal) this.#current = undefined;
    }
  }

  /** A run that has begun is the end of the one before: its last events are on their way, or lost with their connection. */
  async #readToEnd(): Promise<void> {
    const before = this.#current;
    if (before === undefined) return;
    const timer = setTimeout(() => before.controller.abort(), LAST_EVENTS_MS);
    await before.ended.catch(() => {}); // reported where that reading began
    clearTimeout(timer);
  }
}

async function* startingWith(
  first: StepEvent,
  rest: AsyncGenerator<StepEvent, void>,
): AsyncGenerator<StepEvent, void> {
  yield first;
  yield* rest;
}
