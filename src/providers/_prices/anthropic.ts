// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: 1421907d3b0d9a3bed40806171aeec2e86be52419552cafb5968100b33c806fd

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
claude-2 8 24
claude-2.1 8 24 =200000
claude-3-5-haiku 0.8 4 0.08 1 =200000
claude-3-5-sonnet 3 15 0.3 3.75 =200000
claude-3-7-sonnet 3 15 0.3 3.75 =200000
claude-3-haiku 0.25 1.25 0.03 0.3 =200000
claude-3-opus 15 75 1.5 18.75 =200000
claude-fable-5 10 50 1 12.5
claude-fable-5-1 10 50 0.25 12.5
claude-fable-5-2 8 40 0.2 10
claude-haiku-4-5 1 5 0.1 1.25 =200000
claude-haiku-5-5 0.1 0.5 0.01 0.125 >100000 0.5 2.5 0.05 0.625
claude-mythos-5 ~claude-fable-5
claude-mythos-5-1 ~claude-fable-5-1
claude-mythos-5-2 ~claude-fable-5-2
claude-opus-4 15 75 1.5 18.75 =200000
claude-opus-4-0 15 75 1.5 18.75 =200000
claude-opus-4-1 15 75 1.5 18.75 =200000
claude-opus-4-5 5 25 0.5 6.25 =200000
claude-opus-4-6 5 25 0.5 6.25
claude-opus-4-7 5 25 0.5 6.25
claude-opus-4-8 5 25 0.5 6.25
claude-opus-5 5 25 0.5 6.25
claude-opus-5-5 4 20 0.2 5
claude-sonnet-4 3 15 0.3 3.75 =200000
claude-sonnet-4-0 3 15 0.3 3.75 =200000
claude-sonnet-4-5 3 15 0.3 3.75 =200000
claude-sonnet-4-6 3 15 0.3 3.75
claude-sonnet-5 2 10 0.2 2.5
claude-sonnet-5-5 2 10 0.1 2.5
`;
