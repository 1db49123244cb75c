// StepEvent: everything that happens in a step, one union, `noun.verb`.
// Invariants: exactly one step.started first and exactly one step.finished or
// step.failed last per step; every started block is ended, also on error; seq rises strictly.

import type { ErrorCode } from "./error.ts";
import type { FinishReason, Outcome } from "./entry.ts";
import type { CallApp } from "./tool/tool_app.ts";
import type { ToolFailure } from "./tool/tool_error.ts";
import type { Json, JsonObject } from "./json.ts";
import type { ThreadStatus } from "./state.ts";
import type { ChoiceOutcome, EffectiveChoice, Warning } from "./tool_choice/choice_report.ts";
import type { Usage } from "./usage.ts";

/** Every {@link CallReadiness}. */
export const CALL_READINESSES = ["ready", "truncated"] as const;

/** How a call block ended: `ready` is persisted with the plan; `truncated` means the stream broke and it is dropped. */
export type CallReadiness = typeof CALL_READINESSES[number];

/** Events of a model's answer; `block` numbers the blocks of the answer from 0, or from where it was restarted. */
export type BlockEvent =
  | { readonly type: "text.started"; readonly block: number }
  | { readonly type: "text.delta"; readonly block: number; readonly text: string }
  | { readonly type: "text.ended"; readonly block: number }
  | { readonly type: "reasoning.started"; readonly block: number }
  | { readonly type: "reasoning.delta"; readonly block: number; readonly text: string }
  | { readonly type: "reasoning.ended"; readonly block: number }
  | { readonly type: "call.started"; readonly block: number; readonly callId: string; readonly name: string }
  /** A fragment of the argument text: always JSON text, never an object. */
  | { readonly type: "call.delta"; readonly block: number; readonly callId: string; readonly text: string }
  | {
    readonly type: "call.ready";
    readonly block: number;
    readonly callId: string;
    readonly name: string;
    /** The whole argument text. */
    readonly args: string;
    readonly readiness: CallReadiness;
  };

/** What a driver emits while it plans. */
export type PlanEvent = BlockEvent | ({ readonly type: "warning" } & Warning) | AnswerDropped;

/**
 * An answer cannot be used. Its blocks have ended and are void, and blocks are numbered from 0 again. Its usage is not a part
 * of the plan's.
 */
export interface AnswerDropped {
  readonly type: "answer.dropped";
  /** What was wrong, in one clause. */
  readonly because: string;
  readonly usage: Usage;
  /** The driver requests another answer; false when it gives up. */
  readonly again: boolean;
}

/** Events of a tool's run. */
export type ToolEvent =
  | {
    readonly type: "tool.started";
    readonly callId: string;
    readonly name: string;
    readonly args: JsonObject;
    readonly attempt: number;
    /** The app that shows the call; missing where none does. */
    readonly app?: CallApp | undefined;
  }
  | {
    readonly type: "tool.finished";
    readonly callId: string;
    readonly name: string;
    readonly outcome: Outcome;
    readonly output: Json;
    readonly error?: ToolFailure;
    readonly ms: number;
    /** The app that shows the call; missing where none does. */
    readonly app?: CallApp | undefined;
  }
  | CallDeferred
  | AuthorizationRequested;

/** The user has to authorize a server of tools: the call has not run, and runs in a step behind that. */
export interface AuthorizationRequested {
  readonly type: "authorization.requested";
  readonly callId: string;
  /** Of the tool. */
  readonly name: string;
  /** Name of the server in its agent. */
  readonly server: string;
  /** The address that the user opens. It is for this user alone. */
  readonly url: string;
  /** Epoch milliseconds from which on the call does not run any more. */
  readonly expiresAt: number;
}

/** A call stays open without a step: its result comes later. */
export interface CallDeferred {
  readonly type: "call.deferred";
  readonly callId: string;
  readonly name: string;
  /** What the tool names the work by. */
  readonly ref: Json;
  /** Epoch milliseconds from which on a result is too late. */
  readonly expiresAt: number;
  /** Epoch milliseconds from which on a step polls for the result; missing where none does. */
  readonly pollAt?: number;
}

/** The first event of every step. */
export interface StepStarted {
  readonly type: "step.started";
  readonly thread: string;
  readonly agent: string;
  /** The step's number within the thread, from 1. */
  readonly step: number;
  /** `provider/model` of the request. */
  readonly model: string;
  /** Null when the step only runs tools. */
  readonly choice: EffectiveChoice | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Id of the entry that the newest input of the step becomes; missing where the step takes no input. */
  readonly input?: string | undefined;
}

/** The step consumes an input of another request, which arrived during a run or while the thread waited. */
export interface InputTaken {
  readonly type: "input.taken";
  /** Of the entry that the input becomes. */
  readonly id: string;
  /** The way in of the entry, as its origin has it: that of a chat names the message of the client. */
  readonly door?: string;
}

