// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: 96150178aecadbaec74ee6d8475764dc044a7bbfb5f50d507fbabd9bbadaedad

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
deepseek-v4-pro 1.925 3.828 0.165
`;
