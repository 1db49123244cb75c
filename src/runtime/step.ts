// The step: act, then plan. It runs the calls of the previous plan, asks for one new plan, and drafts the commit.

import { rememberPlan } from "../choice/repeats.ts";
import { toolsToSend } from "../choice/economy.ts";
import { enforce } from "../choice/enforce.ts";
import { resolveChoice } from "../choice/resolve.ts";
import { verifyChoice } from "../choice/verify.ts";
import { amended, type Lacks } from "../core/capability.ts";
import type { PlannedCall } from "../core/call.ts";
import type { Plan, Turn } from "../core/driver.ts";
import {
  type AssistantEntry,
  type CallBlock,
  callsOf,
  type Entry,
  textOf,
  type ToolEntry,
  type UserEntry,
} from "../core/entry.ts";
import { AgentError, toAgentError } from "../core/error.ts";
import type { StepEventBody } from "../core/event.ts";
import { newId } from "../core/id.ts";
import type { RunState, ThreadStatus } from "../core/state.ts";
import { type EffectiveChoice, type EnforcedChoice, isForced, type Warning } from "../core/tool_choice.ts";
import { act, ranAsTool, stopAfterActing } from "./act.ts";
import type { CallView } from "./answer.ts";
import { actedDraft, type Draft, type DraftBase, failedDraft, nextState } from "./draft.ts";
import { patienceWith } from "./patience.ts";
import { planCalls } from "./planned_calls.ts";
import type { RuntimeDeps, ToolResult } from "./request.ts";
import type { Session } from "./session.ts";

export interface StepOptions {
  /** False for a step that only runs what is pending. */
  readonly plans: boolean;
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
  const choosing = options.plans ? chooseFor(session, deps) : null;
  const choice = choosing?.effective ?? null;
  yield {
    type: "step.started",
    thread: session.ref.thread,
    agent: session.agent.name,
    step: number,
    model: session.model.ref,
    choice,
    at: deps.clock(),
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
  };
  const stop = stopAfterActing(session, observations);
  if (stop) return failedDraft(base, stop, session, deps);
  if (!choosing) return actedDraft(base, observations, session, deps);

