// E17: tables are aligned in columns of a terminal, and fit its width.

import assert from "node:assert/strict";
import { type Column, formatTable } from "../../../src/cli/terminal/table.ts";
import { cut, measureWidth, printable } from "../../../src/cli/terminal/text.ts";

interface Row {
  readonly id: string;
  readonly steps: number;
  readonly title: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { head: "THREAD", cell: ({ id }) => id },
  { head: "STEPS", cell: ({ steps }) => String(steps), align: "right", overflow: "drop" },
  { head: "TITLE", cell: ({ title }) => title, overflow: "cut" },
];

const ROWS: readonly Row[] = [
  { id: "t1", steps: 2, title: "Ein Brief an 山田太郎さん 🎉 über die Bestellung von gestern" },
  { id: "thread_with_a_long_id", steps: 1_024, title: "Short" },
];

Deno.test("E17: a table without a width is uncut, its numbers to the right", () => {
  assert.equal(
    formatTable(COLUMNS, ROWS, undefined),
    [
      "THREAD                 STEPS  TITLE",
      "t1                         2  Ein Brief an 山田太郎さん 🎉 über die Bestellung von gestern",
      "thread_with_a_long_id   1024  Short",
    ].join("\n"),
  );
});

for (const width of [120, 100, 80, 60, 50, 40]) {
  Deno.test(`E17: a table of ${width} columns has no line that is wider, and every id whole`, () => {
    const lines = formatTable(COLUMNS, ROWS, width).split("\n");
    for (const line of lines) assert.ok(measureWidth(line) <= width, `${measureWidth(line)}: ${line}`);
    assert.match(lines.at(-1) ?? "", /^thread_with_a_long_id {2}/);
  });
}

Deno.test("E17: what matters least is dropped before a text is cut to a few letters", () => {
  assert.match(formatTable(COLUMNS, ROWS, 70), /^THREAD +STEPS {2}TITLE\n/);
  assert.match(formatTable(COLUMNS, ROWS, 60), /^THREAD +TITLE\n/);
});

Deno.test("E17: a text is left out where rows fit without it alone, and stays where they do not", () => {
  assert.match(formatTable(COLUMNS, ROWS, 22), /^THREAD\nt1\nthread_with_a_long_id$/);
  assert.match(formatTable(COLUMNS, ROWS, 10), /^THREAD +TITLE\n/);
});

Deno.test("E17: a column that is empty in every row is left out", () => {
  const rows = ROWS.map((row) => ({ ...row, title: "" }));
  assert.match(formatTable(COLUMNS, rows, 80), /^THREAD +STEPS\n/);
});

Deno.test("E17: a text of others can neither move the cursor nor add a line", () => {
  const rows = [{ id: "t1", steps: 1, title: "a\x1b[2Jb\nc\u202Ed" }];
  assert.equal(formatTable(COLUMNS, rows, 80).split("\n")[1], "t1          1  a [2Jb c d");
  assert.equal(printable("\x9b31m\u2028"), " 31m ");
});

const CUTS: readonly (readonly [text: string, width: number, expected: string])[] = [
  ["short", 5, "short"],
  ["longer", 5, "long…"],
  ["山田太郎", 8, "山田太郎"],
  ["山田太郎", 7, "山田太…"],
  ["山田太郎", 6, "山田…"],
  ["👩‍👩‍👧‍👦 family", 4, "👩‍👩‍👧‍👦…"],
  ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
  ["two words", 5, "two…"],
];

for (const [text, width, expected] of CUTS) {
  Deno.test(`E17: "${text}" in ${width} columns is "${expected}"`, () => {
    assert.equal(cut(text, width), expected);
    assert.ok(measureWidth(expected) <= width);
  });
}
