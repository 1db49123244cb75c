// What an inbox asks of the run that it begins: inputs that no client waits for bring the terms of their run.

import type { RunTerms, UserEntry } from "../../core/entry.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import type { RunState, WakeTerms } from "../../core/state.ts";
import type { StepRequest } from "../request.ts";
import type { RunRequest } from "./run_state.ts";

/** The inputs that a step takes, oldest first, and what they ask of the run. */
export interface TakenInputs {
  readonly inputs: readonly UserEntry[];
  /** Undefined where no input comes without a client. */
  readonly terms: RunTerms | undefined;
}

/**
 * A request with an input of its own takes the whole inbox, since its input is the last one. Any other step takes the inputs up to
 * the first with other terms, which begins a run of its own in the step after.
 */
export function takeInputs(waiting: readonly UserEntry[], hasOwnInput: boolean): TakenInputs {
  const terms = waiting.find(({ run }) => run !== undefined)?.run;
  if (terms === undefined) return { inputs: waiting, terms };
  const last = waiting.findLast(({ run }) => run !== undefined)?.run ?? terms;
  if (hasOwnInput) return { inputs: waiting, terms: last };
  const same = canonicalJson({ ...terms });
  const end = waiting.findIndex(({ run }) => run !== undefined && canonicalJson({ ...run }) !== same);
  return { inputs: end < 0 ? waiting : waiting.slice(0, end), terms };
}

/** What the request asks of its run; what it leaves open is as the inputs ask. */
export function toRunRequest(request: StepRequest, terms: RunTerms | undefined): RunRequest {
  if (terms === undefined) return request;
  const { toolChoice, parallel } = request.toolChoice === undefined ? terms : request;
  return {
    toolChoice,
    parallel,
    execution: request.execution ?? terms.execution,
    onUnsupported: request.onUnsupported ?? terms.onUnsupported,
    limits: request.limits ?? terms.limits,
    clientTools: request.clientTools,
  };
}

/** What the inputs of a request with `wake` bring into the inbox: a worker may vanish before it commits. */
export function toRunTerms(
  { toolChoice, parallel, execution, onUnsupported, limits, model, user }: StepRequest,
): RunTerms {
  return { toolChoice, parallel, execution, onUnsupported, limits, model, user };
}

/**
 * A run that begins with inputs which have waited: no client waits for them any more, so it goes on by itself where the run before it did, with
 * the agent's own model.
 */
export function inheritWake(run: RunState, before: RunState): RunState {
  if (run.wake !== undefined || before.wake === undefined) return run;
  const { model: _model, ...wake } = before.wake;
  return { ...run, wake };
}

/** The run, which goes on without its client when the request or the inputs of the step say so, or when it did so before. */
export function withWake(
  run: RunState,
  request: Partial<Pick<StepRequest, "wake" | "model" | "user" | "resumable">>,
  terms: RunTerms | undefined,
): RunState {
  if (!request.wake && terms === undefined) return run;
  const wake: WakeTerms = {
    model: request.model ?? terms?.model,
    user: request.user ?? terms?.user,
    resumable: request.wake && request.resumable ? true : terms?.resumable,
  };
  return { ...run, wake };
}
