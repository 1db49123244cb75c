// Runs steps inside `defer`, from the start of a run to its commit. On workerd nothing runs after a response whose
// client has left, unless it is inside waitUntil; so the run belongs to this file, and a client only reads its
// events.

import type { StepEvent } from "../core/event.ts";
import type { Defer } from "../core/ports.ts";
import type { RunResult, StartedRun } from "../kernel/result.ts";

type ObservedRun = Exclude<StartedRun, { type: "queued" }>;

/** A started run. `result` settles when the run has ended, with or without a reader of its events. */
export type DrainedRun =
  | (Pick<ObservedRun, "type" | "trace"> & { readonly result: Promise<RunResult> })
  | Extract<StartedRun, { type: "queued" }>;

/**
 * Runs `starting` to its end inside `defer`, and gives every event to `onEvent`, where there is one. The first exception of `onEvent`
 * ends its calls and not the run; on workerd a closed pipe throws `undefined`.
 *
 * @returns As soon as the run has started. Rejects as `starting` does.
 */
export function drainRun(
  starting: Promise<StartedRun>,
  onEvent: ((event: StepEvent) => void) | undefined,
  defer: Defer,
): Promise<DrainedRun> {
  const drained = starting.then((started): DrainedRun => {
    if (started.type === "queued") {
      started.takeWaiting?.(defer);
      return started;
    }
    const { type, trace } = started;
    return { type, trace, result: started.run(onEvent, defer) };
  });
  defer(drained.then((run) => run.type === "queued" ? undefined : run.result).catch(ignore));
  return drained;
}

// The handler has the same rejection, through `drained` or `result`, and makes the response of it.
function ignore(): void {}
