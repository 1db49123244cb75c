// Threads and calls as the API shows them, made from what is stored.

import type { DecisionChannel } from "../core/approval/decision.ts";
import { isForCaller, type PlannedCall } from "../core/call.ts";
import type { Outcome, ToolEntry } from "../core/entry.ts";
import type { ApprovalRequested } from "../core/event.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { ThreadParent } from "../core/plan/orchestration.ts";
import type { ForkedFrom, ThreadStatus } from "../core/state.ts";
import type { ThreadHeader, ThreadRef } from "../core/store/thread.ts";
import type { ToolFailure } from "../core/tool_error.ts";
import type { Counters } from "../core/usage.ts";
import { readMeta, readState } from "./stored.ts";

/** A thread as the API shows it; times are ISO 8601. */
export interface ThreadView {
  readonly id: string;
  readonly agent: string;
  readonly status: ThreadStatus;
  readonly version: number;
  /** Entries in the history. */
  readonly length: number;
  readonly metadata: JsonObject;
  /** The STRATEGIC PLAN as it stands, where the thread has its own. */
  readonly plan?: Json;
  /** The user whom the steps are booked to. */
  readonly user?: string;
  readonly counters: Counters;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly resumeAt?: string;
  /** What a tool needs to know: the next input answers it. */
  readonly question?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly forkedFrom?: ForkedFrom;
  /** Indexes of the pinned entries; absent without any. */
  readonly pins?: number[];
  /** The thread runs a phase of another. */
  readonly parent?: ThreadParent;
}

/**
 * A call as the API shows it. `pending` until it has an observation; `approval` while it waits for people; `client` while the
 * caller is to run it.
 */
export interface CallView {
  readonly id: string;
  /** Of a phase that the call belongs to; missing for a call of the thread itself. */
  readonly thread?: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly state: "pending" | "approval" | "client" | Outcome;
  /** Present once the call has an observation. */
  readonly output?: Json;
  /** Why the call has no output of its tool: present in calls that did not complete. */
  readonly error?: ToolFailure;
  /** Present in calls that need approval and have no observation. */
  readonly approval?: ApprovalTerms;
}

/** One person's answer as the API shows it; times are ISO 8601. */
export interface DecisionView {
  readonly approved: boolean;
  readonly reason?: string;
  readonly at: string;
  /** Missing where an earlier version stored the decision, as is `via`. */
  readonly by?: string;
  readonly via?: DecisionChannel;
  /** The API key that vouches for `by`: it brought the answer or made its link. Missing where it is `by`, and without keys. */
  readonly key?: string;
  /** The arguments that were approved in place of the model's, and the digest of the call with them. */
  readonly edit?: { readonly args: JsonObject; readonly digest: string };
  /** The answer to a question. */
  readonly answer?: Json;
}

/** What a call needs to be approved, and what has been decided. */
export interface ApprovalTerms {
  readonly digest: string;
  /** How many different people must approve. */
  readonly needed: number;
  readonly expiresAt?: string;
  /** The answer may have other arguments. */
  readonly edits?: true;
  /** The call is a question: the answer is its output. */
  readonly asks?: true;
  /** Once it is approved, the caller runs it. */
  readonly client?: true;
  /** Oldest first. */
  readonly decisions: readonly DecisionView[];
}

/**
 * The view of a stored thread. One in whose inbox `waiting` inputs stand is `open`, whatever its last step ended with.
 *
 * @throws {AgentError} store_corrupt
 */
export function threadView(ref: ThreadRef, header: ThreadHeader, waiting = 0): ThreadView {
  const meta = readMeta(ref, header);
  const state = readState(ref, header);
  const plan = state.plan ?? meta.plan;
  return {
    id: ref.thread,
    agent: meta.agent,
    status: waiting > 0 ? "open" : header.status,
    version: header.version,
    length: header.length,
    metadata: meta.metadata,
    ...(plan === undefined ? {} : { plan }),
    ...(meta.user === undefined ? {} : { user: meta.user }),
    counters: header.counters,
    createdAt: new Date(meta.createdAt).toISOString(),
    updatedAt: new Date(Math.max(state.updatedAt, meta.createdAt)).toISOString(),
    ...(state.resumeAt === undefined ? {} : { resumeAt: new Date(state.resumeAt).toISOString() }),
    ...(state.question === undefined || header.status !== "waiting" ? {} : { question: state.question }),
    ...(state.error === undefined ? {} : { error: state.error }),
    ...(meta.forkedFrom === undefined ? {} : { forkedFrom: meta.forkedFrom }),
    ...(state.pins === undefined || state.pins.length === 0
      ? {}
      : { pins: state.pins.map(([index]) => index) }),
    ...(meta.parent === undefined ? {} : { parent: meta.parent }),
  };
}

/** The view of calls that were just planned, and of what was requested for those that need approval. */
export function pendingViews(
  calls: readonly PlannedCall[],
  requests: readonly ApprovalRequested[],
): CallView[] {
  return calls.map((call) => {
    const { id, name, args } = call;
    const request = requests.find(({ callId }) => callId === id);
    if (request === undefined) return { id, name, args, state: isForCaller(call) ? "client" : "pending" };
    const { digest, approvals: needed = 1, expiresAt, edits, asks, client } = request;
    const until = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() };
    const terms = {
      ...{ digest, needed, ...until },
      ...(edits ? { edits } : {}),
      ...(asks ? { asks } : {}),
      ...(client ? { client } : {}),
    };
    return { id, name, args, state: "approval", approval: { ...terms, decisions: [] } };
  });
}

/** The view of a call with its observation. */
export function observedView({ id, name, args }: PlannedCall, observation: ToolEntry | undefined): CallView {
  return {
    id,
    name,
    args,
    state: observation?.outcome ?? "unknown",
    output: observation?.output ?? null,
    ...(observation?.error === undefined ? {} : { error: observation.error }),
  };
}
