// The drafts of steps that end without a plan, and the state that each draft leaves.

import type { ToolEntry } from "../../core/entry.ts";
import type { AgentError } from "../../core/error.ts";
import type { AgentState, RunState, SelectionState } from "../../core/state.ts";
import type { Usage } from "../../core/usage.ts";
import { limitTools } from "./rate_limits.ts";
import type { PhaseSpend } from "../children/budget.ts";
import { planFields } from "../children/session_plan.ts";
import { detachedAfter } from "../deferred/detached.ts";
import { toLearnedFields } from "../choice/learned_capabilities.ts";
import { type Report, windowFields } from "../history/plan_window.ts";
import { titleFields } from "../session/title.ts";
import { slicesOf } from "../plugins/session_plugins.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { type Draft, type DraftBase, toStoredError } from "../draft.ts";

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
    pending: [],
    requests: [],
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
    pending: [],
    requests: [],
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
    pending: [],
    requests: [],
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
  const slices = slicesOf(session);
  const limited = limitTools(state.limited, acted, now);
  return {
    run: {
      ...run,
      ...slices.run,
      ...(task === undefined ? {} : { task }),
      ...(acted.length === 0 ? {} : { acted: true }),
      steps: run.steps + 1,
      ...runChange,
    },
    recent,
    ...slices.thread,
    ...planFields(session),
    ...titleFields(state, session.inbox),
    ...extraStepsOf(state, children),
    ...(session.meta.noticeMark === undefined ? { noticeMark: session.noticeMark } : {}),
    ...toLearnedFields(learned, state, now),
    ...thinkingFields(thinkingFrom ?? state.thinkingFrom),
    ...(limited.length === 0 ? {} : { limited }),
    ...detachedAfter(state.detached, acted, now),
    ...windowFields(session, report),
    ...selectionFields(session.selected?.state ?? state.selection),
    ...(pins === undefined ? {} : { pins }),
    ...(error === undefined ? {} : { error: toStoredError(error) }),
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
