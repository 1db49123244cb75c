// Contradictions between rules, found by walking what can happen.
import assert from "node:assert/strict";
import type { PolicyRule } from "../../../src/core/policy.ts";
import { findConflicts } from "../../../src/core/policy/conflicts.ts";
import { readPolicy } from "../../../src/core/policy/policy_schema.ts";
import { cpuMsOf } from "../../support/eventually.ts";

const after = (tool: string, ...names: string[]): PolicyRule => ({ type: "after", tool, after: names });
const unless = (tool: string, ...names: string[]): PolicyRule => ({
  type: "forbid_unless",
  tool,
  unless: names,
});
const atMost = (tool: string, times: number, per: "run" | "thread" = "run"): PolicyRule => ({
  type: "at_most",
  tool,
  times,
  per,
});
const never = (...tools: string[]): PolicyRule => ({ type: "never_both", tools });
const oneOf = (...tools: string[]): PolicyRule => ({ type: "at_least_one", tools });
const first = (tool: string): PolicyRule => ({ type: "first", tool });

const CONTRADICTORY: Record<string, readonly [rules: readonly PolicyRule[], core: readonly number[]]> = {
  "each of two tools only after the other": [[after("a", "b"), after("b", "a")], [0, 1]],
  "a circle of three": [[after("a", "b"), after("b", "c"), after("c", "a")], [0, 1, 2]],
  "a tool only after itself": [[after("a", "a")], [0]],
  "a first tool that needs another before": [[atMost("c", 3), first("a"), unless("a", "b")], [1, 2]],
  "two first tools": [[first("a"), atMost("c", 2), first("b")], [0, 2]],
  "a first tool that is forbidden": [[first("a"), atMost("a", 0)], [0, 1]],
  "one of tools that are all forbidden": [[oneOf("a", "b"), atMost("a", 0), atMost("b", 0)], [0, 1, 2]],
  "a tool that needs a forbidden one": [[after("a", "b"), atMost("b", 0)], [0, 1]],
  "a tool that needs two that exclude each other": [[after("c", "a", "b"), never("a", "b")], [0, 1]],
  "a tool that needs one that it excludes": [[after("b", "a"), never("a", "b")], [0, 1]],
  "a call that makes the wanted one impossible": [[oneOf("a"), never("a", "b")], [0, 1]],
  "a first tool in every run, and a limit on it in the thread": [
    [first("a"), atMost("a", 50, "thread")],
    [0, 1],
  ],
  "a limit behind a smaller one": [[atMost("a", 5), atMost("a", 3)], [0, 1]],
  "the same rule twice": [[after("b", "a"), after("b", "a")], [0, 1]],
  "a condition of a forbidden tool": [[after("a", "b"), atMost("a", 0)], [0, 1]],
  "an exclusion of a forbidden tool": [[never("a", "b"), atMost("a", 0)], [0, 1]],
};

for (const [what, [rules, core]] of Object.entries(CONTRADICTORY)) {
  Deno.test(`C8: rules that cannot stand together are found: ${what}`, () => {
    assert.deepEqual(findConflicts(rules).map((conflict) => conflict.rules), [core]);
  });
}

const CONSISTENT: Record<string, readonly PolicyRule[]> = {
  "search first, delete after confirm": [first("search"), unless("delete", "confirm")],
  "a tool that is forbidden": [atMost("a", 0)],
  "a wanted tool with a limit": [oneOf("a"), atMost("a", 3)],
  "a first tool that is also wanted": [first("a"), oneOf("a")],
  "limits on the run and on the thread": [atMost("a", 2), atMost("a", 10, "thread")],
  "either of two that exclude each other": [never("a", "b"), oneOf("a", "b")],
  "a chain": [first("a"), after("b", "a"), after("c", "b"), after("d", "a", "c")],
  "one of two, where one is forbidden": [oneOf("a", "b"), atMost("a", 0)],
  "large limits": Array.from({ length: 16 }, (_, index) => atMost(`t${index}`, 1_000)),
};

for (const [what, rules] of Object.entries(CONSISTENT)) {
  Deno.test(`C8: rules that stand together are taken: ${what}`, () => {
    assert.deepEqual(findConflicts(rules), []);
  });
}

Deno.test("C8: rules with too many states together are refused, and the walk stays short", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `t${index}`);
  const rules = [after("x", ...names), ...names.map((name) => atMost(name, 9))];
  const ms = await cpuMsOf(() => {
    const [conflict] = findConflicts(rules);
    assert.match(conflict?.detail ?? "", /too many states/);
  });
  assert.ok(ms < 5_000, `${ms} ms`);
});

Deno.test("C8: a policy is refused with the pointer of a rule and the name of the other", () => {
  const read = readPolicy({
    name: "p",
    rules: [{ type: "first", tool: "a" }, { type: "at_most", tool: "a", times: 0 }],
  });
  assert.ok(!read.ok);
  assert.deepEqual(read.problems.map(({ pointer, detail }) => [pointer, detail]), [[
    "/rules/1",
    "a at most 0 times contradicts a first (rule 0): no run could ever come to an answer",
  ]]);
});

const WRONG: readonly [value: unknown, pointer: string, detail: RegExp][] = [
  [{ name: "p", rules: [{ type: "sometimes" }] }, "/rules/0/type", /must be a rule/],
  [{ name: "p", rules: [{ type: "never_both", tools: ["a"] }] }, "/rules/0/tools", /too few/],
  [{ name: "p", rules: [{ type: "never_both", tools: ["a", "a"] }] }, "/rules/0/tools", /twice/],
  [{ name: "p", rules: [{ type: "at_most", tool: "a", times: -1 }] }, "/rules/0/times", /too small/],
  [{ name: "p", rules: [{ type: "at_most", tool: "a", times: 1, by: "run" }] }, "/rules/0/by", /unknown key/],
  [{ name: "p", choice: "generate" }, "/choice", /execution/],
  [{ name: "p", choice: { type: "sometimes" } }, "/choice", /tool choice/],
  [
    { name: "p", conditions: [{ when: { field: "moon", eq: 1 }, choice: "none" }] },
    "/conditions/0/when",
    /a field of/,
  ],
  [
    { name: "p", conditions: [{ when: { and: [{ field: "step", gt: "x" }] }, choice: "none" }] },
    "/conditions/0/when/and/0",
    /must be \{field/,
  ],
  [{ name: "p", conditions: [{ when: { not: {} }, choice: "none" }] }, "/conditions/0/when/not", /must be/],
  [{ name: "p", mode: "sometimes" }, "/mode", /unknown value/],
  [{ name: "no name" }, "/name", /is no name/],
  [
    { name: "p", choice: "none", rules: [{ type: "first", tool: "a" }] },
    "/choice",
    /contradicts a first \(rule 0\)/,
  ],
  [{ name: "p", choice: "a", rules: [{ type: "at_most", tool: "a", times: 0 }] }, "/choice", /never permits/],
];

for (const [value, pointer, detail] of WRONG) {
  Deno.test(`C8: a policy is refused at ${pointer}: ${JSON.stringify(value)}`, () => {
    const read = readPolicy(value);
    assert.ok(!read.ok);
    assert.equal(read.problems[0]?.pointer, pointer);
    assert.match(read.problems[0]?.detail ?? "", detail);
  });
}
