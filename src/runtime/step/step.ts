// The step: act, then plan. It runs the calls of the previous plan, makes one new plan, and drafts the commit.

import { rememberPlan } from "../../choice/loop_guard.ts";
import type { ResolvedChoice } from "../../choice/resolved_choice.ts";
import type { Agent } from "../../core/agent.ts";
import {
  type AssistantEntry,
  type CallBlock,
  callsOf,
  type ChoiceRecord,
  textOf,
  type UserEntry,
} from "../../core/entry.ts";
import { AgentError, isCancelled, toAgentError, unreachable } from "../../core/error.ts";
import type { Origin } from "../../core/record.ts";
import { newId } from "../../core/text/id.ts";
import { READ_OUTPUT } from "../../core/tool.ts";
import { listNames } from "../../core/text/list_names.ts";
import { isForced, permits, type ToolChoice } from "../../core/tool_choice.ts";
import type { ChoiceOutcome, EffectiveChoice, Violation } from "../../core/tool_choice/choice_report.ts";
import { hasPhaseCalls } from "../children/phase_calls.ts";
import { conduct } from "../children/conduct.ts";
import type { StartRun } from "../children/drive.ts";
import { unfinishedDraft } from "../children/unfinished.ts";
import { leastAmounts } from "../budget/open_budget.ts";
import { act, knownBefore, ranAsTool, stopAfterActing } from "./act.ts";
import { type PlanChoice, planChoiceFor } from "../choice/plan_choice.ts";
import { brokenBy, ruleInWords, withObservations, withSatisfied } from "../policy/session_policy.ts";
import { questionAfterActing } from "./question.ts";
import { restFor } from "./rate_limits.ts";
import {
  actedDraft,
  type AskedPlan,
  askingDraft,
  type Draft,
  type DraftBase,
  failedDraft,
  nextState,
} from "./draft.ts";
import type { ApprovalRequested } from "../../core/event.ts";
import type { StepTask } from "./step_task.ts";
import { makePlan, type PlanResult } from "./plan.ts";
import type { RunningStep } from "./running_step.ts";
import { approvalRequest } from "../approval_views.ts";
import { loopIn, planCalls, statusAfter } from "./planned_calls.ts";
import { countsTokens, type Report, withPlanWindow } from "../history/plan_window.ts";
import { toRequestRecord } from "../record/request_record.ts";
import type { RuntimeDeps, ToolResult, Until } from "../request.ts";
import type { PhaseSpend } from "../children/budget.ts";
import { planEntryOf, withPlan } from "../children/session_plan.ts";
import { pinsWith } from "../session/pins.ts";
import type { Session } from "../session/session.ts";

/** What a step runs with besides the session and its task. */
export interface StepOptions {
  /** Results of calls that the caller ran. */
  readonly toolResults: readonly ToolResult[];
  /** Who brought them. */
  readonly origin: Origin | undefined;
  readonly running: RunningStep;
  readonly until: Until;
  readonly resumable: boolean;
  /** Begins the steps of phases. */
  readonly startRun: StartRun;
}

/**
 * Runs one step of an open session and emits its events, but the last one, which follows the commit.
 *
 * @throws {AgentError} step_fenced - another worker took the thread before a `once` tool ran; nothing may be committed
 * @throws {AgentError} store_unavailable - before a `once` tool ran; nothing may be committed
 * @throws {AgentError} budget_exhausted, budget_reserved - before any tool ran; nothing may be committed
 */
