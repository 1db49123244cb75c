// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/cli/prices/own_rows.ts. SHA-256: 2755defb496156f5600a0deda95a2bb76c2f994efebc4e879f371bc0304a3bde

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `
llama-3.1-8b-instant 0.05 0.08
llama-3.3-70b-versatile 0.59 0.79
meta-llama/llama-4-scout-17b-16e-instruct 0.11 0.34
openai/gpt-oss-120b 0.15 0.6 0.075
openai/gpt-oss-20b 0.075 0.3 0.0375
openai/gpt-oss-safeguard-20b 0.075 0.3 0.0375
qwen/qwen3-32b 0.29 0.59
qwen/qwen3.6-27b 0.6 3 0.3
qwen/qwen3.8-27b 0.8 4
`;
