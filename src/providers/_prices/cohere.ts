// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: b52a72292dbfc64f6e080ac42b59803d3f95c922c30896b610bec4df2e733bed

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
command-a 2.5 10
command-a-plus 2.5 10
command-a-reasoning 2.5 10
command-a-translate 2.5 10
command-a-vision 2.5 10
command-light 0.3 0.6
command-r 0.15 0.6
command-r-plus 2.5 10
command-r7b 0.0375 0.15
command-r7b-arabic 0.0375 0.15
`;
