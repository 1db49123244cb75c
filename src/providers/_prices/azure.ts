// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/cli/prices/own_rows.ts. SHA-256: a21c8663a01cc31b2dbca09eb83551350e24840cf2be1072db45960d454e1515

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `2026-11-20
deepseek-v4-pro 1.925 3.828 0.165 =1000000
gpt-5.4 2.5 15 0.25 >272000 5 22.5 0.5 =1050000
gpt-5.5 5 30 0.5 >272000 10 45 1 =1050000
gpt-5.6-luna 0.2 1.2 0.02 0.25 >272000 0.4 1.8 0.04 0.5 =1050000
gpt-5.6-sol 4 20 0.4 5 >272000 8 30 0.8 10 =1050000
gpt-5.6-terra 2 12 0.2 2.5 >272000 4 18 0.4 5 =1050000
gpt-6-astra 10 50 1 12.5 >272000 20 75 2 25 =1050000
gpt-6-luna 0.1 0.5 0.01 0.125 >272000 0.2 0.75 0.02 0.25 =1050000
gpt-6-sol 2 10 0.2 2.5 >272000 4 15 0.4 5 =1050000
gpt-6.1-sol 2 10 0.1 2.5 >272000 4 15 0.2 5 =1050000
gpt-6.1-terra 1 5 0.05 1.25 >272000 2 7.5 0.1 2.5 =1050000
gpt-6.2-astra 8 40 0.4 10 >272000 16 60 0.8 20 =1050000
gpt-6.2-sol 2 10 0.1 2.5 >272000 4 15 0.2 5 =1050000
`;
