// The step: act, then plan. It runs the calls of the previous plan, asks for one new plan, and drafts the commit.

import { rememberPlan } from "../../choice/loop_guard.ts";
import type { PlannedCall } from "../../core/call.ts";
import {
  type AssistantEntry,
  type CallBlock,
  callsOf,
  type ChoiceRecord,
  textOf,
  type ToolEntry,
  type UserEntry,
} from "../../core/entry.ts";
import { AgentError, toAgentError } from "../../core/error.ts";
import type { StepEventBody } from "../../core/event.ts";
import { newId } from "../../core/id.ts";
import type { RunState, ThreadStatus } from "../../core/state.ts";
import {
  type ChoiceOutcome,
  type EffectiveChoice,
  isForced,
  type Violation,
  type Warning,
} from "../../core/tool_choice.ts";
import { act, ranAsTool, stopAfterActing } from "./act.ts";
import type { CallView } from "../result.ts";
import type { PlanChoice } from "../choice/plan_choice.ts";
import { actedDraft, type Draft, type DraftBase, failedDraft, nextState } from "./draft.ts";
import { type Asking, isCancelled, type JudgedPlan, planFrom } from "./plan.ts";
import { planCalls } from "./planned_calls.ts";
import type { RuntimeDeps, ToolResult } from "../request.ts";
import type { Session } from "../session/open.ts";

export interface StepOptions {
  /** What the plan is made under; null for a step that only runs what is pending; the refusal where nothing may be planned. */
  readonly choosing: PlanChoice | AgentError | null;
  /** What the caller ran itself. */
  readonly toolResults: readonly ToolResult[];
  readonly signal: AbortSignal;
}

/**
 * Runs one step of an open session. Yields everything that happens but the last event, which is the committer's.
 * Throws only when nothing may be committed: the thread was taken over before a `once` tool ran, or the store is away.
 */
export async function* step(
  session: Session,
  options: StepOptions,
  deps: RuntimeDeps,
): AsyncGenerator<StepEventBody, Draft> {
  const number = session.header.counters.steps + 1;
  const warnings: Warning[] = [];
  const refusal = options.choosing instanceof AgentError ? options.choosing : undefined;
  const choosing = options.choosing instanceof AgentError ? null : options.choosing;
  const choice = choosing?.effective ?? null;
  const startedAt = deps.clock();
  yield {
    type: "step.started",
    thread: session.ref.thread,
    agent: session.agent.name,
    step: number,
    model: session.model.ref,
    choice,
    at: startedAt,
  };
  for (const warning of [...session.notes, ...(choice?.warnings ?? [])]) {
    warnings.push(warning);
    yield { type: "warning", ...warning };
  }

  const observations = yield* act(session, { ...options, step: number }, deps);
  const inputs = session.inbox.map((entry): UserEntry => ({ ...entry, version: nextVersion(session) }));
  const base: DraftBase = {
    number,
    entries: [...observations, ...inputs],
    acted: session.pending.map((call, index) => actedView(call, observations[index])),
    calls: session.pending.filter((call, index) => ranAsTool(call, observations[index])).length,
    choice,
    warnings,
    learned: choosing?.learned,
  };
  const stop = stopAfterActing(session, observations) ?? refusal;
  if (stop) return failedDraft(base, stop, session, deps);
  if (!choosing) return actedDraft(base, observations, session, deps);

  const asking: Asking = { choosing, usage: undefined, learned: undefined, corrected: undefined, warnings };
  try {
    const judged = yield* planFrom(
      asking,
      session,
      { seen: base.entries, startedAt, signal: options.signal },
      deps,
    );
    yield { type: "usage", ...judged.plan.usage };
    return yield* planned(baseAfter(base, asking), judged, asking, session, options.signal, deps);
  } catch (error) {
    if (asking.usage) yield { type: "usage", ...asking.usage };
    return failedDraft(baseAfter(base, asking), toAgentError(error), session, deps, asking.usage);
  }
}

// The choice and the lessons as the asking left them.
function baseAfter(base: DraftBase, { choosing, learned }: Asking): DraftBase {
  return { ...base, choice: choosing.effective, learned: learned ?? base.learned };
}

function actedView({ id, name, args }: PlannedCall, observation: ToolEntry | undefined): CallView {
  return {
    id,
    name,
    args,
    state: observation?.outcome ?? "unknown",
    output: observation?.output ?? null,
  };
}

async function* planned(
  base: DraftBase,
  { plan, verdict: { outcome, satisfies } }: JudgedPlan,
  { choosing: { effective: choice }, corrected }: Asking,
  session: Session,
  signal: AbortSignal,
  deps: RuntimeDeps,
): AsyncGenerator<StepEventBody, Draft> {
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
    yield { type: "warning", code: "choice_violated", message };
    logViolation(session, plan.model, choice, outcome.how, deps);
  }
  const pending = planCalls(asked, plan.finish, choice.requested, session, base.calls);
  for (const call of pending) {
    if (call.disposition.type !== "approve") continue;
    yield { type: "approval.requested", callId: call.id, name: call.name, args: call.args };
  }
  const status = statusAfter(pending, state.run);
  return {
    ...base,
    warnings,
    entries: interrupted && plan.blocks.length === 0 ? base.entries : [...base.entries, entry],
    pending,
    status,
    state: nextState(base, session, deps, {
      ...(isForced(choice.requested) && satisfies ? { satisfied: true } : {}),
      recent: recentAfter(asked, state.recent, agent.limits.repeatedCalls),
    }),
    plan,
    outcome,
    usage: plan.usage,
    output: status === "done" ? textOf(plan.blocks) : null,
    error: undefined,
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

function statusAfter(pending: readonly PlannedCall[], run: RunState): ThreadStatus {
  if (pending.length === 0) return "done";
  if (run.execution === "predict") return "waiting";
  return pending.some((call) => call.disposition.type === "approve") ? "waiting" : "open";
}

function nextVersion({ header }: Session): number {
  return header.version + 1;
}
