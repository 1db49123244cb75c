// Tools that a model can confuse: pairs whose weighted words are nearly the same, and the words that distinguish them. Of two tools that
// do the same with the same arguments, one of which has no word of its own, fewer words need be the same: one paraphrases the other. An
// inverted index over the rarest words of each tool finds the pairs, so that not all are compared.

import type { JsonSchema } from "../../../core/json.ts";
import { isJsonObject } from "../../../core/json.ts";
import type { LintTool, NearDuplicate } from "./report.ts";
import { areApart, findVerb, isReading, toMeaning } from "./_verbs.ts";
import { contentWords, nameWords, toSingular, toTerm } from "./words.ts";

/** Settings of the search. */
export interface NearDuplicateOptions {
  /** Lowest cosine of a pair, above 0 and at most 1; of a paraphrase 0.2 less, and not below 0.4. */
  readonly threshold: number;
  /** Most pairs that are kept, the most similar ones. */
  readonly most: number;
}

/** The pairs that were found. */
export interface NearDuplicates {
  /** The most similar first. */
  readonly pairs: readonly NearDuplicate[];
  /** How many there are, of which `pairs` has the first. */
  readonly count: number;
  /** By the index of a tool, the pair that is most similar, and in how many pairs it is. */
  readonly nearest: ReadonlyMap<number, { readonly pair: NearDuplicate; readonly count: number }>;
  /** False where the search ended at {@link MOST_COMPARISONS}. */
  readonly compared: boolean;
}

/** How much less the cosine of a paraphrase may be. */
const PARAPHRASED = 0.2;

/** Comparisons of two tools after which the search ends: about a fifth of a second. */
const MOST_COMPARISONS = 1_000_000;

/** How much a word counts by where it stands. */
const NAME = 2;
const DESCRIPTION = 1;
const PARAMETER = 0.5;

/** Characters that are read of a description. */
const MOST_CHARS = 4_000;

/**
 * The pairs of tools that are nearly alike. No pair are two tools of which no agent has both, and two whose names begin with verbs that
 * no request means at once: `getInvoice` and `deleteInvoice`.
 */
export function findNearDuplicates(
  tools: readonly LintTool[],
  { threshold, most }: NearDuplicateOptions,
): NearDuplicates {
  const texts = tools.map(readTerms);
  const vectors = toVectors(texts);
  const names = tools.map(({ name }) => nameWords(name));
  const least = Math.max(threshold - PARAPHRASED, Math.min(threshold, LEAST));
  const verbs = names.map(([first = ""]) => findVerb(first)).map((verb) => verb && toMeaning(verb));
  const taken = tools.map(({ parameters }) => listArguments(parameters));
  const isParaphrase = (first: number, second: number) =>
    verbs[first] !== undefined && verbs[first] === verbs[second] &&
    takesAll(taken[first], taken[second]) &&
    (ownTerms(first, second, texts).length === 0 || ownTerms(second, first, texts).length === 0);
  const postings = new Map<number, number[]>();
  const found: Pair[] = [];
  // Weights of the tool that the others are compared with, by the ranks of its terms; and of which tool each was a candidate last.
  const weights = new Float64Array(Math.max(0, ...vectors.map(({ ranks }) => (ranks.at(-1) ?? 0) + 1)));
  const candidateOf = new Int32Array(tools.length).fill(-1);
  let comparisons = 0;
  for (const [index, vector] of vectors.entries()) {
    const candidates: number[] = [];
    for (const rank of takePrefix(vector, least)) {
      const list = postings.get(rank);
      if (list === undefined) postings.set(rank, [index]);
      else {
        for (const other of list) {
          if (candidateOf[other] === index) continue;
          candidateOf[other] = index;
          candidates.push(other);
        }
        list.push(index);
      }
    }
    comparisons += candidates.length;
    if (comparisons > MOST_COMPARISONS) break;
    for (const [at, rank] of vector.ranks.entries()) weights[rank] = vector.weights[at] ?? 0;
    for (const other of candidates) {
      const similarity = dot(vectors[other], weights);
      if (similarity < least || !areTogether(tools[other], tools[index])) continue;
      if (areNamedApart(names[other], names[index])) continue;
      if (similarity < threshold && !isParaphrase(other, index)) continue;
      found.push({ first: other, second: index, similarity });
    }
    for (const rank of vector.ranks) weights[rank] = 0;
  }
  found.sort((a, b) => b.similarity - a.similarity || a.first - b.first || a.second - b.second);
  const nearest = new Map<number, { readonly pair: NearDuplicate; readonly count: number }>();
  const pairs = found.flatMap((pair, at) => {
    const { first, second } = pair;
    const told = at < most || !nearest.has(first) || !nearest.has(second)
      ? toNearDuplicate(pair, tools, texts, vectors)
      : undefined;
    for (const index of [first, second]) {
      const before = nearest.get(index);
      if (before !== undefined) nearest.set(index, { ...before, count: before.count + 1 });
      else if (told !== undefined) nearest.set(index, { pair: told, count: 1 });
    }
    return at < most && told !== undefined ? [told] : [];
  });
  return {
    pairs,
    count: found.length,
    nearest,
    compared: comparisons <= MOST_COMPARISONS,
  };
}