  try {
    const plan = yield* planFrom(session, base, choosing, warnings, options.signal, deps);
    yield { type: "usage", ...plan.usage };
    return yield* planned(base, plan, choosing.effective, session, options.signal, deps);
  } catch (error) {
    return failedDraft(base, toAgentError(error), session, deps);
  }
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

// Choose ----------------------------------------------------------------------------------------------------------------

/** What a plan is made under: the choice as it is told, and what the provider is given for it. */
export interface Choosing {
  readonly effective: EffectiveChoice;
  readonly enforced: EnforcedChoice;
  readonly lacks: Lacks;
}

function chooseFor(session: Session, deps: RuntimeDeps): Choosing {
  const { agent, state, model: { provider, model }, header, pending, inbox } = session;
  const aboutToRun = pending.filter(({ disposition: { type } }) => type === "run" || type === "approve");
  const resolved = resolveChoice({
    agent,
    run: state.run,
    counters: { ...header.counters, calls: header.counters.calls + aboutToRun.length },
    environment: deps.environmentChoice,
    acted: inbox.length === 0 && (pending.length > 0 || state.run.acted === true),
  });
  const capabilities = amended(provider.capabilities(model, agent.settings), {}, []);
  const { lacks } = capabilities;
  const enforced = enforce({
    choice: resolved.choice,
    tools: toolsToSend(agent),
    parallel: agent.limits.parallelCalls === 1 ? false : undefined,
    capabilities,
    onUnsupported: "degrade",
    onlyNeeded: false,
  });
  const { choice, tools, parallel, enforcement, because, warnings } = enforced;
  const effective: EffectiveChoice = {
    requested: resolved.choice,
    source: resolved.source,
    sent: provider.map({ model, choice, tools, parallel, settings: agent.settings, lacks }),
    toolsSent: tools.map(({ name }) => name),
    enforcement,
    because: `${resolved.because}; ${because}`,
    warnings,
  };
  return { effective, enforced, lacks };
}

// Plan ------------------------------------------------------------------------------------------------------------------

async function* planFrom(
  session: Session,
  base: DraftBase,
  choosing: Choosing,
  warnings: Warning[],
  signal: AbortSignal,
  deps: RuntimeDeps,
): AsyncGenerator<StepEventBody, Plan> {
  const driver = deps.driver(session.agent.driver);
  const planning = driver.plan(turnOf(session, base.entries, choosing, signal, deps));
  const patience = patienceWith(signal, deps);
  let isDone = false;
  try {
    for (;;) {
      const event = await patience.wait(planning.next());
      if (event.done) {
        isDone = true;
        return event.value;
      }
      if (event.value.type === "warning") {
        warnings.push({ code: event.value.code, message: event.value.message });
      }
      yield event.value;
    }
  } finally {
    patience.end();
    // A driver that is left early may tidy up, but nobody waits for one that does not listen.
    if (!isDone) planning[Symbol.asyncDispose]().then(undefined, () => {});
  }
}

/** The turn that a driver plans from, given what was observed since the history was read. */
export function turnOf(
  session: Session,
  seen: readonly Entry[],
  { effective, enforced, lacks }: Choosing,
  signal: AbortSignal,
  deps: RuntimeDeps,
): Turn {
  const { agent, model, history } = session;
  return {
    get entries() {
      return [...history.prompt, ...seen];
    },
    entriesFrom: (count) => [...history.promptFrom(count), ...seen],
    memo: history.memo,
    remember: (memo) => history.remember(memo),
    agent,
    provider: model.provider,
    model: model.model,
    modelRef: model.ref,
    summary: session.header.summary,
    plan: session.meta.plan ?? agent.plan,
    tools: agent.tools,
    choice: effective,
    enforced,
    lacks,
    cacheKey: `${session.ref.tenant}/${session.ref.thread}`,
    mintCallId: () => newId("call", deps.random),
    io: { fetch: deps.fetch, signal },
  };
}

async function* planned(
  base: DraftBase,
  plan: Plan,
  choice: EffectiveChoice,
  session: Session,
  signal: AbortSignal,
  deps: RuntimeDeps,
): AsyncGenerator<StepEventBody, Draft> {
  const { agent, state } = session;
  const interrupted = isCancelled(signal);
  const entry: AssistantEntry = {
    type: "assistant",
    id: newId("entry", deps.random),
    at: deps.clock(),
    version: nextVersion(session),
    blocks: plan.blocks,
    finish: plan.finish,
    model: plan.model,
    usage: plan.usage,
    ...(interrupted ? { interrupted: true } : {}),
  };
  const asked = callsOf(entry);
  const outcome = verifyChoice(choice.requested, asked.map((call) => call.name));
  const warnings = [...base.warnings];
  if (outcome.type === "violated" && !interrupted) {
    const message = `The model's answer violates the tool choice: ${outcome.how}.`;
    warnings.push({ code: "choice_violated", message });
    yield { type: "warning", code: "choice_violated", message };
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
      ...(isForced(choice.requested) && outcome.type === "satisfied" ? { satisfied: true } : {}),
      recent: recentAfter(asked, state.recent, agent.limits.repeatedCalls),
    }),
    plan,
    usage: plan.usage,
    output: status === "done" ? textOf(plan.blocks) : null,
    error: undefined,
  };
}

function recentAfter(
  asked: readonly CallBlock[],
  recent: readonly string[],
  limit: number,
): readonly string[] {
  return asked.length === 0 ? recent : rememberPlan(recent, asked, limit);
}

// The driver has returned what was said until then; the commit will find out that it was fenced.
function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof AgentError && reason.code === "step_cancelled";
}

function statusAfter(pending: readonly PlannedCall[], run: RunState): ThreadStatus {
  if (pending.length === 0) return "done";
  if (run.execution === "predict") return "waiting";
  return pending.some((call) => call.disposition.type === "approve") ? "waiting" : "open";
}

function nextVersion({ header }: Session): number {
  return header.version + 1;
}
