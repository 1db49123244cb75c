// The JSON that a deployment answers with, as types. tests/client/types_test.ts compares them with the types of the server.

import type { ApprovalRecord, DecisionChannel } from "../core/approval/decision.ts";
import type { Entry, Outcome, ToolEntry } from "../core/entry.ts";
import type { StepEvent } from "../core/event.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { ThreadParent } from "../core/plan/orchestration.ts";
import type { ForkedFrom, ThreadStatus } from "../core/state.ts";
import type { Execution, ToolChoice } from "../core/tool_choice.ts";
import type { ChoiceOutcome, EffectiveChoice, Warning } from "../core/tool_choice/choice_report.ts";
import type { Counters, Usage } from "../core/usage.ts";

/** A thread; times are ISO 8601. */
export interface ThreadView {
  readonly id: string;
  readonly agent: string;
  readonly status: ThreadStatus;
  /** Rises by one with every commit. */
  readonly version: number;
  /** Entries in the history. */
  readonly length: number;
  readonly metadata: JsonObject;
  /** The strategic plan as it stands, where the thread has its own. */
  readonly plan?: Json;
  /** The user whom the steps are booked to. */
  readonly user?: string;
  readonly counters: Counters;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** No step runs before. */
  readonly resumeAt?: string;
  /** What a tool needs to know: the next input answers it. */
  readonly question?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly forkedFrom?: ForkedFrom;
  /** Indexes of the pinned entries; absent without any. */
  readonly pins?: readonly number[];
  /** The thread runs a phase of another. */
  readonly parent?: ThreadParent;
}

/** A thread in a list. */
export interface ThreadLine extends ThreadView {
  /** Inputs that wait for a step. */
  readonly waiting: number;
}

/** A thread with its outstanding calls. */
export interface ThreadDetail extends ThreadLine {
  /** A step is in progress. */
  readonly running: boolean;
  /** The calls that have no observation yet, then those of phases that wait for people. */
  readonly calls: readonly CallView[];
  /** Head of the record's chain; absent before the first commit. */
  readonly head?: string;
}

/** A thread of which the stored form cannot be read: it can only be removed. */
export interface CorruptedThread {
  readonly id: string;
  readonly status: "corrupted";
}

/** A page of threads, newest first. */
export interface ThreadPage {
  readonly threads: readonly (ThreadLine | CorruptedThread)[];
  /** Continues the list; absent at its end. */
  readonly cursor?: string;
}

/** A call. `pending` until it has an observation; `approval` while it waits for people; `client` while the caller is to run it. */
export interface CallView {
  readonly id: string;
  /** Of a phase that the call belongs to; missing for a call of the thread itself. */
  readonly thread?: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly state: "pending" | "approval" | "client" | Outcome;
  /** Present once the call has an observation. */
  readonly output?: Json;
  /** Present in calls that need approval and have no observation. */
  readonly approval?: ApprovalTerms;
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

/** One person's answer; times are ISO 8601. */
export interface DecisionView {
  readonly approved: boolean;
  readonly reason?: string;
  readonly at: string;
  readonly by?: string;
  readonly via?: DecisionChannel;
  /** The API key that vouches for `by`, where it is not `by`. */
  readonly key?: string;
  /** The arguments that were approved in place of the model's, and the digest of the call with them. */
  readonly edit?: { readonly args: JsonObject; readonly digest: string };
  /** The answer to a question. */
  readonly answer?: Json;
}

/** A recorded answer about a call. */
export interface ApprovalView extends DecisionView {
  readonly callId: string;
  readonly digest: string;
  /** How many more people must approve; 0 when the call is settled. */
  readonly missing: number;
}

/** The approval of a call, as its entry keeps it. */
export interface ApprovalRecordView extends Omit<ApprovalRecord, "decisions"> {
  readonly decisions: readonly DecisionView[];
}

interface Shown {
  /** ISO 8601. */
  readonly at: string;
}

/** An entry of a history. */
export type EntryView = Entry extends infer E
  ? E extends ToolEntry ? Omit<E, "at" | "approval"> & Shown & { readonly approval?: ApprovalRecordView }
  : E extends Entry ? Omit<E, "at"> & Shown
  : never
  : never;

/** A page of a thread's entries, oldest first. */
export interface HistoryPage {
  readonly entries: readonly EntryView[];
  /** Index of the first entry. */
  readonly start: number;
  /** Entries in the whole history. */
  readonly length: number;
  /** `after` of the next page; null at the end. */
  readonly next: number | null;
}

/** The result of a run that was not streamed. */
export interface RunResult {
  readonly thread: ThreadView;
  /** Number of the last step. */
  readonly step: number;
  /** The final text, or what a tool needs to know; null while the run goes on. */
  readonly output: string | null;
  /** The calls of the request: those that ran, then those that were planned. */
  readonly calls: readonly CallView[];
  /** Of the last plan; null when nothing was planned. So are the next two. */
  readonly choice: EffectiveChoice | null;
  readonly outcome: ChoiceOutcome | null;
  /** `provider/model` that answered. */
  readonly model: string | null;
  /** Each step of the request, in order. */
  readonly steps: readonly StepReport[];
  readonly warnings: readonly Warning[];
  readonly usage: Usage;
  /** With the option `events`. */
  readonly events?: readonly StepEvent[];
}

/** A step of a run, as its result has it. The event `step.started` has all of the choice. */
export interface StepReport {
  readonly step: number;
  readonly choice: Pick<EffectiveChoice, "requested" | "source" | "enforcement"> | null;
  readonly outcome: ChoiceOutcome | null;
  readonly model: string | null;
}

/** A thread after its cancel. */
export interface CancelledView {
  readonly id: string;
  /** `done`: the thread had ended with an answer. */
  readonly status: "cancelled" | "done";
  /** False: it had ended or was cancelled before, and nothing of it is other than it was. */
  readonly changed: boolean;
  /** A step was in progress; it is stopping and keeps what it has. */
  readonly running: boolean;
  readonly version: number;
}

/** An agent of the deployment. */
export interface AgentView {
  readonly name: string;
  readonly description: string;
  /** `provider/model`; null for the deployment's own. */
  readonly model: string | null;
  readonly driver: string;
  readonly execution: Execution;
  readonly toolChoice: ToolChoice | null;
  /** Names of its tools. */
  readonly tools: readonly string[];
  /** Changes with the definition. */
  readonly hash: string;
}
