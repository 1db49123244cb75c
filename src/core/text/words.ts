// The words of a text, as a search for words compares them.

/** Of scripts without blanks between words, `Intl.Segmenter` finds them; it takes ten times as long. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

let segmenter: Intl.Segmenter | undefined;

/**
 * The different words of a text in their order, in small letters and without accents: letters and digits that stand together.
 *
 * @example
 * ```ts
 * import { splitWords } from "./words.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(splitWords("Café: order-17, ORDER 18"), ["cafe", "order", "17", "18"]);
 * ```
 */
export function splitWords(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").toLowerCase();
  const runs = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(runs.flatMap((run) => WITHOUT_BLANKS.test(run) ? segmentWords(run) : [run]))];
}

function segmentWords(run: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}
