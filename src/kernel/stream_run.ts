// The events of a run as an async iterable, for callers that read them in process.

import type { StepEvent } from "../core/event.ts";
import type { RunResult, StartedRun } from "./result.ts";

/**
 * Starts the run and returns its events, then its result. The run goes on to its end whether or not the events are read: a
 * reader that leaves early does not stop it, and events that are not read yet wait without limit.
 *
 * @example
 * ```ts ignore
 * const started = await startRun(request, deps);
 * if (started.type !== "queued") {
 *   for await (const event of streamRun(started)) console.log(event.type);
 * }
 * ```
 */
export function streamRun(
  { run }: Exclude<StartedRun, { type: "queued" }>,
): AsyncGenerator<StepEvent, RunResult> {
  return eventsOfRun(run);
}

/** Calls `run` at once and returns the events that it emits, then its result, as {@link streamRun} does. */
export function eventsOfRun<R>(
  run: (emit: (event: StepEvent) => void) => Promise<R>,
): AsyncGenerator<StepEvent, R> {
  const waiting: StepEvent[] = [];
  let isOver = false;
  let wake = () => {};
  const running = run((event) => {
    waiting.push(event);
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  running.catch(() => {}); // a reader that stays gets the rejection
  return read();

  async function* read(): AsyncGenerator<StepEvent, R> {
    for (;;) {
      if (waiting.length > 0) yield* waiting.splice(0);
      else if (isOver) return await running;
      else await new Promise<void>((resolve) => wake = resolve);
    }
  }
}

/** The emit of a reader that may throw: a reader that has thrown gets no further event, and the run goes on. */
export function guardEmit(emit: (event: StepEvent) => void): (event: StepEvent) => void {
  let isReading = true;
  return (event) => {
    if (!isReading) return;
    try {
      emit(event);
    } catch {
      isReading = false;
    }
  };
}
