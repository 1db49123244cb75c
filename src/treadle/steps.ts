// Calls that run steps: drain_run.ts owns the run, as it does for requests over HTTP.

import type { StepInput } from "../core/contract/requests.ts";
import type { QueuedRun } from "../core/contract/runs.ts";
import type { StepEvent } from "../core/event.ts";
import type { Defer } from "../core/ports.ts";
import { type DrainedRun, drainRun } from "../http/drain_run.ts";
import { stepBody } from "../http/schemas/requests.ts";
import { toStepRequest } from "../http/step_request.ts";
import type { RunResult, StartedRun } from "../kernel/result.ts";
import { startRun } from "../kernel/run.ts";
import { eventsOfRun } from "../kernel/stream_run.ts";
import type { QueueOptions, RunOptions } from "./call_options.ts";
import { checkBody } from "./check_options.ts";
import { RunFailure } from "./run_failure.ts";
import { onlyAgent, ownThread, type Scope } from "./scope.ts";

/** What a call to run steps says. */
export interface StepCall {
  readonly thread: string;
  readonly input: StepInput | undefined;
  readonly options: RunOptions | QueueOptions;
}

/**
 * Runs to the end.
 *
 * @throws {RunFailure} the last step failed
 * @throws {AgentError} for every refusal
 */
export async function runSteps(
  call: StepCall,
  scope: () => Scope,
  defer: Defer,
): Promise<RunResult | QueuedRun> {
  const run = await drainRun(start(call, scope, false), undefined, defer);
  if (run.type === "queued") return toQueuedRun(run);
  const result = await run.result;
  if (result.error !== undefined) throw new RunFailure(result.error, result);
  return result;
}

/** Starts at once and returns the events, then the result. */
export function streamSteps(
  call: StepCall,
  scope: () => Scope,
  defer: Defer,
): AsyncGenerator<StepEvent, RunResult | QueuedRun> {
  return eventsOfRun(async (emit) => {
    const run = await drainRun(start(call, scope, true), emit, defer);
    return run.type === "queued" ? toQueuedRun(run) : await run.result;
  });
}

async function start(
  { thread, input, options }: StepCall,
  scope: () => Scope,
  streams: boolean,
): Promise<StartedRun> {
  const { idempotencyKey: key, ...fields } = options;
  const { deps, caller } = scope();
  const ref = await ownThread({ deps, caller }, thread);
  const { value, json } = checkBody(stepBody, { until: "done", ...fields, input });
  const agent = value.agent ?? (input === undefined ? undefined : onlyAgent(deps));
  const request = await toStepRequest({ ...value, agent }, {
    ref,
    caller,
    origin: { by: caller.by, door: "steps" },
    streams,
    idempotency: key === undefined ? undefined : { key, body: json },
  });
  return await startRun(request, deps);
}

function toQueuedRun({ thread, waiting }: Extract<DrainedRun, { type: "queued" }>): QueuedRun {
  return { status: "queued", thread, waiting };
}
