// The plugins of a session: their states when the pending calls run, and their states when the step plans.

import type { StandingOffer } from "../../choice/offers.ts";
import type { ChosenCondition, ResolvedChoice } from "../../choice/resolved_choice.ts";
import { budgetLeft, currentBudgets } from "../../../core/budget/current_budgets.ts";
import { isSearch } from "../../choice/bridged_choice.ts";
import { type CallMark, isForCaller, isRunnable, type PlannedCall } from "../../../core/call.ts";
import type { Entry, ToolEntry, UserEntry } from "../../../core/entry.ts";
import { deepFreeze } from "../../../core/deep_freeze.ts";
import { type AgentError, failureFields } from "../../../core/error.ts";
import { mayRun, resolveArgs } from "../../../core/held_calls/people.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { AgentState } from "../../../core/state.ts";
import type { ThreadHeader } from "../../../core/store/thread.ts";
import type { Counters } from "../../../core/usage.ts";
import type { ReadHistory } from "../../history/read_history.ts";
import type { ObservedCall } from "../facts.ts";
import type { AgentPlugins, SharedFacts } from "../agent_plugins.ts";
import type { ShadowPlugin } from "../choice_hooks.ts";
import { isWhole, type PluginStates, storedStates } from "../plugin_states.ts";
import type { Redactor } from "../redaction.ts";
import type { RuntimeDeps } from "../../deps.ts";
import type { Session, SessionPlugins } from "../../session.ts";
import { argsByCall, beginsRun, toMadePlan, toObservedCall, toTakenInputs } from "./observed_call.ts";
import { readStates } from "./read_states.ts";
import { type SliceFields, sliceFields, storedSlices, withoutStale } from "./stored_slices.ts";

/** What the plugins of a session are opened from. `state` is that of the run which planned the calls. */
export interface OpenPlugins {
  readonly state: AgentState;
  readonly history: ReadHistory;
  readonly pending: readonly PlannedCall[];
  readonly marks: Session["marks"];
  /** Ids of the calls that the caller brings results for. */
  readonly given: ReadonlySet<string>;
  /** The history that the thread begins with; empty after its first step. */
  readonly imported: readonly Entry[];
  /** What the step takes. */
  readonly inbox: readonly UserEntry[];
}

/** The thread that facts are of. */
export type FactsOf = Pick<Session, "ref" | "agent" | "meta" | "user" | "pending"> & {
  readonly header: Pick<ThreadHeader, "counters">;
  readonly state: Pick<AgentState, "run" | "plan" | "extraSteps">;
};

/** What all plugins are told of a step. */
export function buildFacts(thread: FactsOf): SharedFacts {
  const { ref, agent, meta, user, state: { run, plan } } = thread;
  return {
    tenant: ref.tenant,
    threadId: ref.thread,
    user: user ?? null,
    metadata: deepFreeze(meta.metadata),
    steps: run.steps,
    tools: Object.freeze(agent.tools.map(({ name }) => name)),
    budgetLeft: Object.freeze(budgetLeft(currentBudgets(agent.limits, run, countersAtPlan(thread)))),
    plan: deepFreeze(plan ?? meta.plan ?? agent.plan ?? null),
  };
}

/** The counters of a thread at its next plan: the calls that are about to run count. */
export function countersAtPlan(
  { agent, header: { counters }, pending, state: { extraSteps = 0 } }: Pick<
    FactsOf,
    "agent" | "header" | "pending" | "state"
  >,
): Counters {
  const calls = counters.calls +
    pending.filter((call) => isRunnable(call) && !isSearch(call.name, agent)).length;
  return { ...counters, steps: counters.steps + extraSteps, calls };
}

/**
 * The plugins that decide about a thread of an agent; undefined for none. `tools` are those that the agent has with those of its servers.
 *
 * @throws {AgentError} plugin_failed, and the refusal of a plugin
 */
export async function loadPlugins(
  { ref: { tenant, thread: threadId }, agent }: Pick<Session, "ref" | "agent">,
  { plugins, agents }: Pick<RuntimeDeps, "plugins" | "agents">,
): Promise<AgentPlugins | undefined> {
  const tools = agent.tools.map((tool) => tool.name);
  const loaded = plugins.forThread(agents.get(agent.name) ?? agent, { tenant, threadId, tools });
  const compiled = loaded instanceof Promise ? await loaded : loaded;
  return compiled.hasAny ? compiled : undefined;
}

/** The plugins with what the thread has stored of them; undefined for an agent that no plugin decides about. */
export function openPlugins(
  compiled: AgentPlugins | undefined,
  { state, history, pending, marks, given, imported, inbox }: OpenPlugins,
  thread: FactsOf,
): SessionPlugins | undefined {
  if (compiled === undefined) return undefined;
  const facts = buildFacts(thread);
  const calls = readStates(compiled, state, { history, imported }, facts);
  const opened = { compiled, calls, isNewRun: beginsRun(inbox), inputs: toTakenInputs(inbox) };
  const expected = pending
    .filter((call) => mayRun(call, marks.get(call.id)) && (isForCaller(call) || !given.has(call.id)))
    .map((call): ObservedCall => ({
      callId: call.id,
      name: call.name,
      args: argsSeen(call, marks.get(call.id), compiled.redactor),
      outcome: "completed",
      output: null,
      ms: 0,
      isGiven: false,
      isExpected: true,
    }));
  return { ...opened, plan: statesAtPlan(opened, expected, facts) };
}

/** The arguments as they will stand in the history: those of a person are redacted there. */
function argsSeen(call: PlannedCall, mark: CallMark | undefined, redactor: Redactor | undefined): JsonObject {
  const args = resolveArgs(call, mark);
  return redactor === undefined || args === call.args ? args : redactor.showObject(args);
}

