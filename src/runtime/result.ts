// What a caller is told: a thread as it stands, and the answer of a request that ran steps.

import type { PlannedCall } from "../core/call.ts";
import type { Outcome } from "../core/entry.ts";
import type { AgentError } from "../core/error.ts";
import type { StepEvent } from "../core/event.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { readStored } from "../core/migrations.ts";
import { storeCorrupt } from "../core/store_corrupt.ts";
import type { PendingCalls, ThreadHeader, ThreadRef } from "../core/store.ts";
import type { AgentState, ForkedFrom, ThreadMeta, ThreadStatus } from "../core/state.ts";
import type { ChoiceOutcome, EffectiveChoice, Warning } from "../core/tool_choice.ts";
import type { Counters, Usage } from "../core/usage.ts";

/** A thread as the API shows it; times are ISO 8601. */
export interface ThreadView {
  readonly id: string;
  readonly agent: string;
  readonly status: ThreadStatus;
  readonly version: number;
  /** Entries in the history. */
  readonly length: number;
  readonly metadata: JsonObject;
  readonly plan?: Json;
  readonly counters: Counters;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly resumeAt?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly forkedFrom?: ForkedFrom;
}

/** A call as the API shows it. `pending` until it has an observation; `approval` while a human is asked. */
export interface CallView {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly state: "pending" | "approval" | Outcome;
  /** Present once the call has an observation. */
  readonly output?: Json;
}

/** The answer of a request that ran one or more steps. */
export interface RunResult {
  readonly thread: ThreadView;
  /** Number of the last step. */
  readonly step: number;
  /** The final text, or the tool outputs of an `execute` run as JSON text; null while the run goes on. */
  readonly output: string | null;
  /** The calls of this request: those it ran, then those it planned. */
  readonly calls: readonly CallView[];
  /** Of the last plan, as it was asked for in the end; null when nothing was planned. So are the next two. */
  readonly choice: EffectiveChoice | null;
  /** Whether the plan kept to it. */
  readonly outcome: ChoiceOutcome | null;
  /** `provider/model` that answered. */
  readonly model: string | null;
  readonly warnings: readonly Warning[];
  readonly usage: Usage;
  /** The last step failed; what was done before is committed. */
  readonly error?: AgentError;
}

/** What a request led to, before its first event. Refusals (409, 422, ...) are thrown as AgentError instead. */
export type StartedRun =
  | {
    /** `replayed`: the same request was answered before; `run` gives the same events and result again, and nothing runs. */
    readonly type: "running" | "replayed";
    /**
     * Runs to the end and emits the events as they happen. To be called once, at once. Failures of a step are a
     * `step.failed` event and `error` in the result.
     *
     * @throws {AgentError} `store_*` - from a replay that cannot be read
     */
    readonly run: (emit: (event: StepEvent) => void) => Promise<RunResult>;
  }
  | { readonly type: "queued"; readonly thread: string; readonly waiting: number };

/**
 * The view of a stored thread. One in whose inbox `waiting` inputs stand is `open`, whatever its last step ended with.
 *
 * @throws {AgentError} store_corrupt
 */
export function threadView(ref: ThreadRef, header: ThreadHeader, waiting = 0): ThreadView {
  const meta = metaOf(ref, header);
  const state = stateOf(ref, header);
  return {
    id: ref.thread,
    agent: meta.agent,
    status: waiting > 0 ? "open" : header.status,
    version: header.version,
    length: header.length,
    metadata: meta.metadata,
    ...(meta.plan === undefined ? {} : { plan: meta.plan }),
    counters: header.counters,
    createdAt: new Date(meta.createdAt).toISOString(),
    updatedAt: new Date(Math.max(state.updatedAt, meta.createdAt)).toISOString(),
    ...(state.resumeAt === undefined ? {} : { resumeAt: new Date(state.resumeAt).toISOString() }),
    ...(state.error === undefined ? {} : { error: state.error }),
    ...(meta.forkedFrom === undefined ? {} : { forkedFrom: meta.forkedFrom }),
  };
}

/** What was written when the thread was created. Throws `store_corrupt`. */
export function metaOf({ thread }: ThreadRef, { meta, schema }: ThreadHeader): ThreadMeta {
  const read = (): ThreadMeta => readStored("meta", meta, schema);
  return checked(
    thread,
    "meta",
    read,
    ({ agent, createdAt }) => typeof agent === "string" && isTime(createdAt),
  );
}

/** What the last commit wrote. Throws `store_corrupt`. */
export function stateOf({ thread }: ThreadRef, { state, schema }: ThreadHeader): AgentState {
  const read = (): AgentState => readStored("state", state, schema);
  return checked(thread, "state", read, ({ run, updatedAt }) => isTime(updatedAt) && typeof run === "object");
}

/** True for epoch milliseconds that a Date takes. */
function isTime(ms: number): boolean {
  return typeof ms === "number" && !Number.isNaN(new Date(ms).getTime());
}

/** The outstanding calls of a thread. Throws `store_corrupt`. */
export function pendingCalls({ thread }: ThreadRef, pending: PendingCalls | null): PlannedCall[] {
  if (pending === null) return [];
  return checked(thread, "list of outstanding calls", () => JSON.parse(pending.calls), Array.isArray);
}

// What cannot be parsed or is not right is nothing that a commit has written.
function checked<T>(thread: string, what: string, read: () => T, isRight: (value: T) => boolean): T {
  let value: T;
  let right: boolean;
  try {
    value = read();
    right = isRight(value);
  } catch (cause) {
    throw storeCorrupt(thread, what, cause);
  }
  if (!right) throw storeCorrupt(thread, what);
  return value;
}

/** The view of calls that have no observation yet. */
export function pendingViews(calls: readonly PlannedCall[]): CallView[] {
  return calls.map(({ id, name, args, disposition }) => ({
    id,
    name,
    args,
    state: disposition.type === "approve" ? "approval" : "pending",
  }));
}
