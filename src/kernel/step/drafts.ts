// The drafts of steps that end without a plan, and the state that each draft leaves.

import { isSearch } from "../choice/bridged_choice.ts";
import type { ToolEntry, UserEntry } from "../../core/entry.ts";
import type { AgentError } from "../../core/error.ts";
import type { AgentState, RunState } from "../../core/state.ts";
import { SEARCH_TOOLS } from "../../core/tool/tool_selection.ts";
import type { Usage } from "../../core/usage.ts";
import { limitTools } from "./rate_limits.ts";
import { keepDetached } from "../held_calls/detached.ts";
import { keepObservations } from "../held_calls/kept_observations.ts";
import { keepLearned } from "../plan/learned_capabilities.ts";
import { type Report, toTokenWindow } from "../plan/plan_window.ts";
import { toStoredSlices } from "../hooks/in_step/session_plugins.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { type ActedCall, type Draft, type DraftBase, toStoredError, WITHOUT_PLAN } from "../draft.ts";

/** The tools have run and nothing is planned: an `execute` run is done with their outputs, any other still needs a plan. */
export function actedDraft(
  base: DraftBase,
  observations: readonly ToolEntry[],
  session: Session,
  deps: RuntimeDeps,
): Draft {
  const done = session.state.run.execution === "execute" && session.inbox.length === 0 &&
    hasCalled(base, session);
  return {
    ...base,
    ...WITHOUT_PLAN,
    status: done ? "done" : "open",
    state: nextState(base, session, deps, {}),
    output: done ? formatOutputs(observations) : null,
  };
}

/** An input has come while the tools ran, which the next plan is to read: the next step makes it. This one counts in no limit of steps. */
export function steeredDraft(base: DraftBase, session: Session, deps: RuntimeDeps): Draft {
  const state = nextState(base, session, deps, { steps: session.state.run.steps });
  return {
    ...base,
    ...WITHOUT_PLAN,
    choice: null,
    status: "open",
    state: { ...state, extraSteps: (state.extraSteps ?? 0) - 1 },
  };
}

/** A tool has a question to the user: the run ends with it, and the next input goes on from the observation. */
export function askingDraft(base: DraftBase, question: string, session: Session, deps: RuntimeDeps): Draft {
  return {
    ...base,
    ...WITHOUT_PLAN,
    choice: null, // nothing was planned
    status: "waiting",
    state: { ...nextState(base, session, deps, {}), question },
    output: question,
  };
}

/**
 * Tools never run twice: their observations and the inputs are kept, and a later step plans from them. `usage` is that of an
 * answer that came and was dropped.
 */
export function failedDraft(
  base: DraftBase,
  { error, usage = WITHOUT_PLAN.usage }: { readonly error: AgentError; readonly usage?: Usage | undefined },
  session: Session,
  deps: RuntimeDeps,
): Draft {
  const state = nextState({ ...base, error }, session, deps, { steps: session.state.run.steps });
  return {
    ...base,
    ...WITHOUT_PLAN,
    status: error.retryable ? "open" : "failed",
    state: {
      ...state,
      resumeAt: error.retryAfterMs === undefined ? undefined : deps.clock() + error.retryAfterMs,
    },
    usage,
    error,
  };
}

/** True when the run waits for the results of these calls. One that has an input goes on without them. */
export function waitsForResults({ inbox, imported, header }: Session, acted: readonly ActedCall[]): boolean {
  return inbox.length === 0 && imported.length === 0 && header.status !== "cancelled" &&
    acted.some(({ deferred }) => deferred !== undefined && !deferred.detach);
}

/** The calls stay pending with what they came to. The step does not count in the limit, and no model was called. */
export async function waitingDraft(
  base: DraftBase,
  session: Session,
  deps: RuntimeDeps,
): Promise<Draft> {
  const {
    error: _error,
    resumeAt: _rest,
    resumeFor: _for,
    waitsFor: _waits,
    authorization: _server,
    ...state
  } = session.state;
  const { pending, blobs } = await keepObservations(base.acted, session, deps);
  const now = deps.clock();
  return {
    ...base,
    ...WITHOUT_PLAN,
    entries: [],
    acted: [],
    calls: 0,
    choice: null,
    pending,
    keptBlobs: blobs,
    status: "waiting",
    state: {
      ...state,
      extraSteps: (state.extraSteps ?? 0) - 1 + (base.children?.steps ?? 0),
      limited: limitTools(state.limited, base.acted, now),
      updatedAt: now,
    },
    isUnfinished: true,
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
  const slices = toStoredSlices(session);
  return {
    run: {
      ...run,
      ...slices.run,
      task: task ?? run.task,
      acted: hasCalled({ acted }, session) ? true : run.acted,
      steps: run.steps + 1,
      ...runChange,
    },
    recent,
    ...slices.thread,
    plan: state.plan,
    planChange: state.planChange,
    title: state.title ?? findTitle(session.inbox),
    extraSteps: (state.extraSteps ?? 0) + (children?.steps ?? 0) || undefined,
    noticeMark: session.meta.noticeMark === undefined ? session.noticeMark : undefined,
    learned: keepLearned(learned ?? state.learned, now),
    thinkingFrom: thinkingFrom ?? state.thinkingFrom,
    limited: limitTools(state.limited, acted, now),
    detached: keepDetached(state.detached, acted, now),
    window: toTokenWindow(session, report),
    // A thread keeps its tools through a step whose agent has none but its own.
    selection: session.opened?.state ?? state.selection,
    pins,
    error: error && toStoredError(error),
    updatedAt: now,
  };
}

function hasCalled({ acted }: Pick<DraftBase, "acted">, { agent }: Session): boolean {
  return acted.some(({ call }) => !isSearch(call.name, agent));
}

/** Outputs of tools as the answer of an `execute` run: JSON text, of a list when there are several. Searches for tools found them. */
export function formatOutputs(observations: readonly ToolEntry[]): string {
  const called = observations.filter(({ name }) => name !== SEARCH_TOOLS);
  const outputs = (called.length === 0 ? observations : called).map(({ outcome, output, error }) =>
    outcome === "completed" ? output : { error: error ? { ...error } : null }
  );
  return JSON.stringify(outputs.length === 1 ? outputs[0] : outputs);
}

/** Most characters of a title: every commit writes it. */
const TITLE_LIMIT = 80;

/** Code units of an input that a title is made of: white space makes more of them into one. */
const READ_LIMIT = 400;

/** The title of a thread, for lists: the beginning of the first of these inputs that has words; undefined where none has. */
export function findTitle(inputs: readonly Pick<UserEntry, "text">[]): string | undefined {
  for (const { text } of inputs) {
    const words = text.slice(0, READ_LIMIT).trim().replace(/\s+/g, " ");
    if (words !== "") return shortenTitle(words);
  }
  return undefined;
}

function shortenTitle(words: string): string {
  if (words.length <= TITLE_LIMIT) return words.toWellFormed();
  return `${words.slice(0, TITLE_LIMIT - 2).trimEnd().toWellFormed()} …`;
}
