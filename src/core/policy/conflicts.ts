// Contradictions in a set of rules, found by walking the product of their automata: every state that a thread can reach.

import type { PolicyRule } from "../policy.ts";
import {
  breakingRule,
  type CompiledRule,
  compileRules,
  observed,
  statesOfNextRun,
  toolsIn,
  unansweredRule,
} from "./rule_set.ts";

/** Rules that cannot stand together. */
export interface RuleConflict {
  /** Indexes of the rules, rising: as few as have the conflict. */
  readonly rules: readonly number[];
  /** What follows from them, in one clause. */
  readonly detail: string;
}

/** Most states of rules that share tools. */
export const MAX_RULE_STATES = 4_096;

/**
 * The conflicts of a set of rules; none for a set in which every rule decides something, every tool can be called, and every
 * run can come to an answer as long as its calls complete. A tool that is only forbidden (`at_most` 0) is no conflict.
 *
 * @example
 * ```ts
 * import { conflictsOf } from "./conflicts.ts";
 * import assert from "node:assert/strict";
 *
 * const [conflict] = conflictsOf([
 *   { type: "after", tool: "a", after: ["b"] },
 *   { type: "after", tool: "b", after: ["a"] },
 * ]);
 * assert.deepEqual(conflict, { rules: [0, 1], detail: "a can never be called" });
 * ```
 */
export function conflictsOf(rules: readonly PolicyRule[]): RuleConflict[] {
  const found = components(rules).flatMap((indexes) => conflictsIn(rules, indexes));
  return found.filter(({ rules: core }, index) =>
    found.findIndex((other) => String(other.rules) === String(core)) === index
  );
}

/** The tools that the rules never permit, each with the rules that are the reason. */
export function neverPermitted(rules: readonly PolicyRule[]): ReadonlyMap<string, readonly number[]> {
  const never = new Map<string, readonly number[]>();
  for (const indexes of components(rules)) {
    const tools = toolsOf(rules, indexes);
    const walk = walkOf(rules, indexes, tools);
    if (walk === undefined) continue;
    for (const tool of tools) {
      if (walk.permitted.has(tool)) continue;
      never.set(tool, fewest(indexes, (some) => walkOf(rules, some, tools)?.permitted.has(tool) === false));
    }
  }
  return never;
}

function conflictsIn(rules: readonly PolicyRule[], indexes: readonly number[]): RuleConflict[] {
  const tools = toolsOf(rules, indexes);
  const walk = walkOf(rules, indexes, tools);
  if (walk === undefined) {
    return [{ rules: indexes, detail: `together they have more than ${MAX_RULE_STATES} states` }];
  }
  const found: RuleConflict[] = [];
  if (walk.deadEnd !== undefined) {
    const core = fewest(indexes, (some) => walkOf(rules, some, tools)?.deadEnd !== undefined);
    const called = walkOf(rules, core, tools)?.deadEnd ?? [];
    const after = called.length === 0 ? "" : `after ${called.join(", ")}, `;
    found.push({ rules: core, detail: `${after}no run could ever come to an answer` });
  }
  for (const tool of tools) {
    if (walk.permitted.has(tool)) continue;
    const core = fewest(indexes, (some) => walkOf(rules, some, tools)?.permitted.has(tool) === false);
    if (!isPlainBan(rulesAt(rules, core))) {
      found.push({ rules: core, detail: `${tool} can never be called` });
    }
  }
  if (found.length > 0) return found;
  for (const idle of indexes.filter((index) => !walk.deciding.has(index))) {
    const core = fewest(
      indexes,
      (some) => some.includes(idle) && walkOf(rules, some, tools)?.deciding.has(idle) === false,
    );
    found.push({ rules: core, detail: `${compileRules(rules)[idle]?.name} never decides anything` });
  }
  return found;
}

function toolsOf(rules: readonly PolicyRule[], indexes: readonly number[]): readonly string[] {
  return [...new Set(rulesAt(rules, indexes).flatMap(toolsIn))];
}

function rulesAt(rules: readonly PolicyRule[], indexes: readonly number[]): PolicyRule[] {
  return rules.filter((_, index) => indexes.includes(index));
}

function isPlainBan([rule, ...others]: readonly PolicyRule[]): boolean {
  return others.length === 0 && rule?.type === "at_most" && rule.times === 0;
}

/** A smallest part of `indexes` for which `holds` is true: no single index can be left out. */
function fewest(indexes: readonly number[], holds: (some: readonly number[]) => boolean): readonly number[] {
  let core = indexes;
  for (const index of indexes) {
    const without = core.filter((each) => each !== index);
    if (without.length > 0 && holds(without)) core = without;
  }
  return core;
}

