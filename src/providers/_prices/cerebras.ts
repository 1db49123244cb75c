// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/cli/prices/own_rows.ts. SHA-256: a16f4fd213e7d1e787bf8c7e5fb49b33ae002c19fe062c719a5ab7a718b43045

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `2026-11-20
gpt-oss-120b 0.35 0.75 =131072
qwen-3.8-27b 0.99 1.49 =131072
`;
