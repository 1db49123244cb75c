import assert from "node:assert/strict";
import * as fc from "fast-check";
import { type Cell, toCsv } from "../../../src/core/text/csv.ts";

/** The cells of RFC 4180 lines, as a spreadsheet reads them. */
function parse(text: string): string[][] {
  const lines: string[][] = [[]];
  let place = 0;
  while (place < text.length) {
    let cell = "";
    if (text[place] === '"') {
      for (place++; text[place] !== '"' || text[place + 1] === '"'; place++) {
        if (text[place] === '"') place++;
        cell += text[place];
      }
      place++;
    } else {
      while (place < text.length && text[place] !== "," && text[place] !== "\r") cell += text[place++];
    }
    lines.at(-1)?.push(cell);
    if (text[place] === ",") place++;
    else {
      assert.equal(text.slice(place, place + 2), "\r\n");
      place += 2;
      if (place < text.length) lines.push([]);
    }
  }
  return lines;
}

Deno.test("C9: any cells are read back from CSV, and none begins a formula", () => {
  const text = fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n\"',; aä1") });
  const cell: fc.Arbitrary<Cell> = fc.oneof(text, fc.nat());
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      (lines) => {
        const read = parse(toCsv(lines));
        assert.equal(read.length, lines.length);
        for (const [row, cells] of lines.entries()) {
          const expected = cells.map((each) =>
            typeof each === "string" && /^[=+\-@\t\r\n]/.test(each) ? `'${each}` : String(each)
          );
          assert.deepEqual(read[row], expected);
        }
        for (const each of read.flat()) assert.doesNotMatch(each, /^[=+\-@\t\r\n]/);
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("C9: quotes, commas, line ends and formulas are written exactly", () => {
  const lines = [["a", "b"], ['say "hi", now', "one\ntwo"], ["=SUM(A1)", "-1"], ["+1", "@x"], [" a", 12]];
  assert.equal(
    toCsv(lines),
    `a,b\r\n"say ""hi"", now","one\ntwo"\r\n'=SUM(A1),'-1\r\n'+1,'@x\r\n" a",12\r\n`,
  );
});
