// The state of a thread beside its history: the header that every step reads and patches.

import type { AmountLimits } from "./budget/limits.ts";
import type { Amounts } from "./store/ledger.ts";
import type { PhaseLimits, ThreadParent } from "./plan/child_thread.ts";
import type { Lack } from "./model/capability.ts";
import type { Origin, RecordState } from "./record.ts";
import type { Execution, OnUnsupported, ToolChoice } from "./tool_choice.ts";
import type { Json, JsonObject } from "./json.ts";
import type { ClientTool } from "./tool/client_tool.ts";
import type { RuleStates, RunProgress } from "./policy.ts";

/**
 * The newest form of what is stored of a thread; see migrations.ts. A deployment of an earlier form refuses the thread from the
 * next commit on (`schema_unsupported`), so every change of what its code reads or its scripts add up raises the number.
 */
export const SCHEMA = 8;

/** Every {@link ThreadStatus}. */
export const THREAD_STATUSES = ["open", "waiting", "done", "failed", "cancelled"] as const;

/**
 * `open`: there is work for a step. `waiting`: something must come from outside (a first input, an approval, tool
 * results, a time). `done`: the last run ended with an answer. `failed`: the last step failed for good; a new step may try
 * again. `cancelled`: a cancel stopped it; a new input starts the next run.
 */
export type ThreadStatus = typeof THREAD_STATUSES[number];

/** Every {@link WaitsFor}. */
export const WAITS_FOR = ["approval", "results", "answer", "deferred", "authorization"] as const;

/** `approval`: a person decides about a call. `results`: the caller runs its calls. `answer`: a tool has a question for the user. `deferred`: the result of a call comes later. `authorization`: the user authorizes a server of tools. */
export type WaitsFor = typeof WAITS_FOR[number];

/** Every {@link ThreadNeed}. */
export const THREAD_NEEDS = ["approval", "answer", "authorization", "retry"] as const;

/** What a thread needs of a person: a decision about a call, an answer to a question, the authorization of a server of tools, or that a step which failed is tried again. */
export type ThreadNeed = typeof THREAD_NEEDS[number];

/** True for the text of a {@link ThreadStatus}, as a store reads it. */
export function isThreadStatus(text: string): text is ThreadStatus {
  return THREAD_STATUSES.some((status) => status === text);
}

/** Written once, when the thread is created. */
export interface ThreadMeta {
  readonly agent: string;
  readonly agentHash: string;
  /** Data of the caller; at most 8 KB of JSON. */
  readonly metadata: JsonObject;
  /** The thread's STRATEGIC PLAN, instead of the agent's; AgentState has a later one. Of a phase: that of its orchestrator. */
  readonly plan?: Json;
  /** The user whom the steps of the thread are booked to. */
  readonly user?: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly forkedFrom?: ForkedFrom;
  /** The thread runs a phase of another. */
  readonly parent?: ThreadParent;
  /** Of a phase: the smaller one of each holds, of these and of the agent's. */
  readonly limits?: PhaseLimits;
  /** The mark of notices (kernel/history/notice.ts); threads of schema 3 and before have it in their state. Only exports have it. */
  readonly noticeMark?: string;
  /** Of a phase: replaces the agent's own choice. */
  readonly toolChoice?: ToolChoice;
}

/** Where a fork began, and with which options. */
export type ForkedFrom = {
  readonly thread: string;
  readonly version: number;
  readonly replan?: true;
  readonly calls?: "run" | "rerun";
  /** The threads that the source was forked from, the nearest first, at most 8: requests of shared entries name them. */
  readonly sources?: string[];
};

/** The run in progress: from an input to its answer. Reset by every new input. */
export interface RunState extends RunChoice, RunCounts {
  /** Index of the entry that began the run. */
  readonly input?: number;
  /** The beginning of that entry's text, once it has left the window: the model must not lose its task. */
  readonly task?: string;
  /** Hash of the agent of the last `agent_changed` warning: it differs from the one that the thread was created with. */
  readonly agentHash?: string;
}

