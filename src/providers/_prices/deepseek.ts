// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/cli/prices/own_rows.ts. SHA-256: 8b035b168f5a80303b0eefb20c8878ed9fcdb75e5d8d9e303c5dedfcb48c895c

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `2026-11-20
deepseek-chat 0.14 0.28 0.0028
deepseek-flash 0.3 1.2 0.006 =1000000
deepseek-reasoner 0.14 0.28 0.0028
deepseek-v4-flash 0.14 0.28 0.0028
deepseek-v4-pro 1.32 3.96 0.044 =1000000
`;
