import assert from "node:assert/strict";
import { PLAN_LIMIT } from "../../../src/core/plan/fit_plan.ts";
import { planText } from "../../../src/core/plan/plan_text.ts";
import { systemPrompt } from "../../../src/kernel/prompt/system.ts";

Deno.test("D4: instructions, plan and summary stand in this order", () => {
  const text = systemPrompt({
    instructions: " Be brief. ",
    plan: { phases: ["look", "book"] },
    summary: "They met.",
  });
  assert.equal(
    text,
    'Be brief.\n\n## STRATEGIC PLAN\n{"phases":["look","book"]}\n\n## EARLIER IN THIS CONVERSATION\nThey met.',
  );
  assert.equal(systemPrompt({ instructions: "", plan: undefined, summary: null }), "");
});

Deno.test("D4: a plan takes at most 1,500 characters and a cut is marked, also between surrogates", () => {
  assert.equal(planText("x".repeat(1498)).length, PLAN_LIMIT);
  assert.ok(!planText("x".repeat(1498)).includes("plan cut"));
  for (const long of ["x".repeat(1499), "😀".repeat(3000), { a: "😀".repeat(1501) }]) {
    const text = planText(long);
    assert.ok(text.length <= PLAN_LIMIT, String(text.length));
    assert.match(text, /… \[plan cut, \d+ characters\]$/);
    assert.ok(text.isWellFormed());
  }
});
