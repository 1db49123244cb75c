// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/cli/prices/own_rows.ts. SHA-256: ca195489dbed7a6f82da7e0c51c3e0677e3d0685ad369c0b9c7c61ded874c0f5

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `
gpt-oss-120b 0.35 0.75
qwen-3.8-27b 0.99 1.49
`;
