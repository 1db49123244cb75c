// A draft becomes one commit, or one advance when another step of the same request follows.

import { AgentError } from "../../core/error.ts";
import { isBrought } from "../../core/history/brought.ts";
import type { Defer } from "../../core/ports.ts";
import { type AgentState, type RunState, SCHEMA } from "../../core/state.ts";
import type { AdvanceRequest, CommitOutcome, CommitRequest } from "../../core/store/commit.ts";
import type { LoggedEvent, ThreadHeader } from "../../core/store/thread.ts";
import { addCounters, type Counters } from "../../core/usage.ts";
import { blobsOfMedia } from "../content/store_media.ts";
import { asksPeople, storedIds } from "../held_calls/stored_calls.ts";
import { waitsForFields } from "../held_calls/thread_status.ts";
import { packDefinition, packEntries } from "../history/blobs.ts";
import { historyAfter } from "../history/history_after.ts";
import { closeRecord, openRecord } from "../record/commit_record.ts";
import { frameBehind } from "../record/open_frame.ts";
import { NO_SPEND } from "../children/budget.ts";
import { countersOf } from "../ledger/counters.ts";
import { withoutCalls } from "./without_calls.ts";
import type { Draft } from "../draft.ts";
import { COMMIT_RETRIES, withStoreRetries } from "../store_retry.ts";
import { openPlugins, slicesOf } from "../plugins/session_plugins.ts";
import { toReceipt } from "../receipts/receipt.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import type { ReadHistory } from "../../history/read_history.ts";
import type { AgentPlugins } from "../../kernel/agent_plugins.ts";
import type { RunTotals } from "../result.ts";
import { enterInputs } from "../session/enter.ts";
import { isUnlimited, toAdvanceReservation, toBudget } from "../budget/open_budget.ts";
import { bookStep, type StepBooking, type StepTime } from "../ledger/book_step.ts";
import { runOf, toInput } from "../session/run_state.ts";
import { withSelected } from "../session/selected_tools.ts";
import { takeSteering } from "../session/takeable.ts";
import type { Session } from "../session.ts";
import { LEASE_MS } from "../timing.ts";
import { dropOutbox, outboxOf, sendOutbox } from "../wake/outbox.ts";
import { takeInputs, withWake } from "../session/wake_terms.ts";

/** How the commit of a step ended. */
export type Committed =
  /** Committed, and the lease is kept for another step. */
  | { readonly type: "advanced"; readonly session: Session }
  /** `waiting` inputs are left in the inbox. */
  | { readonly type: "committed"; readonly header: ThreadHeader; readonly waiting: number }
  /** The step was fenced by a cancel or by another worker; what could be kept is kept. */
  | {
    readonly type: "lost";
    readonly header: ThreadHeader;
    /** Inputs that a cancel has left in the inbox; 0 where another worker has the thread. */
    readonly waiting: number;
    readonly error: AgentError;
  };

/** What a commit needs besides the session and the draft. */
export interface CommitOptions extends StepTime {
  readonly request: StepRequest;
  /** Another step of this request follows, with these plugins. */
  readonly next: { readonly plugins: AgentPlugins | undefined } | undefined;
  readonly totals: RunTotals;
  /** Keeps the invocation alive for what the commit leaves to be delivered. */
  readonly defer: Defer;
  /** What the log still needs, and the step's last event, which is `step.failed` when an error is given. */
  readonly events: (error?: AgentError) => readonly LoggedEvent[];
}

/**
 * Commits or advances, up to four times: both are re-entrant.
 *
 * @throws {AgentError} store_unavailable, store_failed, store_full - after all tries
 */
export async function commitDraft(
  session: Session,
  draft: Draft,
  options: CommitOptions,
  deps: RuntimeDeps,
): Promise<Committed> {
  const counters = countersOf(draft, options.wallMs);
  const booked = bookStep(session, draft, options, deps);
  const ending = { counters, booked };
  const { work, texts, state } = await toWork(session, draft, ending, options.events(), deps);
  const history = historyAfter(session, draft, texts);
  if (options.next !== undefined) {
    const after = { work, booked, history, plugins: options.next.plugins };
    return await advance(session, { ...draft, state }, after, options, deps);
  }
  const commit = { ...work, ...receiptOf(session, draft, work, options) };
  const outcome = await withStoreRetries(() => deps.store.commit(commit), deps, COMMIT_RETRIES);
  booked?.confirm();
  if (outcome.type !== "committed") {
    dropOutbox(session.ref, work.outbox, options.defer, deps);
    return await salvage(session, draft, outcome, ending, options, deps);
  }
  sendOutbox(session.ref, work.outbox, options.defer, deps);
  keep(session, history, deps);
  const header = headerAfter(session, work, session.header.epoch);
  return { type: "committed", header, waiting: outcome.waiting };
}

