// Making a draft true: one commit, or one advance when another step of the same request follows.

import type { Entry } from "../core/entry.ts";
import { AgentError } from "../core/error.ts";
import { SCHEMA } from "../core/state.ts";
import type {
  AdvanceRequest,
  CommitOutcome,
  CommitRequest,
  LoggedEvent,
  PendingCalls,
  ThreadHeader,
} from "../core/store.ts";
import { addCounters, type Counters } from "../core/usage.ts";
import { type Packed, packEntries } from "./blobs.ts";
import { toReceipt } from "./replay.ts";
import type { RuntimeDeps, StepRequest } from "./request.ts";
import { LEASE_MS, type ReadHistory, runOf, type Session, toTask, unpackInput } from "./session.ts";
import type { Draft } from "./step.ts";
import type { Tally } from "./tally.ts";

export type Committed =
  /** The thread is ours for another step. */
  | { readonly type: "advanced"; readonly session: Session }
  | { readonly type: "committed"; readonly header: ThreadHeader }
  /** Somebody cancelled the step or took the thread over; what could be kept is kept. */
  | { readonly type: "lost"; readonly header: ThreadHeader; readonly error: AgentError };

export interface CommitOptions {
  /** Another step of this request follows. */
  readonly goesOn: boolean;
  readonly wallMs: number;
  readonly events: readonly LoggedEvent[];
  readonly tally: Tally;
}

/** True when the request wants another step after this one: there are calls to run and nothing to wait for. */
export function continuesWith(draft: Draft, { until }: StepRequest, planned: boolean): boolean {
  if (draft.error || draft.status !== "open") return false;
  return until === "done" || (until === "settled" && planned && draft.pending.length > 0);
}

/** Throws when the store cannot be reached, after several tries: commits are re-entrant, so trying again is safe. */
export async function commitDraft(
  session: Session,
  draft: Draft,
  request: StepRequest,
  options: CommitOptions,
  deps: RuntimeDeps,
): Promise<Committed> {
  const packed = await packEntries(deps.store, session.ref, draft.entries);
  const counters = countersOf(draft, options.wallMs);
  const body = toCommit(session, draft, packed, counters, options.events);
  if (options.goesOn) return await advance(session, draft, body, request, counters, options.tally, deps);
  const { idempotency } = request;
  const receipt = idempotency && {
    ...idempotency,
    outcome: draft.error ? "retry" as const : "done" as const,
    text: toReceipt(session, draft, options.tally),
  };
  const commit: CommitRequest = receipt ? { ...body, receipt } : body;
  const outcome = await persistently(() => deps.store.commit(commit), deps);
  if (outcome.type !== "committed") {
    return await salvage(session, draft, commit, outcome, counters, options.tally, deps);
  }
  return { type: "committed", header: headerAfter(session, draft, counters, session.header.epoch) };
}

async function advance(
  session: Session,
  draft: Draft,
  body: AdvanceRequest,
  request: StepRequest,
  counters: Counters,
  tally: Tally,
  deps: RuntimeDeps,
): Promise<Committed> {
  const { idempotency } = request;
  const outcome = await persistently(
    () => deps.store.advance(idempotency ? { ...body, idempotency } : body),
    deps,
  );
  if (outcome.type !== "advanced") return await salvage(session, draft, body, outcome, counters, tally, deps);
  const header = headerAfter(session, draft, counters, outcome.epoch);
  const inbox = await Promise.all(outcome.inbox.map((text) => unpackInput(deps, session.ref, text)));
  const firstInput = header.length + draft.pending.length;
  const run = runOf(draft.state.run, session.agent, request, inbox.length > 0 ? firstInput : undefined);
  return {
    type: "advanced",
    session: {
      ...session,
      header,
      state: inbox.length > 0 ? { ...draft.state, run, recent: [] } : draft.state,
      history: historyAfter(session, draft),
      pending: draft.pending,
      marks: new Map(),
      inbox,
      abandoned: false,
      inputs: [],
      notes: [],
    },
  };
}

