// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: d7f525efb8d2aee283eba741f9c446cced314b0076fa3d075eef728eb8124637

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
grok-4.20-0309-reasoning 1.25 2.5 0.2 >200000 2.5 5 0.4 apart
grok-4.3 1.25 2.5 0.2 >200000 2.5 5 0.4 apart
grok-4.5 2 6 0.3 >200000 4 12 0.6 apart =500000
grok-4.6 2 6 0.5 >200000 4 12 1 apart =500000
grok-4.7 2 6 0.5 >200000 4 12 1 apart =500000
grok-build-0.1 1 2 0.2 >200000 2 4 0.4 apart
grok-latest ~grok-4.7
`;
