// The pump: the one owner of a run. On workerd nothing after a response runs once the client is gone, unless it is inside
// waitUntil; so the pump drains the run inside `defer`, from its start to its commit, and a client only watches.

import type { StepEvent } from "../core/event.ts";
import type { Defer } from "../core/ports.ts";
import type { RunResult, StartedRun } from "../runtime/result.ts";

/** A run under way: `answer` settles when it has been drained, whoever watches. */
export type DrainedRun =
  | { readonly type: "running" | "replayed"; readonly answer: Promise<RunResult> }
  | Extract<StartedRun, { type: "queued" }>;

/**
 * Drains what `starting` leads to and shows every event to `watch`. A watcher that throws (also `undefined`, which is
 * what a closed pipe on workerd rejects with) is not shown anything more; the run goes on.
 */
export function drainRun(
  starting: Promise<StartedRun>,
  watch: (event: StepEvent) => void,
  defer: Defer,
): Promise<DrainedRun> {
  const pumped = starting.then((started): DrainedRun =>
    started.type === "queued" ? started : { type: started.type, answer: drain(started.events, watch) }
  );
  defer(pumped.then((run) => run.type === "queued" ? undefined : run.answer).catch(ignore));
  return pumped;
}

async function drain(
  events: AsyncGenerator<StepEvent, RunResult>,
  watch: (event: StepEvent) => void,
): Promise<RunResult> {
  let watched = true;
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
    if (!watched) continue;
    try {
      watch(next.value);
    } catch {
      watched = false;
    }
  }
}

// The same rejection reaches the handler through `pumped` or `answer`, and is answered there.
function ignore(): void {}
