/** Which shortcut a key with Alt has, on keyboards on which Option types another character. */
import assert from "node:assert/strict";
import { toShortcut } from "../../../src/playground/browser/keys.ts";

for (
  const [name, key, code, anywhere, inField] of [
    ["a letter", "l", "KeyL", "L", "L"],
    ["a letter of another place, on a French keyboard", "a", "KeyQ", "A", "A"],
    ["the at sign of a German Mac", "@", "KeyL", "L", ""],
    ["a Polish letter", "ł", "KeyL", "L", ""],
    ["a dead key", "Dead", "KeyN", "N", ""],
    ["a digit with Option", "¡", "Digit1", "", ""],
    ["an arrow", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"],
  ] as const
) {
  Deno.test(`E15: Alt and ${name} is ${anywhere || "no shortcut"}, and in a field ${inField || "text"}`, () => {
    assert.equal(toShortcut({ key, code }, false), anywhere);
    assert.equal(toShortcut({ key, code }, true), inField);
  });
}
