// A new message of the user interrupts an answer that still runs. What the answer has said by then is kept, so the thread has both in the
// order in which the client shows them.

import { AgentError } from "../../core/error.ts";
import type { Cancelled } from "../../core/contract/threads.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { StepRequest } from "../../runtime/request.ts";
import type { StartedRun } from "../../runtime/result.ts";
import { startRun } from "../../runtime/run.ts";
import { cancelThread } from "../../runtime/threads/threads.ts";
import { ABORT_GRACE_MS, WATCHED_MS } from "../../runtime/timing.ts";
import type { HttpDeps } from "../context.ts";

/** Milliseconds in which a cancelled step notices it, has its grace and commits. */
const STOP_MS = WATCHED_MS + ABORT_GRACE_MS;

/**
 * Starts the run of a new input. A step in progress is cancelled, and commits what it has said before the run begins; one that does not
 * end in three seconds is taken over without it.
 *
 * @throws {AgentError} what startRun throws, but thread_busy
 */
export async function startInterrupting(request: StepRequest, deps: HttpDeps): Promise<StartedRun> {
  try {
    return await startRun({ ...request, busy: "reject" }, deps);
  } catch (thrown) {
    if (!(thrown instanceof AgentError) || thrown.code !== "thread_busy") throw thrown;
    await stopRun(request.ref, deps);
    return await startRun({ ...request, busy: "restart" }, deps);
  }
}

/**
 * Cancels what runs in a thread, and waits until its step has committed: a cancel takes the lease at once, and the commit of the cancelled
 * step comes behind it.
 *
 * @throws {AgentError} thread_unknown
 */
export async function stopRun(ref: ThreadRef, deps: HttpDeps): Promise<Cancelled> {
  const cancelled = await cancelThread(ref, deps);
  if (cancelled.running) await awaitCancelled(ref, cancelled.version, deps);
  return cancelled;
}

/** Resolves when the step that was cancelled at this version has committed, or after three seconds: then its isolate has vanished. */
export async function awaitCancelled(ref: ThreadRef, version: number, deps: HttpDeps): Promise<void> {
  for (let waited = 0; waited < STOP_MS; waited += deps.pollMs) {
    const header = (await deps.store.read(ref))?.header;
    const isCancelled = header?.epoch === header?.cancelledEpoch;
    if (header === undefined || !isCancelled || header.version > version) return;
    await deps.sleep(deps.pollMs);
  }
}
