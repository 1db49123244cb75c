// How well tools fit a query: BM25 over words, with parts of words at its side.
//
// A word's weight depends on how many tools have it, not on how many there are: a tool that shares nothing with a query changes no score.
// How common a word is among the operator's tools, they alone decide: tools of servers change nothing among them.

import { readWords, stemWord } from "./analysis.ts";
import { gramsOfRun, gramsOfWord } from "./grams.ts";
import { hashTerm } from "./hash.ts";
import type { ToolIndex } from "./tool_index.ts";
import { nameKeysIn } from "./names.ts";
import { isRequestWord } from "./request_words.ts";

/** Tools that a word's rarity is measured by. */
const REFERENCE = 1_000;

/** What the parts of the words count beside the words. */
const GRAM_WEIGHT = 0.6;

/** What a name in the query counts beside one word. */
const NAME_WEIGHT = 2;

const REQUEST_WEIGHT = 0.5;

/** What a word of a server's tool counts beside one of the operator's. */
const FOREIGN_WEIGHT = 0.7;

/** Characters of a query that count at its begin, and at its end. */
const HALF_QUERY = 2_000;

/** Distinct words of a query that count; plans have 30 or 40. */
const MOST_WORDS = 96;

/** Distinct parts of words that count. */
const MOST_GRAMS = 600;

/** The score of every tool by its number: 0 for one that shares nothing with the query. Not comparable between queries. */
export function scoreTools(index: ToolIndex, text: string): Float32Array {
  const scores = new Float32Array(index.places.length);
  for (const [hash, weight] of termsOfQuery(cutQuery(text))) addTerm(index, hash, weight, scores);
  return scores;
}

/** The weight of every term by its hash. */
function termsOfQuery(text: string): Map<number, number> {
  const { written, segmented, runs } = readWords(text);
  const terms = new Map<number, number>();
  const grams = new Map<number, number>();
  const words = [...new Set(written)].slice(0, MOST_WORDS);
  const pieces = [...new Set(segmented)].slice(0, MOST_WORDS);
  for (const word of words) {
    const weight = isRequestWord(word) ? REQUEST_WEIGHT : 1;
    const hash = hashTerm(stemWord(word), "word");
    terms.set(hash, Math.max(terms.get(hash) ?? 0, weight));
    gramsOfWord(word, (gram) => grams.set(gram, Math.max(grams.get(gram) ?? 0, weight)));
  }
  for (const piece of pieces) terms.set(hashTerm(piece, "word"), 1);
  for (const run of new Set(runs)) gramsOfRun(run, (gram) => grams.set(gram, 1));
  const counted = Math.min(grams.size, MOST_GRAMS);
  const share = GRAM_WEIGHT * (words.length + pieces.length) / Math.max(counted, 1);
  for (const [gram, weight] of [...grams].slice(0, MOST_GRAMS)) terms.set(gram, weight * share);
  for (const key of nameKeysIn(text)) terms.set(hashTerm(key, "name"), NAME_WEIGHT);
  return terms;
}

/** The begin and the end of a long text: what is asked stands there. */
function cutQuery(text: string): string {
  if (text.length <= 2 * HALF_QUERY) return text;
  return `${text.slice(0, HALF_QUERY)}\n${text.slice(-HALF_QUERY)}`;
}

function addTerm(index: ToolIndex, hash: number, weight: number, scores: Float32Array): void {
  const { hashes, starts, tools, frequencies, own } = index;
  const term = findPlace(hashes, hash);
  if (term === undefined) return;
  const [from = 0, to = 0] = [starts[term], starts[term + 1]];
  const border = firstAtLeast(tools, own, from, to);
  const ownWeight = weight * rarity(border - from) / 255;
  for (let at = from; at < border; at++) scores[tools[at]!]! += ownWeight * frequencies[at]!;
  if (border === to) return;
  const foreignWeight = FOREIGN_WEIGHT * weight * rarity(to - from) / 255;
  for (let at = border; at < to; at++) scores[tools[at]!]! += foreignWeight * frequencies[at]!;
}

function rarity(tools: number): number {
  return Math.log(1 + REFERENCE / (tools + 0.5));
}

function findPlace(hashes: Uint32Array, hash: number): number | undefined {
  const place = firstAtLeast(hashes, hash, 0, hashes.length);
  return hashes[place] === hash ? place : undefined;
}

/** The first place from `from` on whose value is not below `value`; `to` when there is none. The values are ascending. */
function firstAtLeast(values: Uint32Array, value: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
