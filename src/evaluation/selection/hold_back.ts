// Queries of a data set as examples of its tools, and the others as cases: what a catalogue learns from use, measured.

import { fnv64 } from "../../core/text/hash.ts";
import type { ListedTool } from "../data/case.ts";
import type { ListedQuery } from "./data_set.ts";

/** A data set whose tools have examples that are none of its queries. */
export interface HeldBack {
  readonly tools: ListedTool[];
  readonly queries: ListedQuery[];
}

/**
 * Gives each tool so many queries that expect it as examples, drawn by the seed, and takes their texts out of the queries. A query that
 * expects several tools is an example of each that has fewer.
 */
export function holdBack(
  tools: readonly ListedTool[],
  queries: readonly ListedQuery[],
  { examples, seed }: { readonly examples: number; readonly seed: number },
): HeldBack {
  const drawn = queries.map((query) => ({ query, place: fnv64(`${seed}\n${query.query}`) }))
    .sort((left, right) => left.place < right.place ? -1 : 1);
  const byTool = new Map<string, Set<string>>();
  for (const { query: { query, expected } } of drawn) {
    for (const name of expected ?? []) {
      const taken = byTool.get(name) ?? new Set();
      if (taken.size < examples) byTool.set(name, taken.add(query));
    }
  }
  const known = new Set([...byTool.values()].flatMap((texts) => [...texts]));
  return {
    tools: tools.map((tool) => ({
      ...tool,
      examples: [...tool.examples ?? [], ...byTool.get(tool.name) ?? []],
    })),
    queries: queries.filter(({ query }) => !known.has(query)),
  };
}
