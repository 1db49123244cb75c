// The pump: the one owner of a run. On workerd nothing after a response runs once the client is gone, unless it is inside
// waitUntil; so the pump drains the run inside `defer`, from its start to its commit, and a client only watches.

import type { StepEvent } from "../core/event.ts";
import type { Defer } from "../core/ports.ts";
import type { RunResult, StartedRun } from "../runtime/result.ts";

/** A run under way: `answer` settles when it has been drained, with or without a watcher. */
export type DrainedRun =
  | { readonly type: "running" | "replayed"; readonly answer: Promise<RunResult> }
  | Extract<StartedRun, { type: "queued" }>;

/**
 * Runs what `starting` leads to, inside `defer`, and gives every event to `watch`. The run goes on to its end without a
 * watcher: one that throws (also `undefined`, which is what a closed pipe on workerd rejects with) gets no further event.
 */
export function drainRun(
  starting: Promise<StartedRun>,
  watch: (event: StepEvent) => void,
  defer: Defer,
): Promise<DrainedRun> {
  const drained = starting.then((started): DrainedRun =>
    started.type === "queued" ? started : { type: started.type, answer: started.run(watch) }
  );
  defer(drained.then((run) => run.type === "queued" ? undefined : run.answer).catch(ignore));
  return drained;
}

// The same rejection reaches the handler through `drained` or `answer`, and is answered there.
function ignore(): void {}
