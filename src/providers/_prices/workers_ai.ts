// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: 86700ac4790ec5787785d19150b767370e28f6a0830e4f02641f05ad97313873

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
@cf/deepseek-ai/deepseek-v4-flash-0731 0.44 1.32 0.014
@cf/deepseek-ai/deepseek-v4-pro-0813 1.32 3.96 0.044
@cf/deepseek-ai/deepseek-v4.1-flash-1017 0.3 1.2 0.006
@cf/google/gemma-4-26b-a4b-it 0.1 0.3 0.05 =256000
@cf/ibm-granite/granite-4.0-h-micro 0.017 0.112 =131000
@cf/meta/llama-3.3-70b-instruct-fp8-fast 0.293 2.253 =24000
@cf/meta/llama-4-scout-17b-16e-instruct 0.27 0.85 =131000
@cf/mistralai/mistral-small-3.1-24b-instruct 0.351 0.555 =128000
@cf/moonshotai/kimi-k2.6 0.95 4 0.16 =262144
@cf/moonshotai/kimi-k2.7-code 0.95 4 0.19 =262144
@cf/nvidia/nemotron-3-120b-a12b 0.5 1.5 =256000
@cf/openai/gpt-oss-120b 0.35 0.75 =128000
@cf/openai/gpt-oss-20b 0.2 0.3 =128000
@cf/qwen/qwen3-30b-a3b-fp8 0.0509 0.335 =32768
@cf/qwen/qwen3.8-27b 0.45 3.2 0.05 =262144
@cf/thinkingmachines/inkling-2-small 0.3 1 0.1
@cf/zai-org/glm-4.7-flash 0.0605 0.4 =131072
@cf/zai-org/glm-5.2 1.4 4.4 0.26 =262144
@cf/zai-org/glm-5.3 1.4 4.4 0.26
@cf/zai-org/glm-5.3-flash 0.15 0.5 0.03
`;
