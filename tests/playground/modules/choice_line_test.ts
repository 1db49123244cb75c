/** What a step says of its tool choice: nothing for a plain auto, everything else. */
import assert from "node:assert/strict";
import { choiceLine, type ShownChoice } from "../../../src/playground/browser/steps/choice_line.ts";

const AUTO: ShownChoice = { requested: { type: "auto" }, enforcement: "native", source: "default" };
const SATISFIED = { type: "satisfied" } as const;

/** `required → announced, violated, missing` */
function words(...args: Parameters<typeof choiceLine>): string | undefined {
  const line = choiceLine(...args);
  if (line === undefined) return undefined;
  const { requested, enforcement, outcome } = line;
  return [enforcement === "" ? requested : `${requested} → ${enforcement}`, outcome].filter(Boolean).join(
    ", ",
  );
}

Deno.test("E15: C1: a step says nothing of a choice that was left to the model, among all tools", () => {
  assert.equal(words(AUTO, undefined), undefined);
  assert.equal(words(AUTO, null), undefined);
  assert.equal(words(AUTO, SATISFIED), undefined);
  assert.equal(words({ ...AUTO, enforcement: "none" }, SATISFIED), undefined);
  assert.equal(words(undefined, undefined), undefined);
});

Deno.test("E15: C1: a step says what was forced, narrowed, degraded, cut or violated", () => {
  const cases: [choice: ShownChoice, outcome: Parameters<typeof choiceLine>[1], expected: string][] = [
    [{ ...AUTO, requested: { type: "required" } }, undefined, "required → native"],
    [{ ...AUTO, requested: { type: "none" } }, SATISFIED, "none → native, satisfied"],
    [{ ...AUTO, requested: { type: "tool", name: "pay" } }, SATISFIED, "pay → native, satisfied"],
    [
      { requested: { type: "required" }, enforcement: "announced" },
      { type: "violated", how: "missing" },
      "required → announced, violated, missing",
    ],
    [{ ...AUTO, enforcement: "filtered" }, SATISFIED, "auto → filtered, satisfied"],
    [{ ...AUTO, source: "rule" }, SATISFIED, "auto → native, satisfied"],
    [
      { ...AUTO, warnings: [{ code: "choice_degraded", message: "It is." }] },
      SATISFIED,
      "auto → native, satisfied",
    ],
    [AUTO, { type: "violated", how: "rule" }, "auto, violated, rule"],
    [AUTO, { type: "cut" }, "auto, cut"],
  ];
  for (const [choice, outcome, expected] of cases) assert.equal(words(choice, outcome), expected);
});
