// The categories of a catalogue, and those that a ranking of its tools speaks for.

import { remembered } from "../../core/lru.ts";
import type { ToolCatalogue, ToolDocument } from "./selector.ts";

/** A category with what belongs to it. */
export interface ToolCategory {
  readonly name: string;
  /** In the order of the catalogue; at least one. */
  readonly tools: readonly ToolDocument[];
}

/** A category of a query. */
export interface CategoryScore {
  readonly category: string;
  /** How likely, from 0 to 1; what is beyond is cut to that. */
  readonly score: number;
}

/** Damps the first ranks. */
const K = 10;

/** All categories in the order in which the catalogue has them. */
export const getCategories: (catalogue: ToolCatalogue) => readonly ToolCategory[] = remembered(
  listCategories,
);

function listCategories({ tools }: ToolCatalogue): readonly ToolCategory[] {
  const byName = new Map<string, ToolDocument[]>();
  for (const tool of tools) {
    for (const name of new Set(tool.categories)) {
      const own = byName.get(name);
      if (own === undefined) byName.set(name, [tool]);
      else own.push(tool);
    }
  }
  return [...byName].map(([name, tools]) => ({ name, tools }));
}

/**
 * The categories of tools that were found for a query, the best first: each tool votes for its own with 1 / (10 + its rank), and the score of
 * a category is its share of all votes. In the order of the catalogue; none where no tool that was found has one.
 */
export function voteForCategories(found: readonly string[], catalogue: ToolCatalogue): CategoryScore[] {
  const votes = new Map(found.map((name, at) => [name, 1 / (K + at + 1)]));
  const sums = getCategories(catalogue).map(({ name, tools }) => ({
    category: name,
    score: tools.reduce((sum, tool) => sum + (votes.get(tool.name) ?? 0), 0),
  }));
  const all = sums.reduce((sum, { score }) => sum + score, 0);
  return sums.filter(({ score }) => score > 0).map(({ category, score }) => ({
    category,
    score: score / all,
  }));
}

/** Categories that are kept of a query which was not classified. */
const MOST = 3;

/** What a query is about by the tools that were selected for it, the likeliest first; undefined where none has a category. */
export function mostVotedFor(
  tools: readonly string[],
  catalogue: ToolCatalogue,
): readonly string[] | undefined {
  const votes = voteForCategories(tools, catalogue).sort((one, other) => other.score - one.score);
  return votes.length === 0 ? undefined : votes.slice(0, MOST).map(({ category }) => category);
}