/** Lowest cosine of a paraphrase, unless the threshold is lower. */
const LEAST = 0.4;

/** Two tools by their indexes. */
interface Pair {
  readonly first: number;
  readonly second: number;
  readonly similarity: number;
}

/** A term of a tool: its weight by its places, and the word as the tool has it. */
interface Term {
  weight: number;
  readonly word: string;
}

type Terms = ReadonlyMap<string, Term>;

function readTerms({ name, description, parameters }: LintTool): Terms {
  const terms = new Map<string, Term>();
  // Names and descriptions begin with a verb.
  const add = (words: readonly string[], weight: number, verb?: string) => {
    for (const word of new Set(words)) {
      const term = toTerm(word === verb ? toMeaning(toSingular(word)) : word);
      const known = terms.get(term);
      if (known === undefined) terms.set(term, { weight, word });
      else known.weight += weight;
    }
  };
  const named = nameWords(name);
  const described = contentWords(description.slice(0, MOST_CHARS));
  add(named, NAME, named[0]);
  add(described, DESCRIPTION, described[0]);
  add(parameterNames(parameters).flatMap(argumentWords), PARAMETER);
  return terms;
}

function parameterNames({ properties }: JsonSchema): readonly string[] {
  return isJsonObject(properties) ? Object.keys(properties).slice(0, 100) : [];
}

/** Tools that a word's rarity is measured by, at least: of a few tools the words that two share are not common ones. */
const REFERENCE = 1_000;

/** The arguments of a tool. */
function listArguments(parameters: JsonSchema): ReadonlySet<string> {
  return new Set(parameterNames(parameters).map((name) => argumentWords(name).map(toTerm).join(" ")));
}

/** The words of an argument without the verbs before its last one: a search query is a query. */
function argumentWords(name: string): readonly string[] {
  const words = nameWords(name);
  return words.filter((word, place) => place === words.length - 1 || findVerb(word) === undefined);
}

/** Whether one tool takes all that the other one does, and both something or both nothing. */
function takesAll(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  return (few.size > 0 || many.size === 0) && [...few].every((name) => many.has(name));
}

/** The terms of a tool that another one lacks and that say what it is about: what it does is said by its verb. */
function ownTerms(tool: number, other: number, texts: readonly Terms[]): readonly string[] {
  return [...texts[tool]?.keys() ?? []].filter((term) =>
    !texts[other]?.has(term) && isTelling(term) && findVerb(term) === undefined
  );
}

/** The unit vector of a tool, its rarest terms first: a rank is the place of a term in one order for all tools. */
interface Vector {
  readonly terms: readonly string[];
  readonly ranks: Int32Array;
  readonly weights: Float64Array;
}

/** Unit vectors of tf-idf. */
function toVectors(texts: readonly Terms[]): readonly Vector[] {
  const frequency = new Map<string, number>();
  for (const terms of texts) {
    for (const term of terms.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const rank = new Map(
    Array.from(frequency).sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1)).map(([term], at) => [term, at]),
  );
  return texts.map((terms) => {
    const weighted = Array.from(terms, ([term, { weight }]) => ({
      term,
      rank: rank.get(term) ?? 0,
      weight: weight * Math.log(1 + Math.max(texts.length, REFERENCE) / (frequency.get(term) ?? 1)),
    }));
    const norm = Math.hypot(...weighted.map(({ weight }) => weight)) || 1;
    weighted.sort((a, b) => a.rank - b.rank);
    return {
      terms: weighted.map(({ term }) => term),
      ranks: Int32Array.from(weighted, ({ rank }) => rank),
      weights: Float64Array.from(weighted, ({ weight }) => weight / norm),
    };
  });
}