/** What requests have set for the plans of the run. */
export interface RunChoice {
  readonly execution: Execution;
  /** The request's choice, kept for the later steps of the run. */
  readonly choice?: ToolChoice;
  /** False when that choice allows one call at most. */
  readonly parallel?: false;
  /** The request's setting, in place of the agent's. */
  readonly onUnsupported?: OnUnsupported;
  /** The forced choice has been satisfied, so the next plan is auto. */
  readonly satisfied?: true;
  /** The client tools of the run's requests; the last list counts. */
  readonly clientTools?: readonly ClientTool[];
  /** What requests have limited the run to; they only lower each other. */
  readonly limits?: AmountLimits;
  /** The run goes on without its client: wake-ups run its steps, under these terms. */
  readonly wake?: WakeTerms;
}

/** What has come of the run so far. */
export interface RunCounts {
  /** The run has observations, so a `generate` run answers from them. */
  readonly acted?: true;
  /** Steps of this run so far; steps that failed do not count. */
  readonly steps: number;
  /** Plans of the run, counted back from the last one, with calls of which none could run; absent for none. */
  readonly refused?: number | undefined;
  /** The counters of the thread when the run began; kept where the run has budgets. */
  readonly began?: Amounts;
  /** What policies remember of the run: a slice of the plugin, where threads have had it before there were plugins. */
  readonly policy?: RunProgress;
  /** What plugins keep of the run, by their names. */
  readonly slices?: Readonly<Record<string, StoredSlice>>;
}

/** The state of a plugin, as it is stored. */
export interface StoredSlice {
  /** The version of the plugin that wrote it. */
  readonly v: number;
  /** The version of the thread that the commit with it has made: entries of later ones it has not seen. Missing where it has seen none. */
  readonly at?: number;
  /** Missing where the plugin keeps nothing of this kind. */
  readonly state?: Json;
  /** Without the plugin the thread makes no step. */
  readonly safety?: true;
  /** The plugin could not say what the last calls make of its state: the thread makes no step until a later version migrates it. */
  readonly failed?: string;
}

/** The terms of steps of a run that no client requests. */
export interface WakeTerms {
  /** `provider/model` in place of the agent's. */
  readonly model?: string;
  /** The user whom the steps are booked to, in a thread that belongs to none. */
  readonly user?: string;
  /** The events of the steps are kept while they run. */
  readonly resumable?: true;
}

/** What wake-ups know of a thread; absent in a thread that never had one. */
export interface WakeState {
  /** The time that the thread has in the due index, in epoch milliseconds, as far as its own requests say; absent when it left. */
  readonly due?: number;
  /** The epoch of the last commit: the begins since then have not committed. */
  readonly epoch: number;
  /** Steps in a row that failed; absent for none. */
  readonly failures?: number;
  /** Steps before `epoch` that began and did not commit; absent for none. */
  readonly lost?: number;
  /** No wake-up runs the thread until an input arrives or a caller requests a step. */
  readonly parked?: ParkedState;
}

/** Why a thread is parked. */
export interface ParkedState {
  /** Of the last failure; `step_vanished` when the steps did not end. */
  readonly code: string;
  readonly message: string;
  /** Steps in a row that failed or did not commit. */
  readonly failures: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Inputs in the inbox at that time: with more of them the thread goes on. */
  readonly waiting: number;
}

/** The part of the header that every commit rewrites: small and of constant size. */
export interface AgentState extends CallsState, PromptState, DecisionState {
  readonly run: RunState;
  /** The beginning of the first input, at most 80 characters; threads from before this field have none. */
  readonly title?: string;
  /** Absent until the first commit that records. */
  readonly record?: RecordState;
  /** Why the last step failed. */
  readonly error?: { readonly code: string; readonly message: string };
  /** Epoch milliseconds of the last commit. */
  readonly updatedAt: number;
}

