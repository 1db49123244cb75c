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
import { gramsOfRun, gramsOfWord } from "./grams.ts";
import { hashTerm } from "./hash.ts";
import { toNameKey } from "./names.ts";
import { textOfParameters } from "./parameter_text.ts";

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

/** The terms of a word, by their numbers. */
interface WordTerms {
  readonly word: number;
  readonly grams: readonly number[];
}

/** Finds the terms of tools, one tool after another. Terms have numbers, and those of a word are looked up once for all tools. */
export class ToolTerms {
  /** The hash of every term, by its number. */
  readonly hashes: number[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #byWord = new Map<string, WordTerms>();
  /** The frequencies of the present tool, by the number of the term; 0 for a term that it does not have. */
  readonly #frequencies: number[] = [];
  readonly #found: number[] = [];

  /** Calls `add` with every term of a tool: its number, and its frequency after saturation, above 0 and at most 1. */
  read(tool: ToolDocument, add: (term: number, frequency: number) => void): void {
    if (tool.foreign) this.#readForeign(tool);
    else this.#readOwn(tool);
    for (const term of this.#found) {
      add(term, this.#frequencies[term] ?? 0);
      this.#frequencies[term] = 0;
    }
    this.#found.length = 0;
  }

  #readOwn(tool: ToolDocument): void {
    const { examples = [], categories = [], tags = [] } = tool;
    const described: Field[] = [
      ...toFields(tool, { name: 3, parameters: 1 }),
      { ...textField(examples.join("\n"), 0.5, 60), shortest: 1 },
      textField([...categories, ...tags].join("\n"), 0.6, 3),
    ];
    described.forEach((field, place) => {
      this.#addOwn(this.#wordsOf(field.words), field, 1);
      // Arguments repeat the words of the tools beside them; their parts would only make the index larger.
      if (place !== PARAMETERS) this.#addOwn(this.#gramsOf(field.words), field, GRAMS_OF_WORD);
    });
    for (const term of this.#found) this.#frequencies[term] = saturate(this.#frequencies[term] ?? 0);
    const name = toNameKey(tool.name);
    if (name !== "") this.#set(this.numberOf(hashTerm(name, "name")), 1);
  }

  #addOwn(
    terms: readonly number[],
    { weight, usual, lengthShare, shortest = 0 }: Field,
    times: number,
  ): void {
    const length = Math.max(lengthFactor(terms.length / (usual * times), lengthShare), shortest);
    for (const term of terms) this.#set(term, (this.#frequencies[term] ?? 0) + weight / length);
  }

  #readForeign(tool: ToolDocument): void {
    toFields(tool, { name: 1, parameters: 0.4 }).forEach(({ words, weight, usual }, place) => {
      const { counted, distinct } = firstWords(words);
      const length = 1 - LENGTH_SHARE + LENGTH_SHARE * distinct / usual;
      const frequency = saturate(weight / Math.max(length, 1));
      const terms = [...this.#wordsOf(counted), ...place === PARAMETERS ? [] : this.#gramsOf(counted)];
      for (const term of terms) this.#set(term, Math.max(this.#frequencies[term] ?? 0, frequency));
    });
  }

  #set(term: number, frequency: number): void {
    if (!this.#frequencies[term]) this.#found.push(term);
    this.#frequencies[term] = frequency;
  }

  #wordsOf({ written, segmented }: Words): number[] {
    const terms = written.map((word) => this.#termsOf(word).word);
    for (const piece of segmented) terms.push(this.numberOf(hashTerm(piece, "word")));
    return terms;
  }

  /** Of all parts of words, repetitions included. */
  #gramsOf({ written, runs }: Words): number[] {
    const terms: number[] = [];
    for (const word of written) for (const gram of this.#termsOf(word).grams) terms.push(gram);
    for (const run of runs) gramsOfRun(run, (gram) => terms.push(this.numberOf(gram)));
    return terms;
  }

  #termsOf(word: string): WordTerms {
    const known = this.#byWord.get(word);
    if (known !== undefined) return known;
    const grams: number[] = [];
    gramsOfWord(word, (gram) => grams.push(this.numberOf(gram)));
    const terms = { word: this.numberOf(hashTerm(stemWord(word), "word")), grams };
    this.#byWord.set(word, terms);
    return terms;
  }

  /** The number of the term with this hash; the next one for a term that is new. */
  numberOf(hash: number): number {
    const known = this.#numbers.get(hash);
    if (known !== undefined) return known;
    this.#numbers.set(hash, this.hashes.length);
    this.#frequencies.push(0);
    return this.hashes.push(hash) - 1;
  }
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
