// A plan as the draft of its step: the entry, what becomes of its calls, and the state that they lead to.

import type { BrokenRule } from "../choice/verify.ts";
import { countRefused, loopIn, readLoopKey, rememberPlan } from "../choice/loop_guard.ts";
import { counts, judgedNames } from "../choice/bridged_choice.ts";
import { choiceInWords, type ResolvedChoice } from "../choice/resolved_choice.ts";
import type { Agent } from "../../core/agent.ts";
import {
  type AssistantEntry,
  type CallBlock,
  type ChoiceRecord,
  type Entry,
  type FailureEntry,
  joinText,
  listCalls,
} from "../../core/entry.ts";
import { AgentError, isCancelled } from "../../core/error.ts";
import type { ApprovalRequested } from "../../core/event.ts";
import { newId } from "../../core/text/id.ts";
import { listNames } from "../../core/text/list_names.ts";
import { isForced, permits, type ToolChoice } from "../../core/tool_choice.ts";
import type {
  ChoiceOutcome,
  EffectiveChoice,
  Violation,
  Warning,
} from "../../core/tool_choice/choice_report.ts";
import { approvalRequest } from "../held_calls/call_views.ts";
import { awaitedAsStored, statusAfter } from "../held_calls/thread_status.ts";
import { findCompacted } from "../plan/compacted.ts";
import { countsTokens, type Report } from "../plan/plan_window.ts";
import { withPlanned } from "../hooks/in_step/session_plugins.ts";
import { toEarlierRequests } from "../log/earlier_requests.ts";
import { failureOfPlan } from "../log/failure_entry.ts";
import { toRequestRecord } from "../log/request_record.ts";
import type { RuntimeDeps } from "../deps.ts";
import { withCalled, withOpened } from "../session/thread_tools.ts";
import type { Session } from "../session.ts";
import type { Draft, DraftBase } from "../draft.ts";
import { nextState } from "./drafts.ts";
import type { PlanResult } from "./plan.ts";
import { planCalls } from "./planned_calls.ts";
import { restFor } from "./rate_limits.ts";
import type { RunningStep } from "./running_step.ts";

type Planned = Extract<PlanResult, { type: "planned" }>;

/** The draft of a step that has a plan. Warnings about it and requests for approval are emitted. */
export async function plannedDraft(
  base: DraftBase,
  result: Planned,
  before: Session,
  { emit, signal }: RunningStep,
  deps: RuntimeDeps,
): Promise<Draft> {
  const called = before.opened && withCalled(before, result.plan.blocks);
  const session = called === undefined ? before : withOpened(called, called.opened?.planned?.());
  const { agent, state } = session;
  const { plan, verification, choice: { effective: choice, resolved } } = result;
  const { outcome, satisfies, broken, held, asksPeople } = verification;
  const interrupted = isCancelled(signal);
  const entry = {
    ...await toEntry(result, session, interrupted, deps),
    selections: listDecisions(before.opened, base.entries),
  };
  const asked = listCalls(entry);
  if (outcome.type === "violated") logViolation(session, plan.model, { choice, how: outcome.how }, deps);
  const judged = called && judgedNames(asked, called, choice.requested);
  const { calls: pending, warnings: ofHolds } = planCalls(asked, {
    finish: plan.finish,
    choice: choice.requested,
    justRun: base.calls + (base.children?.counters.calls ?? 0),
    now: deps.clock(),
    check: deps.executor.check,
    judged,
    broken,
    held,
    asksPeople,
  }, session);
  const found = [...ruleWarnings(asked, result), ...ofHolds];
  for (const warning of found) emit({ type: "warning", ...warning });
  const requests: ApprovalRequested[] = [];
  for (const call of pending) {
    const { id: callId, name, args } = call;
    const awaited = awaitedAsStored(call);
    if (awaited === "caller") emit({ type: "result.requested", callId, name, args });
    if (awaited !== "people") continue;
    const request = await approvalRequest(call);
    requests.push(request);
    emit(request);
  }
  const refused = countRefused(state.run, pending);
  const limit = agent.limits.repeatedCalls;
  const error = loopIn(pending, { choice: choice.requested, refused, limit }) ??
    (pending.length > 0 ? undefined : missingTwice(result));
  const status = error ? "failed" : statusAfter(pending, state.run, agent);
  const isSatisfied = satisfies && satisfiesOwn(resolved, judged ?? asked.map(({ name }) => name), agent);
  const isKept = !interrupted || plan.blocks.length > 0;
  const satisfied = isSatisfied ? resolved.condition : undefined;
  const behind = isKept ? withPlanned(session, entry, satisfied, deps) : session;
  const next = nextState(
    { ...base, error },
    behind,
    deps,
    {
      satisfied: isSatisfied && resolved.condition === undefined ? true : state.run.satisfied,
      refused: refused === 0 ? undefined : refused,
      recent: asked.length === 0
        ? state.recent
        : rememberPlan(state.recent, asked, { limit, key: readLoopKey(session) }),
      report: toReport(result, session),
    },
  );
  const resumeAt = error || state.run.execution === "predict" ? undefined : restFor(pending, next.limited);
  return {
    ...base,
    warnings: [...base.warnings, ...found],
    entries: [
      ...base.entries,
      ...isKept ? [entry] : await keepCancelled(result, session, deps),
    ],
    pending,
    requests,
    status,
    state: resumeAt === undefined ? next : { ...next, resumeAt, resumeFor: "tools" },
    plan,
    opened: session.opened,
    planned: { choice: result.choice, session: before, isSent: result.sent.body !== undefined },
    plugins: behind.plugins?.plan,
    outcome,
    usage: plan.usage,
    output: status === "done" ? joinText(plan.blocks) : null,
    error,
  };
}