/** What waits: calls of the last plan, and what may only come later. */
export interface CallsState {
  /** Whom the calls of the last plan wait for; absent when the next step may run them. */
  readonly waitsFor?: WaitsFor;
  /** The server of tools that the user has to authorize, by its name in the agent; absent when it waits for none. */
  readonly authorization?: string;
  /** Epoch milliseconds before which no step should run. */
  readonly resumeAt?: number;
  /** The rest is for tools, whose calls are planned: an input goes on without them. Absent for a rest of the model. */
  readonly resumeFor?: "tools";
  /** Tools that an upstream limits, with what is left of their wait; absent when there is none. */
  readonly limited?: readonly LimitedTool[];
  /** What a tool needs to know from the user: the last run ended with it. */
  readonly question?: string;
  /** Calls whose results come as inputs, the newest last; absent when there is none. */
  readonly detached?: readonly DetachedCall[];
  /** A plan of the API that waits for the observations of the pending calls: the entry that it becomes. */
  readonly planChange?: PlanChange;
  /** Of a thread that goes on by itself. */
  readonly wakes?: WakeState;
}

/** What the next request to the model is written from, beside the history. */
export interface PromptState {
  /** The STRATEGIC PLAN once it has changed; it follows from the history (core/plan/strategic_plan.ts). */
  readonly plan?: Json;
  /** The mark of notices, in a thread whose ThreadMeta has none. */
  readonly noticeMark?: string;
  /** Features that the model refused, so that no later step of this thread sends them, on any isolate. */
  readonly learned?: LearnedState;
  /**
   * Index of the first entry whose thinking goes back to models: one has refused the thinking before it, which no later
   * request has again. It may lie ahead, where this happens often. Absent while none was refused.
   */
  readonly thinkingFrom?: number;
  /** The window of an agent whose history is limited in tokens. */
  readonly window?: TokenWindow;
  /** Pinned entries in the order of their indexes: their requests have them wherever the window begins. */
  readonly pins?: readonly Pin[] | undefined;
  /** The tools that the thread has of a catalogue; absent where its agent has none. */
  readonly selection?: SelectionState;
}

/** What decides about steps, and is counted. */
export interface DecisionState {
  /** Fingerprints of the calls of the run's last plans, one text a plan, newest last; see kernel/choice/loop_guard.ts. */
  readonly recent: readonly string[];
  /** What policies remember of the thread, as {@link RunState.policy}: the states of rules per thread. */
  readonly rules?: RuleStates;
  /** What plugins keep of the thread, by their names. */
  readonly slices?: Readonly<Record<string, StoredSlice>>;
  /**
   * What counts in limits.steps besides the thread's own steps: the steps of phases whose results were consumed, less one for each
   * commit that was no whole step (a change of the plan, a step whose phases had more to do). May be below 0.
   */
  readonly extraSteps?: number;
}

/** What a thread has of a catalogue of tools. */
export interface SelectionState {
  /** The number of the catalogue's version that the thread began with; 0 for one that is the deployment's own. */
  readonly number: number;
  /** Names of the tools that its requests have, in order. */
  readonly offered: readonly string[];
  /** Names of tools that it has called through the bridge, those called last at the end. */
  readonly reached: readonly string[];
}

/** A deferred call that the run went on without. */
export interface DetachedCall {
  readonly callId: string;
  readonly name: string;
  readonly ref: Json;
  /** Epoch milliseconds from which on a result is too late. */
  readonly expiresAt: number;
}

/** A tool that failed with `rate_limited`. */
export interface LimitedTool {
  readonly tool: string;
  /** Epoch milliseconds from which its upstream takes calls again. */
  readonly until: number;
}

/** Where a window begins that is limited in tokens, and what tokens are estimated from. */
export interface TokenWindow {
  /** Index of the first entry. */
  readonly start: number;
  /** `provider/model` and the tokens for each byte of its requests, the model that answered last first; at most two. */
  readonly rates: readonly (readonly [model: string, tokensPerByte: number])[];
}

/** An entry that is pinned: its index, and the UTF-8 bytes of its whole text. */
export type Pin = readonly [index: number, bytes: number];

/** A plan that was put while calls were pending. */
export interface PlanChange extends Origin {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Features that a provider refused for one model, until a time in epoch milliseconds. */
export interface LearnedState {
  /** `provider/model`. */
  readonly model: string;
  readonly features: readonly Lack[];
  readonly until: number;
}

/** The state of a new thread. */
export const NEW_STATE: AgentState = { run: { execution: "loop", steps: 0 }, recent: [], updatedAt: 0 };