function statesAtPlan(
  { compiled, calls, isNewRun, inputs }: Omit<SessionPlugins, "plan">,
  observed: readonly ObservedCall[],
  facts: SharedFacts,
): PluginStates {
  const after = compiled.observed(calls, observed, facts);
  return compiled.take(isNewRun ? compiled.ofNextRun(after) : after, inputs, facts);
}

/** A call and what it has come to. */
interface ObservedOf {
  readonly call: PlannedCall;
  readonly observation: ToolEntry;
}

/** The session at its plan, when the pending calls have come to these observations. Plugins that fail about them are logged. */
export function withObservedCalls(
  session: Session,
  acted: readonly ObservedOf[],
  deps: Pick<RuntimeDeps, "log">,
): Session {
  const { plugins } = session;
  if (plugins === undefined || acted.length === 0) return session;
  // A call that does not run is kept without its arguments; the plan has them.
  const allRan = acted.every(({ call }) => isRunnable(call));
  const plan = allRan ? undefined : session.history.newest().find((entry) => entry.type === "assistant");
  const written = plan && argsByCall(plan);
  const observed = acted.map(({ call, observation }) =>
    toObservedCall(observation, written?.get(call.id) ?? call.args, plugins.compiled.redactor)
  );
  const states = statesAtPlan(plugins, observed, buildFacts(session));
  logFailures(states, session, deps);
  return { ...session, plugins: { ...plugins, plan: states } };
}

/** The session behind its plan, which has satisfied this condition. Plugins that fail about it are logged. */
export function withPlanned(
  session: Session,
  plan: Parameters<typeof toMadePlan>[0],
  satisfied: ChosenCondition | undefined,
  deps: Pick<RuntimeDeps, "log">,
): Session {
  const { plugins } = session;
  if (plugins === undefined) return session;
  const made = toMadePlan(plan, false);
  const states = plugins.compiled.planned(plugins.plan, made, buildFacts(session), satisfied);
  logFailures(states, session, deps);
  return { ...session, plugins: { ...plugins, plan: states } };
}

/**
 * Refuses a step that a plugin refuses, or could not decide about.
 *
 * @throws {AgentError} step_refused, plugin_failed
 */
export function assertMayStep(plugins: SessionPlugins | undefined, thread: FactsOf): void {
  if (plugins === undefined) return;
  plugins.compiled.assertWhole(plugins.plan);
  const refusal = findRefusal(plugins, undefined, buildFacts(thread));
  if (refusal !== undefined) throw refusal;
}

/** The refusal of a step with these states, by default those that the step of the session begins with: none of its calls counts yet. */
function findRefusal(
  plugins: SessionPlugins,
  states: PluginStates | undefined,
  facts: SharedFacts,
): AgentError | undefined {
  const { compiled } = plugins;
  return compiled.decidesAboutSteps
    ? compiled.refusal(states ?? statesAtPlan(plugins, [], facts), facts)
    : undefined;
}

/**
 * True where a plugin refuses the step behind this one: the run ends here, and the next request is told why. `states` and `run` are those
 * that the commit leaves; without a plan the states are those that the step has begun with.
 */
export function refusesNext(
  session: Session,
  states: PluginStates | undefined,
  run: AgentState["run"],
): boolean {
  const { plugins } = session;
  if (plugins === undefined) return false;
  try {
    return findRefusal(plugins, states, buildFacts({ ...session, state: { ...session.state, run } })) !==
      undefined;
  } catch {
    return true; // the next begin says which plugin has failed
  }
}

/** What plugins say of the choice of a plan. */
export interface PluginDecisions {
  readonly offers: readonly StandingOffer[];
  /** Asked where nothing stronger decides. */
  readonly choose: () => ResolvedChoice | undefined;
  readonly shadows: readonly ShadowPlugin[];
}

/**
 * What the plugins say of the choice of a session's plan; undefined where none is about its agent.
 *
 * @throws {AgentError} plugin_failed
 */
export function findDecisions(session: Session): PluginDecisions | undefined {
  const { plugins } = session;
  if (plugins === undefined) return undefined;
  const { compiled, plan } = plugins;
  const facts = buildFacts(session);
  return {
    offers: compiled.offers(plan, facts),
    choose: () => compiled.choose(plan, facts),
    shadows: compiled.inShadow(plan, facts),
  };
}

/** What plugins tell the model before the plan of a session. */
export function listReminders(session: Session, deps: Pick<RuntimeDeps, "log">): readonly string[] {
  const { plugins } = session;
  if (plugins === undefined) return [];
  return plugins.compiled.reminders(plugins.plan, buildFacts(session), failureLog(session, deps));
}

function logFailures(
  states: PluginStates,
  session: Pick<Session, "ref">,
  deps: Pick<RuntimeDeps, "log">,
): void {
  const log = failureLog(session, deps);
  for (const state of states.values()) if (!isWhole(state)) log(state.failed);
}

/** What logs the failure of a plugin, with its cause: no response has it. */
export function failureLog(
  { ref: { tenant, thread } }: Pick<Session, "ref">,
  { log }: Pick<RuntimeDeps, "log">,
): (error: AgentError) => void {
  return (error) => log("warn", "plugin failed", { thread, tenant, ...failureFields(error) });
}

/**
 * What the state of the thread keeps of plugins. The states of plugins that the deployment does not have stay as they are, but for those
 * that the step would leave behind what has happened.
 */
export function toStoredSlices(
  { plugins, header, state }: Pick<Session, "plugins" | "header" | "state">,
): SliceFields {
  const deciding = plugins?.compiled.plugins ?? [];
  const stored = withoutStale(storedSlices(state), deciding);
  return sliceFields(
    plugins === undefined ? stored : storedStates(deciding, plugins.plan, stored, header.version + 1),
  );
}
