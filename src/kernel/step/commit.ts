// A draft becomes one commit, or one advance when another step of the same request follows.

import type { RunState } from "../../core/state.ts";
import type { AdvanceOutcome, AdvanceRequest, CommitRequest } from "../../core/store/commit.ts";
import type { ThreadHeader } from "../../core/store/thread.ts";
import type { ReadHistory } from "../history/read_history.ts";
import type { AgentPlugins } from "../hooks/agent_plugins.ts";
import type { StepClaim } from "../spending.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Draft } from "../draft.ts";
import { historyAfter } from "../plan/plan_window.ts";
import { bookStep } from "../ledger/book_step.ts";
import { toCounters } from "../ledger/counters.ts";
import { openPlugins } from "../hooks/in_step/session_plugins.ts";
import { frameBehind } from "../log/open_frame.ts";
import { enterInputs } from "../session/enter.ts";
import { toInput, toNextRun } from "../session/run_state.ts";
import { withOpened } from "../session/thread_tools.ts";
import { takeSteering } from "../session/select_waiting_inputs.ts";
import { inheritWake, takeInputs, withWake } from "../session/wake_terms.ts";
import type { Session } from "../session.ts";
import { COMMIT_RETRIES, withStoreRetries } from "../store_retry.ts";
import { LEASE_MS } from "../timing.ts";
import { dropOutbox, sendOutbox } from "../outbox/outbox.ts";
import {
  type CommitOptions,
  type EndedStep,
  headerAfter,
  toStepReceipt,
  writeStep,
} from "./commit_request.ts";
import { type LostStep, salvage } from "./salvage.ts";

/** How the commit of a step ended. */
export type Committed =
  /** Committed, and the lease is kept for another step. */
  | { readonly type: "advanced"; readonly session: Session }
  /** `waiting` inputs are left in the inbox. */
  | { readonly type: "committed"; readonly header: ThreadHeader; readonly waiting: number }
  | LostStep;

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
  const counters = toCounters(draft, options.wallMs);
  const booked = bookStep(session, draft, options, deps);
  const ended = { draft, counters, booked };
  const { work, texts, state } = await writeStep(session, ended, options.events(), deps);
  const history = historyAfter(session, draft, texts);
  if (options.next !== undefined) {
    const after = { ...ended, draft: { ...draft, state }, work, history, plugins: options.next.plugins };
    return await advance(session, after, options, deps);
  }
  const commit = { ...work, receipt: toStepReceipt(session, draft, { work, state }, options) };
  const outcome = await withStoreRetries(() => deps.store.commit(commit), deps, COMMIT_RETRIES);
  booked?.confirm();
  if (outcome.type !== "committed") {
    dropOutbox(session.ref, work.outbox, options.defer, deps);
    return await salvage(session, { ...ended, outcome }, options, deps);
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

/** A step that another one follows. */
interface AdvancingStep extends EndedStep {
  /** With the state that `work` has as text. */
  readonly draft: Draft;
  readonly work: CommitRequest;
  /** As the next step reads it. */
  readonly history: ReadHistory;
  /** Of the next step. */
  readonly plugins: AgentPlugins | undefined;
}

async function advance(
  session: Session,
  step: AdvancingStep,
  options: CommitOptions,
  deps: RuntimeDeps,
): Promise<Committed> {
  const { draft, work, booked, history } = step;
  const { idempotency } = options.request;
  const reservation = deps.spending?.claimAdvance(session, draft.pending, deps);
  const request: AdvanceRequest = { ...work, leaseMs: LEASE_MS, idempotency, reserve: reservation?.first };
  const outcome = await withStoreRetries(() => deps.store.advance(request), deps, COMMIT_RETRIES);
  booked?.confirm();
  if (outcome.type !== "advanced") {
    dropOutbox(session.ref, work.outbox, options.defer, deps);
    return await salvage(session, { ...step, outcome }, options, deps);
  }
  reservation?.takeOutcome(outcome.reserved);
  sendOutbox(session.ref, work.outbox, options.defer, deps);
  keep(session, history, deps);
  const inbox = options.request.isolated ? [] : takeSteering(outcome.inbox);
  const advanced = { ...step, outcome, reservation, texts: inbox };
  return { type: "advanced", session: toNextSession(session, advanced, deps) };
}

/** A step whose advance the store has taken. */
interface AdvancedStep extends AdvancingStep {
  readonly outcome: Extract<AdvanceOutcome, { type: "advanced" }>;
  readonly reservation: StepClaim | undefined;
  /** The inputs of the inbox that the next step takes. */
  readonly texts: readonly string[];
}

/** The session of the step behind this one. */
function toNextSession(
  session: Session,
  { draft, work, history, plugins, outcome, reservation, texts }: AdvancedStep,
  deps: RuntimeDeps,
): Session {
  const header = headerAfter(session, work, outcome.epoch);
  const told = { ...session, ...draft.disclosed };
  const opened = draft.opened ?? told.opened;
  const next = {
    ...(opened === undefined ? told : withOpened(told, opened.committed?.() ?? opened)),
    header,
    frame: frameBehind(told.frame, draft.entries),
    pending: draft.pending,
    marks: draft.isUnfinished ? session.marks : new Map(),
    abandoned: draft.isUnfinished ? session.abandoned : false,
    imported: [],
    inputs: [],
    queued: outcome.inbox.slice(texts.length),
  };
  const steering = texts.map((text) => toInput(text, session.ref));
  const thread = { ref: session.ref, pins: draft.state.pins, history: [] };
  const { inbox, terms, warnings, begins } = enterInputs(
    takeInputs(steering, false),
    thread,
    { inputs: [] },
    deps,
  );
  const isNewRun = begins !== undefined;
  const run = isNewRun ? beginInputRun() : draft.state.run;
  const planned = {
    state: draft.state,
    history,
    pending: draft.pending,
    marks: next.marks,
    given: new Set<string>(),
    imported: [],
    inbox,
  };
  return {
    ...next,
    state: isNewRun ? { ...draft.state, run, recent: [] } : draft.state,
    history: isNewRun ? history.withTask(undefined) : history,
    inbox,
    notes: isNewRun ? warnings : [],
    plugins: openPlugins(plugins, planned, { ...next, state: { ...draft.state, run } }),
    budget: deps.spending?.next({ ...session, header, run }, reservation, deps),
  };

  // An input came meanwhile: a new run begins, with the agent's own choice and execution. The caller is there still, and so are its tools.
  function beginInputRun(): RunState {
    const input = begins === undefined ? undefined : header.length + draft.pending.length + begins;
    const step = { agent: session.agent, input, resumed: false, counters: header.counters };
    const request = { ...terms, clientTools: draft.state.run.clientTools };
    const own = withWake(toNextRun(draft.state.run, request, step), {}, terms);
    return inheritWake(own, draft.state.run);
  }
}
