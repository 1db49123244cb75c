// The decision about a commit or an advance, as pure functions of what is stored. lua/commit.ts decides the same.

import type { CallMark } from "../../core/call.ts";
import type { AdvanceRequest, CommitOutcome, CommitRequest } from "../../core/store/commit.ts";
import { addCounters } from "../../core/usage.ts";
import type { ThreadRecord } from "./tables.ts";

/** What a commit or an advance does. */
export type CommitDecision =
  | { readonly type: "apply"; readonly record: ThreadRecord }
  /** The same commit was accepted before; nothing changes. */
  | { readonly type: "again"; readonly id: number }
  /** Nothing changes, or only the record. */
  | { readonly type: "refuse"; readonly outcome: Refusal; readonly record?: ThreadRecord };

/** The outcomes of a commit that is refused. */
export type Refusal = Exclude<CommitOutcome, { type: "committed" }>;

type WorkRequest = CommitRequest | AdvanceRequest;

/** The checks of the INVARIANTS of commit in core/store.ts. */
export function decideCommit(request: WorkRequest, record: ThreadRecord | undefined): CommitDecision {
  if (record === undefined) return refuse({ type: "fenced", cancelled: false });
  const { header, holder, committed } = record;
  if (committed?.owner === request.owner && committed.version === request.version) {
    return { type: "again", id: record.id };
  }
  if (header.schema > request.schema) return refuse({ type: "fenced", cancelled: false });

  const afterCancel = "afterCancel" in request && request.afterCancel === true;
  // The owner is compared as well: a later incarnation of the thread may have the same epoch.
  const beganLast = holder?.owner === request.owner && holder.epoch === request.epoch;
  // When no other step has begun since, a higher epoch is that of a cancel or of a decision.
  const isOvertaken = header.epoch !== request.epoch;
  const wasCancelled = isOvertaken && header.epoch === header.cancelledEpoch;
  if (!beganLast || isOvertaken && !wasCancelled) {
    return afterCancel ? bookOnly(request, record) : refuse({ type: "fenced", cancelled: false });
  }
  if (wasCancelled && !afterCancel) return refuse({ type: "fenced", cancelled: true });
  if (header.version !== request.version) return refuse({ type: "conflict", version: header.version });
  return { type: "apply", record: applyWork(request, record, wasCancelled) };
}

function applyWork(request: WorkRequest, record: ThreadRecord, wasCancelled: boolean): ThreadRecord {
  const { header } = record;
  return {
    ...record,
    header: {
      ...header,
      schema: request.schema,
      version: header.version + 1,
      status: wasCancelled ? "cancelled" : request.status,
      length: header.length + request.entries.length,
      base: request.summary?.base ?? header.base,
      summary: request.summary?.text ?? header.summary,
      state: request.state,
      counters: addCounters(header.counters, request.counters),
      ...request.facets === undefined ? {} : { facets: request.facets },
    },
    pending: request.pending,
    awaits: wasCancelled ? null : request.awaits ?? null,
    marks: pickMarks(record, request.pending?.ids ?? []),
    committed: { owner: request.owner, version: request.version },
  };
}

// A call may stay pending: one that was started, or one of which some people have decided.
function pickMarks({ marks }: ThreadRecord, ids: readonly string[]): Map<string, CallMark> {
  const left = new Set(ids);
  return new Map([...marks].filter(([id]) => left.has(id)));
}

function bookOnly(request: WorkRequest, record: ThreadRecord): CommitDecision {
  const outcome: Refusal = { type: "fenced", cancelled: false };
  const bookedFor = `${request.owner}:${request.epoch}`;
  if (record.bookedFor === bookedFor) return refuse(outcome);
  const counters = addCounters(record.header.counters, request.counters);
  return {
    type: "refuse",
    outcome,
    record: { ...record, bookedFor, header: { ...record.header, counters } },
  };
}

function refuse(outcome: Refusal): CommitDecision {
  return { type: "refuse", outcome };
}
