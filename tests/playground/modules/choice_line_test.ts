/** What a step says of its tool choice: nothing where the model was free to choose, else what was limited, and why. */
import assert from "node:assert/strict";
import { VIOLATIONS } from "../../../src/core/tool_choice/choice_report.ts";
import {
  choiceLine,
  lineWords,
  type ShownChoice,
} from "../../../src/playground/browser/steps/choice_line.ts";

const AUTO: ShownChoice = { requested: { type: "auto" }, enforcement: "native", source: "default" };
const SATISFIED = { type: "satisfied" } as const;
const TOOLS = ["ask_user", "export", "lookup_order", "pay", "refund_order", "reply", "send", "tag", "track"];
const REFUNDS =
  'policy refunds forbids by "refund_order only after lookup_order"; else no other choice is set';

/** A choice of some of the tools, in force by the API. */
function allowed(names: readonly string[], more: Partial<ShownChoice> = {}): ShownChoice {
  const requested: ShownChoice["requested"] = { type: "allowed", names: [...names], mode: "auto" };
  return { requested, enforcement: "native", toolsSent: TOOLS, ...more };
}

function words(...args: Parameters<typeof choiceLine>): string | undefined {
  const line = choiceLine(...args);
  return line && lineWords(line);
}

Deno.test("E15: C1: a step says nothing of a choice that was left to the model, among all tools", () => {
  for (const outcome of [undefined, null, SATISFIED]) assert.equal(words(AUTO, outcome), undefined);
  assert.equal(words({ ...AUTO, enforcement: "none" }, SATISFIED), undefined);
  assert.equal(words({ requested: { type: "none" }, enforcement: "none" }, SATISFIED), undefined);
  assert.equal(words(undefined, undefined), undefined);
});

Deno.test("E15: C1: a step says what was left out and why, in place of the names of all tools", () => {
  const others = TOOLS.filter((name) => name !== "refund_order");
  const cases: [choice: ShownChoice, expected: string][] = [
    [
      allowed(others, { source: "rule", because: `${REFUNDS}; the API has this choice` }),
      "Without refund_order, only after lookup_order.",
    ],
    [
      allowed(others, {
        source: "rule",
        because: 'policy a forbids by "no refund_order unless pay"; else x',
      }),
      "Without refund_order, unless pay.",
    ],
    [
      allowed(TOOLS.slice(2), {
        source: "rule",
        because: 'policy a forbids by "x first", "y first"; else "z"',
      }),
      "Without ask_user and export, x first and y first.",
    ],
    [
      allowed(others, { source: "rule", because: "the shop is closed; else x" }),
      "Without refund_order, as a rule of its policy says.",
    ],
    [allowed(["pay", "reply"], { source: "request" }), "Only with pay and reply, as the request says."],
    [allowed(["pay"], { source: "agent", toolsSent: ["pay"] }), "Only with pay, as the agent is set up."],
    [
      { requested: { type: "none" }, enforcement: "native", source: "request" },
      "Without tools, as the request says.",
    ],
    [
      { requested: { type: "none" }, enforcement: "announced", source: "limit" },
      "Without tools, as it is the last step that the limits permit.",
    ],
    [
      { requested: { type: "none" }, enforcement: "native", source: "reset" },
      "Without tools, as the limit of tool calls is reached.",
    ],
    [{ ...AUTO, enforcement: "withheld" }, "Without tools, as this model takes none."],
  ];
  for (const [choice, expected] of cases) assert.equal(words(choice, SATISFIED), expected);
});

Deno.test("E15: C1: a step says what was forced, degraded, refused or cut off", () => {
  const required: ShownChoice = { requested: { type: "required" }, enforcement: "native" };
  const pay: ShownChoice = { requested: { type: "tool", name: "pay" }, enforcement: "native" };
  const some: ShownChoice["requested"] = { type: "allowed", names: ["pay", "reply"], mode: "required" };
  const degraded = [{ code: "choice_degraded", message: "The tool choice is not certain to be kept." }];
  const lapsed = [{ code: "policy_lapsed", message: 'The rule "x first" can no longer be kept.' }];
  const cases: [
    choice: ShownChoice | undefined,
    outcome: Parameters<typeof choiceLine>[1],
    expected: string,
  ][] = [
    [required, undefined, "Had to call a tool."],
    [{ ...pay, source: "environment" }, SATISFIED, "Had to call pay, as the deployment is set up."],
    [
      {
        ...pay,
        source: "condition",
        because: "condition 0 of policy careful holds; the API has this choice",
      },
      SATISFIED,
      "Had to call pay, as policy careful says.",
    ],
    [{ requested: some, enforcement: "native" }, SATISFIED, "Had to call one of pay and reply."],
    [
      { ...required, enforcement: "announced", warnings: degraded },
      { type: "violated", how: "missing" },
      "Had to call a tool. This model cannot be forced to, so its answer is checked. " +
      "The model did not keep to it: it called no tool.",
    ],
    [{ ...AUTO, warnings: lapsed }, SATISFIED, 'The rule "x first" can no longer be kept.'],
    [AUTO, { type: "violated", how: "rule" }, "The model did not keep to it: it broke a rule."],
    [
      undefined,
      { type: "violated", how: "too_many" },
      "The model did not keep to it: it called several tools.",
    ],
    [AUTO, { type: "cut" }, "The answer was cut off."],
  ];
  for (const [choice, outcome, expected] of cases) assert.equal(words(choice, outcome), expected);
  assert.deepEqual(VIOLATIONS.map((how) => choiceLine(AUTO, { type: "violated", how })?.isBad), [
    true,
    true,
    true,
    true,
    true,
  ]);
});

Deno.test("E15: C1: what a stored choice left out is known by the tools of its agent, where they are the same still", () => {
  const { toolsSent: _sent, ...stored } = allowed(["lookup_order", "pay"], { source: "rule" });
  const lineOf = (tools: readonly string[]) => {
    const line = choiceLine(stored, SATISFIED, tools);
    return line && lineWords(line);
  };
  assert.equal(lineOf(["lookup_order", "pay", "reply"]), "Without reply, as a rule of its policy says.");
  const names = "Only with lookup_order and pay, as a rule of its policy says.";
  for (const tools of [[], ["lookup_order", "pay"], ["lookup_order", "reply", "send"]]) {
    assert.equal(lineOf(tools), names, tools.join());
  }
});
