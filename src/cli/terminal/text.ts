// Texts of others as a terminal may show them, and as many columns of them as there is room for.

import stringWidth from "string-width";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The text on one line: control characters, and those that turn the direction of a text, are blanks. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, " ");
}

/** The lines of the text without the characters that a terminal acts on. */
export function withoutControls(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "");
}

/** Columns that the text takes: an ideograph and an emoji take two. */
export function measureWidth(text: string): number {
  return stringWidth(text);
}

/** The text, or its beginning and an ellipsis, in at most so many columns. */
export function cut(text: string, width: number): string {
  if (measureWidth(text) <= width) return text;
  let kept = "";
  let columns = 1; // of the ellipsis
  for (const { segment } of graphemes.segment(text)) {
    columns += measureWidth(segment);
    if (columns > width) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The text, and blanks behind it up to so many columns. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - measureWidth(text)));
}

/** `1 thread`, `2 threads`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
