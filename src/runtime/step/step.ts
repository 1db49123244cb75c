// The step: act, then plan. It runs the calls of the previous plan, makes one new plan, and drafts the commit.

import { rememberPlan } from "../../choice/loop_guard.ts";
import {
  type AssistantEntry,
  type CallBlock,
  callsOf,
  type ChoiceRecord,
  textOf,
  type UserEntry,
} from "../../core/entry.ts";
import { isCancelled, unreachable } from "../../core/error.ts";
import { newId } from "../../core/text/id.ts";
import { isForced } from "../../core/tool_choice.ts";
import type { ChoiceOutcome, EffectiveChoice, Violation } from "../../core/tool_choice/choice_report.ts";
import { act, ranAsTool, stopAfterActing } from "./act.ts";
import type { PlanChoice } from "../choice/plan_choice.ts";
import { actedDraft, type Draft, type DraftBase, failedDraft, nextState } from "./draft.ts";
import type { StepTask } from "./step_task.ts";
import { makePlan, type PlanResult } from "./plan.ts";
import type { RunningStep } from "./running_step.ts";
import { approvalRequest } from "../approval_views.ts";
import { loopIn, planCalls, statusAfter } from "./planned_calls.ts";
import type { RuntimeDeps, ToolResult } from "../request.ts";
import type { Session } from "../session/session.ts";

/** What a step runs with besides the session and its task. */
export interface StepOptions {
  /** Results of calls that the caller ran. */
  readonly toolResults: readonly ToolResult[];
  readonly running: RunningStep;
}

/**
 * Runs one step of an open session and emits its events, but the last one, which follows the commit.
 *
 * @throws {AgentError} step_fenced - another worker took the thread before a `once` tool ran; nothing may be committed
 * @throws {AgentError} store_unavailable - before a `once` tool ran; nothing may be committed
 */
export async function step(
  session: Session,
  task: StepTask,
  { toolResults, running }: StepOptions,
  deps: RuntimeDeps,
): Promise<Draft> {
  const { emit, signal } = running;
  const number = session.header.counters.steps + 1;
  const choice = task.type === "plan" ? task.choice : undefined;
  emit({
    type: "step.started",
    thread: session.ref.thread,
    agent: session.agent.name,
    step: number,
    model: session.model.ref,
    choice: choice?.effective ?? null,
    at: running.startedAt,
  });
  const warnings = [...session.notes, ...(choice?.effective.warnings ?? [])];
  for (const warning of warnings) emit({ type: "warning", ...warning });

  const acted = await act(session, { step: number, toolResults, signal, emit }, deps);
  const observations = acted.map(({ observation }) => observation);
  const inputs = session.inbox.map((entry): UserEntry => ({ ...entry, version: nextVersion(session) }));
  const base: DraftBase = {
    number,
    entries: [...observations, ...inputs],
    acted,
    calls: acted.filter(ranAsTool).length,
    choice: choice?.effective ?? null,
    warnings,
    learned: choice?.learned,
  };
  const stop = stopAfterActing(session, observations);
  if (stop) return failedDraft(base, stop, session, deps);
  switch (task.type) {
    case "refused":
      return failedDraft(base, task.error, session, deps);
    case "act_only":
      return actedDraft(base, observations, session, deps);
    case "plan":
      return await plan(base, task.choice, session, running, deps);
    default:
      return unreachable(task);
  }
}

async function plan(
  acted: DraftBase,
  choice: PlanChoice,
  session: Session,
  running: RunningStep,
  deps: RuntimeDeps,
): Promise<Draft> {
  const { warnings, entries: seen } = acted;
  const result = await makePlan(choice, session, { seen, warnings, running }, deps);
  const base: DraftBase = {
    ...acted,
    choice: result.choice.effective,
    warnings: result.warnings,
    learned: result.learned ?? acted.learned,
  };
  switch (result.type) {
    case "planned":
      running.emit({ type: "usage", ...result.plan.usage });
      return await plannedDraft(base, result, session, running, deps);
    case "failed":
      if (result.usage) running.emit({ type: "usage", ...result.usage });
      return failedDraft(base, result.error, session, deps, result.usage);
    default:
      return unreachable(result);
  }
}

async function plannedDraft(
  base: DraftBase,
  { plan, verification: { outcome, satisfies }, choice: { effective: choice }, corrected }: Extract<
    PlanResult,
    { type: "planned" }
  >,
  session: Session,
  { emit, signal }: RunningStep,
  deps: RuntimeDeps,
): Promise<Draft> {
  const { agent, state } = session;
  const interrupted = isCancelled(signal);
  const record = recordOf(choice, outcome, corrected);
  const entry: AssistantEntry = {
    type: "assistant",
    id: newId("entry", deps.random),
    at: deps.clock(),
    version: nextVersion(session),
    blocks: plan.blocks,
    finish: plan.finish,
    model: plan.model,
    usage: plan.usage,
    ...(interrupted ? { interrupted: true } : record ? { choice: record } : {}),
  };
  const asked = callsOf(entry);
  const warnings = [...base.warnings];
  if (outcome.type === "violated") {
    const message = `The model's answer violates the tool choice: ${outcome.how}.`;
    warnings.push({ code: "choice_violated", message });
    emit({ type: "warning", code: "choice_violated", message });
    logViolation(session, plan.model, choice, outcome.how, deps);
  }
  const { calls: pending, warnings: unevaluated } = planCalls(asked, {
    ...{ finish: plan.finish, choice: choice.requested, justRun: base.calls, now: deps.clock() },
  }, session);
  for (const warning of unevaluated) emit({ type: "warning", ...warning });
  warnings.push(...unevaluated);
  for (const call of pending) if (call.disposition.type === "approve") emit(await approvalRequest(call));
  const loop = loopIn(pending, choice.requested);
  const status = loop ? "failed" : statusAfter(pending, state.run);
  return {
    ...base,
    warnings,
    entries: interrupted && plan.blocks.length === 0 ? base.entries : [...base.entries, entry],
    pending,
    status,
    state: nextState({ ...base, error: loop }, session, deps, {
      ...(isForced(choice.requested) && satisfies ? { satisfied: true } : {}),
      recent: recentAfter(asked, state.recent, agent.limits.repeatedCalls),
    }),
    plan,
    outcome,
    usage: plan.usage,
    output: status === "done" ? textOf(plan.blocks) : null,
    error: loop,
  };
}

/** What the history keeps of the choice; nothing of the ordinary one. */
function recordOf(
  { requested, source, enforcement }: EffectiveChoice,
  outcome: ChoiceOutcome,
  corrected: Violation | undefined,
): ChoiceRecord | undefined {
  const isOrdinary = requested.type === "auto" && outcome.type === "satisfied" && corrected === undefined &&
    (enforcement === "native" || enforcement === "none");
  if (isOrdinary) return undefined;
  return { requested, source, enforcement, outcome, ...(corrected === undefined ? {} : { corrected }) };
}

function logViolation(
  { ref: { tenant, thread }, agent }: Session,
  model: string,
  { requested: { type: choice }, enforcement }: EffectiveChoice,
  how: Violation,
  deps: RuntimeDeps,
): void {
  deps.log("warn", "choice violated", { thread, tenant, agent: agent.name, model, choice, enforcement, how });
}

function recentAfter(
  asked: readonly CallBlock[],
  recent: readonly string[],
  limit: number,
): readonly string[] {
  return asked.length === 0 ? recent : rememberPlan(recent, asked, limit);
}

function nextVersion({ header }: Session): number {
  return header.version + 1;
}
