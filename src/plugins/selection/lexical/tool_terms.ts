// A tool as terms with frequencies: BM25F, in which a word of the name counts more than one of an argument's description.
//
// Lengths are compared with usual ones, not with those of the catalogue, so that a tool's terms depend on the tool alone.
//
// Words of a tool that a server describes may have been written to be ranked. Of such a tool
//   - examples, categories and tags do not count;
//   - each word counts once, however often and in how many fields it stands;
//   - the first 48 distinct words of the description and of the arguments count, as many as a description of 80 to 120 words has;
//     every further one still makes the field longer and each word of it weigh less;
//   - no word counts more for standing in the name or in a short text.

import type { ToolDocument } from "../selector.ts";
import { readWords, stemWord, type Words } from "./analysis.ts";
import { gramsOfWords } from "./grams.ts";
import { hashTerm } from "./hash.ts";
import { toNameKey } from "./names.ts";
import { textOfParameters } from "./parameter_text.ts";

/** By the hash of a term, its frequency in a tool after saturation: above 0, at most 1. */
export type TermFrequencies = Map<number, number>;

interface Field {
  readonly words: Words;
  readonly weight: number;
  /** Terms that such a field usually has. */
  readonly usual: number;
  /** How far its length counts, from 0 to 1. */
  readonly lengthShare: number;
  /** The least that its length counts as: one example weighs no more than each of twenty. 0 by default. */
  readonly shortest?: number;
}

/** Saturation of BM25: at this frequency a term has half of what it can have. */
const SATURATION = 1.2;

/** How far the length of a field counts that has sentences. */
const LENGTH_SHARE = 0.5;

/** Parts of a word, on an average. */
const GRAMS_OF_WORD = 5;

const MOST_FOREIGN_WORDS = 48;

/** The terms of a tool. */
export function termsOfTool(tool: ToolDocument): TermFrequencies {
  return tool.foreign ? termsOfForeign(tool) : termsOfOwn(tool);
}

function termsOfOwn(tool: ToolDocument): TermFrequencies {
  const { examples = [], categories = [], tags = [] } = tool;
  const described: Field[] = [
    ...toFields(tool, { name: 3, parameters: 1 }),
    { ...textField(examples.join("\n"), 0.5, 60), shortest: 1 },
    textField([...categories, ...tags].join("\n"), 0.6, 3),
  ];
  const sums: TermFrequencies = new Map();
  const add = (
    hashes: readonly number[],
    { weight, usual, lengthShare, shortest = 0 }: Field,
    times: number,
  ) => {
    const length = Math.max(lengthFactor(hashes.length / (usual * times), lengthShare), shortest);
    for (const hash of hashes) sums.set(hash, (sums.get(hash) ?? 0) + weight / length);
  };
  described.forEach((field, place) => {
    add(wordHashes(field.words), field, 1);
    // Arguments repeat the words of the tools beside them; their parts would only make the index larger.
    if (place !== PARAMETERS) add(gramHashes(field.words), field, GRAMS_OF_WORD);
  });
  for (const [hash, sum] of sums) sums.set(hash, saturate(sum));
  const name = toNameKey(tool.name);
  if (name !== "") sums.set(hashTerm(name, "name"), 1);
  return sums;
}

function termsOfForeign(tool: ToolDocument): TermFrequencies {
  const most: TermFrequencies = new Map();
  const add = (hashes: ReadonlySet<number>, weight: number, length: number) => {
    const frequency = saturate(weight / Math.max(length, 1));
    for (const hash of hashes) most.set(hash, Math.max(most.get(hash) ?? 0, frequency));
  };
  toFields(tool, { name: 1, parameters: 0.4 }).forEach(({ words, weight, usual }, place) => {
    const { counted, distinct } = firstWords(words);
    const length = 1 - LENGTH_SHARE + LENGTH_SHARE * distinct / usual;
    add(new Set(wordHashes(counted)), weight, length);
    if (place !== PARAMETERS) add(new Set(gramHashes(counted)), weight, length);
  });
  return most;
}

/** Place of the arguments among the described fields. */
const PARAMETERS = 2;

/** What every tool has: its name, its description, its arguments. */
function toFields(
  { name, description, parameters }: ToolDocument,
  weights: { readonly name: number; readonly parameters: number },
): Field[] {
  return [
    { ...textField(name, weights.name, 3), lengthShare: 1 },
    textField(description, 1, 8),
    textField(textOfParameters(parameters), weights.parameters, 15),
  ];
}

function textField(text: string, weight: number, usual: number): Field {
  return { words: readWords(text), weight, usual, lengthShare: LENGTH_SHARE };
}

/**
 * What the length of a field divides its words by, given how many times as long as usual it is. Longer than that it counts by the root: a
 * description of 100 words says more than one of 10, and does not say each thing less.
 */
function lengthFactor(times: number, share: number): number {
  return times <= 1 ? 1 - share + share * times : 1 + 2 * share * (Math.sqrt(times) - 1);
}

function saturate(frequency: number): number {
  return frequency / (SATURATION + frequency);
}

function wordHashes({ written, segmented }: Words): number[] {
  return [...written.map(stemWord), ...segmented].map((word) => hashTerm(word, "word"));
}

function gramHashes(words: Words): number[] {
  const hashes: number[] = [];
  gramsOfWords(words, (hash) => hashes.push(hash));
  return hashes;
}

/** The first distinct words, and how many distinct ones there are in all. */
function firstWords({ written, segmented, runs }: Words): { counted: Words; distinct: number } {
  const [letters, others] = [new Set(written), new Set(segmented)];
  const counted = {
    written: [...letters].slice(0, MOST_FOREIGN_WORDS),
    segmented: [...others].slice(0, MOST_FOREIGN_WORDS),
    runs: cutRuns(runs),
  };
  return { counted, distinct: letters.size + others.size };
}

/** Two characters of a text without blanks are about a word. */
function cutRuns(runs: readonly string[]): string[] {
  let room = 2 * MOST_FOREIGN_WORDS;
  return runs.map((run) => {
    const cut = run.slice(0, Math.max(room, 0));
    room -= run.length;
    return cut;
  });
}
