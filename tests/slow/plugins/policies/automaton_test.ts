// Every rule as an automaton, compared with an evaluator that reads the whole trace each time.
import assert from "node:assert/strict";
import type { PolicyRule } from "../../../../src/core/policy.ts";
import { type CallResult, toCallResult } from "../../../../src/core/policy/automaton.ts";
import {
  type CompiledRule,
  compileRules,
  findBrokenRule,
  findBrokenRules,
  findUnansweredRule,
  observeCall,
  statesOfNextRun,
} from "../../../../src/core/policy/rule_set.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";

const TOOLS = ["a", "b", "c", "d", "e"];
const RESULTS: readonly CallResult[] = ["completed", "completed", "ran", "denied", "refused", "not_run"];

/** `null` is an input. */
type Trace = readonly ({ readonly tool: string; readonly result: CallResult } | null)[];

const counted = (result: CallResult) => result === "completed" || result === "ran";

/** Whether a call of `tool` keeps to the rule behind `trace`, with `planned` calls before it in the same plan. */
function permits(rule: PolicyRule, trace: Trace, planned: readonly string[], tool: string): boolean {
  const calls = scopeOf(rule, trace);
  const completed = (name: string) => calls.some((call) => call.tool === name && call.result === "completed");
  const used = [...calls.filter(({ result }) => counted(result)).map((call) => call.tool), ...planned];
  switch (rule.type) {
    case "after":
      return tool !== rule.tool || rule.after.every(completed);
    case "forbid_unless":
      return tool !== rule.tool || rule.unless.some(completed);
    case "at_most":
      return tool !== rule.tool || used.filter((name) => name === tool).length < rule.times;
    case "never_both":
      return !rule.tools.includes(tool) || (used.find((name) => rule.tools.includes(name)) ?? tool) === tool;
    case "at_least_one":
      return true;
    case "first":
      return isOver(rule.tool, calls) || tool === rule.tool && !planned.includes(tool);
  }
}

function mayAnswer(rule: PolicyRule, trace: Trace): boolean {
  const calls = scopeOf(rule, trace);
  if (rule.type === "first") return isOver(rule.tool, calls);
  if (rule.type !== "at_least_one") return true;
  const ends = (result: CallResult) => result === "completed" || result === "denied";
  return calls.some(({ tool, result }) => ends(result) && rule.tools.includes(tool));
}

const isOver = (tool: string, calls: readonly { tool: string; result: CallResult }[]) =>
  calls.some((call) => call.tool === tool && call.result !== "not_run");

function scopeOf(rule: PolicyRule, trace: Trace) {
  const isThread = "per" in rule && rule.per === "thread";
  return (isThread ? trace : trace.slice(trace.lastIndexOf(null) + 1)).filter((call) => call !== null);
}

function randomRule(random: () => number): PolicyRule {
  const pick = () => TOOLS[Math.floor(random() * TOOLS.length)] ?? "a";
  const some = (least: number) =>
    [...TOOLS].sort(() => random() - 0.5).slice(0, least + Math.floor(random() * 2));
  const per = random() < 0.3 ? { per: "thread" as const } : {};
  switch (Math.floor(random() * 6)) {
    case 0:
      return { type: "after", tool: pick(), after: some(1), ...per };
    case 1:
      return { type: "forbid_unless", tool: pick(), unless: some(1), ...per };
    case 2:
      return { type: "at_most", tool: pick(), times: Math.floor(random() * 4), ...per };
    case 3:
      return { type: "never_both", tools: some(2), ...per };
    case 4:
      return { type: "at_least_one", tools: some(1) };
    default:
      return { type: "first", tool: pick() };
  }
}

Deno.test("C8: automata decide as a naive evaluator does, on 100,000 random traces", () => {
  const random = mulberry32(8);
  for (let trial = 0; trial < 100_000; trial++) {
    const rules = Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomRule(random));
    const compiled = compileRules(rules);
    const trace: ({ tool: string; result: CallResult } | null)[] = [];
    let states: readonly number[] = compiled.map(() => 0);
    for (let length = Math.floor(random() * 10); length > 0; length--) {
      if (random() < 0.15) {
        trace.push(null);
        states = statesOfNextRun(compiled, states);
        continue;
      }
      const tool = TOOLS[Math.floor(random() * TOOLS.length)] ?? "a";
      const result = RESULTS[Math.floor(random() * RESULTS.length)] ?? "completed";
      trace.push({ tool, result });
      states = observeCall(compiled, states, tool, result);
    }
    const plan = Array.from({ length: 3 }, () => TOOLS[Math.floor(random() * TOOLS.length)] ?? "a");
    assert.deepEqual(named(compiled, findBrokenRules(compiled, states, plan)), naive(rules, trace, plan));
    for (const tool of TOOLS) {
      const expected = rules.findIndex((rule) => !permits(rule, trace, [], tool));
      assert.equal(indexOf(compiled, findBrokenRule(compiled, states, tool)), expected);
    }
    const unanswered = rules.findIndex((rule) => !mayAnswer(rule, trace));
    assert.equal(indexOf(compiled, findUnansweredRule(compiled, states)), unanswered);
  }
});

function naive(rules: readonly PolicyRule[], trace: Trace, plan: readonly string[]): number[] {
  const kept: string[] = [];
  return plan.map((tool) => {
    const broken = rules.findIndex((rule) => !permits(rule, trace, kept, tool));
    if (broken < 0) kept.push(tool);
    return broken;
  });
}

function named(compiled: readonly CompiledRule[], rules: readonly (CompiledRule | undefined)[]): number[] {
  return rules.map((rule) => indexOf(compiled, rule));
}

function indexOf(compiled: readonly CompiledRule[], rule: CompiledRule | undefined): number {
  return rule === undefined ? -1 : compiled.indexOf(rule);
}

Deno.test("C8: what an observation says of its call", () => {
  const failed = (kind: "failed" | "invalid_arguments") => ({
    outcome: "failed" as const,
    error: { kind, message: "" },
  });
  assert.equal(toCallResult({ outcome: "completed" }), "completed");
  assert.equal(toCallResult({ outcome: "unknown" }), "ran");
  assert.equal(toCallResult(failed("failed")), "ran");
  assert.equal(toCallResult(failed("invalid_arguments")), "not_run");
  assert.equal(toCallResult({ outcome: "denied" }), "denied");
  assert.equal(toCallResult({ outcome: "blocked" }), "refused");
  assert.equal(toCallResult({ outcome: "skipped" }), "not_run");
});
