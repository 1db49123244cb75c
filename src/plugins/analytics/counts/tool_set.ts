// A set of an agent's tools as a short text: nothing for all of them, `=` and a place for one, else a hexadecimal mask.

/**
 * The text of the tools for which `has` is true, of an agent with so many tools; undefined for no tool.
 *
 * @example
 * ```ts
 * import { readToolSet, writeToolSet } from "./tool_set.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(writeToolSet(8, () => true), "");
 * assert.equal(writeToolSet(8, (place) => place === 3), "=3");
 * assert.equal(writeToolSet(8, (place) => place < 5), "f1");
 * assert.deepEqual(readToolSet("f1", 8), [0, 1, 2, 3, 4]);
 * ```
 */
export function writeToolSet(count: number, has: (place: number) => boolean): string | undefined {
  let members = 0;
  let last = 0;
  let mask = "";
  for (let place = 0; place < count; place += 4) {
    let digit = 0;
    for (let bit = 0; bit < 4 && place + bit < count; bit++) {
      if (!has(place + bit)) continue;
      digit |= 1 << bit;
      members++;
      last = place + bit;
    }
    mask += digit.toString(16);
  }
  if (members === 0) return undefined;
  if (members === count) return "";
  return members === 1 ? `=${last}` : mask;
}

/** The places of a set's tools, in order; none for a text of another form. */
export function readToolSet(text: string, count: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  if (text === "") return places;
  if (text.startsWith("=")) return places.filter((place) => String(place) === text.slice(1));
  return places.filter((place) => {
    const digit = Number.parseInt(text.charAt(place >> 2), 16);
    return ((digit >> (place & 3)) & 1) === 1;
  });
}
