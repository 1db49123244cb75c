// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/cli/prices/own_rows.ts. SHA-256: a6b819a5ee16050b0a90abb48caa580a45ea53b96328e1e9cf6a5c63c153c586

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `
grok-4.20-0309-reasoning 1.25 2.5 cached=0.2 apart above=200000 2.5 5 cached=0.4
grok-4.3 1.25 2.5 cached=0.2 apart above=200000 2.5 5 cached=0.4
grok-4.5 2 6 cached=0.3 apart above=200000 4 12 cached=0.6
grok-4.6 2 6 cached=0.5 apart above=200000 4 12 cached=1
grok-4.7 2 6 cached=0.5 apart above=200000 4 12 cached=1
grok-build-0.1 1 2 cached=0.2 apart above=200000 2 4 cached=0.4
`;