// The commit is known: the next step of the thread in this isolate may go on from here.
function keep({ ref, owner, header }: Session, history: ReadHistory, { histories }: RuntimeDeps): void {
  histories.keep(ref, { version: header.version + 1, owner, history });
}

async function advance(
  session: Session,
  draft: Draft,
  { work, booked, history, plugins: compiled }: {
    work: CommitRequest;
    booked: StepBooking | undefined;
    history: ReadHistory;
    plugins: AgentPlugins | undefined;
  },
  options: CommitOptions,
  deps: RuntimeDeps,
): Promise<Committed> {
  const { idempotency } = options.request;
  const reservation = toAdvanceReservation(session, draft.pending, deps);
  const request: AdvanceRequest = {
    ...work,
    leaseMs: LEASE_MS,
    ...(idempotency ? { idempotency } : {}),
    reserve: reservation?.first,
  };
  const outcome = await withStoreRetries(() => deps.store.advance(request), deps, COMMIT_RETRIES);
  booked?.confirm();
  if (outcome.type !== "advanced") {
    dropOutbox(session.ref, work.outbox, options.defer, deps);
    const ending = { counters: work.counters, booked };
    return await salvage(session, draft, outcome, ending, options, deps);
  }
  reservation?.takeOutcome(outcome.reserved);
  sendOutbox(session.ref, work.outbox, options.defer, deps);
  keep(session, history, deps);
  const header = headerAfter(session, work, outcome.epoch);
  const budgetOf = (run: RunState) =>
    reservation === undefined && isUnlimited(session.agent, run, deps)
      ? undefined
      : toBudget({ ...session, header, run }, reservation, deps);
  const told = { ...session, ...draft.disclosed };
  const next = {
    ...withSelected(told, (draft.selected ?? told.selected)?.settled()),
    header,
    frame: frameBehind(told.frame, draft.entries),
    pending: draft.pending,
    marks: draft.isUnfinished ? session.marks : new Map(),
    abandoned: draft.isUnfinished ? session.abandoned : false,
    imported: [],
    inputs: [],
    notes: [],
  };
  const steering = takeSteering(outcome.inbox).map((text) => toInput(text, session.ref));
  const thread = { ref: session.ref, pins: draft.state.pins, history: [] };
  const { inbox, terms, warnings, begins } = enterInputs(takeInputs(steering, false), thread, { inputs: [] });
  const isNewRun = begins !== undefined;
  const planned = {
    state: draft.state,
    history,
    pending: draft.pending,
    marks: next.marks,
    given: new Set<string>(),
  };
  const pluginsOf = (run: RunState) =>
    openPlugins(compiled, { ...planned, imported: [], inbox }, { ...next, state: { ...draft.state, run } });
  if (!isNewRun) {
    return {
      type: "advanced",
      session: {
        ...next,
        state: draft.state,
        history,
        inbox,
        plugins: pluginsOf(draft.state.run),
        budget: budgetOf(draft.state.run),
      },
    };
  }
  // An input came meanwhile: a new run begins, with the agent's own choice and execution. The caller is there still, and so are its tools.
  const input = header.length + draft.pending.length + begins;
  const { clientTools } = draft.state.run;
  const asked = { ...terms, ...(clientTools === undefined ? {} : { clientTools }) };
  const own = runOf(draft.state.run, session.agent, asked, input, false, header.counters);
  const run = withWake(own, {}, terms);
  return {
    type: "advanced",
    session: {
      ...next,
      state: { ...draft.state, run, recent: [] },
      history: history.withTask(undefined),
      inbox,
      notes: warnings,
      plugins: pluginsOf(run),
      budget: budgetOf(run),
    },
  };
}

