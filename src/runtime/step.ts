// The step: act, then plan. It runs the calls of the previous plan, asks for one new plan, and drafts the commit; what is
// drafted becomes true only when runtime/run.ts commits it.

import { rememberPlan } from "../choice/repeats.ts";
import { resolveChoice } from "../choice/resolve.ts";
import { verifyChoice } from "../choice/verify.ts";
import type { PlannedCall } from "../core/call.ts";
import type { Plan, Turn } from "../core/driver.ts";
import {
  type AssistantEntry,
  callsOf,
  type Entry,
  type Observation,
  textOf,
  type ToolEntry,
  type UserEntry,
} from "../core/entry.ts";
import { AgentError, toAgentError } from "../core/error.ts";
import type { StepEventBody } from "../core/event.ts";
import { newId } from "../core/id.ts";
import type { AgentState, RunState, ThreadStatus } from "../core/state.ts";
import { type EffectiveChoice, isForced, type Warning } from "../core/tool_choice.ts";
import type { Usage } from "../core/usage.ts";
import type { CallView } from "./answer.ts";
import { planCalls } from "./planned_calls.ts";
import type { RuntimeDeps, StepRequest, ToolResult } from "./request.ts";
import type { Session } from "./session.ts";

/** What a step did and wants to be committed. */
export interface Draft {
  readonly number: number;
  /** Observations, then the inputs, then the plan; each with the version that the commit will produce. */
  readonly entries: readonly Entry[];
  /** The new calls; empty when the run has nothing left to act on. */
  readonly pending: readonly PlannedCall[];
  readonly status: ThreadStatus;
  readonly state: AgentState;
  readonly choice: EffectiveChoice | null;
  /** The calls that got their observation in this step, in order. */
  readonly acted: readonly CallView[];
  readonly plan: Plan | undefined;
  /** What the step counts: calls given to tools and the tokens of its plan. */
  readonly calls: number;
  readonly usage: Usage;
  readonly warnings: readonly Warning[];
  /** The final text, or the outputs of an `execute` run; null while the run goes on. */
  readonly output: string | null;
  /** The step failed after this much; what the draft holds is committed all the same. */
  readonly error: AgentError | undefined;
  /** Old entries that a summary stands for from now on; see compact.ts. */
  readonly summary?: { readonly text: string; readonly base: number };
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

export interface StepOptions {
  /** False for a step that only runs what is pending. */
  readonly plans: boolean;
  readonly signal: AbortSignal;
}

/**
 * Runs one step of an open session. Yields everything that happens but the last event, which is the committer's.
 * Throws only when nothing may be committed: the thread was taken over before a `once` tool ran, or the store is away.
 */
export async function* step(
  session: Session,
  request: StepRequest,
  options: StepOptions,
  deps: RuntimeDeps,
): AsyncGenerator<StepEventBody, Draft> {
  const number = session.header.counters.steps + 1;
  const warnings: Warning[] = [];
  const choice = options.plans ? chooseFor(session, deps) : null;
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

  const observations = yield* act(session, request, number, options.signal, deps);
  const seen = [...observations, ...session.inbox.map((entry): UserEntry => stamp(entry, session))];
  const base: DraftBase = {
    number,
    entries: seen,
    acted: session.pending.map((call, index) => actedView(call, observations[index])),
    calls: session.pending.filter((call, index) => ranAsTool(call, observations[index])).length,
    choice,
    warnings,
  };
  const stop = stopAfterActing(session, observations);
  if (stop) return failed({ ...base, error: stop }, session, deps);
  if (!choice) return actedOnly(base, observations, session, deps);

  let plan: Plan;
  try {
    plan = yield* planFrom(session, seen, choice, warnings, options.signal, deps);
  } catch (error) {
    return failed({ ...base, error: toAgentError(error) }, session, deps);
  }
  yield { type: "usage", ...plan.usage };
  return yield* planned(base, plan, choice, session, options.signal, deps);
}

function chooseFor(session: Session, deps: RuntimeDeps): EffectiveChoice {
  const { agent, state, model, header, pending } = session;
  const aboutToRun =
    pending.filter(({ disposition: { type } }) => type === "run" || type === "approve").length;
  const resolved = resolveChoice({
    agent,
    run: state.run,
    counters: { ...header.counters, calls: header.counters.calls + aboutToRun },
    environment: deps.environmentChoice,
    acted: session.inbox.length === 0 &&
      (pending.length > 0 || session.history.entries.at(-1)?.type === "tool"),
  });
  const mapping = model.provider.map({
    model: model.model,
    choice: resolved.choice,
    tools: agent.tools,
    parallel: agent.limits.parallelCalls === 1 ? false : undefined,
    settings: agent.settings,
  });
  return {
    ...mapping,
    requested: resolved.choice,
    source: resolved.source,
    because: mapping.because === "" ? resolved.because : `${resolved.because}; ${mapping.because}`,
  };
}

// Act -------------------------------------------------------------------------------------------------------------------

async function* act(
  session: Session,
  request: StepRequest,
  number: number,
  signal: AbortSignal,
  deps: RuntimeDeps,
): AsyncGenerator<StepEventBody, ToolEntry[]> {
  if (session.pending.length === 0) return [];
  const settled = new Map<string, Observation>();
  for (const call of session.pending) {
    const result = request.toolResults.find(({ callId }) => callId === call.id);
    const observation = result ? fromCaller(call, result) : session.abandoned ? notRun(call) : undefined;
    if (observation) settled.set(call.id, observation);
  }
  const toRun = session.pending.filter((call) => !settled.has(call.id));
  if (toRun.length > 0) {
    const ran = yield* deps.executor.execute(toRun, {
      agent: session.agent,
      tenant: session.ref.tenant,
      thread: session.ref.thread,
      step: number,
      epoch: session.header.epoch,
      marks: session.marks,
      cancelledEpoch: session.header.cancelledEpoch,
      history: session.history.entries,
      signal,
      markStarted: (callIds) => markStarted(session, callIds, deps),
    });
    for (const observation of ran) settled.set(observation.callId, observation);
  }
  return session.pending.map((call): ToolEntry => {
    const observation = settled.get(call.id);
    if (!observation) {
      throw new AgentError("internal", `The executor gave no observation for call ${call.id}.`);
    }
    return {
      type: "tool",
      ...observation,
      id: newId("entry", deps.random),
      at: deps.clock(),
      version: next(session),
    };
  });
}

function fromCaller(call: PlannedCall, { output, failed }: ToolResult): Observation {
  const base = { callId: call.id, name: call.name, output, ms: 0 };
  if (!failed) return { ...base, outcome: "completed" };
  return { ...base, outcome: "failed", error: { kind: "failed", message: "The caller reports a failure." } };
}

function notRun(call: PlannedCall): Observation {
  return {
    callId: call.id,
    name: call.name,
    outcome: "skipped",
    output: null,
    error: { kind: "cancelled", message: "The call was only predicted, and the user went on." },
    ms: 0,
  };
}

async function markStarted(session: Session, callIds: readonly string[], deps: RuntimeDeps): Promise<void> {
  const marked = await deps.store.markStarted(session.ref, session.header.epoch, callIds);
  if (marked === "marked") return;
  throw new AgentError(
    "step_fenced",
    `Another step took thread ${session.ref.thread} over before its tools ran.`,
  );
}

function ranAsTool({ disposition }: PlannedCall, observation: ToolEntry | undefined): boolean {
  if (disposition.type !== "run" && disposition.type !== "approve") return false;
  const outcome = observation?.outcome;
  return outcome === "completed" || outcome === "failed" || outcome === "unknown";
}

function actedView(call: PlannedCall, observation: ToolEntry | undefined): CallView {
  return {
    id: call.id,
    name: call.name,
    args: call.args,
    state: observation?.outcome ?? "unknown",
    output: observation?.output ?? null,
  };
}

function stopAfterActing({ agent }: Session, observations: readonly ToolEntry[]): AgentError | undefined {
  const failure = observations.find((entry) =>
    entry.error?.kind === "fatal" || (agent.throwOnToolFailure && entry.outcome === "failed")
  );
  if (failure) {
    return new AgentError(
      "tool_failed",
      `Tool ${failure.name} failed: ${failure.error?.message ?? "no reason"}.`,
      {
        details: { tool: failure.name, callId: failure.callId, kind: failure.error?.kind ?? "failed" },
      },
    );
  }
  const block = agent.stopOnToolBlock ? observations.find((entry) => entry.outcome === "blocked") : undefined;
  if (!block) return undefined;
  return new AgentError(
    "tool_blocked",
    `Tool ${block.name} was blocked: ${block.error?.message ?? "no reason"}.`,
    {
      details: { tool: block.name, callId: block.callId },
    },
  );
}

// Plan ------------------------------------------------------------------------------------------------------------------

/** The turn that a driver plans from, given what was observed since the history was read. */
export function turnOf(
  session: Session,
  seen: readonly Entry[],
  choice: EffectiveChoice,
  signal: AbortSignal,
  deps: RuntimeDeps,
): Turn {
  const { agent, model, history } = session;
  return {
    agent,
    provider: model.provider,
    model: model.model,
    modelRef: model.ref,
    entries: [...taskOf(session), ...history.entries, ...seen],
    summary: session.header.summary,
    plan: session.meta.plan ?? agent.plan,
    tools: agent.tools,
    choice,
    parallel: agent.limits.parallelCalls === 1 ? false : undefined,
    cacheKey: `${session.ref.tenant}/${session.ref.thread}`,
    mintCallId: () => newId("call", deps.random),
    io: { fetch: deps.fetch, signal },
  };
}

function taskOf({ history, header }: Session): Entry[] {
  if (history.task === undefined) return [];
  return [{ type: "user", id: "entry_task", at: 0, version: header.version, text: history.task }];
}

async function* planFrom(
  session: Session,
  seen: readonly Entry[],
  choice: EffectiveChoice,
  warnings: Warning[],
  signal: AbortSignal,
  deps: RuntimeDeps,
): AsyncGenerator<StepEventBody, Plan> {
  const driver = deps.driver(session.agent.driver);
  const planning = driver.plan(turnOf(session, seen, choice, signal, deps));
  for (;;) {
    const event = await planning.next();
    if (event.done) return event.value;
    if (event.value.type === "warning") {
      warnings.push({ code: event.value.code, message: event.value.message });
    }
    yield event.value;
  }
}

type DraftBase = Pick<Draft, "number" | "acted" | "calls" | "choice" | "warnings" | "entries">;

async function* planned(
  base: DraftBase,
  plan: Plan,
  choice: EffectiveChoice,
  session: Session,
  signal: AbortSignal,
  deps: RuntimeDeps,
): AsyncGenerator<StepEventBody, Draft> {
  const { agent, state } = session;
  const warnings = [...base.warnings];
  const entry: AssistantEntry = {
    type: "assistant",
    id: newId("entry", deps.random),
    at: deps.clock(),
    version: next(session),
    blocks: plan.blocks,
    finish: plan.finish,
    model: plan.model,
    usage: plan.usage,
    ...(cancelled(signal) ? { interrupted: true } : {}),
  };
  const asked = callsOf(entry);
  const outcome = verifyChoice(choice.requested, asked.map((call) => call.name));
  if (outcome.type === "violated" && !cancelled(signal)) {
    const warning = {
      code: "choice_violated",
      message: `The model's answer violates the tool choice: ${outcome.how}.`,
    };
    warnings.push(warning);
    yield { type: "warning", ...warning };
  }
  const pending = planCalls(asked, plan.finish, choice.requested, session, base.calls);
  for (const call of pending) {
    if (call.disposition.type !== "approve") continue;
    yield { type: "approval.requested", callId: call.id, name: call.name, args: call.args };
  }
  const satisfied = isForced(choice.requested) && outcome.type === "satisfied";
  const status = statusAfter(pending, state.run);
  return {
    ...base,
    warnings,
    entries: cancelled(signal) && plan.blocks.length === 0 ? base.entries : [...base.entries, entry],
    pending,
    status,
    state: nextState(session, deps, {
      run: satisfied ? { satisfied: true } : {},
      recent: asked.length === 0
        ? state.recent
        : rememberPlan(state.recent, asked, agent.limits.repeatedCalls),
    }),
    plan,
    usage: plan.usage,
    output: status === "done" ? textOf(plan.blocks) : null,
    error: undefined,
  };
}

// The driver has returned what was said until then; the commit will find out that it was fenced.
function cancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof AgentError && reason.code === "step_cancelled";
}

