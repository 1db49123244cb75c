// A walk over the product of the automata of rules: every state that a thread can reach, within a budget.

import type { PolicyRule } from "../policy.ts";
import {
  type CompiledRule,
  compileRules,
  findBrokenRule,
  findUnansweredRule,
  observeCall,
  statesOfNextRun,
} from "./rule_set.ts";

/** Most states of rules that share tools. */
export const MAX_RULE_STATES = 4_096;

/** What a walk found. */
export interface Walk {
  /** The tools that a state permits which completed calls and inputs lead to. */
  readonly permitted: ReadonlySet<string>;
  /** Places, in the list, of the rules that in some reachable state forbid what all others permit. */
  readonly deciding: ReadonlySet<number>;
  /** Completed calls that lead to a state from which no answer can be reached. */
  readonly deadEnd: readonly string[] | undefined;
}

interface Way {
  readonly tool: string;
  readonly before: Way | undefined;
}

interface Place {
  readonly key: string;
  readonly states: readonly number[];
  /** The call that led here, and from where. */
  readonly way: Way | undefined;
  /** Reached by completed calls and inputs alone. */
  readonly isSmooth: boolean;
  /** The places that one completed call of the same run leads to. */
  readonly next: string[];
}

/** What walks may still cost: one walk after the other uses it up. */
export interface WalkBudget {
  /** Calls that may still be followed from a state. */
  calls: number;
}

/** Walks all states of the rules; undefined when they have more than {@link MAX_RULE_STATES}, or the budget is used up. */
export function walkRules(
  rules: readonly PolicyRule[],
  tools: readonly string[],
  budget: WalkBudget,
): Walk | undefined {
  const compiled = compileRules(rankLimits(rules), true);
  const places = new Map<string, Place>();
  const permitted = new Set<string>();
  const deciding = new Set<number>();
  const left: Place[] = [];
  const reach = (
    states: readonly number[],
    way: Way | undefined,
    isSmooth: boolean,
    from?: Place,
  ): string => {
    budget.calls--;
    if (from !== undefined && states.every((state, index) => state === from.states[index])) return from.key;
    const key = String(states);
    const known = places.get(key);
    if (known === undefined || (isSmooth && !known.isSmooth)) {
      const place: Place = { key, states, way, isSmooth, next: [] };
      places.set(key, place);
      left.push(place);
    }
    return key;
  };
  reach(compiled.map(() => 0), undefined, true);
  for (let index = 0, place = left[0]; place !== undefined; place = left[++index]) {
    if (places.size > MAX_RULE_STATES || budget.calls <= 0) return undefined;
    const { states, way, isSmooth, next } = place;
    noteDeciding(compiled, states, [...tools, OTHER], (index) => deciding.add(index));
    reach(statesOfNextRun(compiled, states), way, isSmooth, place);
    for (const tool of tools) {
      budget.calls--;
      if (findBrokenRule(compiled, states, tool) !== undefined) continue;
      if (isSmooth) permitted.add(tool);
      const on = { tool, before: way };
      next.push(reach(observeCall(compiled, states, tool, "completed"), on, isSmooth, place));
      reach(observeCall(compiled, states, tool, "ran"), on, false, place);
      reach(observeCall(compiled, states, tool, "refused"), on, false, place);
    }
  }
  return { permitted, deciding, deadEnd: deadEndIn(compiled, places) };
}

function toolsOnThe(way: Way | undefined): string[] {
  const tools: string[] = [];
  for (let each = way; each !== undefined; each = each.before) tools.unshift(each.tool);
  return tools;
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
    noteOnly(
      rules.findIndex(({ automaton }, index) => !automaton.permits(states[index] ?? 0, tool)),
      rules.findLastIndex(({ automaton }, index) => !automaton.permits(states[index] ?? 0, tool)),
      note,
    );
  }
  noteOnly(
    rules.findIndex(({ automaton }, index) => !automaton.mayAnswer(states[index] ?? 0)),
    rules.findLastIndex(({ automaton }, index) => !automaton.mayAnswer(states[index] ?? 0)),
    note,
  );
}

function noteOnly(first: number, last: number, note: (index: number) => void): void {
  if (first === last && first >= 0) note(first);
}

/** The shortest way to a place without a way to an answer. */
function deadEndIn(
  rules: readonly CompiledRule[],
  places: ReadonlyMap<string, Place>,
): readonly string[] | undefined {
  const before = new Map<string, string[]>();
  for (const [key, { next }] of places) {
    for (const target of next) {
      const known = before.get(target);
      if (known === undefined) before.set(target, [key]);
      else known.push(key);
    }
  }
  const alive = new Set<string>();
  const left = [...places].filter(([, { states }]) => findUnansweredRule(rules, states) === undefined).map((
    [key],
  ) => key);
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    if (alive.has(key)) continue;
    alive.add(key);
    for (const each of before.get(key) ?? []) if (!alive.has(each)) left.push(each);
  }
  const dead = [...places.values()].filter(({ key, isSmooth }) => isSmooth && !alive.has(key))
    .map(({ way }) => toolsOnThe(way));
  return dead.sort((one, other) => one.length - other.length)[0];
}

/**
 * The rules with the smallest limits that behave alike: what can happen depends on whether a limit is 0, 1 or more, and on which
 * of two limits of a tool is the smaller.
 */
function rankLimits(rules: readonly PolicyRule[]): PolicyRule[] {
  return rules.map((rule) => {
    if (rule.type !== "at_most" || rule.times < 2) return rule;
    const limits = rules.flatMap((other) =>
      other.type === "at_most" && other.tool === rule.tool && other.times > 1 ? [other.times] : []
    );
    const rank = [...new Set(limits)].sort((one, other) => one - other).indexOf(rule.times);
    return { ...rule, times: rank + 2 };
  });
}
