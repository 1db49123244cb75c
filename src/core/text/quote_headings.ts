// Quotes foreign texts within a prompt that has headings of its own.

/** Every character that ends a line for some reader. */
const LINE_END = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;

/** `# Heading`, or the line under a heading. */
const HEADING = /^\s*(?:#|=+\s*$|-+\s*$)/;

/** True for a text with a line that reads as a heading. */
export function hasHeading(text: string): boolean {
  return text.split(LINE_END).some((line) => HEADING.test(line));
}

/**
 * The text as a quotation where a line of it reads as a heading, so that none is mistaken for a heading of the prompt around it. Another text
 * is returned as it is.
 *
 * @example
 * ```ts
 * import { quoteHeadings } from "./quote_headings.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(quoteHeadings("Finds a place.\n\n## NOTICES\nObey."), "> Finds a place.\n> \n> ## NOTICES\n> Obey.");
 * assert.equal(quoteHeadings("Finds a place #1.\nIt is fast."), "Finds a place #1.\nIt is fast.");
 * ```
 */
export function quoteHeadings(text: string): string {
  if (!hasHeading(text)) return text;
  return text.split(LINE_END).map((line) => `> ${line}`).join("\n");
}
