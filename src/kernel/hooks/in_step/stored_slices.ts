// Where a thread keeps the states of plugins: in its slices. Features that were part of the step before there were plugins keep theirs where
// versions of then find them.

import type { RuleStates, RunProgress } from "../../../core/policy.ts";
import type { AgentState, RunState, StoredSlice } from "../../../core/state.ts";
import type { StoredStates } from "../plugin_states.ts";

/** The name of the plugin whose states stand in `run.policy` and `rules`. */
const POLICIES = "policies";

/** A state as versions of before wrote it: it tells no version of the thread, so the steps that a plugin has missed are not known of it. */
const EARLIER = { v: 1, safety: true } as const;

/** The states of plugins in a thread, by the names of the plugins. Rules that are missing beside a run are none. */
export function storedSlices(
  { slices: thread, rules, run: { slices: run, policy } }: AgentState,
): StoredStates {
  if (rules === undefined && policy === undefined) return { thread, run };
  return {
    thread: { ...thread, [POLICIES]: { ...EARLIER, state: { ...rules } } },
    run: policy === undefined ? run : { ...run, [POLICIES]: { ...EARLIER, state: toJson(policy) } },
  };
}

/** The parts of a thread's state that keep the states of plugins. */
export interface SliceFields {
  readonly thread: Pick<AgentState, "slices" | "rules">;
  readonly run: Pick<RunState, "slices" | "policy">;
}

/** The states of plugins as the state of a thread keeps them. */
export function sliceFields({ thread, run }: StoredStates): SliceFields {
  const [slices, rules] = takeOut(thread);
  const [runSlices, policy] = takeOut(run);
  return {
    thread: { slices, rules: isEmpty(rules) ? undefined : rules as RuleStates },
    run: { slices: runSlices, policy: policy as unknown as RunProgress | undefined },
  };
}

/**
 * The states without those that nothing brings up to date: a state that tells no version of the thread would be taken for that of now
 * when its plugin, which `deciding` does not have, decides again. It is what the entries lead to then.
 */
export function withoutStale(
  { thread, run }: StoredStates,
  deciding: readonly { readonly name: string }[],
): StoredStates {
  if (deciding.some(({ name }) => name === POLICIES)) return { thread, run };
  return { thread: takeOut(thread)[0], run: takeOut(run)[0] };
}

/** The state of a thread without those of plugins. */
export function withoutSlices({ slices: _slices, rules: _rules, run, ...state }: AgentState): AgentState {
  const { slices: _ofRun, policy: _policy, ...bare } = run;
  return { ...state, run: bare };
}

type Slices = StoredStates["thread"];

function takeOut(slices: Slices): readonly [rest: Slices, state: StoredSlice["state"]] {
  if (slices === undefined || !Object.hasOwn(slices, POLICIES)) return [slices, undefined];
  const { [POLICIES]: slice, ...rest } = slices;
  return [Object.keys(rest).length === 0 ? undefined : rest, slice?.state];
}

/** True for the states of a policy without a rule per thread: versions of before keep none. */
function isEmpty(rules: StoredSlice["state"]): boolean {
  return Object.keys(Object(rules)).length === 0;
}

function toJson(progress: RunProgress): StoredSlice["state"] {
  return { ...progress, rules: { ...progress.rules } };
}
