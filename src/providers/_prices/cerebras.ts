// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: 0b6f1849c3d33e015fbd6b385c1b54bd58d3959cf7f899e28e7b75e34e44688e

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
gpt-oss-120b 0.35 0.75 =131072
qwen-3.8-27b 0.99 1.49 =131072
`;
