// Inputs that wait behind the end of a run. A request that goes beyond one step goes on with them, as far as it would go itself: its
// response is that of its own run, and the run of the inputs has its events in the log.

import { type ErrorCode, failureFields, toAgentError } from "../core/error.ts";
import type { Defer } from "../core/ports.ts";
import type { ClientTool } from "../core/tool/client_tool.ts";
import type { RuntimeDeps } from "./deps.ts";
import type { StepRequest } from "./request.ts";
import type { StartedRun } from "./result.ts";
import type { Session } from "./session.ts";

/** True where the request goes on with inputs that wait behind its run: no wake-up, no run above and no pump does. */
export function goesOn(
  { state: { run }, meta: { parent } }: Session,
  { until, stopAt, isolated }: StepRequest,
  waiting: number,
): boolean {
  return waiting > 0 && until !== "step" && stopAt === undefined && run.wake === undefined &&
    parent === undefined && !isolated;
}

/** Another request has the thread, or has taken the inputs. */
const IS_TAKEN: ReadonlySet<ErrorCode> = new Set(["thread_busy", "nothing_to_do"]);

/**
 * Runs the inputs; `clientTools` are those that the run before had of its caller. Where they cannot run now they wait for the next request, as they
 * do behind a request with another `until`.
 */
export async function runWaiting(
  clientTools: readonly ClientTool[] | undefined,
  { ref, user, until, resumable }: StepRequest,
  startRun: (request: StepRequest, deps: RuntimeDeps) => Promise<StartedRun>,
  defer: Defer,
  deps: RuntimeDeps,
): Promise<void> {
  try {
    await deps.sleep(0); // the run behind which they wait leaves its place
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
    const started = await startRun(request, deps);
    if (started.type !== "queued") await started.run(() => {}, defer);
  } catch (thrown) {
    const { code } = toAgentError(thrown);
    if (IS_TAKEN.has(code)) return;
    const { tenant, thread } = ref;
    deps.log("warn", "inputs wait for the next request", { tenant, thread, ...failureFields(thrown) });
  }
}
