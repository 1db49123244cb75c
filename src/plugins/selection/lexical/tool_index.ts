// The index of a catalogue: for every term the tools that have it, in typed arrays.
//
// minisearch (5.9 KB, MIT) ranks as well. It is not used because of its queries and its start: with the same words and 10,000 tools 95 of
// 100 queries of 33 words take up to 22 ms, here about 1 ms; its index of 1,000 tools takes 50 ms to load into a new isolate, here 1 ms
// (`deno task bench selection`). A deployment with a hundred tools would notice neither.

import type { BuiltIndex, ToolCatalogue, ToolDocument, ToolIndex } from "../selector.ts";
import { ToolTerms } from "./tool_terms.ts";

/**
 * The index of a catalogue. It takes about 0.05 ms for a tool. Those that are the same objects in the catalogue of `known` are read from
 * its index, in a tenth of that; the result is the same.
 *
 * @example
 * ```ts
 * import { buildIndex } from "./tool_index.ts";
 * import assert from "node:assert/strict";
 *
 * const tools = [{ name: "get_weather", description: "Weather of a city.", parameters: { type: "object" } }];
 * const index = buildIndex({ version: "1", tools });
 * assert.equal(index.starts.length, index.hashes.length + 1);
 * assert.deepEqual(buildIndex({ version: "1", tools }, { tools, index }), index);
 * ```
 */
export function buildIndex(catalogue: ToolCatalogue, known?: BuiltIndex): ToolIndex {
  const { places, own } = numberTools(catalogue);
  // Every pair of a term and a tool, in the order of the tools; then laid out by term.
  const terms = new ToolTerms();
  const readKnown = known && transpose(known, terms);
  const counts: number[] = [];
  let [termOf, frequencyOf, pairs] = [new Uint32Array(FIRST_PAIRS), new Uint8Array(FIRST_PAIRS), 0];
  const add = (term: number, frequency: number) => {
    if (pairs === termOf.length) {
      const [terms, frequencies] = [termOf, frequencyOf];
      [termOf, frequencyOf] = [new Uint32Array(2 * pairs), new Uint8Array(2 * pairs)];
      termOf.set(terms);
      frequencyOf.set(frequencies);
    }
    counts[term] = (counts[term] ?? 0) + 1;
    termOf[pairs] = term;
    frequencyOf[pairs++] = frequency;
  };
  const pairsUpTo = Uint32Array.from(places, (place) => {
    const tool = catalogue.tools[place];
    if (tool !== undefined && !readKnown?.(tool, add)) {
      terms.read(tool, (term, frequency) => add(term, Math.max(1, Math.round(frequency * 255))));
    }
    return pairs;
  });
  // Parts of words that only arguments have are no terms.
  const hashes = Uint32Array.from(terms.hashes.filter((_, term) => counts[term] !== undefined)).sort();
  const starts = new Uint32Array(hashes.length + 1);
  const next = new Uint32Array(terms.hashes.length);
  hashes.forEach((hash, place) => {
    const term = terms.numberOf(hash);
    next[term] = starts[place]!;
    starts[place + 1] = starts[place]! + (counts[term] ?? 0);
  });
  const tools = new (numberType(places.length))(pairs);
  const frequencies = new Uint8Array(pairs);
  let pair = 0;
  pairsUpTo.forEach((end, tool) => {
    for (; pair < end; pair++) {
      const at = next[termOf[pair]!]!++;
      tools[at] = tool;
      frequencies[at] = frequencyOf[pair]!;
    }
  });
  return { version: catalogue.version, places, own, hashes, starts, tools, frequencies };
}

/** Pairs of a term and a tool for which there is room at first. */
const FIRST_PAIRS = 16_384;

/** Reads the terms of a tool from an index that has it, and returns false for another tool. `terms` gets the terms of the index. */
function transpose({ tools, index }: BuiltIndex, terms: ToolTerms) {
  const { places, hashes, starts } = index;
  const numberOf = new Map(Array.from(places, (place, number) => [tools[place], number]));
  const numbers = hashes.map((hash) => terms.numberOf(hash));
  const next = new Uint32Array(places.length + 1);
  for (const tool of index.tools) next[tool + 1]!++;
  for (let tool = 0; tool < places.length; tool++) next[tool + 1]! += next[tool]!;
  const begins = next.slice();
  const termOf = new Uint32Array(index.tools.length);
  const frequencyOf = new Uint8Array(index.tools.length);
  for (let place = 0; place < numbers.length; place++) {
    for (let pair = starts[place]!; pair < starts[place + 1]!; pair++) {
      const at = next[index.tools[pair]!]!++;
      termOf[at] = numbers[place]!;
      frequencyOf[at] = index.frequencies[pair]!;
    }
  }
  return (tool: ToolDocument, add: (term: number, frequency: number) => void): boolean => {
    const number = numberOf.get(tool);
    if (number === undefined) return false;
    for (let at = begins[number]!; at < begins[number + 1]!; at++) add(termOf[at]!, frequencyOf[at]!);
    return true;
  };
}

/** The place in the catalogue of every tool's number: the operator's tools come first. */
export function numberTools({ tools }: ToolCatalogue): Pick<ToolIndex, "places" | "own"> {
  const own: number[] = [];
  const foreign: number[] = [];
  tools.forEach((tool, place) => (tool.foreign ? foreign : own).push(place));
  return { places: Uint32Array.from([...own, ...foreign]), own: own.length };
}

/** The array in which the numbers of so many tools find room. */
export function numberType(tools: number): typeof Uint16Array | typeof Uint32Array {
  return tools > 65_536 ? Uint32Array : Uint16Array;
}