/**
 * The ranks of the rarest terms, up to where what is left is shorter than the threshold. Two tools with the similarity have one of
 * these in common: else their common terms are all in the rest of one of them, which is too short for it.
 */
function takePrefix({ ranks, weights }: Vector, threshold: number): Int32Array {
  let left = 1;
  let length = 0;
  for (const weight of weights) {
    if (left < threshold * threshold - 1e-9) break;
    length++;
    left -= weight * weight;
  }
  return ranks.subarray(0, length);
}

/** The cosine with the vector whose weights stand at the ranks of its terms. */
function dot(vector: Vector | undefined, weights: Float64Array): number {
  if (vector === undefined) return 0;
  let sum = 0;
  for (let at = 0; at < vector.ranks.length; at++) {
    sum += (vector.weights[at] ?? 0) * (weights[vector.ranks[at] ?? 0] ?? 0);
  }
  return Math.min(1, sum);
}

/** Whether one prompt can have both: a tool without agents is selected from a catalogue, and can stand beside any. */
function areTogether(a: LintTool | undefined, b: LintTool | undefined): boolean {
  if (a?.agents === undefined || b?.agents === undefined) return true;
  const agents = new Set(a.agents);
  return b.agents.some((agent) => agents.has(agent));
}

/** Words of names that say the opposite. */
const OPPOSITE_WORDS: readonly (readonly [string, string])[] = [
  ["on", "off"],
  ["in", "out"],
  ["up", "down"],
  ["min", "max"],
];

/** Whether no request means both names at once. */
function areNamedApart(a: readonly string[] = [], b: readonly string[] = []): boolean {
  if (areApart(findVerb(a[0] ?? ""), findVerb(b[0] ?? ""))) return true;
  return OPPOSITE_WORDS.some(([x, y]) =>
    (a.includes(x) && b.includes(y)) || (a.includes(y) && b.includes(x))
  );
}

/** Most words that distinguish a tool from the other. */
const MOST_WORDS = 5;

function toNearDuplicate(
  { first, second, similarity }: Pair,
  tools: readonly LintTool[],
  texts: readonly Terms[],
  vectors: readonly Vector[],
): NearDuplicate {
  const names: readonly [string, string] = [tools[first]?.name ?? "", tools[second]?.name ?? ""];
  const own = (a: number, b: number) =>
    (vectors[a]?.terms ?? [])
      .map((term, at) => ({ term, weight: vectors[a]?.weights[at] ?? 0 }))
      .filter(({ term }) => !texts[b]?.has(term) && isTelling(term))
      .sort((x, y) => y.weight - x.weight)
      .slice(0, MOST_WORDS)
      .map(({ term }) => texts[a]?.get(term)?.word ?? term);
  const distinguishing: readonly [string[], string[]] = [own(first, second), own(second, first)];
  return {
    tools: names,
    similarity: Math.round(similarity * 1000) / 1000,
    distinguishing,
    fix: suggestFix(names, distinguishing),
  };
}

/** Words that many tools have and that distinguish none, beside the verbs of reading. */
const VAGUE: ReadonlySet<string> = new Set(
  "api data detail details info information given new specific specified related various based name tool function"
    .split(" "),
);

function isTelling(term: string): boolean {
  const verb = findVerb(term);
  return !VAGUE.has(term) && (verb === undefined || !isReading(verb)) && !/^\p{N}+$|^.$/u.test(term);
}

function suggestFix(
  [a, b]: readonly [string, string],
  [ofA, ofB]: readonly [readonly string[], readonly string[]],
): string {
  if (ofA.length === 0 && ofB.length === 0) {
    return `No word tells ${a} from ${b}: withdraw one of them, or write in each when it is the one to use.`;
  }
  if (ofA.length === 0) {
    return `Only ${b} has ${
      ofB.join(", ")
    }: write in ${a} when it is the one to use, and name ${b} for the rest.`;
  }
  if (ofB.length === 0) {
    return `Only ${a} has ${
      ofA.join(", ")
    }: write in ${b} when it is the one to use, and name ${a} for the rest.`;
  }
  return `Write in each what tells it from the other: ${a} has ${ofA.join(", ")}; ${b} has ${
    ofB.join(", ")
  }.`;
}
