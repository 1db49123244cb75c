// The step: act, then plan. It runs the calls of the previous plan, makes one new plan, and drafts the commit.

import { isSearch } from "../choice/bridged_choice.ts";
import type { Entry, ToolEntry, UserEntry } from "../../core/entry.ts";
import { AgentError, toAgentError, unreachable } from "../../core/error.ts";
import type { Origin } from "../../core/record.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { ChildSpend } from "../children/spend.ts";
import type { Delegated, StartRun } from "../children/delegation.ts";
import { type PlanChoice, planChoiceFor } from "../plan/plan_choice.ts";
import { toFinishedEvents } from "../held_calls/detached.ts";
import { withHalfWindow, withPlanWindow } from "../plan/plan_window.ts";
import { assertMayStep, withObservedCalls } from "../hooks/in_step/session_plugins.ts";
import { withRedactedInbox } from "../redaction/redact_entries.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { RunDeps } from "../run_deps.ts";
import type { ToolResult, Until } from "../request.ts";
import { failureOfPlan } from "../log/failure_entry.ts";
import { pinsWith } from "../pinning.ts";
import { withToolsOfPlan } from "../session/thread_tools.ts";
import { isSteered } from "../session/select_waiting_inputs.ts";
import type { Session } from "../session.ts";
import { WATCH_AFTER_MS } from "../timing.ts";
import { act, findKnown, type KnownCalls, ranAsTool, stopAfterActing } from "./act.ts";
import type { Draft, DraftBase } from "../draft.ts";
import {
  actedDraft,
  askingDraft,
  failedDraft,
  steeredDraft,
  waitingDraft,
  waitsForResults,
} from "./drafts.ts";
import { toCountedPlan } from "./counted_plan.ts";
import { isRefusedUnspent, makePlan } from "./plan.ts";
import { plannedDraft } from "./planned_draft.ts";
import { questionAfterActing } from "./question.ts";
import type { RunningStep } from "./running_step.ts";
import type { StepTask } from "./step_task.ts";

/** What a step runs with besides the session and its task. */
export interface StepOptions {
  /** Results of calls that the caller ran. */
  readonly toolResults: readonly ToolResult[];
  /** Who brought them. */
  readonly origin: Origin | undefined;
  readonly running: RunningStep;
  readonly until: Until;
  readonly resumable: boolean;
  /** The run takes no input but its own. */
  readonly isolated: boolean;
  /** Begins the steps of threads below; undefined for an agent that has none. */
  readonly startRun: StartRun | undefined;
}

/**
 * Runs one step of an open session and emits its events, but the last one, which follows the commit: it settles the calls that do not
 * run here, acts, ends where nothing is to be planned, and plans.
 *
 * @throws {AgentError} store_unavailable - before a `once` tool ran; nothing may be committed
 * @throws {AgentError} budget_exhausted, budget_reserved, price_unknown, plugin_failed, step_refused - before any tool ran and any model
 * was called; nothing may be committed
 */
export async function step(
  opened: Session,
  task: StepTask,
  options: StepOptions,
  deps: RunDeps,
): Promise<Draft> {
  const session = withRedactedInbox(opened);
  const started = start(session, task, options);
  // What an advance was refused is made sure of before a tool runs.
  if (session.budget?.reservation !== undefined) await session.budget.secure(session.pending);
  // What came since the last step may have changed what a plugin says, as what comes before a first step may.
  assertMayStep(session.plugins, session);
  const found = findKnown(session, options, deps);
  const { startRun } = options;
  const ran = startRun && await delegate(session, started, found, { ...options, startRun }, deps);
  if (ran?.type === "unfinished") return ran.draft;
  const settled = ran === undefined ? found : withDelegated(found, ran);
  const acted = await actOn(session, { ...started, ...settled }, options, deps);
  const ended = await endWithoutPlan(session, task, acted, options, deps);
  if (ended.type === "ended") return ended.draft;
  return await planAfter(session, ended.choice, acted, options, deps);
}

/** A step that has begun. */
interface StartedStep {
  readonly number: number;
  /** Undefined where nothing is to be planned. */
  readonly choice: PlanChoice | undefined;
  readonly warnings: readonly Warning[];
}

function start(session: Session, task: StepTask, { running: { emit, startedAt } }: StepOptions): StartedStep {
  const number = session.header.counters.steps + 1;
  const choice = task.type === "plan" ? task.choice : undefined;
  emit({
    type: "step.started",
    thread: session.ref.thread,
    agent: session.agent.name,
    step: number,
    model: session.model.ref,
    choice: choice?.effective ?? null,
    at: startedAt,
    input: session.inbox.findLast(({ plan }) => plan === undefined)?.id,
  });
  const warnings = [...session.notes, ...(choice?.effective.warnings ?? [])];
  for (const warning of warnings) emit({ type: "warning", ...warning });
  return { number, choice, warnings };
}

