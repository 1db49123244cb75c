// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: 9b10fa198250b58ec8d0d92e02448979918f06e8f4b271d0fbec46a9d5f1e820

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
deepseek-chat 0.14 0.28 0.0028
deepseek-flash 0.3 1.2 0.006
deepseek-reasoner 0.14 0.28 0.0028
deepseek-v4-flash 0.14 0.28 0.0028
deepseek-v4-pro 1.32 3.96 0.044
`;
