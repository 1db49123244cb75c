// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: 99f94a607470d01d4710b8d5ea5f26a7e530fcf7b020712acad6123343b4dc17

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
deep-research-max-preview-04-2026 2 12 0.2 >200000 4 18 0.4
deep-research-preview-04-2026 2 12 0.2 >200000 4 18 0.4
gemini-2.0-flash 0.1 0.4 0.025
gemini-2.0-flash-lite 0.075 0.3
gemini-2.5-computer-use-preview-10-2025 1.25 10 =128000
gemini-2.5-flash 0.3 2.5 0.03
gemini-2.5-flash-lite 0.1 0.4 0.01
gemini-2.5-pro 1.25 10 0.125 >200000 2.5 15 0.25
gemini-3-flash-preview 0.5 3 0.05
gemini-3-pro-preview 2 12 0.2 >200000 4 18 0.4
gemini-3.1-flash-lite 0.25 1.5 0.025
gemini-3.1-flash-lite-preview 0.25 1.5 0.025
gemini-3.1-pro-preview 2 12 0.2 >200000 4 18 0.4
gemini-3.1-pro-preview-customtools 2 12 0.2 >200000 4 18 0.4
gemini-3.5-flash 1.5 9 0.15
gemini-3.5-flash-lite 0.3 2.5 0.03
gemini-3.6-flash 0.75 3.75 0.075
gemini-3.7-flash 0.75 3.75 0.075
gemini-3.8-flash 0.75 3.75 0.075
gemini-4-argon 2 10 0.1
gemini-4-carbon 2 10 0.1
gemini-4-hydrogen 1.5 7.5 0.075
gemini-4-neon 3 15 0.15
gemini-flash-latest 1.5 9 0.15
gemini-flash-lite-latest 0.25 1.5 0.025
gemini-pro-latest 2 12 0.2 >200000 4 18 0.4
gemini-robotics-er-2-preview 1 5 0.1 =131072
`;