/** The words of an answer that was to call a tool, and does not when it is asked again, are no answer. */
function missingTwice(
  { corrected, plan, verification: { outcome }, choice }: Planned,
): AgentError | undefined {
  if (corrected === undefined || outcome.type !== "violated" || outcome.how !== "missing") return undefined;
  return new AgentError(
    "choice_unsupported",
    `${choice.model.ref} was asked a second time for ${
      choiceInWords(choice.effective.requested)
    }, and called no tool.`,
    { details: { finish: plan.finish } },
  );
}

/** The plan as an entry, with the record of its request. */
async function toEntry(
  result: Planned,
  session: Session,
  interrupted: boolean,
  deps: RuntimeDeps,
): Promise<AssistantEntry> {
  const { agent, header, history, state } = session;
  const { plan, verification: { outcome }, choice: { effective, resolved }, corrected } = result;
  const kept = interrupted ? undefined : toChoiceRecord(effective, outcome, corrected, resolved.underlying);
  const logged = result.log.length;
  const record = await toRequestRecord(result.choice, {
    earlier: await toEarlierRequests(result.attempts, { history, agent, logged }),
    compacted: findCompacted(history, result.choice.model, result.choice.lacks) !== undefined,
    sent: result.sent,
    start: history.start,
    pinned: history.pinned.map(({ index }) => index),
    agent,
    parallel: state.run.parallel,
    thinkingFrom: result.thinkingFrom ?? state.thinkingFrom,
    response: plan.response,
    dropped: result.dropped,
    kept,
  });
  return {
    type: "assistant",
    id: newId("entry", deps.random),
    at: deps.clock(),
    version: header.version + 1,
    blocks: plan.blocks,
    finish: plan.finish,
    model: plan.model,
    usage: plan.usage,
    interrupted: interrupted || undefined,
    choice: kept,
    record,
  };
}

/** How the tools of the answer were selected since the one before; undefined where nothing was. */
function listDecisions(
  opened: Session["opened"],
  entries: readonly Entry[],
): AssistantEntry["selections"] {
  const all = opened?.decisions?.(entries.filter((entry) => entry.type === "tool")) ?? [];
  return all.length === 0 ? undefined : all;
}

/** What is kept of a plan that was cancelled before the model had said anything: its requests. */
async function keepCancelled(
  { attempts, log }: Planned,
  session: Session,
  deps: RuntimeDeps,
): Promise<readonly FailureEntry[]> {
  const all = attempts.map((attempt) => ({ ...attempt, why: attempt.why ?? "failure" as const }));
  const failure = { code: "step_cancelled", logged: log.length };
  return [await failureOfPlan(session, all, failure, deps)].filter((entry) => entry !== undefined);
}

/** What plugins in shadow would do with the calls, and how the answer violates its choice. */
function ruleWarnings(
  asked: readonly CallBlock[],
  { verification: { outcome, broken, shadowed } }: Planned,
): Warning[] {
  const warnings = shadowed.map(({ id, by, would }): Warning => {
    const name = asked.find((call) => call.id === id)?.name;
    return { code: "policy_shadow", message: `${by}, in shadow, would ${would} ${name}.` };
  });
  if (outcome.type === "violated") {
    warnings.push({
      code: "choice_violated",
      message: `The model's answer violates the tool choice: ${howInWords(outcome.how, broken)}.`,
    });
  }
  return warnings;
}

/** How an answer violates its choice: `missing`, `rule "search first"`, `plugin limits (pay is used up)`. */
function howInWords(how: Violation, broken: readonly (BrokenRule | undefined)[]): string {
  const words = broken.flatMap((rule) => {
    if (rule === undefined) return [];
    const { of, name, message } = rule;
    return of === "rule"
      ? `rule "${name}"`
      : `plugin ${name}${message === undefined ? "" : ` (${message.replace(/\.$/, "")})`}`;
  });
  if (words.length === 0) return how;
  const listed = listNames([...new Set(words)]);
  return how === "rule" ? listed : `${how}, ${listed}`;
}

/** What the model reported of its request; undefined where the usage is that of several requests, or nothing is estimated by it. */
function toReport(
  { plan: { usage, model }, sent, dropped, corrected }: Planned,
  session: Session,
): Report | undefined {
  const isOne = dropped === 0 && corrected === undefined;
  return isOne && countsTokens(session) ? { model, usage, bytes: sent.bytes } : undefined;
}

/** True when the calls satisfy the forced choice itself, and not only the rules that narrowed it or put it off. */
function satisfiesOwn(
  { choice, underlying = choice }: ResolvedChoice,
  asked: readonly string[],
  agent: Agent,
): boolean {
  return isForced(underlying) &&
    asked.some((name) => permits(choice, name) && counts(underlying, name, agent));
}

/** What the history keeps of the choice; nothing of the ordinary one. */
function toChoiceRecord(
  { requested, source, enforcement }: EffectiveChoice,
  outcome: ChoiceOutcome,
  corrected: Violation | undefined,
  underlying: ToolChoice | undefined,
): ChoiceRecord | undefined {
  const isOrdinary = requested.type === "auto" && underlying === undefined && outcome.type === "satisfied" &&
    corrected === undefined &&
    (enforcement === "native" || enforcement === "none");
  if (isOrdinary) return undefined;
  return { requested, source, enforcement, outcome, underlying, corrected };
}

function logViolation(
  { ref: { tenant, thread }, agent }: Session,
  model: string,
  { choice: { requested, enforcement }, how }: { readonly choice: EffectiveChoice; readonly how: Violation },
  { log }: Pick<RuntimeDeps, "log">,
): void {
  const choice = requested.type;
  log("warn", "choice violated", { thread, tenant, agent: agent.name, model, choice, enforcement, how });
}
