// Parts of words: they find "airquality" by "air quality", other forms of a word, and words that were segmented otherwise.

import { hashTerm } from "./hash.ts";

/** Letters of a part. */
const LETTERS = 4;

/** Calls `add` with the hash of every part of a word: four letters each, its beginning and end marked. */
export function gramsOfWord(word: string, add: (hash: number) => void): void {
  const marked = `_${word}_`;
  const last = marked.length - LETTERS;
  if (last <= 0) return add(hashTerm(marked, "gram"));
  for (let at = 0; at <= last; at++) add(hashTerm(marked, "gram", at, at + LETTERS));
}

/** Calls `add` with the hash of every two characters beside each other in a text without blanks. */
export function gramsOfRun(run: string, add: (hash: number) => void): void {
  for (let at = 0; at + 2 <= run.length; at++) add(hashTerm(run, "gram", at, at + 2));
}
