// The request that ends a step: what its draft leaves in the store, with what it adds to the ledger.

import type { AgentError } from "../../core/error.ts";
import type { Defer } from "../../core/ports.ts";
import { type AgentState, SCHEMA } from "../../core/state.ts";
import type { CommitRequest } from "../../core/store/commit.ts";
import type { LoggedEvent, ThreadHeader } from "../../core/store/thread.ts";
import { addCounters, type Counters } from "../../core/usage.ts";
import type { AgentPlugins } from "../hooks/agent_plugins.ts";
import { blobsOfMedia } from "../history/media.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Draft } from "../draft.ts";
import { asksPeople, storedIds } from "../held_calls/stored_calls.ts";
import { waitsForFields } from "../held_calls/thread_status.ts";
import { packDefinition, packEntries } from "../stored_history/blobs.ts";
import type { StepBooking, StepTime } from "../ledger/book_step.ts";
import { toReceipt } from "../log/receipt.ts";
import { closeRecord, openRecord } from "../log/commit_record.ts";
import type { StepRequest } from "../request.ts";
import type { RunTotals } from "../result.ts";
import type { Session } from "../session.ts";
import { countTaken } from "../session/select_waiting_inputs.ts";
import { COMMIT_RETRIES, withStoreRetries } from "../store_retry.ts";
import { facetsAfter } from "../facets.ts";
import { writeOutbox } from "../outbox/outbox.ts";

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

/** A step that is over, and what it adds to its thread and to the ledger, in each of the requests that may end it. */
export interface EndedStep {
  readonly draft: Draft;
  readonly counters: Counters;
  readonly booked: StepBooking | undefined;
}

/** The request that ends a step, and what it was written from. */
export interface WrittenStep {
  readonly work: CommitRequest;
  /** The texts of all entries, whole. */
  readonly texts: readonly string[];
  /** As `work` has it as text. */
  readonly state: AgentState;
}

/**
 * The request that commits a step, without its receipt. What is too large for it is put into blobs.
 *
 * @throws {AgentError} store_unavailable, store_failed - after all tries
 */
export async function writeStep(
  session: Session,
  { draft, counters, booked }: EndedStep,
  events: readonly LoggedEvent[],
  deps: RuntimeDeps,
): Promise<WrittenStep> {
  const { ref, owner, header: { epoch, version }, inbox } = session;
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
    facets: facetsAfter(session.header, session.meta, { entries, status, state, pending }),
    counters,
    pending: pending.length === 0
      ? null
      : { ids: pending.flatMap(storedIds), calls: JSON.stringify(pending) },
    awaits: pending.some(asksPeople) ? deps.clock() : undefined,
    consumed: draft.isUnfinished ? 0 : countTaken(session),
    summary,
    // Those of inputs that stay in the inbox too: their blobs would be dropped after a day.
    blobs: [
      ...packed.blobs,
      ...kept.blobs,
      ...draft.keptBlobs ?? [],
      ...blobsOfMedia(draft.isUnfinished ? [...entries, ...inbox] : entries),
    ],
    newBlob: kept.newBlob,
    events,
    booking: booked?.booking,
    outbox: writeOutbox(session, draft, { counters, head: record?.head }, deps),
    due: draft.next?.due,
  };
  return { work, texts: packed.whole, state };
}

/** The receipt of a request with a key. One that is cancelled is over: its key replays the cancel. Any other failure may be tried again with the same key. */
export function toStepReceipt(
  session: Session,
  draft: Draft,
  { work, state }: Pick<WrittenStep, "work" | "state">,
  { request: { idempotency }, totals }: CommitOptions,
): CommitRequest["receipt"] {
  if (!idempotency) return undefined;
  const outcome = draft.error && draft.status !== "cancelled" ? "retry" : "done";
  const header = headerAfter(session, work, session.header.epoch);
  return { ...idempotency, outcome, text: toReceipt(session, draft, { header, state }, totals) };
}

/** The header as the store has it after the commit of `work`. */
export function headerAfter(
  { header }: Session,
  { status, entries, summary, state, counters, facets = header.facets }: CommitRequest,
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
    ...facets === undefined ? {} : { facets },
  };
}
