// A policy, ready to decide, and its state in one thread: what a step reads from the header, moves by observations, and commits.

import type { AssistantEntry, Entry, Observation } from "../../core/entry.ts";
import { callsOf } from "../../core/entry.ts";
import type { Policy, RuleStates, RunProgress } from "../../core/policy.ts";
import { type CallResult, resultOf } from "../../core/policy/automaton.ts";
import {
  type CompiledRule,
  compileRules,
  keyOf,
  observeCall,
  statesOfNextRun,
} from "../../core/policy/rule_set.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import { isForced, permits, type ToolChoice } from "../../core/tool_choice.ts";

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

const compiledPolicies = new WeakMap<Policy, CompiledPolicy>();

/** The policy, compiled once for each object. */
export function compilePolicy(policy: Policy): CompiledPolicy {
  const known = compiledPolicies.get(policy);
  if (known !== undefined) return known;
  const compiled: CompiledPolicy = {
    policy,
    rules: compileRules(policy.rules),
    conditionKeys: policy.conditions.map(({ when, choice }, index) =>
      typeof when === "function" ? keyOf({ index, choice }) : keyOf({ when, choice })
    ),
  };
  compiledPolicies.set(policy, compiled);
  return compiled;
}

/** The stored parts that a state is read from. */
export interface StoredProgress {
  readonly run: RunProgress | undefined;
  readonly thread: RuleStates | undefined;
  /** Entries of the run and of the whole window, read only for rules without a stored state. */
  readonly entries: { readonly run: () => readonly Entry[]; readonly thread: () => readonly Entry[] };
}

/**
 * The state as it is stored. A rule without one, because the policy changed or the thread is a fork, takes it from the entries
 * that the window still has.
 */
export function readPolicyState(
  compiled: CompiledPolicy,
  { run, thread, entries }: StoredProgress,
): PolicyState {
  const { rules, conditionKeys } = compiled;
  const states = rules.map(({ key, scope }) => numberAt(scope === "run" ? run?.rules : thread, key));
  const lacks = (scope: CompiledRule["scope"]) =>
    rules.some((rule, index) => rule.scope === scope && states[index] === undefined);
  const replayScope = (scope: CompiledRule["scope"]) =>
    lacks(scope) ? replay(compiled, entries[scope]()).rules : [];
  const replayedRun = run === undefined ? replay(compiled, entries.run()) : undefined;
  const fromRun = replayedRun?.rules ?? replayScope("run");
  const fromThread = replayScope("thread");
  return {
    rules: rules.map(({ scope }, index) =>
      states[index] ?? (scope === "run" ? fromRun : fromThread)[index] ?? 0
    ),
    satisfied: replayedRun?.satisfied ?? conditionKeys.filter((key) => numberAt(run?.rules, key) === 1),
    lastTool: replayedRun?.lastTool ?? run?.lastTool ?? null,
    failures: replayedRun?.failures ?? run?.failures ?? 0,
  };
}

function numberAt(states: RuleStates | undefined, key: string): number | undefined {
  return states !== undefined && Object.hasOwn(states, key) ? states[key] : undefined;
}

/** The state of a policy before anything has happened. */
export function newPolicyState({ rules }: CompiledPolicy): PolicyState {
  return { rules: rules.map(() => 0), satisfied: [], lastTool: null, failures: 0 };
}

function replay(compiled: CompiledPolicy, entries: readonly Entry[]): PolicyState {
  let state = newPolicyState(compiled);
  for (const entry of entries) {
    if (entry.type === "tool") state = stateBehind(compiled, state, entry);
    else if (entry.type === "assistant") state = markSatisfied(state, findSatisfiedKey(compiled, entry));
  }
  return state;
}

/** The key of the condition whose forced choice the answer satisfied. */
function findSatisfiedKey(
  { policy, conditionKeys }: CompiledPolicy,
  entry: AssistantEntry,
): string | undefined {
  const { choice } = entry;
  if (choice?.source !== "condition" || !isForced(choice.requested)) return undefined;
  if (!callsOf(entry).some(({ name }) => permits(choice.requested, name))) return undefined;
  const requested = textOf(choice.requested);
  return conditionKeys[policy.conditions.findIndex((each) => textOf(each.choice) === requested)];
}

function textOf(choice: ToolChoice): string {
  return canonicalJson(JSON.parse(JSON.stringify(choice)));
}

/** The state behind an observation. What a caller brought for a tool of the server counts for nothing. */
export function stateBehind(
  compiled: CompiledPolicy,
  state: PolicyState,
  observation: Pick<Observation, "name" | "outcome" | "error" | "brought">,
): PolicyState {
  return observation.brought
    ? state
    : withObservation(compiled, state, observation.name, resultOf(observation));
}

/** The state after an observation of the tool. */
export function withObservation(
  { rules }: CompiledPolicy,
  state: PolicyState,
  tool: string,
  result: CallResult,
): PolicyState {
  const failures = result === "completed" ? 0 : state.failures + 1;
  return { ...state, rules: observeCall(rules, state.rules, tool, result), lastTool: tool, failures };
}

/** The state after an answer that satisfied the forced choice of the condition with this key. */
export function markSatisfied(state: PolicyState, key: string | undefined): PolicyState {
  return key === undefined || state.satisfied.includes(key)
    ? state
    : { ...state, satisfied: [...state.satisfied, key] };
}

/** The state at the beginning of the next run. */
export function nextRunState(compiled: CompiledPolicy, state: PolicyState): PolicyState {
  return { ...newPolicyState(compiled), rules: statesOfNextRun(compiled.rules, state.rules) };
}

/** The state as a commit keeps it: at most 16 bytes a rule. */
export function toStoredPolicyState(
  { rules }: CompiledPolicy,
  { rules: states, satisfied, lastTool, failures }: PolicyState,
): { readonly run: RunProgress; readonly thread: RuleStates | undefined } {
  const statesOf = (scope: CompiledRule["scope"]) =>
    rules.flatMap(({ key, scope: own }, index) => own === scope ? [[key, states[index] ?? 0] as const] : []);
  const ofThread = statesOf("thread");
  return {
    run: {
      rules: Object.fromEntries([...statesOf("run"), ...satisfied.map((key) => [key, 1] as const)]),
      ...(lastTool === null ? {} : { lastTool }),
      ...(failures === 0 ? {} : { failures }),
    },
    thread: ofThread.length === 0 ? undefined : Object.fromEntries(ofThread),
  };
}