// The step is lost to a cancel (then the words so far and their cost are kept) or to another worker (then only the cost is).
async function salvage(
  session: Session,
  draft: Draft,
  body: AdvanceRequest | CommitRequest,
  outcome: Exclude<CommitOutcome, { type: "committed" }>,
  counters: Counters,
  tally: Tally,
  deps: RuntimeDeps,
): Promise<Committed> {
  const { ref, header } = session;
  if (outcome.type === "conflict") {
    const message = `Thread ${ref.thread} moved on to version ${outcome.version}; the step was not kept.`;
    return { type: "lost", header, error: new AgentError("version_conflict", message) };
  }
  const kept = draft.entries.map(interrupted).filter((entry) => entry !== undefined);
  const packed = await packEntries(deps.store, ref, kept);
  const { summary: _summary, ...cut } = draft;
  const stopped: Draft = { ...cut, entries: kept, pending: [], status: "cancelled", output: null };
  const commit = toCommit(session, stopped, packed, counters, []);
  const receipt = "receipt" in body && body.receipt
    ? { receipt: { ...body.receipt, text: toReceipt(session, stopped, tally) } }
    : {};
  const late = await persistently(
    () => deps.store.commit({ ...commit, ...receipt, afterCancel: true }),
    deps,
  );
  if (late.type === "committed") {
    const error = new AgentError(
      "step_cancelled",
      `The step of thread ${ref.thread} was cancelled; its words so far are kept.`,
    );
    return { type: "lost", header: headerAfter(session, stopped, counters, header.epoch + 1), error };
  }
  const error = new AgentError(
    "step_fenced",
    `Another step took thread ${ref.thread} over; this one was not kept.`,
  );
  return { type: "lost", header, error };
}

// An entry as it may stand in a cancelled step: an assistant's words without the calls that nobody will run.
function interrupted(entry: Entry): Entry | undefined {
  if (entry.type !== "assistant") return entry.type === "summary" ? undefined : entry;
  const blocks = entry.blocks.filter((block) => block.type !== "call");
  return blocks.length === 0 ? undefined : { ...entry, blocks, finish: "stop", interrupted: true };
}

function toCommit(
  session: Session,
  draft: Draft,
  packed: Packed,
  counters: Counters,
  events: readonly LoggedEvent[],
): AdvanceRequest {
  return {
    ref: session.ref,
    owner: session.owner,
    epoch: session.header.epoch,
    version: session.header.version,
    schema: SCHEMA,
    entries: packed.texts,
    status: draft.status,
    state: JSON.stringify(draft.state),
    counters,
    pending: toPending(draft),
    consumed: session.inbox.length,
    ...(draft.summary ? { summary: draft.summary } : {}),
    blobs: packed.blobs,
    events,
    leaseMs: LEASE_MS,
  };
}

function toPending({ pending }: Draft): PendingCalls | null {
  if (pending.length === 0) return null;
  return { ids: pending.map((call) => call.id), calls: JSON.stringify(pending) };
}

function countersOf({ calls, usage }: Draft, wallMs: number): Counters {
  return {
    steps: 1,
    calls,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cachedTokens: usage.cachedTokens ?? 0,
    wallMs: Math.max(0, Math.round(wallMs)),
  };
}

function headerAfter({ header }: Session, draft: Draft, counters: Counters, epoch: number): ThreadHeader {
  return {
    ...header,
    version: header.version + 1,
    epoch,
    status: draft.status,
    length: header.length + draft.entries.length,
    base: draft.summary?.base ?? header.base,
    summary: draft.summary?.text ?? header.summary,
    state: JSON.stringify(draft.state),
    counters: addCounters(header.counters, counters),
  };
}

function historyAfter({ history, agent }: Session, draft: Draft): ReadHistory {
  const { historyEntries, historyBytes } = agent.limits;
  const entries = [...history.entries, ...draft.entries];
  const sizes = [...history.sizes, ...draft.entries.map((entry) => JSON.stringify(entry).length)];
  let first = entries.length;
  for (let bytes = 0; first > 0 && entries.length - first < historyEntries; first--) {
    bytes += sizes[first - 1] ?? 0;
    if (bytes > historyBytes && first < entries.length) break;
  }
  first = Math.max(first, (draft.summary?.base ?? 0) - history.start);
  const left = entries.slice(0, first);
  const input = draft.state.run.input;
  const task = left.find((entry, index) => entry.type === "user" && history.start + index === input);
  return {
    entries: entries.slice(first),
    sizes: sizes.slice(first),
    start: history.start + first,
    ...(task?.type === "user"
      ? { task: toTask(task) }
      : history.task === undefined
      ? {}
      : { task: history.task }),
  };
}

const PATIENCE_MS = [100, 400, 1500];

async function persistently<T>(attempt: () => Promise<T>, deps: RuntimeDeps): Promise<T> {
  for (const waitMs of PATIENCE_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AgentError) || error.code !== "store_unavailable") throw error;
      deps.log("warn", "commit failed; will try again", { code: error.code, waitMs });
      await deps.sleep(waitMs);
    }
  }
  return await attempt();
}
