// CSV as RFC 4180 has it, for spreadsheets: a text that one would read as a formula is written as a text.

/** A cell: a number is written in digits. */
export type Cell = string | number;

/** The media type of {@link toCsv}. */
export const CSV = "text/csv";

/** What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Lines of cells, each line ended by CR LF. A text that begins like a formula gets a `'` before it. A text is quoted where it
 * holds a quote, a comma, a line end or a blank at its edge.
 *
 * @example
 * ```ts
 * import { toCsv } from "./csv.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(toCsv([["tool", "calls"], ['a "b", c', 2], ["=1+1", 3]]), 'tool,calls\r\n"a ""b"", c",2\r\n\'=1+1,3\r\n');
 * ```
 */
export function toCsv(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(writeCell).join(",")}\r\n`).join("");
}

function writeCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