export async function step(
  session: Session,
  task: StepTask,
  options: StepOptions,
  deps: RuntimeDeps,
): Promise<Draft> {
  const { running } = options;
  const { emit, signal } = running;
  const { header, state } = session;
  const number = header.counters.steps + 1;
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
  // What an advance was refused is made sure of before a tool runs.
  if (session.budget?.hold !== undefined) await session.budget.hold.secure(leastAmounts(session.pending));

  const { observations: before, settledBy } = knownBefore(session, options, deps.clock());
  let known = before;
  let children: PhaseSpend | undefined;
  if (hasPhaseCalls(session)) {
    const { startedAt } = running;
    const conducted = await conduct(session, { ...options, known, startedAt, signal, emit }, deps);
    if (conducted.type === "unfinished") {
      if (session.inbox.length > 0) {
        const message =
          "The input waits for the phases that run; what else the request says of its run is left out.";
        warnings.push({ code: "input_waits", message });
        emit({ type: "warning", code: "input_waits", message });
      }
      return unfinishedDraft(
        { number, warnings, choice: choice?.effective ?? null },
        conducted,
        session,
        deps,
      );
    }
    children = conducted.spend;
    known = new Map([...known, ...conducted.known]);
  }
  const acted = await act(session, { step: number, known, settledBy, signal, emit }, deps);
  const observations = acted.map(({ observation }) => observation);
  const inputs = session.inbox.map(({ pin: _, ...entry }): UserEntry => ({
    ...entry,
    version: nextVersion(session),
  }));
  const change = planEntryOf(session, observations, deps);
  const base: DraftBase = {
    number,
    entries: [...observations, ...inputs, ...change],
    acted,
    calls: acted.filter(ranAsTool).length,
    choice: choice?.effective ?? null,
    warnings,
    learned: choice?.learned,
    pins: pinsWith(state.pins, session.inbox, header.length + observations.length),
    ...(children === undefined ? {} : { children }),
  };
  const after = withPlan(withPlanWindow(withObservations(session, observations), base.entries), base.entries);
  const stop = stopAfterActing(session, observations);
  if (stop) return failedDraft(base, stop, after, deps);
  const question = questionAfterActing(session, observations);
  if (question !== undefined) return askingDraft(base, question, after, deps);
  switch (task.type) {
    case "refused":
      return failedDraft(base, task.error, after, deps);
    case "act_only":
      return actedDraft(base, observations, after, deps);
    case "plan": {
      const choice = await choiceAfterActing(task.choice, session, after, deps);
      if (choice instanceof AgentError) return failedDraft(base, choice, after, deps);
      if (choice === task.choice) return await plan(base, choice, after, running, deps);
      const changed = session.hasShortened === after.hasShortened ? "policy" : "tools";
      return await plan(restarted(base, choice, changed, running), choice, after, running, deps);
    }
    default:
      return unreachable(task);
  }
}

/** The choice that what was observed leads to: step.started has the one that holds when every call completes. */
async function choiceAfterActing(
  expected: PlanChoice,
  before: Session,
  after: Session,
  deps: RuntimeDeps,
): Promise<PlanChoice | AgentError> {
  if (before.policy === after.policy && before.hasShortened === after.hasShortened) return expected;
  try {
    const actual = await planChoiceFor(after, after.model, deps);
    return JSON.stringify(actual.effective) === JSON.stringify(expected.effective) ? expected : actual;
  } catch (thrown) {
    return toAgentError(thrown);
  }
}

