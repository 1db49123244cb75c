// What is kept of a step that was fenced before its commit: by a cancel, or by another worker that took its thread over.

import type { Entry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import { isBrought } from "../../core/history/brought.ts";
import type { AgentState } from "../../core/state.ts";
import type { CommitOutcome, CommitRequest } from "../../core/store/commit.ts";
import type { ThreadHeader } from "../../core/store/thread.ts";
import { NO_SPEND } from "../children/spend.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Draft } from "../draft.ts";
import { toCounters } from "../ledger/counters.ts";
import { toStoredSlices } from "../hooks/in_step/session_plugins.ts";
import { failureInstead } from "../log/failure_entry.ts";
import type { Session } from "../session.ts";
import { COMMIT_RETRIES, withStoreRetries } from "../store_retry.ts";
import { dropOutbox, sendOutbox } from "../outbox/outbox.ts";
import {
  type CommitOptions,
  type EndedStep,
  headerAfter,
  toStepReceipt,
  writeStep,
} from "./commit_request.ts";

/** A step whose commit was refused; what could be kept of it is kept. */
export interface LostStep {
  readonly type: "lost";
  readonly header: ThreadHeader;
  /** Inputs that a cancel has left in the inbox; 0 where another worker has the thread. */
  readonly waiting: number;
  readonly error: AgentError;
}

/** A step, and how the store has refused to commit it. */
export interface RefusedStep extends EndedStep {
  readonly outcome: Exclude<CommitOutcome, { type: "committed" }>;
}

/**
 * Keeps of a cancelled step its text so far and its cost, and of one that another worker has taken over its cost alone.
 *
 * @throws {AgentError} store_unavailable, store_failed - after all tries
 */
export async function salvage(
  session: Session,
  { draft, counters, booked, outcome }: RefusedStep,
  options: CommitOptions,
  deps: RuntimeDeps,
): Promise<LostStep> {
  const { ref, header } = session;
  if (outcome.type === "conflict") {
    const message = `Thread ${ref.thread} moved on to version ${outcome.version}; the step was not kept.`;
    return { type: "lost", header, waiting: 0, error: new AgentError("version_conflict", message) };
  }
  const message = `The step of thread ${ref.thread} was cancelled; its text so far is kept.`;
  const error = new AgentError("step_cancelled", message);
  const stopped = stopDraft(draft, error);
  // Of a step that another worker repeats, what phases have cost is booked by that worker.
  const kept = outcome.type === "fenced" && outcome.cancelled
    ? counters
    : toCounters({ ...draft, children: NO_SPEND }, options.wallMs);
  const ended = { draft: stopped, counters: kept, booked };
  const { work, state } = await writeStep(session, ended, options.events(error), deps);
  const commit: CommitRequest = {
    ...work,
    receipt: toStepReceipt(session, stopped, { work, state }, options),
    afterCancel: true,
  };
  const late = await withStoreRetries(() => deps.store.commit(commit), deps, COMMIT_RETRIES);
  if (late.type === "committed") {
    sendOutbox(ref, work.outbox, options.defer, deps);
    const after = headerAfter(session, work, header.epoch + 1);
    return { type: "lost", header: after, waiting: late.waiting, error };
  }
  dropOutbox(ref, work.outbox, options.defer, deps);
  const fenced = `Another step took thread ${ref.thread} over; this one was not kept.`;
  return { type: "lost", header, waiting: 0, error: new AgentError("step_fenced", fenced) };
}

/** The draft as far as it stands once the step was cancelled: none of its new calls will run. */
function stopDraft(draft: Draft, error: AgentError): Draft {
  const entries = draft.entries.map(withoutCalls).filter((entry) => entry !== undefined);
  const isPlanKept = entries.some((entry) => entry.type === "assistant" && !isBrought(entry));
  return {
    ...draft,
    summary: undefined,
    state: isPlanKept ? draft.state : stateWithoutPlan(draft),
    entries,
    pending: draft.isUnfinished ? draft.pending : [],
    requests: [],
    status: "cancelled",
    output: null,
    error,
  };
}

/** The plan of the step without its calls; every other entry but a summary as it is, and a history that was brought. */
function withoutCalls(entry: Entry): Entry | undefined {
  if (isBrought(entry)) return entry;
  if (entry.type === "summary") return failureInstead(entry);
  if (entry.type !== "assistant") return entry;
  const { choice, record, ...rest } = entry;
  const blocks = entry.blocks.filter((block) => block.type !== "call");
  if (blocks.length === 0) return failureInstead(entry);
  const forced = choice && choice.requested.type !== "auto" ? { choice: choice.requested } : {};
  const held = choice?.enforcement === "withheld" ? { withheld: true as const } : {};
  const kept = record && { record: { ...record, ...forced, ...held } };
  return { ...rest, blocks, finish: "stop", interrupted: true, ...kept };
}

/** The state of a draft whose plan enters no history: plugins have not counted it. */
function stateWithoutPlan({ state, planned }: Draft): AgentState {
  if (planned === undefined) return state;
  const { thread, run } = toStoredSlices(planned.session);
  return { ...state, ...thread, run: { ...state.run, ...run } };
}