/** The calls that do not run in this step, with what threads below have cost. */
interface Settled extends KnownCalls {
  readonly children?: ChildSpend;
}

/** Calls that threads below run, before the others of the plan; undefined where there are none. */
async function delegate(
  session: Session,
  { number, choice, warnings }: StartedStep,
  { observations: known }: KnownCalls,
  options: StepOptions & { readonly startRun: StartRun },
  deps: RunDeps,
): Promise<Delegated | undefined> {
  const { startedAt, signal, emit } = options.running;
  const effective = choice?.effective ?? null;
  const step = { ...options, number, warnings, choice: effective, known, startedAt, signal, emit };
  const ran = await deps.delegation?.run(session, step, deps);
  if (ran?.type === "settled") session.budget?.tookChildren(ran.spend);
  return ran;
}

/** The calls that do not run, with those that threads below have run. */
function withDelegated(
  found: KnownCalls,
  { known, spend }: Extract<Delegated, { type: "settled" }>,
): Settled {
  return { ...found, observations: new Map([...found.observations, ...known]), children: spend };
}

/** A step whose calls have run. */
interface ActedStep {
  readonly base: DraftBase;
  readonly observations: readonly ToolEntry[];
  /** The session with what was observed. */
  readonly after: Session;
}

async function actOn(
  session: Session,
  { number, choice, warnings, observations: known, settledBy, denials, children }: StartedStep & Settled,
  { running: { signal, emit, fence } }: StepOptions,
  deps: RunDeps,
): Promise<ActedStep> {
  const { header, state } = session;
  for (const { id, door } of takenMeanwhile(session)) {
    emit({ type: "input.taken", id, ...(door === undefined ? {} : { door }) });
  }
  const acted = await act(session, { step: number, known, settledBy, denials, signal, emit, fence }, deps);
  const observations = acted.map(({ observation }) => observation);
  const version = nextVersion(session);
  const imported = session.imported.map((entry): Entry => ({ ...entry, version }));
  const inputs = session.inbox.map(({ pin: _, run: _run, queued: _queued, ...entry }): UserEntry => ({
    ...entry,
    version,
  }));
  const plans = mayChangePlan(session) ? deps.delegation : undefined;
  const change = plans?.createPlanEntries(session, observations, deps) ?? [];
  const base: DraftBase = {
    number,
    entries: [...observations, ...imported, ...inputs, ...change],
    acted,
    calls: acted.filter((each) => ranAsTool(each) && !isSearch(each.call.name, session.agent)).length,
    choice: choice?.effective ?? null,
    warnings,
    learned: choice?.learned,
    pins: pinsWith(state.pins, session.inbox, header.length + observations.length + imported.length),
    children,
    spent: session.opened?.spent?.(observations),
  };
  const after = withPlanWindow(withObservedCalls(session, acted, deps), base.entries);
  return { base, observations, after: plans?.withPlan(after, base.entries) ?? after };
}

/** True where the step may change the plan of its thread: the agent writes it, or a caller has put one. */
function mayChangePlan({ agent, state, inbox }: Session): boolean {
  return agent.orchestrate !== undefined || state.planChange !== undefined ||
    inbox.some(({ plan }) => plan !== undefined);
}

/** The inputs that the step takes and its request has not brought: they came while the thread ran, or waited. */
function takenMeanwhile({ inbox, inputs }: Session): UserEntry[] {
  return inbox.filter(({ id, plan }) => plan === undefined && !inputs.some((text) => text.includes(id)));
}

/** How a step goes on behind its calls. */
type AfterActing =
  | { readonly type: "ended"; readonly draft: Draft }
  | { readonly type: "plans"; readonly choice: PlanChoice };

/** A step ends without a plan where it waits, stops, asks, is refused or was to act only: the first that applies. */
async function endWithoutPlan(
  session: Session,
  task: StepTask,
  { base, observations, after }: ActedStep,
  { running: { emit, startedAt }, isolated }: StepOptions,
  deps: RuntimeDeps,
): Promise<AfterActing> {
  const toEnded = (draft: Draft): AfterActing => ({ type: "ended", draft });
  const stop = stopAfterActing(session, observations);
  if (waitsForResults(session, base.acted) && stop === undefined) {
    return toEnded(await waitingDraft(base, session, deps));
  }
  for (const event of toFinishedEvents(base.acted)) emit(event);
  if (stop) return toEnded(failedDraft(base, { error: stop }, after, deps));
  const question = questionAfterActing(session, observations);
  if (question !== undefined) return toEnded(askingDraft(base, question, after, deps));
  switch (task.type) {
    case "refused":
      return toEnded(failedDraft(base, task, after, deps));
    case "act_only":
      return toEnded(actedDraft(base, observations, after, deps));
    case "plan": {
      const mayBeSteered = observations.length > 0 && !isolated && deps.clock() - startedAt >= WATCH_AFTER_MS;
      if (mayBeSteered && await isSteered(session, deps)) return toEnded(steeredDraft(base, after, deps));
      return { type: "plans", choice: task.choice };
    }
    default:
      return unreachable(task);
  }
}

