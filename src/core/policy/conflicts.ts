// Contradictions in a set of rules, found by walking the product of their automata: every state that a thread can reach.

import type { PolicyRule } from "../policy.ts";
import { compileRules, toolsIn } from "./rule_set.ts";
import { MAX_RULE_STATES, type Walk, type WalkBudget, walkRules } from "./rule_walk.ts";

/** Rules that cannot stand together. */
export interface RuleConflict {
  /** Indexes of the rules, rising: as few as have the conflict. */
  readonly rules: readonly number[];
  /** What follows from them, in one clause. */
  readonly detail: string;
}

/** Calls that all walks of one check follow, at most: about 100 ms. */
const MAX_CALLS = 40_000;

/**
 * The conflicts of a set of rules; none for a set in which every rule decides something, and in which, as long as calls complete,
 * every tool can be called and every run can come to an answer. A tool that is only forbidden (`at_most` 0) is no conflict.
 *
 * @example
 * ```ts
 * import { findConflicts } from "./conflicts.ts";
 * import assert from "node:assert/strict";
 *
 * const [conflict] = findConflicts([
 *   { type: "after", tool: "a", after: ["b"] },
 *   { type: "after", tool: "b", after: ["a"] },
 * ]);
 * assert.deepEqual(conflict, { rules: [0, 1], detail: "a can never be called" });
 * ```
 */
export function findConflicts(rules: readonly PolicyRule[], walks = new RuleWalks(rules)): RuleConflict[] {
  const found = walks.parts.flatMap((part) => conflictsIn(rules, part, walks));
  return found.filter(({ rules: core }, index) =>
    found.findIndex((other) => String(other.rules) === String(core)) === index
  );
}

/** Rules that share tools, and what the walk over them found: nothing when they have too many states. */
interface Part {
  readonly indexes: readonly number[];
  readonly tools: readonly string[];
  readonly walk: Walk | undefined;
}

/** The walks over a set of rules. They share a budget: what is found first has it, and reasons are named with what is left. */
export class RuleWalks {
  readonly parts: readonly Part[];
  readonly #rules: readonly PolicyRule[];
  readonly #budget: WalkBudget = { calls: MAX_CALLS };

  constructor(rules: readonly PolicyRule[]) {
    this.#rules = rules;
    this.parts = components(rules).map((indexes) => {
      const tools = listTools(rules, indexes);
      return { indexes, tools, walk: walkRules(rulesAt(rules, indexes), tools, this.#budget) };
    });
  }

  /** True when the rules never permit the tool. */
  forbid(tool: string): boolean {
    return this.#forbidding(tool) !== undefined;
  }

  /** The rules for which they never permit the tool; empty when they do. */
  reasonFor(tool: string): readonly number[] {
    const part = this.#forbidding(tool);
    return part === undefined ? [] : this.fewest(part, ({ permitted }) => !permitted.has(tool));
  }

  #forbidding(tool: string): Part | undefined {
    return this.parts.find(({ tools, walk }) => tools.includes(tool) && walk?.permitted.has(tool) === false);
  }

  /**
   * A smallest set of a part's rules of which `holds` is true: no single one can be left out. Once the budget is used up, the
   * rules that are left stay in it. `holds` gets the walk and the indexes of its rules.
   */
  fewest(
    { indexes, tools }: Part,
    holds: (walk: Walk, some: readonly number[]) => boolean,
  ): readonly number[] {
    let core = indexes;
    for (const index of indexes) {
      const without = core.filter((each) => each !== index);
      if (without.length === 0) continue;
      const walk = walkRules(rulesAt(this.#rules, without), tools, this.#budget);
      if (walk !== undefined && holds(walk, without)) core = without;
    }
    return core;
  }
}

function conflictsIn(rules: readonly PolicyRule[], part: Part, walks: RuleWalks): RuleConflict[] {
  const { indexes, tools, walk } = part;
  if (walk === undefined) {
    return [{
      rules: indexes,
      detail: `together they have too many states (more than ${MAX_RULE_STATES}) or calls`,
    }];
  }
  const found: RuleConflict[] = [];
  if (walk.deadEnd !== undefined) {
    let called = walk.deadEnd;
    const core = walks.fewest(part, ({ deadEnd }) => {
      if (deadEnd !== undefined) called = deadEnd;
      return deadEnd !== undefined;
    });
    const after = called.length === 0 ? "" : `after ${called.join(", ")}, `;
    found.push({ rules: core, detail: `${after}no run could ever come to an answer` });
  }
  for (const tool of tools) {
    // Beside a plain ban, any other reason makes the ban a rule that never decides anything.
    if (walk.permitted.has(tool) || rulesAt(rules, indexes).some((rule) => isPlainBan(rule, tool))) continue;
    const core = walks.fewest(part, ({ permitted }) => !permitted.has(tool));
    found.push({ rules: core, detail: `${tool} can never be called` });
  }
  if (found.length > 0) return found;
  for (const idle of indexes.filter((_, place) => !walk.deciding.has(place))) {
    const core = walks.fewest(part, ({ deciding }, some) => {
      const place = some.indexOf(idle);
      return place >= 0 && !deciding.has(place);
    });
    found.push({ rules: core, detail: `${compileRules(rules)[idle]?.name} never decides anything` });
  }
  return found;
}

function listTools(rules: readonly PolicyRule[], indexes: readonly number[]): readonly string[] {
  return [...new Set(rulesAt(rules, indexes).flatMap(toolsIn))];
}

function rulesAt(rules: readonly PolicyRule[], indexes: readonly number[]): PolicyRule[] {
  return rules.filter((_, index) => indexes.includes(index));
}

function isPlainBan(rule: PolicyRule, tool: string): boolean {
  return rule.type === "at_most" && rule.times === 0 && rule.tool === tool;
}

/** Sets of rules that share no tool, so that none changes what another decides. Rules about the first call belong together. */
function components(rules: readonly PolicyRule[]): number[][] {
  const sets: { readonly names: Set<string>; readonly indexes: number[] }[] = [];
  rules.forEach((rule, index) => {
    const names = new Set([...toolsIn(rule), ...(rule.type === "first" ? ["\nfirst"] : [])]);
    const joined = sets.filter((set) => [...set.names].some((name) => names.has(name)));
    for (const set of joined) sets.splice(sets.indexOf(set), 1);
    sets.push({
      names: new Set([...joined.flatMap((set) => [...set.names]), ...names]),
      indexes: [...joined.flatMap((set) => set.indexes), index].sort((one, other) => one - other),
    });
  });
  return sets.map(({ indexes }) => indexes);
}
