// The policy of a session: its state when the pending calls run, and its state when the step plans.

import { inDollars } from "../../core/budget/limits.ts";
import { currentBudgets, leftOf } from "../../core/budget/current_budgets.ts";
import type { Amount } from "../../core/store/ledger.ts";
import type { CurrentPolicy } from "../../choice/resolve.ts";
import {
  type CompiledPolicy,
  markSatisfied,
  nextRunState,
  type PolicyState,
  readPolicyState,
  stateBehind,
  toStoredPolicyState,
  withObservation,
} from "../../choice/policy/policy_state.ts";
import { isForCaller, type PlannedCall } from "../../core/call.ts";
import type { Observation, ToolEntry } from "../../core/entry.ts";
import { mayRun } from "../../core/held_calls/people.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { PolicyView } from "../../core/policy.ts";
import { findBrokenRules } from "../../core/policy/rule_set.ts";
import type { AgentState } from "../../core/state.ts";
import type { Counters } from "../../core/usage.ts";
import type { ReadHistory } from "../../history/read_history.ts";
import { callsAboutToRun, toBlocked } from "../held_calls/about_to_run.ts";
import type { Session, SessionPolicy } from "../session.ts";

/** What a session's policy is opened from. `state` is that of the run which planned the calls. */
export interface OpenPolicy {
  readonly state: AgentState;
  readonly history: ReadHistory;
  readonly pending: readonly PlannedCall[];
  readonly marks: Session["marks"];
  /** Ids of the calls that the caller brings results for. */
  readonly given: ReadonlySet<string>;
  readonly isNewRun: boolean;
}

/** Opens the policy with what the thread has stored of it. */
export function openPolicy(
  compiled: CompiledPolicy,
  { state, history, pending, marks, given, isNewRun }: OpenPolicy,
): SessionPolicy {
  const { run, rules: thread } = state;
  const calls = readPolicyState(compiled, {
    run: run.policy,
    thread,
    entries: {
      run: () => run.input === undefined ? [] : history.from(run.input).entries,
      thread: () => history.entries,
    },
  });
  const expected = pending.filter((call) =>
    mayRun(call, marks.get(call.id)) && (isForCaller(call) || !given.has(call.id))
  );
  const plan = expected.reduce(
    (state, { name }) => withObservation(compiled, state, name, "completed"),
    calls,
  );
  return { compiled, calls, isNewRun, plan: isNewRun ? nextRunState(compiled, plan) : plan };
}

/** The session at its plan, when the pending calls have come to these observations. */
export function withObservations(session: Session, observations: readonly ToolEntry[]): Session {
  const { policy } = session;
  if (policy === undefined || observations.length === 0) return session;
  const { compiled, calls, isNewRun } = policy;
  const state = observations.reduce(
    (state, observation) => stateBehind(compiled, state, observation),
    calls,
  );
  return { ...session, policy: { ...policy, plan: isNewRun ? nextRunState(compiled, state) : state } };
}

/** The session when its plan has satisfied the forced choice of a condition. */
export function withSatisfied(session: Session, condition: string | undefined): Session {
  const { policy } = session;
  if (policy === undefined || condition === undefined) return session;
  return { ...session, policy: { ...policy, plan: markSatisfied(policy.plan, condition) } };
}

/** What the state of the thread keeps of the policy: of the run, and of the thread. */
export function policyFields({ policy }: Session): {
  readonly run: Pick<AgentState["run"], "policy">;
  readonly thread: Pick<AgentState, "rules">;
} {
  if (policy === undefined) return { run: {}, thread: {} };
  const { run, thread } = toStoredPolicyState(policy.compiled, policy.plan);
  return { run: { policy: run }, thread: thread === undefined ? {} : { rules: thread } };
}

/** The observations of pending calls that the rules no longer permit: rules are checked again when a call is about to run. */
export function refuseNow({ policy, pending, marks }: Session): ReadonlyMap<string, Observation> {
  const refused = new Map<string, Observation>();
  if (policy === undefined || policy.compiled.policy.mode === "shadow") return refused;
  const { compiled: { policy: { name }, rules }, calls } = policy;
  const about = callsAboutToRun(pending, marks);
  const broken = findBrokenRules(rules, calls.rules, about.map((call) => call.name));
  about.forEach((call, index) => {
    const rule = broken[index];
    if (rule === undefined) return;
    refused.set(call.id, toBlocked(call, `${ruleInWords(name, rule.name)} no longer permits it.`));
  });
  return refused;
}

/** For each call of a plan the name of the rule that it breaks, whatever the mode of the policy is. */
export function findBrokenNames(
  { policy }: Pick<Session, "policy">,
  called: readonly string[],
): readonly (string | undefined)[] {
  if (policy === undefined) return [];
  return findBrokenRules(policy.compiled.rules, policy.plan.rules, called).map((rule) => rule?.name);
}

/** A rule of a policy, as a reason. */
export function ruleInWords(policy: string, rule: string): string {
  return `The rule "${rule}" of policy ${policy}`;
}

/** The policy as the choice of the next plan reads it. `counters` include the calls that are about to run. */
export function toCurrentPolicy(session: Session, policy: SessionPolicy, counters: Counters): CurrentPolicy {
  return { compiled: policy.compiled, state: policy.plan, view: viewOf(session, policy.plan, counters) };
}

function viewOf(
  { agent: { limits, plan }, state: { run, plan: changed }, meta, user }: Session,
  { lastTool, failures }: PolicyState,
  counters: Counters,
): PolicyView {
  const budgets = currentBudgets(limits, run, counters);
  const left = (amount: Amount) => leftOf(budgets, amount) ?? null;
  const microDollars = left("microDollars");
  return {
    step: run.steps,
    lastTool,
    failures,
    budgetLeft: {
      steps: left("steps") ?? 0,
      calls: left("calls"),
      tokens: left("tokens"),
      usd: microDollars === null ? null : inDollars("microDollars", microDollars),
      wallMs: left("wallMs"),
    },
    user: user ?? null,
    metadata: meta.metadata,
    phase: phaseOf(changed ?? meta.plan ?? plan),
  };
}

function phaseOf(plan: Json | undefined): string | null {
  return isJsonObject(plan) && typeof plan.phase === "string" ? plan.phase : null;
}