function statusAfter(pending: readonly PlannedCall[], run: RunState): ThreadStatus {
  if (pending.length === 0) return "done";
  if (run.execution === "predict") return "waiting";
  return pending.some((call) => call.disposition.type === "approve") ? "waiting" : "open";
}

// Other ends ------------------------------------------------------------------------------------------------------------

// The tools have run and nothing is planned: an `execute` run is done with their outputs, any other still wants a plan.
function actedOnly(
  base: DraftBase,
  observations: readonly ToolEntry[],
  session: Session,
  deps: RuntimeDeps,
): Draft {
  const done = session.state.run.execution === "execute" && session.inbox.length === 0;
  const outputs = observations.map(({ outcome, output, error }) =>
    outcome === "completed" ? output : { error: error ? { ...error } : null }
  );
  return {
    ...base,
    pending: [],
    status: done ? "done" : "open",
    state: nextState(session, deps, {}),
    plan: undefined,
    usage: NO_USAGE,
    output: done ? JSON.stringify(outputs.length === 1 ? outputs[0] : outputs) : null,
    error: undefined,
  };
}

// Tools never run twice: their observations and the inputs are kept, and a later step plans from them.
function failed(
  base: DraftBase & { readonly error: AgentError },
  session: Session,
  deps: RuntimeDeps,
): Draft {
  const { error } = base;
  return {
    ...base,
    pending: [],
    status: error.retryable ? "open" : "failed",
    state: {
      ...nextState(session, deps, {}),
      error: { code: error.code, message: error.message.slice(0, 500) },
      ...(error.retryAfterMs === undefined ? {} : { resumeAt: deps.clock() + error.retryAfterMs }),
    },
    plan: undefined,
    usage: NO_USAGE,
    output: null,
  };
}

function nextState(
  session: Session,
  deps: RuntimeDeps,
  change: { run?: Partial<RunState>; recent?: readonly string[] },
): AgentState {
  const { state: { run, recent }, history: { task } } = session;
  return {
    run: { ...run, ...(task === undefined ? {} : { task }), ...change.run, steps: run.steps + 1 },
    recent: change.recent ?? recent,
    updatedAt: deps.clock(),
  };
}

function stamp(entry: UserEntry, session: Session): UserEntry {
  return { ...entry, version: next(session) };
}

function next(session: Session): number {
  return session.header.version + 1;
}
