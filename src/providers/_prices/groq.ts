// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: 43ec4f76b030537d6f34aa0da4634a300f4fc57a1f369ea6d1dcbaca9d429561

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
llama-3.1-8b-instant 0.05 0.08 =131072
llama-3.3-70b-versatile 0.59 0.79 =131072
meta-llama/llama-4-scout-17b-16e-instruct 0.11 0.34
openai/gpt-oss-120b 0.15 0.6 0.075 =131072
openai/gpt-oss-20b 0.075 0.3 0.0375 =131072
openai/gpt-oss-safeguard-20b 0.075 0.3 0.0375 =131072
qwen/qwen3-32b 0.29 0.59
qwen/qwen3.6-27b 0.6 3 0.3 =131072
qwen/qwen3.8-27b 0.8 4 =131072
`;
