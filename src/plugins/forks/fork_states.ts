// The states of plugins that a fork of a whole thread begins with: those of the thread, behind the calls that the fork leaves out.

import type { Agent } from "../../core/agent.ts";
import type { AssistantEntry, ToolEntry } from "../../core/entry.ts";
import type { AgentState, ThreadMeta } from "../../core/state.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { ZERO_COUNTERS } from "../../core/usage.ts";
import { storedStates } from "../../kernel/hooks/plugin_states.ts";
import { argsByCall, toObservedCall } from "../../kernel/hooks/in_step/observed_call.ts";
import { readStates } from "../../kernel/hooks/in_step/read_states.ts";
import { buildFacts, loadPlugins } from "../../kernel/hooks/in_step/session_plugins.ts";
import { sliceFields, storedSlices } from "../../kernel/hooks/in_step/stored_slices.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { newestEntries } from "./fork_verdicts.ts";

/** A fork of a whole thread, whose pending calls have been skipped. */
export interface SkippingFork {
  readonly source: ThreadRef;
  readonly target: ThreadRef;
  readonly meta: ThreadMeta;
  /** The version that it begins with. */
  readonly version: number;
  /** Entries of the source that it shares. */
  readonly length: number;
  readonly plan: AssistantEntry;
  readonly skipped: readonly ToolEntry[];
  /** Of the deployment. */
  readonly agent: Agent;
  /** With the states that the source has stored. */
  readonly state: AgentState;
}

/**
 * The state with what plugins make of the skipped calls. The states of a fork of a part are what its entries lead to, the skipped ones
 * among them; those of a whole thread have seen the entries that it shares.
 *
 * @throws {AgentError} thread_unknown - the source was removed meanwhile
 * @throws {AgentError} plugin_failed, or that of a plugin that loads its decisions
 */
export async function stateBehindSkipped(
  { source, target, meta, version, length, plan, skipped, agent, state }: SkippingFork,
  deps: Pick<RuntimeDeps, "agents" | "plugins" | "store">,
): Promise<AgentState> {
  const stored = storedSlices(state);
  if (stored.thread === undefined && stored.run === undefined) return state;
  const compiled = await loadPlugins({ ref: target, agent }, deps);
  if (compiled === undefined) return state;
  const history = await newestEntries(source, length, agent.limits.historyEntries, deps);
  const header = { counters: ZERO_COUNTERS };
  const facts = buildFacts({ ref: target, agent, meta, user: meta.user, header, pending: [], state });
  const before = readStates(compiled, state, { history, imported: [] }, facts);
  const args = argsByCall(plan);
  const calls = skipped.map((entry) =>
    toObservedCall(entry, args.get(entry.callId) ?? {}, compiled.redactor)
  );
  const behind = compiled.observed(before, calls, facts);
  const { thread, run } = sliceFields(storedStates(compiled.plugins, behind, stored, version));
  return { ...state, ...thread, run: { ...state.run, ...run } };
}
