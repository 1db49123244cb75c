/** The engine of patterns says what the RegExp of the runtime says, in a counted number of steps. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Budget, BudgetSpent } from "../../../src/core/json_schema/budget.ts";
import { compilePattern, matchesPattern } from "../../../src/core/json_schema/pattern.ts";
import { PatternUnusable } from "../../../src/core/json_schema/pattern_unusable.ts";

const ATOMS = [
  "a",
  "b",
  ".",
  "[ab]",
  "[^a]",
  "\\d",
  "\\w",
  "\\b",
  "\\B",
  "^",
  "$",
  "\u{1F600}",
  "[\\u{1F600}a]",
];
const COUNTS = ["*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "*?", "+?", "{1,2}?"];

const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc.array(tie("part"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
  part: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(...ATOMS),
    fc.tuple(fc.constantFrom("a", "[ab]", ".", "\\w"), fc.constantFrom(...COUNTS)).map((both) =>
      both.join("")
    ),
    fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => `(?:${one}|${other})`),
    fc.tuple(tie("pattern"), fc.constantFrom(...COUNTS)).map(([inner, count]) => `(${inner})${count}`),
    fc.tuple(fc.constantFrom("=", "!", "<=", "<!"), tie("pattern")).map(([kind, inner]) =>
      `(?${kind}${inner})`
    ),
  ),
}));
const text = fc.array(fc.constantFrom("a", "b", "1", "-", " ", "é"), { maxLength: 9 })
  .map((chars) => chars.join(""));

Deno.test("X2: a pattern matches what the RegExp of the runtime matches", () => {
  fc.assert(
    fc.property(pattern, text, (source, value) => {
      const expected = new RegExp(source, "u").test(value);
      assert.equal(matchesPattern(compilePattern(source), value, new Budget(1_000_000)), expected);
    }),
    { numRuns: 5_000, seed: 19 },
  );
});

Deno.test("X2: a character outside of the basic plane is one character", () => {
  for (
    const source of [
      "^.$",
      "^[\\u{1F600}]$",
      "^\u{1F600}{1}$",
      "(?<=^\u{1F600})$",
      "^\\uD83D\\uDE00$",
      "^[^a]$",
    ]
  ) {
    assert.ok(matchesPattern(compilePattern(source), "\u{1F600}", new Budget(100)), source);
  }
});

const REPEATED: readonly [string, string, boolean][] = [
  ["^(a+)b\\1$", "aabaa", true],
  ["^(a+)b\\1$", "aaba", false],
  ["^(?<quote>['\"]).*\\k<quote>$", "'x'", true],
  ["^(?<quote>['\"]).*\\k<quote>$", "'x\"", false],
  ["(?<=\\1(a))b", "aab", true],
  ["^(a*)*\\1$", "aaaa", true],
];
for (const [source, value, expected] of REPEATED) {
  Deno.test(`X2: a group that is repeated: ${source} on ${value}`, () => {
    assert.equal(new RegExp(source, "u").test(value), expected);
    assert.equal(matchesPattern(compilePattern(source), value, new Budget(10_000)), expected);
  });
}

Deno.test("X2: the steps of a pattern grow with the text and not with its square", () => {
  for (const source of ["^(a+)+$", "^(a|aa)+$", "(a+a+)+y", "a*a*a*a*a*b", "^([a-z]+)*$", "^(\\w+\\s?)*$"]) {
    const [some, twice] = [2_000, 4_000].map((length) => stepsOf(source, `${"a".repeat(length)}!`));
    assert.ok(Number(twice) < 2.1 * Number(some), `${source}: ${some} and ${twice} steps`);
  }
});

Deno.test("X2: what repeats a group in too many ways ends with the budget", () => {
  assert.throws(() => stepsOf("^(a*)*\\1b$", "a".repeat(40)), BudgetSpent);
});

Deno.test("X2: what is no pattern, or too large a one, is refused", () => {
  for (
    const source of ["(", "[b-a]", "a{2,1}", "((((a{99}){99}){99}){99})", "(?:".repeat(300) + ")".repeat(300)]
  ) {
    assert.throws(() => compilePattern(source), PatternUnusable);
  }
});

function stepsOf(source: string, value: string): number {
  const budget = new Budget(1_000_000);
  matchesPattern(compilePattern(source), value, budget);
  return budget.spent;
}
