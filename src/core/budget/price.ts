// Price: what a model costs, and the cost of one model call in millionths of a US dollar.

import * as z from "zod/mini";
import type { Usage } from "../usage.ts";

const rate = z.number().check(z.gte(0), z.lte(1_000_000));
const rates = { input: rate, output: rate, cached: z.optional(rate), cacheWrite: z.optional(rate) };

/** The schema of a {@link Price}. */
export const priceSchema = z.strictObject({
  ...rates,
  long: z.optional(z.strictObject({ ...rates, above: z.int().check(z.gte(0)) })),
  reasoningApart: z.optional(z.boolean()),
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

/**
 * The prices of one provider's models: a line for each, after a first one that is their date (`20261120`), or empty. Columns are the name, input, output, `cached` and
 * `cacheWrite` (those that are missing are left out at the end, and `-` before another), behind `>272000` the rates of longer requests,
 * `apart` where reasoning is billed apart, and behind `=` the tokens of the context: `gpt-5.5 5 30 0.5 >272000 10 45 1 =1050000`. The
 * name `*` stands for every other model.
 */
export type PriceTable = string;

/** Loads the table of a provider. */
export type LoadPrices = () => Promise<PriceTable>;

/** What stands behind the name of a model and not its price: a date, a version, `-v1:0` of Bedrock. */
const VERSIONED = /(?:[-@]\d{8}|-\d{4}-\d\d-\d\d|-\d\d-\d{4}|-00\d|-v\d+|:\d+k?)$/;

/** What a vendor mostly charges nothing for, and may: a name that moves, a preview, a month and a day, a year and a month. */
const LABELLED =
  /(?:[-@:](?:latest|preview|exp|default)|-(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])|-2[3-9](?:0[1-9]|1[0-2]))$/;

/**
 * The price of a model in a table; undefined where no line has it. A dated name has the price of the same name without the date
 * unless it has a line of its own; where it is newer than the table, as that of its family. A name that differs from others in a label (`-latest`, `-preview`, `-0709`), or in dots and hyphens,
 * has the price of its family: of the name without labels, else of the last in the table.
 *
 * @example
 * ```ts
 * import { priceIn } from "./price.ts";
 * import assert from "node:assert/strict";
 *
 * const table = "\na-model-1.5 3 15 0.3 >200000 6 30 =1000000\n";
 * assert.equal(priceIn(table, "a-model-1.5-2026-05-01")?.long?.input, 6);
 * assert.equal(priceIn(table, "a-model-1-5-preview")?.family, "a-model-1.5");
 * assert.equal(priceIn(table, "a-model-1.5-mini"), undefined);
 * ```
 */
export function priceIn(table: PriceTable, model: string): ListedPrice | undefined {
  for (let name = model;; name = name.replace(VERSIONED, "")) {
    const price = lineOf(table, name);
    if (price !== undefined) {
      return name !== model && isNewer(model, table) ? { ...price, family: name } : price;
    }
    if (!VERSIONED.test(name)) break;
  }
  const family = familyIn(table, model);
  const price = lineOf(table, family ?? "*");
  return price && { ...price, family };
}

/** Its date is behind that of the table, which cannot know it. */
function isNewer(model: string, table: PriceTable): boolean {
  const date = /\d{4}-?\d\d-?\d\d/.exec(model)?.[0].replaceAll("-", "");
  return Number(date) > Number(table.slice(0, 8));
}

function familyIn(table: PriceTable, model: string): string | undefined {
  const wanted = withoutLabels(model);
  const names = table.split("\n").map((line) => line.slice(0, line.indexOf(" ")))
    .filter((name) => name !== "" && withoutLabels(name) === wanted);
  return names.find((name) => spelled(name) === wanted) ?? names.at(-1);
}

function withoutLabels(name: string): string {
  const shorter = name.replace(VERSIONED, "").replace(LABELLED, "");
  return shorter === name ? spelled(name) : withoutLabels(shorter);
}

function spelled(name: string): string {
  return name.toLowerCase().replaceAll(".", "-");
}

function lineOf(table: PriceTable, name: string): ListedPrice | undefined {
  const before = `\n${name} `;
  const start = table.indexOf(before);
  if (start < 0 || /\s/.test(name)) return undefined;
  return toPrice(table.slice(start + before.length, table.indexOf("\n", start + 1)).split(" "));
}

function toPrice(columns: readonly string[]): ListedPrice {
  const at = columns.findIndex((column) => column.startsWith(">"));
  const [base, long] = at < 0 ? [columns, undefined] : [columns.slice(0, at), columns.slice(at + 1)];
  const window = columns.find((column) => column.startsWith("="));
  return {
    ...toRates(base),
    long: long && { above: Number(columns[at]?.slice(1)), ...toRates(long) },
    reasoningApart: columns.includes("apart") || undefined,
    window: window && Number(window.slice(1)) || undefined,
  };
}

function toRates([input, output, cached, cacheWrite]: readonly string[]): Rates {
  const toRate = (column = "-") => /^[.\d]/.test(column) ? Number(column) : undefined;
  return {
    input: Number(input),
    output: Number(output),
    cached: toRate(cached),
    cacheWrite: toRate(cacheWrite),
  };
}

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
