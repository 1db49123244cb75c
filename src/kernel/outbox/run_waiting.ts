// Runs the inputs that wait behind the end of a run; threads/list_waiting.ts reads them. A request that goes beyond one step goes on with them, as
// far as it would go itself: its response is that of its own run, and the run of the inputs has its events in the log.

import { failureFields, toAgentError } from "../../core/error.ts";
import type { Defer } from "../../core/ports.ts";
import type { ClientTool } from "../../core/tool/client_tool.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import type { StartedRun } from "../result.ts";
import type { Session } from "../session.ts";
import { comesWithoutClient } from "../session/select_waiting_inputs.ts";

/** True where the request goes on with inputs that wait behind its run: no wake-up, no run above and no pump does. */
export function takesWaiting(
  { state: { run }, meta: { parent } }: Session,
  { until, stopAt, isolated }: StepRequest,
  waiting: number,
): boolean {
  return waiting > 0 && until !== "step" && stopAt === undefined && run.wake === undefined &&
    parent === undefined && !isolated;
}

/** True where a wake-up has to begin the run of inputs that no client waits for, behind a run whose client left them. */
export function needsWake({ queued, state: { run } }: Session, waiting: number): boolean {
  return waiting > 0 && run.wake === undefined && queued.some(comesWithoutClient);
}

/** Milliseconds between tries to begin while another request has the thread. Its run takes the inputs; a refused one leaves them soon. */
const TRIES_MS = [100, 200, 400, 800, 1_600];

/**
 * Runs the inputs; `clientTools` are those that the run before had of its caller. Where they cannot run now they wait for the next
 * request, as they do behind a request with another `until`.
 */
export async function runWaiting(
  clientTools: readonly ClientTool[] | undefined,
  { ref, user, until, resumable }: StepRequest,
  startRun: (request: StepRequest) => Promise<StartedRun>,
  defer: Defer,
  deps: RuntimeDeps,
): Promise<void> {
  const request: StepRequest = {
    ref,
    inputs: [],
    toolResults: [],
    busy: "reject",
    until,
    resumable,
    user,
    clientTools,
  };
  try {
    await deps.sleep(0); // the run behind which they wait leaves its place
    const started = await startWhenFree(() => startRun(request), deps);
    if (started.type !== "queued") await started.run(undefined, defer);
  } catch (thrown) {
    const { code } = toAgentError(thrown);
    if (code === "nothing_to_do") return; // another request has taken them
    const { tenant, thread } = ref;
    if (code === "thread_busy") {
      deps.log("info", "another run takes the inputs, or leaves them to the next request", {
        tenant,
        thread,
      });
    } else deps.log("warn", "inputs wait for the next request", { tenant, thread, ...failureFields(thrown) });
  }
}

async function startWhenFree(
  start: () => Promise<StartedRun>,
  { sleep }: Pick<RuntimeDeps, "sleep">,
): Promise<StartedRun> {
  for (const waitMs of TRIES_MS) {
    try {
      return await start();
    } catch (thrown) {
      if (toAgentError(thrown).code !== "thread_busy") throw thrown;
      await sleep(waitMs);
    }
  }
  return await start();
}
