// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/cli/prices/own_rows.ts. SHA-256: fe2d5c1d13904b7c1a6a9dde5a62706b61991668747ccdb108e8c3dab212e4b1

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `
deepseek-v4-pro 1.925 3.828 0.165
`;
