// Price: what a model costs, and the cost of one model call in millionths of a US dollar.

import * as z from "zod/mini";
import { describeFields } from "../text/field_meanings.ts";
import type { Usage } from "../usage.ts";

const rate = z.number().check(z.gte(0), z.lte(1_000_000));
const rates = { input: rate, output: rate, cached: z.optional(rate), cacheWrite: z.optional(rate) };

const longRates = z.strictObject({ ...rates, above: z.int().check(z.gte(0)) });
/* @__PURE__ */ describeFields(longRates, {
  input: "Input of a long request",
  output: "Output of a long request",
  cached: "Cached input of a long request",
  cacheWrite: "Input of a long request that is written to a cache",
  above: "Input tokens above which a request is long",
});

/** The schema of a {@link Price}. */
export const priceSchema = z.strictObject({
  ...rates,
  long: z.optional(longRates),
  reasoningApart: z.optional(z.boolean()),
});
/* @__PURE__ */ describeFields(priceSchema, {
  input: "Input",
  output: "Output, reasoning included",
  cached: "Input that is read from a cache; by default as input",
  cacheWrite: "Input that is written to a cache; by default as input",
  long: "The rates of a request that is longer than `above`",
  reasoningApart: "The output tokens of the API do not include those of reasoning; both are billed",
});

/** US dollars for a million tokens of each kind. */
export interface Rates {
  readonly input: number;
  /** Reasoning is billed as output. */
  readonly output: number;
  /** Input that was read from the provider's cache; `input` by default. */
  readonly cached?: number | undefined;
  /** Input that was written to the provider's cache; `input` by default. */
  readonly cacheWrite?: number | undefined;
}

/** What one model costs. */
export interface Price extends Rates {
  /** The rates of a request with more input tokens than `above`; they hold for all its tokens. */
  readonly long?: (Rates & { readonly above: number }) | undefined;
  /** `outputTokens` does not include `reasoningTokens`: both are billed. */
  readonly reasoningApart?: boolean | undefined;
}

/** A price as a table has it for a model. */
export interface ListedPrice extends Price {
  /** Tokens of the model's context, those of the answer among them; undefined where it is wide, or not known. */
  readonly window?: number | undefined;
  /** The name whose price it is, where the model has no line and that of its family counts. */
  readonly family?: string | undefined;
}

/** Finds the price of a model of one provider, by its name without the provider; undefined where none is known. */
export interface FindPrice {
  (model: string): ListedPrice | undefined;
  /** The names of the models that are listed; missing where every model has one price. */
  names?(): readonly string[];
}

/** Loads the prices of a provider. */
export type LoadPrices = () => Promise<FindPrice>;

/**
 * The cost of one model call in millionths of a US dollar, rounded up. A rate is exact to a millionth of a dollar.
 *
 * @example
 * ```ts
 * import { costOf } from "./price.ts";
 * import assert from "node:assert/strict";
 *
 * const price = { input: 3, output: 15, cached: 0.3 };
 * assert.equal(costOf({ inputTokens: 1_000, outputTokens: 10, cachedTokens: 900 }, price), 720);
 * ```
 */
export function costOf(usage: Usage, price: Price): number {
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0, reasoningTokens = 0 } = usage;
  const rates = ratesFor(inputTokens, price);
  const cached = Math.min(cachedTokens, inputTokens);
  const written = Math.min(cacheWriteTokens, inputTokens - cached);
  const output = outputTokens + (price.reasoningApart ? reasoningTokens : 0);
  return toMicroDollars(
    (inputTokens - cached - written) * units(rates.input) +
      cached * units(rates.cached ?? rates.input) +
      written * units(rates.cacheWrite ?? rates.input) +
      output * units(rates.output),
  );
}

/** The usage with its cost, where there is a price. A model that costs nothing, such as the scripted one, adds no cost. */
export function withCost(usage: Usage, price: Price | undefined): Usage {
  if (price === undefined || price.input === 0 && price.output === 0) return usage;
  return { ...usage, microDollars: costOf(usage, price) };
}

/** The most that a call of up to so many tokens costs, in millionths of a US dollar, whatever the cache does. */
export function mostCost(inputTokens: number, outputTokens: number, price: Price): number {
  const rates = price.long !== undefined && inputTokens > price.long.above ? [price, price.long] : [price];
  const most = (rate: (rates: Rates) => number) => Math.max(...rates.map((each) => units(rate(each))));
  const input = most(({ input, cached = 0, cacheWrite = 0 }) => Math.max(input, cached, cacheWrite));
  return toMicroDollars(inputTokens * input + outputTokens * most(({ output }) => output));
}

/** How many output tokens cost at most so many millionths of a US dollar, in a request of so many input tokens. */
export function outputWithin(microDollars: number, inputTokens: number, price: Price): number {
  const rate = Math.max(units(price.output), units(ratesFor(inputTokens, price).output));
  return rate === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(microDollars * UNITS / rate);
}

/** A rate is a whole number of these for each token, so that sums are exact: a dollar for a million tokens has a million. */
const UNITS = 1_000_000;

function units(rate: number): number {
  return Math.round(rate * UNITS);
}

function toMicroDollars(sum: number): number {
  return Math.ceil(sum / UNITS);
}

function ratesFor(inputTokens: number, price: Price): Rates {
  return price.long !== undefined && inputTokens > price.long.above ? price.long : price;
}
