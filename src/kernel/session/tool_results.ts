// Results that the caller brings: which calls it may answer itself, those of client tools and predicted ones, and what ends the
// wait for them.

import { type CallMark, isForCaller, isRunnable, type PlannedCall } from "../../core/call.ts";
import { AgentError, type Problem } from "../../core/error.ts";
import type { CallFacts, Settlement } from "../../core/held_calls/hold.ts";
import { findHeldCalls, resolveCall } from "../../core/held_calls/resolve_call.ts";
import type { RunState } from "../../core/state.ts";
import type { StepRequest } from "../request.ts";

/** Most call ids that an error names. */
const IDS_SHOWN = 20;

/** The calls of a thread before a request touches them. */
export interface Outstanding {
  readonly pending: readonly PlannedCall[];
  readonly marks: ReadonlyMap<string, CallMark>;
  /** That of the run that planned them; none where all of them are searches, which run under `predict` too. */
  readonly execution?: RunState["execution"] | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * A result may answer a call of a client tool or a predicted call only, and one that needs approval only after it was approved.
 *
 * | the pending call | a result of the caller |
 * |---|---|
 * | of a client tool | taken |
 * | of a client tool, needs approval, undecided, expired or denied | refused |
 * | of a client tool, needs approval, approved | taken |
 * | planned to be run by the server | refused |
 * | settled when it was planned (malformed, surplus, ...) | refused |
 * | marked as started by some step | refused |
 * | predicted, needs approval, undecided, expired or denied | refused |
 * | a question to a person | refused |
 * | predicted, needs approval, approved | taken |
 * | predicted | taken |
 * | deferred by its tool, or observed beside such a call | refused |
 *
 * Results of calls that are not pending are not looked at.
 *
 * @throws {AgentError} result_refused
 */
export function assertAnswerable({ toolResults, ref }: StepRequest, outstanding: Outstanding): void {
  const problems = toolResults.flatMap(({ callId }, index): Problem[] => {
    const call = outstanding.pending.find(({ id }) => id === callId);
    const detail = call && whyNotAnswerable(call, outstanding);
    return detail === undefined ? [] : [{ pointer: `/toolResults/${index}/callId`, detail }];
  });
  const [first] = problems;
  if (first === undefined) return;
  throw new AgentError(
    "result_refused",
    `Thread ${ref.thread} takes no result for a call that the caller was not to run: it ${first.detail}.`,
    { problems: problems.slice(0, IDS_SHOWN) },
  );
}

function whyNotAnswerable(call: PlannedCall, outstanding: Outstanding): string | undefined {
  const { marks, execution, now } = outstanding;
  if (call.observed !== undefined) return "has its result; leave it out";
  if (call.deferred !== undefined) {
    return "is deferred; its result goes to its own route, .../calls/{id}/result";
  }
  if (execution !== "predict" && !isForCaller(call)) {
    return "is run by the server, not by the caller; send the step without it";
  }
  if (!isRunnable(call)) return `was settled when it was planned (${call.disposition.type}); leave it out`;
  if (marks.get(call.id)?.startedEpoch !== undefined) {
    return "may have run in a step that vanished; send execution or an input";
  }
  const resolution = resolveCall(call, toFacts(outstanding, execution), now);
  if (resolution.type === "waits") {
    return resolution.for === "people" ? "waits for approval; decide it first" : undefined;
  }
  return resolution.type === "runs" ? undefined : WHY_SETTLED[resolution.by];
}

/** Why a call takes no result that has ended without one. */
const WHY_SETTLED: Readonly<Partial<Record<Settlement, string>>> = {
  expired: "was not approved in time; leave it out",
  denied: "was denied; leave it out",
  answered: "was answered by a person; leave it out",
};

/** A cancel ends no call here: its caller may have run it before. */
function toFacts({ marks }: Outstanding, execution: RunState["execution"] | undefined): CallFacts {
  return { marks, cancelledEpoch: 0, execution };
}

/** What the calls of a prediction wait for. */
const OF_PREDICTIONS = ["people", "caller", "prediction"] as const;

/**
 * Calls that the caller is to run stay as they are until an input, or results for all of them. Predicted calls of the server's
 * tools also end with an execution other than `predict`. A call that waits for people is left to the check of approvals.
 *
 * @throws {AgentError} nothing_to_do when none of that is there; invalid_request when results are missing
 */
export function assertCallerDone(
  { toolResults, execution, ref }: StepRequest,
  outstanding: Outstanding,
  hasInput: boolean,
): void {
  if (hasInput) return;
  const { pending, now } = outstanding;
  const isPredicted = outstanding.execution === "predict" &&
    (execution === undefined || execution === "predict");
  const facts = toFacts(outstanding, isPredicted ? "predict" : undefined);
  const open = findHeldCalls(pending, facts, now, isPredicted ? OF_PREDICTIONS : ["caller"])
    .filter(({ call: { id } }) => !toolResults.some(({ callId }) => callId === id));
  if (open.length === 0) return;
  const ids = open.slice(0, IDS_SHOWN).map(({ call: { id } }) => id).join(", ");
  if (!isPredicted) throw lacksResults(ref.thread, ids, toolResults.length > 0);
  if (toolResults.length === 0) {
    throw new AgentError(
      "nothing_to_do",
      `Thread ${ref.thread} holds predicted calls (${ids}); send toolResults, an input, or another execution.`,
      { details: { calls: ids } },
    );
  }
  throw new AgentError(
    "invalid_request",
    `Thread ${ref.thread} lacks results for the predicted calls ${ids}.`,
    {
      problems: [{
        pointer: "/toolResults",
        detail: `must also answer ${ids}, unless execution says that the server runs them`,
      }],
    },
  );
}

function lacksResults(thread: string, ids: string, isPartial: boolean): AgentError {
  if (!isPartial) {
    return new AgentError(
      "nothing_to_do",
      `Thread ${thread} waits for the caller to run ${ids}; send toolResults for all of them, or an input.`,
      { details: { calls: ids } },
    );
  }
  return new AgentError("invalid_request", `Thread ${thread} lacks results for the caller's calls ${ids}.`, {
    problems: [{ pointer: "/toolResults", detail: `must also answer ${ids}` }],
  });
}
