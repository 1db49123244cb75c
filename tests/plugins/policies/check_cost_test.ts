// What the check of a policy costs at most: it runs in the isolate that serves everyone.
import assert from "node:assert/strict";
import type { PolicyRule } from "../../../src/core/policy.ts";
import { policyProblems } from "../../../src/core/policy/policy_schema.ts";
import { cpuMsOf } from "../../support/eventually.ts";

const names = (letter: string, count: number) => Array.from({ length: count }, (_, index) => letter + index);
const banned = (tool: string): PolicyRule => ({ type: "at_most", tool, times: 0 });

/** Rules that share tools, about tools of which most are banned, and a condition for each of `steps` that names one. */
function crowded(after: number): readonly PolicyRule[] {
  return [
    ...[...names("n", 7).slice(2), ...names("m", 6).slice(2)].map(banned),
    { type: "never_both", tools: [...names("n", 7), "t0"] },
    { type: "at_least_one", tools: [...names("m", 6), "t0"] },
    { type: "after", tool: "x", after: names("t", after) },
  ];
}

const COSTLY: Record<string, readonly PolicyRule[]> = {
  "nine bans beside 256 states": crowded(7),
  "sixteen bans of tools that depend on each other": names("a", 16).map((tool, index) =>
    index < 8 ? banned(tool) : { type: "after", tool, after: names("a", 8) }
  ),
  "many tools in each rule": names("r", 16).map((tool) => ({
    type: "forbid_unless",
    tool,
    unless: names(tool, 7).concat("r0"),
  })),
  "more states than are walked": [
    { type: "after", tool: "x", after: names("t", 8) },
    ...names("t", 8).map((tool): PolicyRule => ({ type: "at_most", tool, times: 9 })),
  ],
  "limits of every length": names("t", 16).map((_, index) => ({
    type: "at_most",
    tool: "t",
    times: index + 2,
  })),
};

for (const [what, rules] of Object.entries(COSTLY)) {
  Deno.test(`C8: the check of a policy is cheap: ${what}`, async () => {
    const conditions = names("c", 16).map((_, step) => ({
      when: { field: "step", eq: step },
      choice: { type: "tool", name: "x" } as const,
    }));
    const ms = await cpuMsOf(() => policyProblems({ description: "", mode: "enforce", rules, conditions }));
    assert.ok(ms < 2_000, `${Math.round(ms)} ms`);
  });
}

Deno.test("C8: a set of rules beyond the budget is refused with the rules named", () => {
  const rules = COSTLY["more states than are walked"] ?? [];
  const [problem] = policyProblems({ description: "", mode: "enforce", rules, conditions: [] });
  assert.match(problem?.detail ?? "", /too many states/);
});
