// A set of rules and its states: which calls it permits, whether the run may answer, and how observations move it.

import { unreachable } from "../error.ts";
import type { Json } from "../json.ts";
import type { PolicyRule, RuleScope } from "../policy.ts";
import { canonicalJson, fnv64 } from "../text/hash.ts";
import { type Automaton, type CallResult, createAutomaton } from "./automaton.ts";

/** A rule, ready to decide. */
export interface CompiledRule {
  readonly rule: PolicyRule;
  /** In a few words, such as `delete only after confirm`. */
  readonly name: string;
  /**
   * 8 hex digits of the rule's content: its state stays with it when the rules around it change. That of a limit leaves out its
   * `times`, so a changed limit keeps the count.
   */
  readonly key: string;
  readonly scope: RuleScope;
  readonly automaton: Automaton;
}

/**
 * The rules, compiled; `bounded` as createAutomaton has it. States of a set are a list of numbers, one a rule, in its order; all begin at 0.
 *
 * @example
 * ```ts
 * import { findBrokenRule, compileRules, observeCall } from "./rule_set.ts";
 * import assert from "node:assert/strict";
 *
 * const rules = compileRules([{ type: "after", tool: "delete", after: ["confirm"] }]);
 * assert.equal(findBrokenRule(rules, [0], "delete")?.name, "delete only after confirm");
 * assert.equal(findBrokenRule(rules, observeCall(rules, [0], "confirm", "completed"), "delete"), undefined);
 * ```
 */
export function compileRules(rules: readonly PolicyRule[], bounded = false): readonly CompiledRule[] {
  return rules.map((rule) => {
    const scope = readScope(rule);
    return {
      rule,
      name: nameOfRule(rule),
      key: hashContent(
        rule.type === "at_most" ? { type: rule.type, tool: rule.tool, per: scope } : { ...rule, per: scope },
      ),
      scope,
      automaton: createAutomaton(rule, bounded),
    };
  });
}

/** The first rule that a call of the tool would break. */
export function findBrokenRule(
  rules: readonly CompiledRule[],
  states: readonly number[],
  tool: string,
): CompiledRule | undefined {
  return rules.find(({ automaton }, index) => !automaton.permits(states[index] ?? 0, tool));
}

/** The first rule that an answer would break. */
export function findUnansweredRule(
  rules: readonly CompiledRule[],
  states: readonly number[],
): CompiledRule | undefined {
  return rules.find(({ automaton }, index) => !automaton.mayAnswer(states[index] ?? 0));
}

/** The states after an observation of the tool. */
export function observeCall(
  rules: readonly CompiledRule[],
  states: readonly number[],
  tool: string,
  result: CallResult,
): number[] {
  return rules.map(({ automaton }, index) => automaton.observe(states[index] ?? 0, tool, result));
}

/**
 * For each call of a plan, by the names of their tools in order, the rule that it breaks. The calls run side by side, so none
 * of them has completed before another; each that keeps to the rules counts for those behind it.
 */
export function findBrokenRules(
  rules: readonly CompiledRule[],
  states: readonly number[],
  tools: readonly string[],
): (CompiledRule | undefined)[] {
  let reserved = states;
  return tools.map((tool) => {
    const broken = findBrokenRule(rules, reserved, tool);
    if (broken === undefined) {
      reserved = rules.map(({ automaton }, index) => automaton.reserve(reserved[index] ?? 0, tool));
    }
    return broken;
  });
}

/** The states without what the rules per run remember: those at the next input. */
export function statesOfNextRun(rules: readonly CompiledRule[], states: readonly number[]): number[] {
  return rules.map(({ scope }, index) => scope === "run" ? 0 : states[index] ?? 0);
}

/** 8 hex digits of a content. */
export function hashContent(content: object): string {
  const json: Json = JSON.parse(JSON.stringify(content));
  return fnv64(canonicalJson(json)).slice(0, 8);
}

/** The names of tools in a rule, each once. */
export function toolsIn(rule: PolicyRule): readonly string[] {
  return [...new Set(namesIn(rule))];
}

function namesIn(rule: PolicyRule): readonly string[] {
  switch (rule.type) {
    case "after":
      return [rule.tool, ...rule.after];
    case "forbid_unless":
      return [rule.tool, ...rule.unless];
    case "never_both":
    case "at_least_one":
      return rule.tools;
    case "at_most":
    case "first":
      return [rule.tool];
    default:
      return unreachable(rule);
  }
}

function readScope(rule: PolicyRule): RuleScope {
  return "per" in rule ? rule.per ?? "run" : "run";
}

function nameOfRule(rule: PolicyRule): string {
  const scope = readScope(rule) === "thread" ? " in the thread" : "";
  switch (rule.type) {
    case "after":
      return `${rule.tool} only after ${rule.after.join(" and ")}${scope}`;
    case "forbid_unless":
      return `no ${rule.tool} unless ${rule.unless.join(" or ")}${scope}`;
    case "at_most":
      return `${rule.tool} at most ${rule.times} ${rule.times === 1 ? "time" : "times"}${scope}`;
    case "never_both":
      return `never both ${rule.tools.join(" and ")}${scope}`;
    case "at_least_one":
      return `at least one of ${rule.tools.join(", ")}`;
    case "first":
      return `${rule.tool} first`;
    default:
      return unreachable(rule);
  }
}
