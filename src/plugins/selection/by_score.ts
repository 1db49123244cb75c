// From scores to a selection: what the contract of selectors says of order, of `keep`, of `most` and of `least`.

import type { Candidate, Selection, SelectionQuery, ToolCatalogue } from "./selector.ts";

/** Most candidates that a selection reports. */
const MOST_CANDIDATES = 20;

/**
 * By score, the highest first; candidates of one score keep their order. They come in the order of the catalogue.
 *
 * @example
 * ```ts
 * import { rankByScore } from "./by_score.ts";
 * import assert from "node:assert/strict";
 *
 * const ranked = rankByScore([{ name: "a", score: 1 }, { name: "b", score: 2 }, { name: "c", score: 1 }]);
 * assert.deepEqual(ranked.map(({ name }) => name), ["b", "a", "c"]);
 * ```
 */
export function rankByScore(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort((a, b) => b.score - a.score);
}

/**
 * The selection from tools by score. First come the tools of `keep` that the catalogue has and the caller may have; then the best,
 * until `most`; those below the threshold only until `least`. Where fewer are ranked than `least`, the catalogue's first follow.
 */
export function selectByScore(
  ranked: readonly Candidate[],
  query: SelectionQuery,
  catalogue: ToolCatalogue,
  threshold?: number,
): Pick<Selection, "tools" | "candidates" | "threshold"> {
  const { most, least = 0, keep = [], isAvailable = () => true } = query;
  const names = new Set(catalogue.tools.map(({ name }) => name));
  const tools = new Set(keep.filter((name) => names.has(name) && isAvailable(name)));
  const candidates: Candidate[] = [];
  for (const candidate of ranked) {
    const { name, score } = candidate;
    const hasRoom = tools.size < most && (threshold === undefined || score >= threshold);
    if (!hasRoom && candidates.length === MOST_CANDIDATES) break;
    if (!isAvailable(name)) continue;
    if (candidates.length < MOST_CANDIDATES) candidates.push(candidate);
    if (hasRoom) tools.add(name);
  }
  const fewest = Math.min(least, most);
  for (const { name } of tools.size < fewest ? [...ranked, ...catalogue.tools] : []) {
    if (tools.size >= fewest) break;
    if (isAvailable(name)) tools.add(name);
  }
  return { tools: [...tools], candidates, threshold };
}
