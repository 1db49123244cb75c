// How well tools fit a query: BM25 over words, with parts of words at its side. Of a query of several sentences, each of which may ask for
// another tool, the sentence that a tool fits best counts beside the whole.
//
// A word's weight depends on how many tools have it, not on how many there are: a tool that shares nothing with a query changes no score.
// How common a word is among the operator's tools, they alone decide: tools of servers change nothing among them.

import { readWords, stemWord, type Words } from "./analysis.ts";
import { gramsOfRun, gramsOfWord } from "./grams.ts";
import { hashTerm } from "./hash.ts";
import type { ToolIndex } from "../selector.ts";
import { nameKeysIn } from "./names.ts";
import { isRequestWord } from "./request_words.ts";

/** Tools that a word's rarity is measured by. */
const REFERENCE = 1_000;

/** What the parts of the words count beside the words. */
const GRAM_WEIGHT = 0.6;

/** Of two tools that fit alike, the operator's stands above. */
const OF_WORD: TermWeight = { own: 1, foreign: 0.7 };

/** Words of requests stand in most queries: a server's tool gains nothing by them. */
const OF_REQUEST: TermWeight = { own: 0.5, foreign: 0 };

/** A name in the query counts like two words. */
const OF_NAME: TermWeight = { own: 2, foreign: 0 };

/** Characters of a query that count at its begin, and at its end. */
const HALF_QUERY = 2_000;

/** Distinct words of a query that count; plans have 30 or 40. */
const MOST_WORDS = 96;

/** Distinct parts of words that count. */
const MOST_GRAMS = 600;

/** What a term of a query counts: for the operator's tools, and for those of servers. */
interface TermWeight {
  readonly own: number;
  readonly foreign: number;
}

/** What the best sentence counts; the whole query counts the rest. */
const SENTENCE_SHARE = 0.6;

/** Sentences that count, and words that one has at least. */
const MOST_SENTENCES = 16;
const LEAST_WORDS = 2;

const SENTENCE_END = /[.!?;](?:\s|$)|[\n。！？；]/u;

/** The score of every tool by its number: 0 for one that shares nothing with the query. Not comparable between queries. */
export function scoreTools(index: ToolIndex, text: string): Float32Array {
  const cut = cutQuery(text);
  const scores = scoreWords(index, readWords(cut), cut);
  const sentences = splitSentences(cut);
  if (sentences.length < 2) return scores;
  const best = new Float32Array(scores.length);
  for (const { words, text } of sentences) {
    const own = scoreWords(index, words, text);
    for (let tool = 0; tool < own.length; tool++) if (own[tool]! > best[tool]!) best[tool] = own[tool]!;
  }
  for (let tool = 0; tool < scores.length; tool++) {
    scores[tool] = (1 - SENTENCE_SHARE) * scores[tool]! + SENTENCE_SHARE * best[tool]!;
  }
  return scores;
}

function splitSentences(text: string): { readonly words: Words; readonly text: string }[] {
  return text.split(SENTENCE_END).slice(0, MOST_SENTENCES).map((text) => ({ words: readWords(text), text }))
    .filter(({ words: { written, segmented } }) => written.length + segmented.length >= LEAST_WORDS);
}

function scoreWords(index: ToolIndex, words: Words, text: string): Float32Array {
  const scores = new Float32Array(index.places.length);
  for (const [hash, weight] of termsOfQuery(words, text)) addTerm(index, hash, weight, scores);
  return scores;
}

/** The weight of every term by its hash. */
function termsOfQuery({ written, segmented, runs }: Words, text: string): Map<number, TermWeight> {
  const terms = new Map<number, TermWeight>();
  const grams = new Map<number, TermWeight>();
  const words = [...new Set(written)].slice(0, MOST_WORDS);
  const pieces = [...new Set(segmented)].slice(0, MOST_WORDS);
  for (const word of words) {
    const weight = isRequestWord(word) ? OF_REQUEST : OF_WORD;
    raise(terms, hashTerm(stemWord(word), "word"), weight);
    gramsOfWord(word, (gram) => raise(grams, gram, weight));
  }
  for (const piece of pieces) raise(terms, hashTerm(piece, "word"), OF_WORD);
  for (const run of new Set(runs)) gramsOfRun(run, (gram) => raise(grams, gram, OF_WORD));
  const counted = [...grams].slice(0, MOST_GRAMS);
  const share = GRAM_WEIGHT * (words.length + pieces.length) / Math.max(counted.length, 1);
  for (const [gram, { own, foreign }] of counted) {
    terms.set(gram, { own: own * share, foreign: foreign * share });
  }
  for (const key of nameKeysIn(text)) raise(terms, hashTerm(key, "name"), OF_NAME);
  return terms;
}

function raise(terms: Map<number, TermWeight>, hash: number, weight: TermWeight): void {
  const before = terms.get(hash);
  if (before === undefined || before.own < weight.own) terms.set(hash, weight);
}

/** The beginning and the end of a long text, where its question stands. */
function cutQuery(text: string): string {
  if (text.length <= 2 * HALF_QUERY) return text;
  return `${text.slice(0, HALF_QUERY)}\n${text.slice(-HALF_QUERY)}`;
}

function addTerm(index: ToolIndex, hash: number, weight: TermWeight, scores: Float32Array): void {
  const { hashes, starts, tools, frequencies, own } = index;
  const term = findPlace(hashes, hash);
  if (term === undefined) return;
  const [from = 0, to = 0] = [starts[term], starts[term + 1]];
  const border = firstAtLeast(tools, own, from, to);
  const ownWeight = weight.own * rarity(border - from) / 255;
  for (let at = from; at < border; at++) scores[tools[at]!]! += ownWeight * frequencies[at]!;
  if (border === to || weight.foreign === 0) return;
  const foreignWeight = weight.foreign * rarity(to - from) / 255;
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
function firstAtLeast(values: ToolIndex["tools"], value: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
