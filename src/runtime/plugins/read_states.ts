// The states of plugins as a session begins with them: what the thread has stored, else what the entries that its window still has lead
// to, as in a fork, and in a thread that is older than the plugin.

import { callsOf, type Entry, type ToolEntry } from "../../core/entry.ts";
import { toAgentError } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import type { AgentState } from "../../core/state.ts";
import type { ReadHistory } from "../../history/read_history.ts";
import type { AgentPlugins, SharedFacts } from "../../kernel/agent_plugins.ts";
import { type PluginState, type PluginStates, readSlices } from "../../kernel/plugin_states.ts";
import { argsIn, observedCall, takenInputs } from "./observed_call.ts";

/** The states of the run that planned the pending calls. */
export function readStates(
  compiled: AgentPlugins,
  { slices: thread, run: { slices: run } }: AgentState,
  history: ReadHistory,
  facts: SharedFacts,
): PluginStates {
  let replayed: PluginStates | undefined;
  const states = compiled.plugins.flatMap((plugin): (readonly [string, PluginState])[] => {
    try {
      const state = readSlices(plugin, { thread, run }) ??
        (replayed ??= replay(compiled, history.entries, facts)).get(plugin.name);
      return state === undefined ? [] : [[plugin.name, state]];
    } catch (thrown) {
      return [[plugin.name, { failed: toAgentError(thrown), before: undefined }]];
    }
  });
  return new Map(states);
}

/** The states behind entries, from the initial ones on. */
function replay(compiled: AgentPlugins, entries: readonly Entry[], facts: SharedFacts): PluginStates {
  let states: PluginStates = new Map();
  let args = new Map<string, JsonObject>();
  let steps: ToolEntry[] = [];
  const observe = () => {
    states = compiled.observed(
      states,
      steps.map((entry) => observedCall(entry, args.get(entry.callId) ?? {})),
      facts,
    );
    steps = [];
  };
  for (const entry of entries) {
    if (entry.type === "tool") {
      steps.push(entry);
      continue;
    }
    if (steps.length > 0) observe();
    if (entry.type === "assistant") {
      args = new Map(callsOf(entry).map((call) => [call.id, argsIn(call.args)]));
    }
    if (entry.type !== "user") continue;
    states = compiled.take(compiled.ofNextRun(states), takenInputs([entry]), facts);
  }
  if (steps.length > 0) observe();
  return states;
}
