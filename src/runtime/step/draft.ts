// Draft: what a step did. It becomes true when commit.ts commits it.

import type { CountedCall, FinishedPlan } from "../../choice/analytics/count_step.ts";
import type { PlannedCall } from "../../core/call.ts";
import type { BlobRef } from "../../core/content/blob_ref.ts";
import type { Plan } from "../../core/driver.ts";
import type { Entry, ToolEntry } from "../../core/entry.ts";
import type { AgentError } from "../../core/error.ts";
import type { ApprovalRequested } from "../../core/event.ts";
import type {
  AgentState,
  LearnedState,
  Pin,
  RunState,
  SelectionState,
  ThreadStatus,
} from "../../core/state.ts";
import type {
  ChoiceOutcome,
  ChoiceSource,
  EffectiveChoice,
  Warning,
} from "../../core/tool_choice/choice_report.ts";
import type { DeferredTerms } from "../../core/tool/deferred.ts";
import type { SelectedTools } from "../../core/tool/tool_selection.ts";
import type { Usage } from "../../core/usage.ts";
import { limitedAfter } from "./rate_limits.ts";
import type { PhaseSpend } from "../children/budget.ts";
import { planFields } from "../children/session_plan.ts";
import { detachedAfter } from "../deferred/detached.ts";
import { learnedIn } from "../choice/learned_capabilities.ts";
import type { PlanChoice } from "../choice/plan_choice.ts";
import { type Report, windowFields } from "../history/plan_window.ts";
import { titleFields } from "../session/title.ts";
import { slicesOf } from "../plugins/session_plugins.ts";
import { policyFields } from "../policy/session_policy.ts";
import type { RuntimeDeps } from "../request.ts";
import type { Session } from "../session/session.ts";
import type { NextWake } from "../wake/next_wake.ts";

/** A call that the step ran or settled. */
export interface ActedCall {
  readonly call: PlannedCall;
  readonly observation: ToolEntry;
  /** Who settled it in place of a tool. */
  readonly settledBy?: CountedCall["settledBy"];
  /** Its result comes later: the observation stands only where the run goes on without it. */
  readonly deferred?: DeferredTerms;
}

/** A model was called for a plan. */
export interface AskedPlan extends FinishedPlan {
  /** `provider/model` of the last request. */
  readonly model: string;
  readonly source: ChoiceSource;
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
  /** What phases have cost whose results the step took. */
  readonly children?: PhaseSpend;
  /** What the model was asked with, where the calls of the step have added tools to the agent. */
  readonly disclosed?: Pick<Session, "agent" | "frame" | "selected">;
  /** The tools of a catalogue that the thread has now; missing where the step has no plan, or the agent none. */
  readonly selected?: SelectedTools;
  /** For the counts of the step; missing when no model was called for a plan. */
  readonly asked?: AskedPlan;
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
  /** Old entries that a summary stands for from now on; see compact.ts. */
  readonly summary?: { readonly text: string; readonly base: number };
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

/** The tools have run and nothing is planned: an `execute` run is done with their outputs, any other still needs a plan. */
export function actedDraft(
  base: DraftBase,
  observations: readonly ToolEntry[],
  session: Session,
  deps: RuntimeDeps,
): Draft {
  const done = session.state.run.execution === "execute" && session.inbox.length === 0;
  return {
    ...base,
    ...{ pending: [], requests: [] },
    status: done ? "done" : "open",
    state: nextState(base, session, deps, {}),
    plan: undefined,
    outcome: null,
    usage: NO_USAGE,
    output: done ? outputsOf(observations) : null,
    error: undefined,
  };
}

/** A tool has a question to the user: the run ends with it, and the next input goes on from the observation. */
export function askingDraft(base: DraftBase, question: string, session: Session, deps: RuntimeDeps): Draft {
  return {
    ...base,
    choice: null, // nothing was planned
    ...{ pending: [], requests: [] },
    status: "waiting",
    state: { ...nextState(base, session, deps, {}), question },
    plan: undefined,
    outcome: null,
    usage: NO_USAGE,
    output: question,
    error: undefined,
  };
}

/**
 * Tools never run twice: their observations and the inputs are kept, and a later step plans from them. `usage` is that of an
 * answer that came and was dropped.
 */
export function failedDraft(
  base: DraftBase,
  error: AgentError,
  session: Session,
  deps: RuntimeDeps,
  usage: Usage = NO_USAGE,
): Draft {
  const state = nextState({ ...base, error }, session, deps, { steps: session.state.run.steps });
  return {
    ...base,
    ...{ pending: [], requests: [] },
    status: error.retryable ? "open" : "failed",
    state: {
      ...state,
      ...(error.retryAfterMs === undefined ? {} : { resumeAt: deps.clock() + error.retryAfterMs }),
    },
    plan: undefined,
    outcome: null,
    usage,
    output: null,
    error,
  };
}

/** The state after the step; `change` overrides what the run carries on. */
export function nextState(
  { acted, learned, thinkingFrom, pins, error, children }: DraftBase & {
    readonly error?: AgentError | undefined;
  },
  session: Session,
  deps: RuntimeDeps,
  change: Partial<RunState> & { recent?: readonly string[]; report?: Report | undefined },
): AgentState {
  const { state, history: { knownTask: task } } = session;
  const { run } = state;
  const { recent = state.recent, report, ...runChange } = change;
  const now = deps.clock();
  const policy = policyFields(session);
  const slices = slicesOf(session);
  const limited = limitedAfter(state.limited, acted, now);
  return {
    run: {
      ...run,
      ...policy.run,
      slices: slices.run,
      ...(task === undefined ? {} : { task }),
      ...(acted.length === 0 ? {} : { acted: true }),
      steps: run.steps + 1,
      ...runChange,
    },
    recent,
    ...policy.thread,
    slices: slices.thread,
    ...planFields(session),
    ...titleFields(state, session.inbox),
    ...extraStepsOf(state, children),
    ...(session.meta.noticeMark === undefined ? { noticeMark: session.noticeMark } : {}),
    ...learnedIn(learned, state, now),
    ...thinkingFields(thinkingFrom ?? state.thinkingFrom),
    ...(limited.length === 0 ? {} : { limited }),
    ...detachedAfter(state.detached, acted, now),
    ...windowFields(session, report),
    ...selectionFields(session.selected?.state ?? state.selection),
    ...(pins === undefined ? {} : { pins }),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message.slice(0, 500) } }),
    updatedAt: now,
  };
}

/** A thread keeps its tools through a step whose agent has no catalogue. */
function selectionFields(selection: SelectionState | undefined): Pick<AgentState, "selection"> {
  return selection === undefined ? {} : { selection };
}

function thinkingFields(thinkingFrom: number | undefined): Pick<AgentState, "thinkingFrom"> {
  return thinkingFrom === undefined ? {} : { thinkingFrom };
}

function extraStepsOf(
  { extraSteps = 0 }: AgentState,
  children: PhaseSpend | undefined,
): Pick<AgentState, "extraSteps"> {
  const steps = extraSteps + (children?.steps ?? 0);
  return steps === 0 ? {} : { extraSteps: steps };
}

/** Outputs of tools as the answer of an `execute` run: JSON text, of a list when there are several. */
export function outputsOf(observations: readonly ToolEntry[]): string {
  const outputs = observations.map(({ outcome, output, error }) =>
    outcome === "completed" ? output : { error: error ? { ...error } : null }
  );
  return JSON.stringify(outputs.length === 1 ? outputs[0] : outputs);
}