async function planAfter(
  session: Session,
  expected: PlanChoice,
  { base, observations, after }: ActedStep,
  { running }: StepOptions,
  deps: RuntimeDeps,
): Promise<Draft> {
  const told = session.opened === undefined ? after : await withToolsOfPlan(after, observations, expected);
  const choice = await choiceAfterActing(expected, session, told, deps);
  if (choice instanceof AgentError) return failedDraft(base, { error: choice }, told, deps);
  const begun = isSameChoice(choice, expected) ? base : restartPlan(base, choice, running);
  return await plan(withDisclosed(begun, told, after), choice, told, running, deps);
}

/** The choice that what was observed leads to: step.started has the one that holds when every call completes. */
async function choiceAfterActing(
  expected: PlanChoice,
  before: Session,
  after: Session,
  deps: RuntimeDeps,
): Promise<PlanChoice | AgentError> {
  if (before.plugins === after.plugins && before.agent === after.agent) return expected;
  try {
    return await planChoiceFor(after, after.model, deps);
  } catch (thrown) {
    return toAgentError(thrown);
  }
}

/** The draft with what the model is asked with, where the calls of the step have added tools. */
function withDisclosed(base: DraftBase, { agent, frame, opened }: Session, before: Session): DraftBase {
  return agent === before.agent ? base : { ...base, disclosed: { agent, frame, opened } };
}

function isSameChoice(actual: PlanChoice, expected: PlanChoice): boolean {
  return actual === expected || JSON.stringify(actual.effective) === JSON.stringify(expected.effective);
}

function restartPlan(
  base: DraftBase,
  { model, effective }: PlanChoice,
  { emit }: RunningStep,
): DraftBase {
  const because = "a call of this step did not end as expected";
  emit({ type: "plan.restarted", model: model.ref, choice: effective, reason: "policy", because, from: 0 });
  const added = effective.warnings.filter(({ message }) =>
    !base.warnings.some((known) => known.message === message)
  );
  for (const warning of added) emit({ type: "warning", ...warning });
  return { ...base, choice: effective, warnings: [...base.warnings, ...added] };
}

/** `whole` is the session before its window was cut for the context of the model: a step that fails all the same cuts nothing. */
async function plan(
  acted: DraftBase,
  choice: PlanChoice,
  session: Session,
  running: RunningStep,
  deps: RuntimeDeps,
  whole = session,
): Promise<Draft> {
  const { warnings, entries: seen } = acted;
  const result = await makePlan(choice, session, { seen, warnings, running }, deps);
  const base: DraftBase = {
    ...acted,
    spent: session.opened?.spent?.(seen),
    entries: [...seen, ...result.log],
    choice: result.choice.effective,
    warnings: result.warnings,
    learned: result.learned ?? acted.learned,
    thinkingFrom: result.thinkingFrom,
    counted: toCountedPlan(result, session, deps),
  };
  switch (result.type) {
    case "planned":
      running.emit({ type: "usage", ...result.plan.usage });
      return await plannedDraft(base, result, session, running, deps);
    case "failed": {
      if (isRefusedUnspent(result, acted)) throw result.error;
      if (result.usage) running.emit({ type: "usage", ...result.usage });
      const failure = { code: result.error.code, logged: result.log.length };
      const entry = await failureOfPlan(session, result.attempts, failure, deps);
      const failed = entry === undefined ? base : { ...base, entries: [...base.entries, entry] };
      const half = result.isTooLong ? withHalfWindow(session, seen) : undefined;
      if (half === undefined || result.usage !== undefined) return failedDraft(failed, result, whole, deps);
      const warning = historyShortened(half);
      running.emit({ type: "warning", ...warning });
      const next = { ...failed, warnings: [...failed.warnings, warning] };
      return await plan(next, result.choice, half, running, deps, whole);
    }
    default:
      return unreachable(result);
  }
}

function historyShortened({ history, model }: Session): Warning {
  return {
    code: "history_shortened",
    message:
      `The request was longer than the context of ${model.ref}; it is sent again from entry ${history.start} on.`,
  };
}

function nextVersion({ header }: Session): number {
  return header.version + 1;
}