/** Sets of rules that share no tool, so that none changes what another decides. Rules about the first call belong together. */
function components(rules: readonly PolicyRule[]): number[][] {
  const sets: { readonly names: Set<string>; readonly indexes: number[] }[] = [];
  rules.forEach((rule, index) => {
    const names = new Set([...toolsIn(rule), ...(rule.type === "first" ? ["\nfirst"] : [])]);
    const joined = sets.filter((set) => !set.names.isDisjointFrom(names));
    for (const set of joined) sets.splice(sets.indexOf(set), 1);
    sets.push({
      names: joined.reduce((all, set) => all.union(set.names), names),
      indexes: [...joined.flatMap((set) => set.indexes), index].sort((one, other) => one - other),
    });
  });
  return sets.map(({ indexes }) => indexes);
}

interface Walk {
  /** The tools that some reachable state permits. */
  readonly permitted: ReadonlySet<string>;
  /** Indexes of the rules that in some reachable state forbid what all others permit. */
  readonly deciding: ReadonlySet<number>;
  /** Completed calls that lead to a state from which no answer can be reached. */
  readonly deadEnd: readonly string[] | undefined;
}

interface Place {
  readonly states: readonly number[];
  /** The calls that led here. */
  readonly called: readonly string[];
  /** Reached by completed calls and inputs alone. */
  readonly isSmooth: boolean;
  /** The places that one completed call of the same run leads to. */
  readonly next: string[];
}

/** Walks all states of some of the rules; undefined when there are more than {@link MAX_RULE_STATES}. */
function walkOf(
  all: readonly PolicyRule[],
  indexes: readonly number[],
  tools: readonly string[],
): Walk | undefined {
  const rules = compileRules(ranked(rulesAt(all, indexes)));
  const places = new Map<string, Place>();
  const permitted = new Set<string>();
  const deciding = new Set<number>();
  const left: Place[] = [];
  const reach = (states: readonly number[], called: readonly string[], isSmooth: boolean): string => {
    const key = String(states);
    const known = places.get(key);
    if (known === undefined || (isSmooth && !known.isSmooth)) {
      const place: Place = { states, called, isSmooth, next: [] };
      places.set(key, place);
      left.push(place);
    }
    return key;
  };
  reach(rules.map(() => 0), [], true);
  for (let index = 0, place = left[0]; place !== undefined; place = left[++index]) {
    if (places.size > MAX_RULE_STATES) return undefined;
    const { states, called, isSmooth, next } = place;
    noteDeciding(rules, states, [...tools, OTHER], (index) => deciding.add(indexes[index] ?? index));
    reach(statesOfNextRun(rules, states), called, isSmooth);
    for (const tool of tools) {
      if (breakingRule(rules, states, tool) !== undefined) continue;
      permitted.add(tool);
      next.push(reach(observed(rules, states, tool, "completed"), [...called, tool], isSmooth));
      reach(observed(rules, states, tool, "ran"), [...called, tool], false);
      reach(observed(rules, states, tool, "refused"), [...called, tool], false);
    }
  }
  return { permitted, deciding, deadEnd: deadEndIn(rules, places) };
}

/** Stands for the tools that no rule names; it is no tool's name. */
const OTHER = "\nother";

/** Notes each rule that forbids a call, or an answer, which all other rules permit. */
function noteDeciding(
  rules: readonly CompiledRule[],
  states: readonly number[],
  tools: readonly string[],
  note: (index: number) => void,
): void {
  for (const tool of tools) {
    const breaking = rules.keys().filter((index) =>
      rules[index]?.automaton.permits(states[index] ?? 0, tool) === false
    ).toArray();
    if (breaking.length === 1 && breaking[0] !== undefined) note(breaking[0]);
  }
  const waiting = rules.keys().filter((index) =>
    rules[index]?.automaton.mayAnswer(states[index] ?? 0) === false
  ).toArray();
  if (waiting.length === 1 && waiting[0] !== undefined) note(waiting[0]);
}

/** The shortest way to a place without a way to an answer. */
function deadEndIn(
  rules: readonly CompiledRule[],
  places: ReadonlyMap<string, Place>,
): readonly string[] | undefined {
  const before = new Map<string, string[]>();
  for (const [key, { next }] of places) {
    for (const target of next) before.set(target, [...before.get(target) ?? [], key]);
  }
  const alive = new Set<string>();
  const left = [...places].filter(([, { states }]) => unansweredRule(rules, states) === undefined).map((
    [key],
  ) => key);
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    if (alive.has(key)) continue;
    alive.add(key);
    left.push(...before.get(key) ?? []);
  }
  const dead = [...places].filter(([key, { isSmooth }]) => isSmooth && !alive.has(key)).map(([, place]) =>
    place.called
  );
  return dead.sort((one, other) => one.length - other.length)[0];
}

/**
 * The rules with the smallest limits that behave alike: what can happen depends on whether a limit is 0, 1 or more, and on which
 * of two limits of a tool is the smaller.
 */
function ranked(rules: readonly PolicyRule[]): PolicyRule[] {
  return rules.map((rule) => {
    if (rule.type !== "at_most" || rule.times < 2) return rule;
    const limits = rules.flatMap((other) =>
      other.type === "at_most" && other.tool === rule.tool && other.times > 1 ? [other.times] : []
    );
    const rank = [...new Set(limits)].sort((one, other) => one - other).indexOf(rule.times);
    return { ...rule, times: rank + 2 };
  });
}
