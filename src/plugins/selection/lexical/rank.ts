// From scores to an order of tools.
//
// A tool of a server never stands above the operator's best tools: of `most` places the first half is for the operator's tools that
// share anything with the query, by score. Behind them both are ranked by score. So words that a server wrote can take the second half
// of the places at most, and an operator's tool among the best half is never passed, whatever a server writes.

import type { ToolIndex } from "../selector.ts";

/** A tool by its place in the catalogue. */
export interface Ranked {
  readonly place: number;
  /** Above 0. */
  readonly score: number;
}

/** How tools are ranked. */
export interface RankOptions {
  /** Places that are ranked for, from 1. */
  readonly most: number;
  /** Tools that are ranked of each kind, from 1. */
  readonly count: number;
  /** Whether a tool may be ranked at all, by its place in the catalogue. */
  accepts(place: number): boolean;
}

/** The best tools with a score, the best first; those of one score stand in the order of the catalogue. */
export function rankTools(index: ToolIndex, scores: Float32Array, options: RankOptions): Ranked[] {
  const { own: border } = index;
  const own = findBest(index, scores, 0, border, options);
  const foreign = findBest(index, scores, border, scores.length, options);
  const limit = own[Math.min(Math.ceil(options.most / 2), own.length) - 1];
  const limited = limit === undefined
    ? foreign
    : foreign.map(({ place, score }) => ({ place, score: keepBelow(score, limit.score) }));
  return [...own, ...limited].sort(compareRanked).slice(0, options.count);
}

/** Share of a limit in which all scores above it find room. */
const ROOM = 1e-6;

/** A score below the limit. Of two scores the higher one stays the higher. */
function keepBelow(score: number, limit: number): number {
  return score <= limit ? score * (1 - ROOM) : limit * (1 - ROOM * limit / score);
}

function compareRanked(left: Ranked, right: Ranked): number {
  return right.score - left.score || left.place - right.place;
}

/** The best of the tools with numbers from `from` to `to`. Only tools that may be among them are checked. */
function findBest(
  { places }: ToolIndex,
  scores: Float32Array,
  from: number,
  to: number,
  { count, accepts }: RankOptions,
): Ranked[] {
  const found: Ranked[] = [];
  let floor = 0;
  for (let number = from; number < to; number++) {
    const score = scores[number] ?? 0;
    if (score <= floor) continue; // one of the floor's score stands behind those that are found
    const place = places[number] ?? 0;
    if (!accepts(place)) continue;
    found.push({ place, score });
    if (found.length < 2 * count) continue;
    found.sort(compareRanked);
    found.length = count;
    floor = found[count - 1]?.score ?? 0;
  }
  return found.sort(compareRanked).slice(0, count);
}
