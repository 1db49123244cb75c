// The index of a catalogue: for every term the tools that have it, in typed arrays.
//
// minisearch (5.9 KB, MIT) ranks as well. It is not used because of its queries and its start: with the same words and 10,000 tools 95 of
// 100 queries of 33 words take up to 22 ms, here about 1 ms; its index of 1,000 tools takes 50 ms to load into a new isolate, here 1 ms
// (`deno task bench selection`). A deployment with a hundred tools would notice neither.

import type { ToolCatalogue } from "../selector.ts";
import { ToolTerms } from "./tool_terms.ts";

/** The terms of a catalogue's tools. Tools have numbers: those of the operator come first, then those of servers. */
export interface ToolIndex {
  /** The version of the catalogue. */
  readonly version: string;
  /** The place in the catalogue of every number. */
  readonly places: Uint32Array;
  /** How many tools are the operator's: their numbers are those below. */
  readonly own: number;
  /** Hashes of the terms, ascending. */
  readonly hashes: Uint32Array;
  /** For the term at a place, where its tools begin in `tools`; one more than there are terms. */
  readonly starts: Uint32Array;
  /** Numbers of tools, ascending within a term. */
  readonly tools: Uint16Array | Uint32Array;
  /** The frequency of the term in each of `tools`, in 255ths. */
  readonly frequencies: Uint8Array;
}

/**
 * The index of a catalogue. It takes 0.1 to 0.2 ms for a tool.
 *
 * @example
 * ```ts
 * import { buildIndex } from "./tool_index.ts";
 * import assert from "node:assert/strict";
 *
 * const tools = [{ name: "get_weather", description: "Weather of a city.", parameters: { type: "object" } }];
 * const index = buildIndex({ version: "1", tools });
 * assert.equal(index.starts.length, index.hashes.length + 1);
 * ```
 */
export function buildIndex(catalogue: ToolCatalogue): ToolIndex {
  const { places, own } = numberTools(catalogue);
  // Every pair of a term and a tool, in the order of the tools; then laid out by term.
  const terms = new ToolTerms();
  const counts: number[] = [];
  const termOf: number[] = [];
  const frequencyOf: number[] = [];
  const pairsUpTo = Uint32Array.from(places, (place) => {
    const tool = catalogue.tools[place];
    if (tool === undefined) return termOf.length;
    terms.read(tool, (term, frequency) => {
      counts[term] = (counts[term] ?? 0) + 1;
      termOf.push(term);
      frequencyOf.push(Math.max(1, Math.round(frequency * 255)));
    });
    return termOf.length;
  });
  const order = Uint32Array.from(Object.keys(counts), Number) // parts of words that only arguments have are no terms
    .sort((one, other) => terms.hashes[one]! - terms.hashes[other]!);
  const starts = new Uint32Array(order.length + 1);
  const next = new Uint32Array(terms.hashes.length);
  order.forEach((term, place) => {
    next[term] = starts[place] ?? 0;
    starts[place + 1] = next[term]! + (counts[term] ?? 0);
  });
  const tools = new (numberType(places.length))(termOf.length);
  const frequencies = new Uint8Array(termOf.length);
  let pair = 0;
  pairsUpTo.forEach((end, tool) => {
    for (; pair < end; pair++) {
      const at = next[termOf[pair]!]!++;
      tools[at] = tool;
      frequencies[at] = frequencyOf[pair]!;
    }
  });
  const hashes = order.map((term) => terms.hashes[term]!);
  return { version: catalogue.version, places, own, hashes, starts, tools, frequencies };
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
