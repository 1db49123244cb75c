// Runs a thread until it ends or waits, with progress for the client. A client of 2026-07-28 that leaves cancels the run: at once on
// Deno, at the next write on workerd. In the older protocol a lost connection is no cancellation.

import { AgentError, failureFields } from "../../../core/error.ts";
import type { StepEvent } from "../../../core/event.ts";
import type { StepRequest } from "../../../kernel/request.ts";
import { startRun } from "../../../kernel/run.ts";
import { cancelThread } from "../../../kernel/threads/threads.ts";
import { type HttpDeps, resolveDefer, tracedLog } from "../../../http/context.ts";
import { drainRun } from "../../../http/drain_run.ts";
import { resultOfRun, type ThreadResult } from "./thread_result.ts";
import { readCallMeta, type ToolRequest } from "./tool_request.ts";

/**
 * How the thread stands at the end of the run. `deps` is the deployment as the run has it.
 *
 * @throws {AgentError} for a refusal; a failure of a step is in the standing
 */
export async function runToEnd(
  step: StepRequest,
  deps: HttpDeps,
  request: ToolRequest,
): Promise<ThreadResult> {
  const { c, isModern, signal } = request;
  const defer = resolveDefer(c);
  const log = tracedLog(c, deps.log);
  const run = await drainRun(startRun(step, { ...deps, log }), reporter(request), defer);
  if (run.type === "queued") throw new AgentError("internal", "A run that queues nothing was queued.");
  if (run.trace !== undefined) c.set("trace", run.trace);
  const cancel = () =>
    defer(
      cancelThread(step.ref, deps).then(() => {}, (thrown) => {
        log("warn", "run of a client that left was not cancelled", failureFields(thrown));
      }),
    );
  if (!isModern) return resultOfRun(await run.result);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    return resultOfRun(await run.result);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Sends the progress of a run to a client that requested it; a client that has left reads none. */
function reporter(request: ToolRequest): (event: StepEvent) => void {
  const { progressToken } = readCallMeta(request);
  if (progressToken === undefined) return () => {};
  let progress = 0;
  return (event) => {
    const message = describeProgress(event);
    if (message === undefined) return;
    progress++;
    request.notify("notifications/progress", { progressToken, progress, message }).catch(() => {});
  };
}

/** The line of progress for an event: one for each step and each tool, no text of the model. Undefined for other events. */
function describeProgress(event: StepEvent): string | undefined {
  switch (event.type) {
    case "step.started":
      return `step ${event.step}`;
    case "tool.started":
      return `${event.name} runs`;
    case "tool.finished":
      return `${event.name}: ${event.outcome}`;
    case "approval.requested":
      return `${event.name} waits for approval`;
    case "result.requested":
      return `${event.name} waits for its result`;
    case "child.started":
      return `phase ${event.phase} runs`;
    case "child.finished":
      return `phase ${event.phase}: ${event.outcome}`;
    default:
      return undefined;
  }
}
