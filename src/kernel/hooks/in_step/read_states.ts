// The states of plugins as a session begins with them: what the thread has stored, else what the entries that its window still has lead
// to, as in a fork, and in a thread that is older than the plugin.

import type { Entry } from "../../../core/entry.ts";
import { toAgentError } from "../../../core/error.ts";
import { isBrought } from "../../../core/history/brought.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { AgentState } from "../../../core/state.ts";
import { openEntry } from "../../history/lazy_entry.ts";
import type { ReadHistory } from "../../history/read_history.ts";
import { type AgentPlugins, requireSlices, type SharedFacts } from "../agent_plugins.ts";
import { type PluginState, type PluginStates, readSlices, seenVersion } from "../plugin_states.ts";
import { storedSlices } from "./stored_slices.ts";
import { argsByCall, beginsRun, toMadePlan, toObservedCall, toTakenInputs } from "./observed_call.ts";

/** The states of the run that planned the pending calls. `imported` is the history that the thread begins with in this step. */
export function readStates(
  compiled: AgentPlugins,
  state: AgentState,
  { history, imported }: { readonly history: ReadHistory; readonly imported: readonly Entry[] },
  facts: SharedFacts,
): PluginStates {
  const stored = storedSlices(state);
  let replayed: PluginStates | undefined;
  return new Map(compiled.plugins.map((plugin): readonly [string, PluginState] => {
    const replayOne = () => {
      replayed ??= replay(compiled, new Map(), [...history.entries, ...imported], facts);
      return requireSlices(plugin, replayed);
    };
    try {
      const slices = compiled.adopt(plugin, readSlices(plugin, stored, replayOne), replayOne);
      const seen = seenVersion(plugin, stored);
      const missed = readMissed(seen, history);
      if (missed.length === 0) return [plugin.name, slices];
      const before = new Map([[plugin.name, slices]]);
      return [plugin.name, requireSlices(plugin, replay(compiled.only(plugin), before, missed, facts, seen))];
    } catch (thrown) {
      return [plugin.name, { failed: toAgentError(thrown), before: undefined }];
    }
  }));
}

/**
 * The entries of steps that a deployment without the plugin has made, from the answer on whose calls they begin with. None in the ordinary
 * case: the last entry is of the commit that stored the states.
 */
function readMissed(seen: number | undefined, { texts }: ReadHistory): readonly Entry[] {
  const missed: Entry[] = [];
  if (seen === undefined) return missed;
  for (let index = texts.length - 1; index >= 0; index--) {
    const entry = openEntry(texts[index] ?? "");
    const isSeen = entry.version <= seen;
    if (isSeen && missed.at(-1)?.type !== "tool") break;
    if (!isSeen || entry.type === "assistant") missed.push(entry);
    if (isSeen && entry.type === "assistant") break;
  }
  return missed.reverse();
}

/** The states behind entries. Of the answer of version `seen`, whose calls the first ones have come to, the plan is in `before`. */
function replay(
  compiled: AgentPlugins,
  before: PluginStates,
  entries: readonly Entry[],
  facts: SharedFacts,
  seen = -1,
): PluginStates {
  let states = before;
  let args: ReadonlyMap<string, JsonObject> = new Map();
  for (const group of groupEntries(entries)) {
    const [first] = group;
    const observed = group.filter((entry) => entry.type === "tool");
    states = compiled.observed(
      states,
      observed.map((entry) => toObservedCall(entry, args.get(entry.callId) ?? {}, compiled.redactor)),
      facts,
    );
    if (first?.type === "assistant") args = argsByCall(first);
    const inputs = group.filter((entry) => entry.type === "user");
    const begun = beginsRun(inputs) ? compiled.ofNextRun(states) : states;
    states = compiled.take(begun, toTakenInputs(inputs), facts);
    for (const entry of group) {
      if (entry.type === "assistant" && entry.version > seen) {
        states = compiled.planned(states, toMadePlan(entry, true), facts);
      }
    }
  }
  return states;
}

/** The entries as steps have seen them: the outcomes of one plan together, and the inputs of one step. */
function groupEntries(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  let last: Entry | undefined;
  for (const entry of entries) {
    const isOfLast = last?.type === entry.type && (entry.type === "tool" || isOfSameStep(entry, last));
    if (isOfLast) groups.at(-1)?.push(entry);
    else groups.push([entry]);
    last = entry;
  }
  return groups;
}

/** A history that a step brings stands before its inputs, and is no part of them. */
function isOfSameStep(input: Entry, before: Entry): boolean {
  return input.type === "user" && input.version === before.version && isBrought(input) === isBrought(before);
}

/**
 * What the fork keeps of the states of plugins per thread: all where it shares everything, else that those for safety are needed. States
 * that it does not keep are what its entries lead to.
 */
export function slicesOfFork({ slices = {} }: AgentState, isWhole: boolean): Pick<AgentState, "slices"> {
  const kept = Object.entries(slices).flatMap(([name, slice]) => {
    if (isWhole) return [[name, slice] as const];
    return slice.safety ? [[name, { v: slice.v, safety: true } as const] as const] : [];
  });
  return kept.length === 0 ? {} : { slices: Object.fromEntries(kept) };
}
