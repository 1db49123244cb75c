// The score of one tool: what its description says, how long it is, an example, and its parameters.

import { readDescription, type Said } from "./description.ts";
import { isEnglish } from "./language.ts";
import { type ParameterFacts, readParameters } from "./parameters.ts";
import type { Aspect, LintTool } from "./report.ts";
import { findVerb, isReading } from "./_verbs.ts";
import { contentWords, countWords, nameWords, toSingular } from "./words.ts";

/** What each part of a score counts. Parts that a tool cannot have, or that cannot be judged, are left out of the sum. */
export const WEIGHTS: Readonly<Record<Aspect, number>> = {
  what: 20,
  when: 15,
  whenNot: 10,
  returns: 15,
  length: 15,
  example: 10,
  parameters: 15,
};

/** What was read of a tool. */
export interface Scored {
  /** 0 to 100, not rounded. */
  readonly score: number;
  readonly aspects: Readonly<Partial<Record<Aspect, number>>>;
  readonly words: number;
  readonly isEnglish: boolean;
  readonly facts: ParameterFacts;
  readonly shares: ParameterShares;
  /** What one point of {@link WEIGHTS} is worth in the score. */
  readonly unit: number;
}

/** How much of its parameters a tool explains, each 0 to 1; absent where it has none of that kind. */
export interface ParameterShares {
  readonly described?: number;
  readonly explained?: number;
  readonly marked?: number;
}

/** What each of {@link ParameterShares} counts within the part `parameters`. */
export const PARAMETER_WEIGHTS: Readonly<Record<keyof ParameterShares, number>> = {
  described: 9,
  explained: 3,
  marked: 3,
};

/** Characters that are read of a description: far more than any good one has. */
const MOST_CHARS = 20_000;

/** Scores a tool. */
export function scoreTool(tool: LintTool): Scored {
  const description = tool.description.slice(0, MOST_CHARS);
  const words = countWords(description);
  const english = isEnglish(description);
  const facts = readParameters(tool.parameters);
  const shares = toShares(facts);
  const parameters = weigh(shares, PARAMETER_WEIGHTS);
  const said: Partial<Said> = english ? withName(readDescription(description), tool.name, description) : {};
  const aspects: Partial<Record<Aspect, number>> = {
    ...said,
    length: lengthShare(words),
    example: exampleShare(tool),
  };
  if (parameters !== undefined) aspects.parameters = parameters.share;
  const total = weigh(aspects, WEIGHTS);
  return {
    score: (total?.share ?? 0) * 100,
    aspects,
    words,
    isEnglish: english,
    facts,
    shares,
    unit: 100 / (total?.weight ?? 100),
  };
}

/** A description such as "The weather in a city" of `get_weather`: its name has the verb, and both count half. */
function withName(said: Said, name: string, description: string): Said {
  const [first = "", ...rest] = nameWords(name).map(toSingular);
  const verb = findVerb(first);
  const words = new Set(contentWords(description).map(toSingular));
  if (said.what > 0 || verb === undefined || words.size < 2 || !rest.some((word) => words.has(word))) {
    return said;
  }
  return { ...said, what: 0.5, returns: Math.max(said.returns, isReading(verb) ? 0.5 : 0) };
}

/** The mean of shares by their weights, and the sum of these; undefined without shares. */
function weigh<K extends string>(
  shares: Readonly<Partial<Record<K, number>>>,
  weights: Readonly<Record<K, number>>,
): { readonly share: number; readonly weight: number } | undefined {
  let sum = 0;
  let weight = 0;
  for (const key of Object.keys(weights)) {
    if (!isKeyOf(weights, key)) continue;
    const share = shares[key];
    if (share === undefined) continue;
    sum += share * weights[key];
    weight += weights[key];
  }
  return weight === 0 ? undefined : { share: sum / weight, weight };
}

function isKeyOf<K extends string>(record: Readonly<Record<K, number>>, key: string): key is K {
  return Object.hasOwn(record, key);
}

/** Words and the share that a text of so many has; in between, the share is linear in the logarithm of the words. */
const LENGTHS: readonly (readonly [words: number, share: number])[] = [
  [1, 0.1],
  [5, 0.3],
  [10, 0.45],
  [20, 0.65],
  [40, 0.85],
  [80, 1],
  [120, 1],
  [200, 0.85],
  [400, 0.6],
  [1_000, 0.3],
];

/**
 * What the length of a description counts: 1 from 80 to 120 words, 0.45 for 10 and 0.85 for 200. Half of the descriptions in use have 7
 * to 14 words, and of 10,257 only 55 have 80 to 120.
 */
export function lengthShare(words: number): number {
  if (words === 0) return 0;
  const above = LENGTHS.findIndex(([most]) => words <= most);
  const [toWords, toShare] = LENGTHS[above] ?? [1_000, 0.3];
  const [fromWords, fromShare] = LENGTHS[above - 1] ?? [toWords, toShare];
  if (fromWords === toWords || words === toWords) return toShare;
  const part = Math.log(words / fromWords) / Math.log(toWords / fromWords);
  return fromShare + part * (toShare - fromShare);
}

/** An example in a dozen languages. */
const EXAMPLE =
  /\b(?:for example|for instance|examples?\s*[:(]|e\.\s?g\.|z\.\s?b\.|zum beispiel|beispiel|beispielsweise|par exemple|p\. ?ex\.|por ejemplo|por exemplo|ad esempio|bijvoorbeeld|till exempel|na przykład)|例如|比如|示例|例[::]|例えば|たとえば|например|예를 들어|예시/i;

/** A question or a request in quotation marks, as a user would write it. */
const QUOTED = /["“«„「](?:[^"“”«»„「」]{6,200}\?|(?:[^"“”«»„「」\s]+\s+){3,30}[^"“”«»„「」\s]+)["”»「」]/u;

const SUCH_AS = /\b(?:such as|including|like:|wie etwa|tels que|come ad)\b|诸如|などの/i;

function exampleShare({ examples = [], description }: LintTool): number {
  if (examples.length > 0) return 1;
  const text = description.slice(0, 8_000);
  if (EXAMPLE.test(text) || QUOTED.test(text)) return 1;
  return SUCH_AS.test(text) ? 0.5 : 0;
}

function toShares({ parameters, isUnmarked }: ParameterFacts): ParameterShares {
  if (parameters.length === 0) return {};
  const enums = parameters.filter(({ values }) => values !== undefined);
  const contradicted = parameters.filter(({ contradicts }) => contradicts !== undefined);
  const described = mean(parameters.map(({ described }) => described));
  const marked = isUnmarked ? 0 : 1 - contradicted.length / parameters.length;
  if (enums.length === 0) return { described, marked };
  return { described, explained: mean(enums.map(({ isExplained }) => isExplained ? 1 : 0)), marked };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
