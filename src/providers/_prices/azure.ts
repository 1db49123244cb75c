// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/cli/prices/own_rows.ts. SHA-256: b0f4855a59a8da9e597f277cae098ece3f16aca7fddf0e2190827e21c1517bab

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `
deepseek-v4-pro 1.925 3.828 cached=0.165
`;
