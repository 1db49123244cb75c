// The tables of prices as the source has them: a line for each model, and which line a name has.

import type { FindPrice, ListedPrice, Rates } from "./price.ts";

/**
 * The prices of one provider's models: a line for each, after a first one that is their date (`20261120`), or empty. Columns are the
 * name, input, output, `cached` and `cacheWrite` (those that are missing are left out at the end, and `-` before another), behind
 * `>272000` the rates of longer requests, `apart` where reasoning is billed apart, and behind `=` the tokens of the context where the
 * default size of a history can fill it: `gpt-5.4 2.5 15 0.25 >272000 5 22.5 0.5 =400000`. `grok-latest ~grok-4.7` has the price of
 * another line, as that of its family.
 */
export type PriceTable = string;

/** The prices of a table. */
export function findIn(table: PriceTable): FindPrice {
  return Object.assign((model: string) => priceIn(table, model), { names: () => namesIn(table) });
}

function namesIn(table: PriceTable): string[] {
  return table.split("\n").map((line) => line.slice(0, Math.max(0, line.indexOf(" ")))).filter(Boolean);
}

/** The suffixes of model names that have no effect on the price: a date, a version, `-v1:0` of Bedrock. */
const VERSIONED = /(?:[-@]\d{8}|-\d{4}-\d\d-\d\d|-\d\d-\d{4}|-00\d|-v\d+|:\d+k?)$/;

/** What a vendor mostly charges nothing for, and may: a name that moves, a preview, a month and a day, a year and a month. */
const LABELLED =
  /(?:[-@:](?:latest|preview|exp|default)|-(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])|-2[3-9](?:0[1-9]|1[0-2]))$/;

/**
 * The price of a model in a table; undefined where no line has it. A dated name has the price of the same name without the date unless
 * it has a line of its own; where it is newer than the table, as that of its family. A name that differs from others in a label
 * (`-latest`, `-preview`, `-0709`), or in dots and hyphens, has the price of its family: of the name without labels, else of the last in
 * the table.
 *
 * @example
 * ```ts
 * import { priceIn } from "./price_table.ts";
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
    const price = findLine(table, name);
    if (price !== undefined) {
      return name !== model && isNewer(model, table) ? { ...price, family: name } : price;
    }
    if (!VERSIONED.test(name)) break;
  }
  const family = familyIn(table, model);
  return family === undefined ? undefined : findFamilyPrice(table, family);
}

function findFamilyPrice(table: PriceTable, family: string): ListedPrice | undefined {
  const price = findLine(table, family);
  return price && { ...price, family };
}

/** Its date is behind that of the table, which cannot know it. */
function isNewer(model: string, table: PriceTable): boolean {
  const date = /\d{4}-?\d\d-?\d\d/.exec(model)?.[0].replaceAll("-", "");
  return Number(date) > Number(table.slice(0, 8));
}

function familyIn(table: PriceTable, model: string): string | undefined {
  const wanted = withoutLabels(model);
  const names = namesIn(table).filter((name) => withoutLabels(name) === wanted);
  return names.find((name) => spelled(name) === wanted) ?? names.at(-1);
}

function withoutLabels(name: string): string {
  const shorter = name.replace(VERSIONED, "").replace(LABELLED, "");
  return shorter === name ? spelled(name) : withoutLabels(shorter);
}

function spelled(name: string): string {
  return name.toLowerCase().replaceAll(".", "-");
}

function findLine(table: PriceTable, name: string): ListedPrice | undefined {
  const before = `\n${name} `;
  const start = table.indexOf(before);
  if (start < 0 || /\s/.test(name)) return undefined;
  const columns = table.slice(start + before.length, table.indexOf("\n", start + 1)).split(" ");
  const [, family] = columns.join().split("~");
  return family === undefined ? toPrice(columns) : findFamilyPrice(table, family);
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
