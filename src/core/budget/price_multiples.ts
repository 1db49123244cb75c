// Prices of models by names that differ in a region: `us.` before the name at Bedrock.

import type { PriceTable } from "./price_table.ts";

/**
 * A table in which a line such as `us.* x1.1` gives each model a second name: `*` stands for its own, and the rates are those of its line
 * times the number. A name that has a line keeps it.
 *
 * @example
 * ```ts
 * import { withMultiples } from "./price_multiples.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(withMultiples("\na-model 3 15\nus.* x1.1\n"), "\na-model 3 15\nus.a-model 3.3 16.5\n");
 * ```
 */
export function withMultiples(table: PriceTable): PriceTable {
  const [date, ...listed] = table.trimEnd().split("\n");
  const lines = listed.map((line) => line.split(" "));
  const forms = lines.filter(([name]) => name?.includes("*"));
  const rows = lines.filter((line) => !forms.includes(line));
  const all = new Map(rows.map(([name = "", ...rates]) => [name, rates]));
  for (const [form = "", factor = ""] of forms) {
    for (const [name = "", ...rates] of rows) {
      const other = form.replace("*", name);
      if (!all.has(other)) all.set(other, rates.map((rate) => multiplyRate(rate, Number(factor.slice(1)))));
    }
  }
  return `${date}\n${Array.from(all, ([name, rates]) => [name, ...rates].join(" ")).join("\n")}\n`;
}

// What is no number is left: where another rate begins, and that there is none.
function multiplyRate(rate: string, factor: number): string {
  return /^\d/.test(rate) ? String(Math.round(Number(rate) * factor * 1e6) / 1e6) : rate;
}
