import assert from "node:assert/strict";
import { verifyChoice } from "../../src/choice/verify.ts";
import type { ToolChoice } from "../../src/core/tool_choice.ts";

const CASES: [ToolChoice, string[], "satisfied" | "missing" | "forbidden" | "wrong_tool"][] = [
  [{ type: "auto" }, [], "satisfied"],
  [{ type: "auto" }, ["a"], "satisfied"],
  [{ type: "none" }, [], "satisfied"],
  [{ type: "none" }, ["a"], "forbidden"],
  [{ type: "required" }, [], "missing"],
  [{ type: "required" }, ["a"], "satisfied"],
  [{ type: "tool", name: "a" }, ["a"], "satisfied"],
  [{ type: "tool", name: "a" }, [], "missing"],
  [{ type: "tool", name: "a" }, ["a", "b"], "wrong_tool"],
  [{ type: "allowed", names: ["a"], mode: "auto" }, [], "satisfied"],
  [{ type: "allowed", names: ["a"], mode: "required" }, [], "missing"],
  [{ type: "allowed", names: ["a"], mode: "auto" }, ["b"], "wrong_tool"],
];

for (const [choice, calls, expected] of CASES) {
  Deno.test(`C6: ${JSON.stringify(choice)} answered by [${calls}] is ${expected}`, () => {
    const outcome = verifyChoice(choice, calls);
    assert.equal(outcome.type === "violated" ? outcome.how : outcome.type, expected);
  });
}
