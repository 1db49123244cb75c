// What a request asks of a thread.

import type { AmountLimits } from "../core/budget/limits.ts";
import type { NewMedia, NewPart } from "../core/content/new_part.ts";
import type { Entry, ToolEntry, UserEntry } from "../core/entry.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Origin } from "../core/record.ts";
import type { PhaseLimits, ThreadParent } from "../core/plan/child_thread.ts";
import type { TraceContext } from "../core/text/trace_context.ts";
import type { ClientTool } from "../core/tool/client_tool.ts";
import type { IdempotencyKey } from "../core/store/begin.ts";
import type { ThreadRef } from "../core/store/thread.ts";
import type { Execution, OnUnsupported, ToolChoice } from "../core/tool_choice.ts";
import type { Binding } from "./owner.ts";

/**
 * How far one request goes. `step`: one act and one plan. `settled`: also runs the calls of that plan, without planning
 * again. `done`: steps until the thread is no longer open.
 */
export type Until = "step" | "settled" | "done";

/**
 * What becomes of the input while a run goes on. `reject`: the request is refused. `steer`: the next step of the run takes the input.
 * `queue`: the input is taken when the run has ended. `interrupt`: the running step is cancelled, and the run of the input begins.
 */
export type Busy = "reject" | "steer" | "queue" | "interrupt";

/** Indexes of entries to pin, and of entries whose pins are removed first. */
export interface PinChanges {
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/** The outcome of a call that the caller ran. */
export interface ToolResult {
  readonly callId: string;
  readonly output: Json;
  /** What the model reads after the output. */
  readonly media?: readonly NewMedia[] | undefined;
  readonly failed: boolean;
}

/** What the user says at once: words, or parts with media. */
export type NewInput = string | readonly NewPart[];

/** A result of a call that is no part of the thread, or no longer; see UserEntry. */
export interface ResultInput {
  readonly resultOf: string;
  readonly text: string;
}

/** An entry that a request brings, whose media are not stored yet. */
export type BroughtEntry =
  | Exclude<Entry, UserEntry | ToolEntry>
  | Omit<UserEntry, "parts"> & { readonly parts?: readonly NewPart[] | undefined }
  | Omit<ToolEntry, "media"> & { readonly media?: readonly NewMedia[] | undefined };

/** One request to run steps of a thread. */
export interface StepRequest
  extends RequestTarget, RequestSender, RequestedEntries, RequestedThread, RequestedPlan, RequestedRun {}

/** Which thread is meant, and in which state. */
export interface RequestTarget {
  readonly ref: ThreadRef;
  /** Creates the thread when it is missing; must match when it exists. */
  readonly agent?: string;
  readonly expectedVersion?: number;
  readonly busy: Busy;
  /**
   * What the request says of its run beside the input is left out where the input waits: the terms of a run are those of the request that
   * began it. Without this such a request is refused.
   */
  readonly inputAlone?: true;
  /**
   * The run has no input but those of the request, because its plans are made for them alone, as of a call that a caller makes: what comes
   * meanwhile waits for the next request.
   */
  readonly isolated?: true;
  readonly idempotency?: IdempotencyKey;
}

/** Who sends the request, and what of the tenant is theirs. */
export interface RequestSender {
  /** The user whom the step is booked to. A thread that this request creates keeps the user, and takes no other. */
  readonly user?: string;
  /** The caller has the threads of `user` alone: a thread of another user, or of none, does not exist for it. */
  readonly owned?: true;
  /** What the caller's token is bound to: a thread of another agent does not exist for it. */
  readonly bound?: Binding;
  /** The caller may bring results of client tools alone: it has a token, or lacks the scope `decide`. */
  readonly onlyClientResults?: true;
  /** Who sends the request, for the entries that it brings. */
  readonly origin?: Origin;
  /** The trace that the request belongs to: that of the caller. */
  readonly trace?: TraceContext;
}

/** What the request adds to the thread. */
export interface RequestedEntries {
  /** Inputs of the user, oldest first. */
  readonly inputs: readonly NewInput[];
  /** The `door` of each of them, where they have others than `origin`. */
  readonly doors?: readonly string[] | undefined;
  /** Stands behind the inputs. */
  readonly late?: ResultInput | undefined;
  readonly toolResults: readonly ToolResult[];
  /** Pins the entries that the inputs become. */
  readonly pin?: true;
  /** Changes of the pins of entries that are in the history, by their indexes. */
  readonly pins?: PinChanges | undefined;
}

/** What only a thread has that this request creates. */
export interface RequestedThread {
  /**
   * The conversation so far: its entries stand before the inputs, and a run begins from them also without an input. Their ids are those of
   * session/imported_history.ts.
   */
  readonly history?: readonly BroughtEntry[];
  readonly metadata?: JsonObject;
  readonly plan?: Json;
  /** What a thread of a phase is created with beside its agent. */
  readonly child?: ChildTerms;
}

/** How its steps plan. What is kept for the run counts until the next input. */
export interface RequestedPlan {
  /** `provider/model` in place of the agent's, for the steps of this request; one that the agent offers. */
  readonly model?: string;
  readonly toolChoice?: ToolChoice;
  /** False allows one call at most. Belongs to `toolChoice` and is kept for the run with it. */
  readonly parallel?: false;
  /** What to do about a choice that the API cannot enforce; the agent's setting by default. Kept for the run. */
  readonly onUnsupported?: OnUnsupported;
  readonly execution?: Execution;
  /** Tools of the caller for this run: their calls end the step as `waiting`. They replace those that the run has. */
  readonly clientTools?: readonly ClientTool[] | undefined;
}

/** How far the run goes, and what goes on without its client. */
export interface RequestedRun {
  readonly until: Until;
  /** Budgets of the run beside those of the agent: the smaller one counts. */
  readonly limits?: AmountLimits;
  /** Epoch milliseconds from which on no further step begins. */
  readonly stopAt?: number;
  /** Keep the events in the store while the step runs, so that a dropped stream can be resumed. */
  readonly resumable: boolean;
  /** The run that the request begins, or goes on with, goes on without its client. */
  readonly wake?: true;
  /** No client sends the request: it is the work of a wake-up, and runs only what goes on without a client. */
  readonly woken?: true;
  /** The time at which the cron pump has the thread in the due index, in epoch milliseconds, where that woke it. */
  readonly due?: number;
}

/** What a phase's thread has of the thread above. */
export interface ChildTerms {
  readonly parent: ThreadParent;
  readonly limits: PhaseLimits;
  readonly toolChoice?: ToolChoice;
  /** The user of the thread above. A step may be booked to a user whom that thread does not belong to. */
  readonly user: string | undefined;
}