// The step is fenced by a cancel (its text so far and its cost are kept) or by another worker (only the cost is kept).
async function salvage(
  session: Session,
  draft: Draft,
  outcome: Exclude<CommitOutcome, { type: "committed" }>,
  ending: StepEnding,
  options: CommitOptions,
  deps: RuntimeDeps,
): Promise<Committed> {
  const { ref, header } = session;
  if (outcome.type === "conflict") {
    const message = `Thread ${ref.thread} moved on to version ${outcome.version}; the step was not kept.`;
    return { type: "lost", header, waiting: 0, error: new AgentError("version_conflict", message) };
  }
  const message = `The step of thread ${ref.thread} was cancelled; its text so far is kept.`;
  const error = new AgentError("step_cancelled", message);
  const { summary: _summary, ...rest } = draft;
  const entries = draft.entries.map(withoutCalls).filter((entry) => entry !== undefined);
  const pending = draft.isUnfinished ? draft.pending : [];
  const isPlanKept = entries.some((entry) => entry.type === "assistant" && !isBrought(entry));
  const stopped: Draft = {
    ...rest,
    state: isPlanKept ? draft.state : stateWithoutPlan(draft),
    entries,
    pending,
    requests: [],
    status: "cancelled",
    output: null,
    error,
  };
  // Of a step that another worker repeats, what phases have cost is booked by that worker.
  const counters = outcome.type === "fenced" && outcome.cancelled
    ? ending.counters
    : countersOf({ ...draft, children: NO_SPEND }, options.wallMs);
  const { work } = await toWork(session, stopped, { ...ending, counters }, options.events(error), deps);
  const commit: CommitRequest = {
    ...work,
    ...receiptOf(session, stopped, work, options),
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

/** The state of a draft whose plan enters no history: plugins have not counted it. */
function stateWithoutPlan({ state, planned }: Draft): AgentState {
  if (planned === undefined) return state;
  const { thread, run } = slicesOf(planned.session);
  return { ...state, ...thread, run: { ...state.run, ...run } };
}

/** What the step adds to its thread and to the ledger, in each of the requests that may end it. */
interface StepEnding {
  readonly counters: Counters;
  readonly booked: StepBooking | undefined;
}

interface Work {
  readonly work: CommitRequest;
  /** The texts of all entries, whole. */
  readonly texts: readonly string[];
  /** As `work` has it as text. */
  readonly state: AgentState;
}

async function toWork(
  session: Session,
  draft: Draft,
  { counters, booked }: StepEnding,
  events: readonly LoggedEvent[],
  deps: RuntimeDeps,
): Promise<Work> {
  const { ref, owner, header: { epoch, version }, imported, inbox } = session;
  const open = await openRecord(draft.entries, { ...session, ...draft.disclosed });
  const { entries, definition } = open;
  const [packed, kept] = await withStoreRetries(
    () =>
      Promise.all([
        packEntries(deps.store, ref, entries),
        packDefinition(deps, ref, definition, session.definition),
      ]),
    deps,
    COMMIT_RETRIES,
  );
  const { pending, status, summary } = draft;
  const record = await closeRecord(open, session, packed.texts, deps);
  const known = draft.isUnfinished ? { marks: session.marks, at: draft.state.updatedAt } : undefined;
  const state = { ...draft.state, ...waitsForFields(pending, known), record };
  const work = {
    ref,
    owner,
    epoch,
    version,
    schema: SCHEMA,
    entries: packed.texts,
    status,
    state: JSON.stringify(state),
    counters,
    pending: pending.length === 0
      ? null
      : { ids: pending.flatMap(storedIds), calls: JSON.stringify(pending) },
    ...(pending.some(asksPeople) ? { awaits: deps.clock() } : {}),
    consumed: draft.isUnfinished ? 0 : inbox.length + (imported.length > 0 ? 1 : 0),
    ...(summary ? { summary } : {}),
    // Those of inputs that stay in the inbox too: their blobs would be dropped after a day.
    blobs: [
      ...[...packed.blobs, ...kept.blobs, ...draft.keptBlobs ?? []],
      ...blobsOfMedia(draft.isUnfinished ? [...entries, ...inbox] : entries),
    ],
    ...(kept.newBlob ? { newBlob: kept.newBlob } : {}),
    events,
    ...(booked === undefined ? {} : { booking: booked.booking }),
    ...outboxOf(session, draft, { counters, head: record?.head }, deps),
    ...(draft.next?.due === undefined ? {} : { due: draft.next.due }),
  };
  return { work, texts: packed.whole, state };
}

// A cancelled request is over: its key replays the cancel. Any other failure may be tried again with the same key.
function receiptOf(
  session: Session,
  draft: Draft,
  work: CommitRequest,
  { request: { idempotency }, totals }: CommitOptions,
): Pick<CommitRequest, "receipt"> {
  if (!idempotency) return {};
  const outcome = draft.error && draft.status !== "cancelled" ? "retry" : "done";
  const header = headerAfter(session, work, session.header.epoch);
  return { receipt: { ...idempotency, outcome, text: toReceipt(session, draft, header, totals) } };
}

/** The header as the store has it after the commit of `work`. */
function headerAfter(
  { header }: Session,
  { status, entries, summary, state, counters }: CommitRequest,
  epoch: number,
): ThreadHeader {
  return {
    ...header,
    schema: SCHEMA,
    version: header.version + 1,
    epoch,
    status,
    length: header.length + entries.length,
    base: summary?.base ?? header.base,
    summary: summary?.text ?? header.summary,
    state,
    counters: addCounters(header.counters, counters),
  };
}
