// The status of a thread with pending calls, and what the calls wait for, as a commit stores them: answers come behind it.

import { isSearch } from "../choice/bridged_choice.ts";
import type { Agent } from "../../core/agent.ts";
import { isRunnable, type PlannedCall } from "../../core/call.ts";
import { findAwaitedServer } from "../../core/held_calls/authorization.ts";
import type { Awaited, CallFacts } from "../../core/held_calls/hold.ts";
import { isDeferred } from "../../core/held_calls/later.ts";
import { resolveCall } from "../../core/held_calls/resolve_call.ts";
import type { AgentState, RunState, ThreadStatus, WaitsFor } from "../../core/state.ts";

/** No answer has come, and no time has passed: what the calls themselves say. */
const AS_STORED: CallFacts = { marks: new Map(), cancelledEpoch: 0 };

/** What a call of a commit waits for, whatever has come since; undefined for one that the next step takes. */
export function awaitedAsStored(call: PlannedCall): Awaited | undefined {
  return awaitedWith(call, AS_STORED, -Infinity);
}

function awaitedWith(call: PlannedCall, facts: CallFacts, at: number): Awaited | undefined {
  const resolution = resolveCall(call, facts, at);
  return resolution.type === "waits" ? resolution.for : undefined;
}

/**
 * The status of a thread whose last plan left these calls. Searches for tools of the agent's catalogue are no prediction, and run; a call
 * that nothing can run, such as one of no tool, is told to the model likewise.
 */
export function statusAfter(
  pending: readonly PlannedCall[],
  { execution }: Pick<RunState, "execution">,
  agent: Pick<Agent, "threadTools"> = {},
): ThreadStatus {
  if (pending.length === 0) return "done";
  if (execution === "predict" && pending.some((call) => isRunnable(call) && !isSearch(call.name, agent))) {
    return "waiting";
  }
  const awaited = pending.map(awaitedAsStored);
  return awaited.includes("people") || awaited.includes("caller") ? "waiting" : "open";
}

/** The status of a thread of which calls were taken: one that waited goes on when nothing is left to wait for. */
export function statusWithout(
  status: ThreadStatus,
  pending: readonly PlannedCall[],
  run: Pick<RunState, "execution">,
): ThreadStatus {
  if (status !== "waiting") return status;
  const left = pending.filter((call) => isRunnable(call) && call.observed === undefined);
  if (left.length === 0) return "open";
  return left.some(isDeferred) ? status : statusAfter(left, run);
}

/** Whom calls wait for: people before the caller, since its calls may need them too. */
const IN_ORDER: readonly (readonly [Awaited, WaitsFor])[] = [
  ["later", "deferred"],
  ["people", "approval"],
  ["caller", "results"],
];

/**
 * The fields of the state that say what the thread waits for. An authorization has the name of its server. `known`: the answers that the
 * calls have and the time, in a step that leaves them as they are.
 */
export function waitsForFields(
  pending: readonly PlannedCall[],
  known: Pick<CallFacts, "marks"> & { readonly at: number } = { ...AS_STORED, at: -Infinity },
): Pick<AgentState, "waitsFor" | "authorization"> {
  const authorization = findAwaitedServer(pending);
  if (authorization !== undefined) return { waitsFor: "authorization", authorization };
  const awaited = pending.map((call) => awaitedWith(call, { ...AS_STORED, marks: known.marks }, known.at));
  const found = IN_ORDER.find(([kind]) => awaited.includes(kind));
  return found === undefined ? {} : { waitsFor: found[1] };
}
