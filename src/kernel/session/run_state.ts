// The state of a thread and of its run at their beginning, and of a run that goes on.

import type { Agent } from "../../core/agent.ts";
import type { UserEntry } from "../../core/entry.ts";
import { lowerLimits, toAmounts } from "../../core/budget/limits.ts";
import { AgentError } from "../../core/error.ts";
import type { RandomBytes } from "../../core/ports.ts";
import { NEW_STATE, type RunState, SCHEMA, type ThreadMeta } from "../../core/state.ts";
import type { NewThread, ThreadRef } from "../../core/store/thread.ts";
import type { RunDeps } from "../run_deps.ts";
import type { Counters } from "../../core/usage.ts";
import { readEntry } from "../history/codec.ts";
import type { StepRequest } from "../request.ts";
import { facetsOfNew } from "../facets.ts";

/** A mark of notices: 16 characters, which no user is told. */
export function newNoticeMark(random: RandomBytes): string {
  return Array.from(random(8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What a store needs to create a thread of the agent.
 *
 * @throws {AgentError} plan_invalid
 */
export function newThread(
  agent: Agent,
  given: Pick<StepRequest, "metadata" | "plan" | "child"> & { readonly user?: string | undefined },
  createdAt: number,
  { random, delegation }: Pick<RunDeps, "random" | "delegation">,
): NewThread {
  const { child, plan } = given;
  if (child === undefined && plan !== undefined) delegation?.assertFirstPlan(agent, plan);
  const { user } = child ?? given;
  const meta: ThreadMeta = {
    agent: agent.name,
    agentHash: agent.hash,
    metadata: given.metadata ?? {},
    plan,
    user,
    createdAt,
    noticeMark: newNoticeMark(random),
    ...child,
  };
  return {
    meta: JSON.stringify(meta),
    state: JSON.stringify(NEW_STATE),
    schema: SCHEMA,
    createdAt,
    facets: facetsOfNew(meta),
  };
}

/** The step that a run is for. */
export interface StepOfRun {
  readonly agent: Agent;
  /** Index of the user entry that begins a new run; undefined where the run goes on. */
  readonly input: number | undefined;
  /** As in the outcome of begin: the request was accepted before. */
  readonly resumed: boolean;
  /** Of the thread before the step. */
  readonly counters: Counters;
}

/**
 * The run of the next step. An input begins a new one. Without one the run goes on, and what the request sets replaces what the run had;
 * a new tool choice has to be satisfied again, and refused plans are counted anew, unless the request is resumed. Limits are only
 * lowered.
 */
export function toNextRun(run: RunState, request: RunRequest, step: StepOfRun): RunState {
  const { agent, counters } = step;
  const next = withRequest(run, request, step);
  const limits = request.limits ? lowerLimits(next.limits ?? {}, request.limits) : next.limits;
  if (limits === undefined && agent.limits.perRun === undefined) return next;
  // A budget that comes to a run under way begins with this step.
  return { ...next, limits, began: next.began ?? toAmounts(counters) };
}

/** What a request sets for its run. */
export type RunRequest = Pick<
  StepRequest,
  "toolChoice" | "parallel" | "execution" | "onUnsupported" | "limits" | "clientTools"
>;

/** The run with what the request sets besides limits. */
function withRequest(run: RunState, request: RunRequest, { agent, input, resumed }: StepOfRun): RunState {
  const { toolChoice: choice, execution, onUnsupported, clientTools } = request;
  const parallel = choice && request.parallel;
  if (input !== undefined) {
    return {
      execution: execution ?? agent.execution,
      steps: 0,
      input,
      choice,
      parallel,
      onUnsupported,
      clientTools,
    };
  }
  const isSame = choice === undefined && execution === undefined && onUnsupported === undefined &&
    clientTools === undefined;
  if (isSame) return run;
  const { satisfied: _satisfied, refused: _refused, ...rest } = run;
  return {
    ...choice === undefined || resumed ? run : rest,
    choice: choice ?? run.choice,
    parallel: choice ? parallel : run.parallel,
    onUnsupported: onUnsupported ?? run.onUnsupported,
    clientTools: clientTools ?? run.clientTools,
    execution: execution ?? run.execution,
  };
}

/**
 * The user entry of an inbox text.
 *
 * @throws {AgentError} store_failed - when the text is another entry
 */
export function toInput(text: string, ref: ThreadRef): UserEntry {
  const entry = readEntry(text);
  if (entry.type === "user") return entry;
  throw new AgentError("store_failed", `The inbox of thread ${ref.thread} holds a ${entry.type} entry.`);
}
