// Draft: what a step did. It becomes true when step/commit.ts commits it.

import type { PlannedCall } from "../core/call.ts";
import type { BlobRef } from "../core/store/blob_ref.ts";
import type { Plan } from "../core/driver.ts";
import type { Entry, ToolEntry } from "../core/entry.ts";
import type { AgentError } from "../core/error.ts";
import type { ApprovalRequested } from "../core/event.ts";
import type { AgentState, LearnedState, Pin, ThreadStatus } from "../core/state.ts";
import type { ChoiceOutcome, EffectiveChoice, Warning } from "../core/tool_choice/choice_report.ts";
import type { DeferredTerms } from "../core/tool/deferred.ts";
import type { OpenedTools } from "../core/tool/thread_tools.ts";
import type { Usage } from "../core/usage.ts";
import type { CountedPlan } from "./hooks/counted_step.ts";
import type { PluginStates } from "./hooks/plugin_states.ts";
import type { ChildSpend } from "./children/spend.ts";
import type { PlanChoice } from "./plan/plan_choice.ts";
import type { Session } from "./session.ts";
import type { NextWake } from "./outbox/next_wake.ts";

/** A call that the step ran or settled. */
export interface ActedCall {
  readonly call: PlannedCall;
  readonly observation: ToolEntry;
  /** Who settled it in place of a tool: a rule or a plugin that forbids it by now, or the caller with a result. */
  readonly settledBy?: "rule" | "caller" | undefined;
  /** Its result comes later: the observation stands only where the run goes on without it. */
  readonly deferred?: DeferredTerms;
}

/** What every draft holds, however the step ended. */
export interface DraftBase {
  /** The step's number within the thread. */
  readonly number: number;
  /** Observations, then the inputs, then the plan; each with the version that the commit will produce. */
  readonly entries: readonly Entry[];
  /** The calls that got their observation in this step, in order. */
  readonly acted: readonly ActedCall[];
  /** How many of them were given to a tool. */
  readonly calls: number;
  /** Null when the step did not plan. */
  readonly choice: EffectiveChoice | null;
  readonly warnings: readonly Warning[];
  /** What the model's refusals have shown, for the state of the thread. */
  readonly learned: LearnedState | undefined;
  /** See {@link AgentState.thinkingFrom}; the thread keeps what it has where the step left nothing out anew. */
  readonly thinkingFrom?: number | undefined;
  /** The pins of the thread after the step; undefined where it never had one. */
  readonly pins: readonly Pin[] | undefined;
  /** What opening the tools of the thread has cost, in millionths of a US dollar. */
  readonly spent?: number | undefined;
  /** What phases have cost whose results the step took. */
  readonly children?: ChildSpend;
  /** What the model was asked with, where the calls of the step have added tools to the agent. */
  readonly disclosed?: Pick<Session, "agent" | "frame" | "opened">;
  /** The tools that the thread has now beside those of the agent; missing where the step has no plan, or nothing opens any. */
  readonly opened?: OpenedTools;
  /** For plugins that count the step, with the model of the last request; missing when no model was called for a plan. */
  readonly counted?: (CountedPlan & { readonly model: string }) | undefined;
}

/** What the last request for a plan was written from, besides the entries of its step. */
export interface PlannedFrom {
  readonly choice: PlanChoice;
  readonly session: Session;
  /** A request was sent. */
  readonly isSent: boolean;
}

/** What a step did and the thread as its commit leaves it. */
export interface Draft extends DraftBase {
  /** The new calls; empty when the run has nothing left to act on. */
  readonly pending: readonly PlannedCall[];
  /** Of those that need approval. */
  readonly requests: readonly ApprovalRequested[];
  readonly status: ThreadStatus;
  readonly state: AgentState;
  readonly plan: Plan | undefined;
  /** Whether the plan satisfied its choice; null without a plan. */
  readonly outcome: ChoiceOutcome | null;
  readonly usage: Usage;
  /** The final text, the outputs of an `execute` run, or the question of a tool; null while the run goes on. */
  readonly output: string | null;
  /** The step failed after this much; what the draft holds is committed all the same. */
  readonly error: AgentError | undefined;
  /** Phases have more to do, or a result comes later: the pending calls are those from before, and inputs wait. */
  readonly isUnfinished?: true;
  /** When a call of a phase is polled, or no longer waited for, in epoch milliseconds. */
  readonly dueBelow?: number;
  /** Blobs that the pending calls refer to. */
  readonly keptBlobs?: readonly BlobRef[];
  /** What the commit does about wake-ups; missing in a thread that has none. */
  readonly next?: NextWake;
  /** What the plan was made from: a summary's request may go on from it. Missing without a plan. */
  readonly planned?: PlannedFrom;
  /** The states of plugins behind the plan; missing without a plan, and where no plugin decides. */
  readonly plugins?: PluginStates;
  /** Old entries that a summary stands for from now on; see compact.ts. */
  readonly summary?: { readonly text: string; readonly base: number };
}

/** What the draft of a step has that made no plan. */
export const WITHOUT_PLAN = {
  pending: [],
  requests: [],
  plan: undefined,
  outcome: null,
  usage: { inputTokens: 0, outputTokens: 0 },
  output: null,
  error: undefined,
} as const;

/** Most characters of the message of an error in the state of a thread. */
const ERROR_CHARS = 500;

/** The error as the state of a thread keeps it. */
export function toStoredError({ code, message }: AgentError): NonNullable<AgentState["error"]> {
  return { code, message: message.slice(0, ERROR_CHARS) };
}