/** The last event of a step that committed. */
export interface StepFinished {
  readonly type: "step.finished";
  readonly step: number;
  /** The thread version that the commit produced. */
  readonly version: number;
  readonly status: ThreadStatus;
  readonly finish: FinishReason | null;
  /** Whether the plan satisfied its choice; null when the step only ran tools. */
  readonly outcome: ChoiceOutcome | null;
  /** Another step follows in this same response. */
  readonly continues: boolean;
  /** What a tool needs to know from the user: the run has ended with it. */
  readonly question?: string;
}

/** The last event of a step that failed. */
export interface StepFailed {
  readonly type: "step.failed";
  readonly step: number;
  /** The thread version after the failure was recorded. */
  readonly version: number;
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly retryable: boolean;
    readonly retryAfterMs?: number;
  };
}

/** Every {@link RestartReason}. */
export const RESTART_REASONS = [
  "capability",
  "thinking",
  "fallback",
  "violation",
  "policy",
  "tools",
  "answer",
] as const;

/**
 * Why a step makes another request for its plan. `capability`: the provider refused a feature of the request. `thinking`: the
 * provider refused the thinking of earlier answers, which is left out. `fallback`: the
 * model failed and the fallback model answers. `violation`: the answer violated the tool choice. `policy`: before the first
 * request, when the outcomes of calls lead the policy to another choice than step.started has. `tools`: before a request, when its
 * prompt begins anew with tools of an agent that has changed. Each of them happens at most once. `answer`: the answer was not in its form; at most `maxRetries` times, and once more for a plain answer.
 */
export type RestartReason = typeof RESTART_REASONS[number];

/**
 * Another request for the plan begins. Blocks numbered below `from` are void, and all of them have ended; those of the new
 * answer are numbered from `from` on.
 */
export interface PlanRestarted {
  readonly type: "plan.restarted";
  /** `provider/model` of the new request. */
  readonly model: string;
  /** Replaces the choice of step.started. */
  readonly choice: EffectiveChoice;
  readonly reason: RestartReason;
  /** What was wrong, in one clause. */
  readonly because: string;
  readonly from: number;
}

/** A call waits for the decisions of people. */
export interface ApprovalRequested {
  readonly type: "approval.requested";
  readonly callId: string;
  /** Id of the thread of a phase that the call belongs to; missing for a call of the stream's own thread. */
  readonly thread?: string;
  readonly name: string;
  readonly args: JsonObject;
  /** Of the call's id, tool and arguments (digestOf in core/approval/verdict.ts): an answer may name it. */
  readonly digest: string;
  /** Epoch milliseconds from which on an answer is too late; missing for ever. */
  readonly expiresAt?: number;
  /** How many people must approve, when it is more than one. */
  readonly approvals?: number;
  /** The answer may have other arguments. */
  readonly edits?: true;
  /** The call is a question: the answer is its output. */
  readonly asks?: true;
  /** Why plugins hold the call, in their words. */
  readonly because?: string;
  /** Once it is approved, the caller runs it and brings its result. */
  readonly client?: true;
}

/** A call of a client tool waits for its result: the caller runs it. One that needs approval has approval.requested instead. */
export interface ResultRequested {
  readonly type: "result.requested";
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
}

/**
 * Events of the threads in which phases run, in the stream of the thread above and of all above that. `child.started`: a step
 * begins or goes on to run the phase. `child.step`: a step of the phase's thread has ended. `child.finished`: the phase has
 * ended, and its call has an observation in this step or a later one.
 */
export type ChildEvent =
  | {
    readonly type: "child.started";
    /** Id of the phase's thread. */
    readonly thread: string;
    readonly phase: string;
    /** The call of `run_phase`. */
    readonly callId: string;
    readonly worker: string;
  }
  | {
    readonly type: "child.step";
    readonly thread: string;
    readonly phase: string;
    readonly callId: string;
    readonly step: number;
    readonly status: ThreadStatus;
  }
  | {
    readonly type: "child.finished";
    readonly thread: string;
    readonly phase: string;
    readonly callId: string;
    readonly outcome: "finished" | "failed";
  };

/** An event without its place in the stream. */
export type StepEventBody =
  | StepStarted
  | InputTaken
  | PlanRestarted
  | { readonly type: "warning"; readonly code: string; readonly message: string }
  | BlockEvent
  | ToolEvent
  | ApprovalRequested
  | ResultRequested
  | ChildEvent
  | ({ readonly type: "usage" } & Usage)
  | StepFinished
  | StepFailed;

/**
 * An event with its place in the thread's stream. `seq` is the fence epoch times 1,000,000 plus a count from 1, so it
 * rises from the first step of a thread to its last, also when another worker takes a step over.
 */
export type StepEvent = StepEventBody & { readonly seq: number };

/** First seq of an epoch, minus one. */
export function seqBase(epoch: number): number {
  return epoch * 1_000_000;
}

/** The epoch that a seq belongs to. */
export function toEpoch(seq: number): number {
  return Math.floor(seq / seqBase(1));
}

/** True for the last event of a run: nothing follows it until another step is requested. */
export function endsRun(event: StepEvent): boolean {
  return event.type === "step.failed" || event.type === "step.finished" && !event.continues;
}
