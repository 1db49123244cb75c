// A policy, ready to decide, and its state in one thread: what a step reads from the header, moves by observations, and commits.

import { remembered } from "../../core/lru.ts";
import type { Policy, RuleStates, RunProgress } from "../../core/policy.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import { isForced, permits, type ToolChoice } from "../../core/tool_choice.ts";
import type { MadePlan, ObservedCall, Slices } from "../../kernel/hooks/facts.ts";
import { toCallResult } from "../../core/policy/automaton.ts";
import { type CompiledRule, compileRules, hashContent, observeCall } from "../../core/policy/rule_set.ts";

/** A policy with its rules as automata. */
export interface CompiledPolicy {
  readonly policy: Policy;
  readonly rules: readonly CompiledRule[];
  /** For each condition the key under which the run remembers that its forced choice was satisfied. */
  readonly conditionKeys: readonly string[];
}

/** The state of a policy in a thread. */
export interface PolicyState {
  /** One number a rule. */
  readonly rules: readonly number[];
  /** Keys of the conditions whose forced choice was satisfied in this run. */
  readonly satisfied: readonly string[];
  /** The tool of the run's last observation. */
  readonly lastTool: string | null;
  /** Observations of the run since the last completed one. */
  readonly failures: number;
}

/** The policy, compiled once for each object. */
export const compilePolicy: (policy: Policy) => CompiledPolicy = remembered((policy) => ({
  policy,
  rules: compileRules(policy.rules),
  conditionKeys: policy.conditions.map(({ when, choice }, index) =>
    typeof when === "function" ? hashContent({ index, choice }) : hashContent({ when, choice })
  ),
}));

/** What a thread keeps of its policy: the states of rules by their keys, and for the run what its conditions read. */
export type PolicySlices = Slices<RuleStates, RunProgress>;

/** What is kept before anything has happened. */
export const NEW_SLICES: PolicySlices = { thread: {}, run: { rules: {} } };

/** The state as it is kept. A rule that nothing is kept of has seen nothing. */
export function readPolicyState(
  { rules, conditionKeys }: CompiledPolicy,
  { thread, run }: PolicySlices,
): PolicyState {
  return {
    rules: rules.map(({ key, scope }) => numberAt(scope === "run" ? run.rules : thread, key) ?? 0),
    satisfied: conditionKeys.filter((key) => numberAt(run.rules, key) === 1),
    lastTool: run.lastTool ?? null,
    failures: run.failures ?? 0,
  };
}

/** What is kept, with the states of rules that the policy did not have when it was. They are those that the entries lead to. */
export function adoptStates(
  { rules }: CompiledPolicy,
  kept: PolicySlices,
  replayed: () => PolicySlices,
): PolicySlices {
  const missing = (scope: CompiledRule["scope"], states: RuleStates) =>
    rules.filter((rule) => rule.scope === scope && numberAt(states, rule.key) === undefined);
  const [ofRun, ofThread] = [missing("run", kept.run.rules), missing("thread", kept.thread)];
  if (ofRun.length === 0 && ofThread.length === 0) return kept;
  const { run, thread } = replayed();
  return {
    run: { ...kept.run, rules: { ...kept.run.rules, ...statesAt(ofRun, run.rules) } },
    thread: { ...kept.thread, ...statesAt(ofThread, thread) },
  };
}

function statesAt(rules: readonly CompiledRule[], states: RuleStates): RuleStates {
  return Object.fromEntries(rules.map(({ key }) => [key, numberAt(states, key) ?? 0]));
}

function numberAt(states: RuleStates, key: string): number | undefined {
  return Object.hasOwn(states, key) ? states[key] : undefined;
}

/** The key of the condition whose forced choice a plan of the history has satisfied. */
export function findSatisfiedKey(
  { policy, conditionKeys }: CompiledPolicy,
  { choice, calls }: Pick<MadePlan, "choice" | "calls">,
): string | undefined {
  if (choice?.source !== "condition" || !isForced(choice.requested)) return undefined;
  if (!calls.some((name) => permits(choice.requested, name))) return undefined;
  const requested = serializeChoice(choice.requested);
  return conditionKeys[policy.conditions.findIndex((each) => serializeChoice(each.choice) === requested)];
}

function serializeChoice(choice: ToolChoice): string {
  return canonicalJson(JSON.parse(JSON.stringify(choice)));
}

/** The state after the outcome of a call. A result that a caller sent for a tool of the server is not counted. */
export function stateBehind(
  { rules }: CompiledPolicy,
  state: PolicyState,
  call: Pick<ObservedCall, "name" | "outcome" | "error" | "isGiven">,
): PolicyState {
  if (call.isGiven) return state;
  const result = toCallResult(call);
  const failures = result === "completed" ? 0 : state.failures + 1;
  return {
    ...state,
    rules: observeCall(rules, state.rules, call.name, result),
    lastTool: call.name,
    failures,
  };
}

/** The state after an answer that satisfied the forced choice of the condition with this key. */
export function markSatisfied(state: PolicyState, key: string | undefined): PolicyState {
  return key === undefined || state.satisfied.includes(key)
    ? state
    : { ...state, satisfied: [...state.satisfied, key] };
}

/** The state as a commit keeps it: at most 16 bytes a rule. */
export function toSlices(
  { rules }: CompiledPolicy,
  { rules: states, satisfied, lastTool, failures }: PolicyState,
): PolicySlices {
  const statesOf = (scope: CompiledRule["scope"]) =>
    rules.flatMap(({ key, scope: own }, index) => own === scope ? [[key, states[index] ?? 0] as const] : []);
  return {
    run: {
      rules: Object.fromEntries([...statesOf("run"), ...satisfied.map((key) => [key, 1] as const)]),
      lastTool: lastTool ?? undefined,
      failures: failures || undefined,
    },
    thread: Object.fromEntries(statesOf("thread")),
  };
}
