// From text to words: identifiers are split, words without a meaning of their own are left out, scripts without blanks are segmented.
// Tools and queries go through the same steps. A change here changes what is in an index: raise INDEX_FORMAT with it.

import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as japanese } from "@orama/stopwords/japanese";
import { stopwords as mandarin } from "@orama/stopwords/mandarin";
import { stem } from "porter2";

/** What a text consists of, repetitions included. */
export interface Words {
  /** Words between blanks and inside identifiers, in lower case, not stemmed, without stop words. */
  readonly written: readonly string[];
  /** Words that a segmenter found in Chinese, Japanese, Thai and the like, without stop words. */
  readonly segmented: readonly string[];
  /** The texts in which it found them, and words in Hangul, whose endings change. */
  readonly runs: readonly string[];
}

// The list has "don't" and leaves out "a": words of one letter never count.
const ENGLISH: ReadonlySet<string> = new Set(english.map((word) => word.replaceAll("'", "")));
const SEGMENTED: ReadonlySet<string> = new Set([...japanese, ...mandarin]);

const BEYOND_ASCII = /[\u0080-\uffff]/;
const MARKS = /[\u0300-\u036f]/g;
const APOSTROPHES = /['\u2019]/g;
const TOKENS = /[\p{L}\p{M}\p{N}]+/gu;
const ASCII_TOKENS = /[A-Za-z0-9]+/g;
const CAPITALS_BEHIND = /.[A-Z]|[\u0080-\uffff]/; // a cheap test: most words have no capital behind their first letter
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/**
 * The words of a text. `getWeather` is get, weather and getweather, so that a query for GitHub and one for github both find either.
 *
 * @example
 * ```ts
 * import { readWords } from "./analysis.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(readWords("How is the weather in São Paulo? get_weather").written, [
 *   "weather", "sao", "paulo", "get", "weather",
 * ]);
 * assert.deepEqual(readWords("天气预报").segmented, ["天气", "预报"]);
 * ```
 */
export function readWords(text: string): Words {
  const written: string[] = [];
  const segmented: string[] = [];
  const runs: string[] = [];
  const isAscii = !BEYOND_ASCII.test(text);
  for (const token of unifyLetters(text, isAscii).match(isAscii ? ASCII_TOKENS : TOKENS) ?? []) {
    if (!isAscii && WITHOUT_BLANKS.test(token)) {
      runs.push(token.toLowerCase());
      segmented.push(...segment(token.toLowerCase()));
      continue;
    }
    const parts = CAPITALS_BEHIND.test(token) ? token.split(HUMP) : [token];
    for (const part of parts.length > 1 ? [...parts, token] : parts) {
      const word = part.toLowerCase();
      if (word.length < 2 || ENGLISH.has(word)) continue;
      written.push(word);
      if (!isAscii && HANGUL.test(word)) runs.push(word);
    }
  }
  return { written, segmented, runs };
}

/**
 * The key of a word: words of one stem are one (Porter 2, English). What is not in English letters stays as it is.
 *
 * @example
 * ```ts
 * import { stemWord } from "./analysis.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(stemWord("currencies"), stemWord("currency"));
 * ```
 */
export function stemWord(word: string): string {
  return BEYOND_ASCII.test(word) ? word : stem(word);
}

/** Letters without accents, full-width letters as ordinary ones, no apostrophes. */
function unifyLetters(text: string, isAscii: boolean): string {
  const unified = isAscii ? text : text.normalize("NFKD").replace(MARKS, "").normalize("NFC");
  return unified.replace(APOSTROPHES, "");
}

/** Made at the first text that needs it: most deployments have none, and it loads a dictionary. */
let segmenter: Intl.Segmenter | undefined;

function segment(run: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(run)) {
    if (isWordLike && !SEGMENTED.has(segment)) words.push(segment);
  }
  return words;
}
