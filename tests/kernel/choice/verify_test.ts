import assert from "node:assert/strict";
import { correctable, describeCorrection } from "../../../src/kernel/choice/correction_text.ts";
import { type Answered, verifyChoice } from "../../../src/kernel/choice/verify.ts";
import type { FinishReason } from "../../../src/core/entry.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import type { Violation } from "../../../src/core/tool_choice/choice_report.ts";
import type { EnforcedChoice } from "../../../src/core/model/enforced_choice.ts";

type Expected = "satisfied" | "cut" | Violation;

const CASES: [ToolChoice, string[], Expected][] = [
  [{ type: "auto" }, [], "satisfied"],
  [{ type: "auto" }, ["a"], "satisfied"],
  [{ type: "auto" }, ["a", "a", "b"], "satisfied"],
  [{ type: "none" }, [], "satisfied"],
  [{ type: "none" }, ["a"], "forbidden"],
  [{ type: "required" }, [], "missing"],
  [{ type: "required" }, ["a"], "satisfied"],
  [{ type: "required" }, ["ghost"], "wrong_tool"],
  [{ type: "required" }, ["a", "ghost"], "wrong_tool"],
  [{ type: "auto" }, ["ghost"], "satisfied"],
  [{ type: "tool", name: "a" }, ["a"], "satisfied"],
  [{ type: "tool", name: "a" }, [], "missing"],
  [{ type: "tool", name: "a" }, ["a", "b"], "wrong_tool"],
  [{ type: "allowed", names: ["a"], mode: "auto" }, [], "satisfied"],
  [{ type: "allowed", names: ["a"], mode: "required" }, [], "missing"],
  [{ type: "allowed", names: ["a"], mode: "auto" }, ["b"], "wrong_tool"],
];

const TOOLS = ["a", "b"].map((name) => ({ name, description: "", parameters: { type: "object" } }));

function judge(choice: ToolChoice, answered: Partial<Answered>): [Expected, boolean] {
  const called = answered.called ?? [];
  const finish: FinishReason = called.length > 0 ? "calls" : "stop";
  const { outcome, satisfies } = verifyChoice(choice, {
    called,
    finish,
    oneAtMost: false,
    tools: TOOLS,
    ...answered,
  });
  return [outcome.type === "violated" ? outcome.how : outcome.type, satisfies];
}

for (const [choice, called, expected] of CASES) {
  Deno.test(`C6: ${JSON.stringify(choice)} answered by [${called}] is ${expected}`, () => {
    assert.equal(judge(choice, { called })[0], expected);
  });
}

Deno.test("C6: two calls are too many where one was asked for, and the choice is satisfied all the same", () => {
  const oneAtMost = true;
  assert.deepEqual(judge({ type: "auto" }, { called: ["a", "b"], oneAtMost }), ["too_many", true]);
  assert.deepEqual(judge({ type: "required" }, { called: ["a", "a"], oneAtMost }), ["too_many", true]);
  assert.deepEqual(judge({ type: "required" }, { called: ["a"], oneAtMost }), ["satisfied", true]);
  const both = judge({ type: "tool", name: "a" }, { called: ["a", "b"], oneAtMost });
  assert.deepEqual(
    both,
    ["wrong_tool", true],
    "the wrong call is the graver one, and the right one was made",
  );
});

Deno.test("C6: an answer that was cut is not judged, unless it has a call that is not permitted", () => {
  for (const finish of ["length", "content_filter"] as const) {
    assert.deepEqual(judge({ type: "required" }, { finish }), ["cut", false]);
    assert.deepEqual(judge({ type: "required" }, { finish, called: ["a"] }), ["cut", false]);
    assert.deepEqual(judge({ type: "auto" }, { finish }), ["cut", false]);
    assert.deepEqual(judge({ type: "none" }, { finish, called: ["a"] }), ["forbidden", false]);
  }
  assert.deepEqual(judge({ type: "required" }, { finish: "refusal" }), ["missing", false]);
});

const spec = (name: string) => ({ name, description: "", parameters: { type: "object" } });
const NATIVE: EnforcedChoice = {
  choice: { type: "auto" },
  tools: [spec("a"), spec("b")],
  parallel: undefined,
  notice: "Old hint.",
  enforcement: "native",
  because: "",
  warnings: [],
};

function askedAgain(choice: ToolChoice, answered: Partial<Answered>, enforced = NATIVE): string | undefined {
  const called = answered.called ?? [];
  const finish = answered.finish ?? (called.length > 0 ? "calls" : "stop");
  const verdict = verifyChoice(choice, { oneAtMost: false, tools: TOOLS, ...answered, called, finish });
  const violation = correctable(verdict, finish, enforced);
  return violation && describeCorrection(choice, violation, called, ["a", "b"]);
}

Deno.test("C6: what is asked for again is an answer of which nothing can run, in words that say what was wrong", () => {
  const tool: ToolChoice = { type: "tool", name: "a" };
  assert.equal(
    askedAgain({ type: "required" }, {}),
    "Your last answer was dropped: it made no call. Call one or more of your tools in this answer.",
  );
  assert.equal(
    askedAgain(tool, { called: ["b", "b"] }),
    "Your last answer was dropped: it called b. Call a in this answer, and no other tool.",
  );
  assert.equal(
    askedAgain({ type: "allowed", names: ["a"], mode: "auto" }, { called: ["b"] }),
    "Your last answer was dropped: it called b. Call none but these tools: a; or answer in words.",
  );
  assert.match(askedAgain({ type: "none" }, { called: ["b"] }) ?? "", /Call no tool; answer in words/);
  assert.equal(askedAgain(tool, { called: ["a", "b"] }), undefined, "a runs");
  assert.equal(askedAgain({ type: "auto" }, { called: ["a", "b"], oneAtMost: true }), undefined, "one runs");
  assert.equal(askedAgain(tool, { finish: "refusal" }), undefined, "the model has answered");
  assert.equal(askedAgain(tool, { finish: "length", called: ["b"] }), undefined, "it would be cut again");
  assert.equal(askedAgain(tool, {}, { ...NATIVE, tools: [] }), undefined, "it was given no tools");
});
