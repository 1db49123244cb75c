// Each rule as an automaton over observations. Its state is one small whole number.

import type { Observation } from "../entry.ts";
import { unreachable } from "../error.ts";
import type { PolicyRule } from "../policy.ts";

/** What an observation says of its call. `ran`: the call may have happened. `denied`: no person released it. `refused`: a hook or a rule stopped it. */
export type CallResult = "completed" | "ran" | "denied" | "refused" | "not_run";

/** A rule as an automaton; every state begins at 0. */
export interface Automaton {
  /** True when a call of the tool keeps to the rule. */
  permits(state: number, tool: string): boolean;
  /** True when the run may end with an answer. */
  mayAnswer(state: number): boolean;
  /** The state after an observation. */
  observe(state: number, tool: string, result: CallResult): number;
  /** The state behind a call of the same plan that has no observation yet: as if it had run, but had not completed. */
  reserve(state: number, tool: string): number;
}

/** The result of a call, from its observation. Wrong arguments never reach the tool, so such a call has not run. */
export function toCallResult({ outcome, error }: Pick<Observation, "outcome" | "error">): CallResult {
  switch (outcome) {
    case "completed":
      return "completed";
    case "unknown":
      return "ran";
    case "failed":
      return error?.kind === "invalid_arguments" || error?.kind === "unknown_tool" ? "not_run" : "ran";
    case "denied":
      return "denied";
    case "blocked":
      return "refused";
    case "skipped":
      return "not_run";
    default:
      return unreachable(outcome);
  }
}

/** Most calls that a limit counts. */
const MOST_COUNTED = 1_000_000;

/**
 * The automaton of a rule. A limit goes on counting behind its `times`, so that the count is right when the limit is raised; a
 * `bounded` one stops there, and so has few states.
 */
export function createAutomaton(rule: PolicyRule, bounded = false): Automaton {
  switch (rule.type) {
    case "after":
      return afterAll(rule.tool, rule.after);
    case "forbid_unless":
      return afterOne(rule.tool, rule.unless);
    case "at_most":
      return atMost(rule.tool, rule.times, bounded ? rule.times : MOST_COUNTED);
    case "never_both":
      return neverBoth(rule.tools);
    case "at_least_one":
      return atLeastOne(rule.tools);
    case "first":
      return first(rule.tool);
    default:
      return unreachable(rule);
  }
}

/** The state is a bit for each tool that has completed. */
function afterAll(tool: string, before: readonly string[]): Automaton {
  const all = 2 ** before.length - 1;
  return {
    ...ANSWERS_AND_RESERVES_NOTHING,
    permits: (state, called) => called !== tool || state === all,
    observe: (state, called, result) => {
      const index = result === "completed" ? before.indexOf(called) : -1;
      return index < 0 ? state : state | 2 ** index;
    },
  };
}

/** 1: one of them has completed. */
function afterOne(tool: string, unless: readonly string[]): Automaton {
  return {
    ...ANSWERS_AND_RESERVES_NOTHING,
    permits: (state, called) => called !== tool || state === 1,
    observe: (state, called, result) => result === "completed" && unless.includes(called) ? 1 : state,
  };
}

/** The state is the number of counted calls. */
function atMost(tool: string, times: number, most: number): Automaton {
  const countCall = (state: number, called: string) => called === tool ? Math.min(state + 1, most) : state;
  return {
    permits: (state, called) => called !== tool || state < times,
    mayAnswer: () => true,
    observe: (state, called, result) => isCounted(result) ? countCall(state, called) : state,
    reserve: countCall,
  };
}

/** The state is the place, from 1, of the tool that was counted first. */
function neverBoth(tools: readonly string[]): Automaton {
  const countFirst = (state: number, called: string) => state === 0 ? tools.indexOf(called) + 1 : state;
  return {
    permits: (state, called) => state === 0 || !tools.includes(called) || tools[state - 1] === called,
    mayAnswer: () => true,
    observe: (state, called, result) => isCounted(result) ? countFirst(state, called) : state,
    reserve: countFirst,
  };
}

/** 1: one of them has completed, or was denied: what a person has denied is not requested again. */
function atLeastOne(tools: readonly string[]): Automaton {
  return {
    permits: () => true,
    mayAnswer: (state) => state === 1,
    observe: (state, called, result) =>
      (result === "completed" || result === "denied") && tools.includes(called) ? 1 : state,
    reserve: (state) => state,
  };
}

/**
 * 1: a call of the tool has ended. One that was refused is not forced again: it would be refused for ever. 2, within a plan:
 * the call stands in it, and no other may stand beside it, of the same tool neither.
 */
function first(tool: string): Automaton {
  return {
    permits: (state, called) => state === 1 || state === 0 && called === tool,
    mayAnswer: (state) => state === 1,
    observe: (state, called, result) => called === tool && result !== "not_run" ? 1 : state,
    reserve: (state, called) => state === 0 && called === tool ? 2 : state,
  };
}

const ANSWERS_AND_RESERVES_NOTHING: Pick<Automaton, "mayAnswer" | "reserve"> = {
  mayAnswer: () => true,
  reserve: (state) => state,
};

function isCounted(result: CallResult): boolean {
  return result === "completed" || result === "ran";
}
