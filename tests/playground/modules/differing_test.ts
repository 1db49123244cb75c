/** The words of a text that another one does not have. */
import assert from "node:assert/strict";
import { differingRanges, type Side } from "../../../src/playground/browser/places/compare/differing.ts";

function marked(left: string, right: string, side: Side): string[] {
  const text = side === "left" ? left : right;
  const ranges = differingRanges(text, side === "left" ? right : left, side);
  return ranges.map(({ start, end }) => text.slice(start, end));
}

for (
  const [name, left, right, ofLeft, ofRight] of [
    ["one more word before a point", "I look it up.", "I look it up first.", [], ["first"]],
    ["another word", "It is cold in Oslo.", "It is warm in Oslo.", ["cold"], ["warm"]],
    ["neighbours with the space between them", "a b c", "a x y c", ["b"], ["x y"]],
    ["spaces alone are no difference", "a  b\nc", "a b c", [], []],
    ["a number is one word", "It costs $54.50.", "It costs $30.00.", ["54.50"], ["30.00"]],
    ["equal texts", "Same.", "Same.", [], []],
    ["nothing beside it", "Alone.", "", [], []],
  ] as const
) {
  Deno.test(`V2: words that differ: ${name}`, () => {
    assert.deepEqual(marked(left, right, "left"), ofLeft);
    assert.deepEqual(marked(left, right, "right"), ofRight);
  });
}

Deno.test("V2: words that differ: texts beyond 20,000 characters are not compared", () => {
  assert.deepEqual(marked("a ".repeat(10_001), "b", "left"), []);
});
