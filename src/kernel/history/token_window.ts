// A window that is limited in tokens: where it begins, and the rate that tokens are estimated by. Numbers in, numbers out.

import type { TokenWindow } from "../../core/state.ts";
import type { EntrySize } from "./entry_size.ts";
import { KEPT } from "./window.ts";

/** Tokens for each byte of a model's requests; undefined before one was reported. */
export type TokenRate = number | undefined;

/** The estimated tokens of an entry in a request. */
export function tokensIn({ bytes, bytesPerToken }: EntrySize, rate: TokenRate): number {
  return rate === undefined ? bytes / bytesPerToken : bytes * rate;
}

/** The estimated tokens of entries in a request. */
export function sumTokens(sizes: readonly EntrySize[], rate: TokenRate): number {
  return sizes.reduce((sum, size) => sum + tokensIn(size, rate), 0);
}

/**
 * Index of the first entry of the window: 0 while all are within the limit. A window over its limit is cut to half of it
 * at once, so that the requests until the next cut share their beginning, which prompt caches and a rendered history need. It is
 * never cut between a call and its observation, and what follows the last place to begin is always kept, whatever its size. With
 * a limit of 1,000 and entries of 100 tokens:
 *
 *   10 entries: begins at 0    11: at 6 (5 are kept)    12 to 16: still at 6    17: at 12
 */
export function startWithinTokens(sizes: readonly EntrySize[], rate: TokenRate, limit: number): number {
  if (sumTokens(sizes, rate) <= limit) return 0;
  return startOfNewest(sizes, rate, limit * KEPT);
}

/** Index of the first of the newest entries that have at most so many tokens, at a place where a window may begin. */
export function startOfNewest(sizes: readonly EntrySize[], rate: TokenRate, tokens: number): number {
  let start = sizes.length;
  let sum = 0;
  for (let index = sizes.length - 1; index >= 0; index--) {
    const size = sizes[index];
    if (size === undefined) continue;
    sum += tokensIn(size, rate);
    if (sum > tokens && start < sizes.length) break;
    if (size.begins) start = index;
  }
  return start === sizes.length ? 0 : start;
}

/** Models whose rates are kept: the agent's and its fallback. */
const MODELS = 2;
/** No tokenizer is beyond these: 16 bytes of blanks a token, and a token for each byte. */
const LEAST = 1 / 16;
const MOST = 1;
/** A report moves the rate by a quarter of the way, and counts as at most so many times the rate. */
const WEIGHT = 1 / 4;
const OUTLIER = 1.5;

/** The rate of a model. */
export function findRate(rates: TokenWindow["rates"], model: string): TokenRate {
  return rates.find(([name]) => name === model)?.[1];
}

/**
 * The rates after a request of `bytes` that the model reported as `tokens`: the first report is the rate, each later one moves it
 * by a quarter of the difference. A report far from the rate is bounded, so that one odd request does not move the window.
 *
 * @example
 * ```ts
 * import { ratesAfter } from "./token_window.ts";
 * import assert from "node:assert/strict";
 *
 * const first = ratesAfter([], "openai/m", { tokens: 1_000, bytes: 4_000 });
 * assert.deepEqual(first, [["openai/m", 0.25]]);
 * assert.deepEqual(ratesAfter(first, "openai/m", { tokens: 1_200, bytes: 4_000 }), [["openai/m", 0.2625]]);
 * ```
 */
export function ratesAfter(
  rates: TokenWindow["rates"],
  model: string,
  { tokens, bytes }: { readonly tokens: number; readonly bytes: number },
): TokenWindow["rates"] {
  const reported = tokens / bytes;
  if (!(reported > 0) || !Number.isFinite(reported)) return rates;
  const bounded = Math.min(MOST, Math.max(LEAST, reported));
  const last = findRate(rates, model);
  const next = last === undefined
    ? bounded
    : last + (Math.min(last * OUTLIER, Math.max(last / OUTLIER, bounded)) - last) * WEIGHT;
  const others = rates.filter(([name]) => name !== model);
  return [[model, Math.round(next * 10_000) / 10_000] as const, ...others].slice(0, MODELS);
}