function restarted(
  base: DraftBase,
  { model, effective, reads }: PlanChoice,
  reason: "policy" | "tools",
  { emit }: RunningStep,
): DraftBase {
  const because = reason === "policy"
    ? "a call of this step did not end as expected"
    : `${READ_OUTPUT} is ${reads ? "offered: the request has an output in part" : "no longer offered"}`;
  emit({ type: "plan.restarted", model: model.ref, choice: effective, reason, because, from: 0 });
  const added = effective.warnings.filter(({ message }) =>
    !base.warnings.some((known) => known.message === message)
  );
  for (const warning of added) emit({ type: "warning", ...warning });
  return { ...base, choice: effective, warnings: [...base.warnings, ...added] };
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
    asked: askedPlan(result, session),
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

/** What the counts of the step have of its plan. */
function askedPlan(result: PlanResult, { state }: Session): AskedPlan {
  const { choice: { model, effective, enforced }, corrected, refused, ms } = result;
  const { ref } = model;
  const facts = {
    model: ref,
    source: effective.source,
    choice: effective,
    tools: enforced.tools,
    isFirst: state.run.steps === 0,
    corrected,
    refused: refused.map((each) => each.model === ref ? { ...each, model: undefined } : each),
    ms,
  };
  if (result.type === "failed") return { ...facts, called: [], broken: [], outcome: null };
  const { plan, verification: { broken, outcome } } = result;
  const called = plan.blocks.flatMap((block) => block.type === "call" ? [block.name] : []);
  return { ...facts, called, broken, outcome };
}

async function plannedDraft(
  base: DraftBase,
  result: Extract<PlanResult, { type: "planned" }>,
  session: Session,
  { emit, signal }: RunningStep,
  deps: RuntimeDeps,
): Promise<Draft> {
  const { agent, state, policy } = session;
  const { plan, verification, choice: { effective: choice, resolved }, corrected } = result;
  const { outcome, satisfies, broken } = verification;
  const interrupted = isCancelled(signal);
  const kept = interrupted ? undefined : choiceRecordOf(choice, outcome, corrected, resolved.underlying);
  const record = await toRequestRecord(result.choice, {
    ...{
      sent: result.sent,
      start: session.history.start,
      pinned: session.history.pinned.map(({ index }) => index),
    },
    ...{ agent, parallel: state.run.parallel },
    ...{ response: plan.response, isCorrected: corrected !== undefined, dropped: result.dropped, kept },
  });
  const entry: AssistantEntry = {
    type: "assistant",
    id: newId("entry", deps.random),
    at: deps.clock(),
    version: nextVersion(session),
    blocks: plan.blocks,
    finish: plan.finish,
    model: plan.model,
    usage: plan.usage,
    ...(interrupted ? { interrupted: true } : kept ? { choice: kept } : {}),
    record,
  };
  const asked = callsOf(entry);
  const warnings = [...base.warnings];
  const warn = (code: string, message: string) => {
    warnings.push({ code, message });
    emit({ type: "warning", code, message });
  };
  if (policy?.compiled.policy.mode === "shadow") {
    const { name } = policy.compiled.policy;
    brokenBy(session, asked.map((call) => call.name)).forEach((rule, index) => {
      if (rule !== undefined) {
        warn("policy_shadow", `${ruleInWords(name, rule)}, in shadow, would forbid ${asked[index]?.name}.`);
      }
    });
  }
  const reasons = broken.map((rule) => rule && ruleInWords(policy?.compiled.policy.name ?? "", rule));
  if (outcome.type === "violated") {
    const rules = [...new Set(broken)].flatMap((rule) => rule === undefined ? [] : [`"${rule}"`]);
    const how = rules.length === 0 ? outcome.how : `${outcome.how} ${listNames(rules)}`;
    warn("choice_violated", `The model's answer violates the tool choice: ${how}.`);
    logViolation(session, plan.model, choice, outcome.how, deps);
  }
  const { calls: pending, warnings: unevaluated } = planCalls(asked, {
    ...{
      finish: plan.finish,
      choice: choice.requested,
      justRun: base.calls + (base.children?.counters.calls ?? 0),
      now: deps.clock(),
      reasons,
    },
  }, session);
  for (const { code, message } of unevaluated) warn(code, message);
  const requests: ApprovalRequested[] = [];
  for (const call of pending) {
    if (call.disposition.type !== "approve") continue;
    const request = await approvalRequest(call);
    requests.push(request);
    emit(request);
  }
  const loop = loopIn(pending, choice.requested);
  const status = loop ? "failed" : statusAfter(pending, state.run);
  const isSatisfied = satisfies && satisfiesOwn(resolved, asked);
  const next = nextState(
    { ...base, error: loop },
    isSatisfied ? withSatisfied(session, resolved.condition) : session,
    deps,
    {
      ...(isSatisfied && resolved.condition === undefined ? { satisfied: true } : {}),
      recent: recentAfter(asked, state.recent, agent.limits.repeatedCalls),
      report: reportOf(result, agent),
    },
  );
  const resumeAt = loop || state.run.execution === "predict" ? undefined : restFor(pending, next.limited);
  return {
    ...base,
    warnings,
    entries: interrupted && plan.blocks.length === 0 ? base.entries : [...base.entries, entry],
    ...{ pending, requests, status },
    state: resumeAt === undefined ? next : { ...next, resumeAt, resumeFor: "tools" },
    plan,
    outcome,
    usage: plan.usage,
    output: status === "done" ? textOf(plan.blocks) : null,
    error: loop,
  };
}

/** What the model reported of its request; undefined where the usage is that of several requests, or nothing is estimated by it. */
function reportOf(
  { plan: { usage, model }, sent, dropped, corrected }: Extract<PlanResult, { type: "planned" }>,
  agent: Agent,
): Report | undefined {
  const isOne = dropped === 0 && corrected === undefined;
  return isOne && countsTokens(agent) ? { model, usage, bytes: sent.bytes } : undefined;
}

/** True when the calls satisfy the forced choice itself, and not only the rules that narrowed it or put it off. */
function satisfiesOwn({ choice, underlying = choice }: ResolvedChoice, asked: readonly CallBlock[]): boolean {
  return isForced(underlying) && asked.some(({ name }) => permits(choice, name) && permits(underlying, name));
}

/** What the history keeps of the choice; nothing of the ordinary one. */
function choiceRecordOf(
  { requested, source, enforcement }: EffectiveChoice,
  outcome: ChoiceOutcome,
  corrected: Violation | undefined,
  underlying: ToolChoice | undefined,
): ChoiceRecord | undefined {
  const isOrdinary = requested.type === "auto" && underlying === undefined && outcome.type === "satisfied" &&
    corrected === undefined &&
    (enforcement === "native" || enforcement === "none");
  if (isOrdinary) return undefined;
  return {
    ...{ requested, source, enforcement, outcome },
    ...(underlying === undefined ? {} : { underlying }),
    ...(corrected === undefined ? {} : { corrected }),
  };
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
