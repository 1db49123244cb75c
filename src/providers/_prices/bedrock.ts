// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: da0d3e03ffed2f94ec58ac91e43c8d977d9a94bbfc9cf4dfea2cb3fc6bc7f301

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
amazon.nova-2-lite-v1:0 0.33 2.75 0.0825
amazon.nova-lite-v1:0 0.06 0.24 0.015 =300000
amazon.nova-micro-v1:0 0.035 0.14 0.00875 =128000
amazon.nova-pro-v1:0 0.8 3.2 0.2 =300000
anthropic.claude-fable-5 11 55 1.1 13.75
anthropic.claude-fable-5-1 11 55 0.275 13.75
anthropic.claude-fable-5-2 8.8 44 0.22 11
anthropic.claude-haiku-4-5-20251001-v1:0 1.1 5.5 0.11 1.375 =200000
anthropic.claude-haiku-5-5 0.11 0.55 0.011 0.1375 >100000 0.55 2.75 0.055 0.6875
anthropic.claude-mythos-5 ~anthropic.claude-fable-5
anthropic.claude-mythos-5-1 ~anthropic.claude-fable-5-1
anthropic.claude-mythos-5-2 ~anthropic.claude-fable-5-2
anthropic.claude-opus-4-1-20250805-v1:0 15 75 1.5 18.75 =200000
anthropic.claude-opus-4-5-20251101-v1:0 5.5 27.5 0.55 6.875 =200000
anthropic.claude-opus-4-6-v1 5.5 27.5 0.55 6.875
anthropic.claude-opus-4-7 5.5 27.5 0.55 6.875
anthropic.claude-opus-4-8 5.5 27.5 0.55 6.875
anthropic.claude-opus-5-5 4.4 22 0.22 5.5
anthropic.claude-sonnet-4-5-20250929-v1:0 3.3 16.5 0.33 4.125 =200000
anthropic.claude-sonnet-4-6 3.3 16.5 0.33 4.125
anthropic.claude-sonnet-5 2.2 11 0.22 2.75
anthropic.claude-sonnet-5-5 2.2 11 0.11 2.75
apac.* x1.05
apac.amazon.nova-micro-v1:0 0.037 0.148 0.00925 =128000
apac.anthropic.claude-sonnet-4-20250514-v1:0 3 15 0.3 3.75 =200000
au.* x1
au.anthropic.claude-opus-5 5.5 27.5 0.55 6.875
ca.amazon.nova-lite-v1:0 0.064 0.256 0.016 =300000
deepseek.r1 1.35 5.4
deepseek.v3-v1:0 0.58 1.68 =163840
deepseek.v3.2 0.62 1.85 =163840
eu.* x1
eu.amazon.nova-2-lite-v1:0 0.374 3.157 0.0935
eu.amazon.nova-lite-v1:0 0.069 0.276 0.01725 =300000
eu.amazon.nova-micro-v1:0 0.04 0.16 0.01 =128000
eu.amazon.nova-pro-v1:0 0.92 3.68 0.23 =300000
eu.anthropic.claude-opus-5 5.5 27.5 0.55 6.875
eu.anthropic.claude-sonnet-4-20250514-v1:0 3 15 0.3 3.75 =200000
global.* x1
global.amazon.nova-2-lite-v1:0 0.3 2.5 0.075
global.anthropic.claude-fable-5 10 50 1 12.5
global.anthropic.claude-fable-5-1 10 50 0.25 12.5
global.anthropic.claude-fable-5-2 8 40 0.2 10
global.anthropic.claude-haiku-4-5-20251001-v1:0 1 5 0.1 1.25 =200000
global.anthropic.claude-haiku-5-5 0.1 0.5 0.01 0.125 >100000 0.5 2.5 0.05 0.625
global.anthropic.claude-mythos-5 ~global.anthropic.claude-fable-5
global.anthropic.claude-mythos-5-1 ~global.anthropic.claude-fable-5-1
global.anthropic.claude-mythos-5-2 ~global.anthropic.claude-fable-5-2
global.anthropic.claude-opus-4-5-20251101-v1:0 5 25 0.5 6.25 =200000
global.anthropic.claude-opus-4-6-v1 5 25 0.5 6.25
global.anthropic.claude-opus-4-7 5 25 0.5 6.25
global.anthropic.claude-opus-4-8 5 25 0.5 6.25
global.anthropic.claude-opus-5 5 25 0.5 6.25
global.anthropic.claude-opus-5-5 4 20 0.2 5
global.anthropic.claude-sonnet-4-20250514-v1:0 3 15 0.3 3.75 =200000
global.anthropic.claude-sonnet-4-5-20250929-v1:0 3 15 0.3 3.75 =200000
global.anthropic.claude-sonnet-4-6 3 15 0.3 3.75
global.anthropic.claude-sonnet-5 2 10 0.2 2.5
global.anthropic.claude-sonnet-5-5 2 10 0.1 2.5
global.moonshotai.kimi-k3 3 15 0.3 3.75
global.moonshotai.kimi-k3.1 4 20 0.2 5
global.openai.gpt-5.6-luna 0.2 1.2 0.02 0.25 >272000 0.4 1.8 0.04 0.5
global.openai.gpt-5.6-sol 4 20 0.4 5 >272000 8 30 0.8 10
global.openai.gpt-5.6-terra 2 12 0.2 2.5 >272000 4 18 0.4 5
global.openai.gpt-6-astra 10 50 1 12.5 >272000 20 75 2 25
global.openai.gpt-6-luna 0.1 0.5 0.01 0.125 >272000 0.2 0.75 0.02 0.25
global.openai.gpt-6-sol 2 10 0.2 2.5 >272000 4 15 0.4 5
global.openai.gpt-6.1-sol 2 10 0.1 2.5 >272000 4 15 0.2 5
global.openai.gpt-6.1-terra 1 5 0.05 1.25 >272000 2 7.5 0.1 2.5
global.openai.gpt-6.2-astra 8 40 0.4 10 >272000 16 60 0.8 20
global.openai.gpt-6.2-sol 2 10 0.1 2.5 >272000 4 15 0.2 5
global.xai.grok-4.6 2 6 0.5 =500000
global.xai.grok-4.7 2 6 0.5 =500000
global.zai.glm-5.3 1.68 5.28 0.312 2.1
google.gemma-4-26b-a4b 0.13 0.4 =262144
google.gemma-4-31b 0.14 0.4 =262144
google.gemma-4-e2b 0.04 0.08 =131072
in.* x1
in.anthropic.claude-opus-5 5.5 27.5 0.55 6.875
jp.* x1
jp.amazon.nova-2-lite-v1:0 0.396 3.311 0.099
jp.anthropic.claude-opus-5 5.5 27.5 0.55 6.875
meta.llama3-1-70b-instruct-v1:0 0.72 0.72 =128000
meta.llama3-1-8b-instruct-v1:0 0.22 0.22 =128000
meta.llama3-3-70b-instruct-v1:0 0.72 0.72 =128000
meta.llama4-maverick-17b-instruct-v1:0 0.24 0.97
meta.llama4-scout-17b-instruct-v1:0 0.17 0.66
minimax.minimax-m2 0.3 1.2 =204608
minimax.minimax-m2.1 0.3 1.2 =196608
minimax.minimax-m2.5 0.3 1.2 =196608
mistral.devstral-2-123b 0.4 2 =262144
mistral.magistral-small-2509 0.5 1.5 =128000
mistral.ministral-3-14b-instruct 0.2 0.2 =128000
mistral.ministral-3-3b-instruct 0.1 0.1 =256000
mistral.ministral-3-8b-instruct 0.15 0.15 =128000
mistral.mistral-large-3-675b-instruct 0.5 1.5 =262144
mistral.pixtral-large-2502-v1:0 2 6 =128000
mistral.voxtral-mini-3b-2507 0.04 0.04 =32768
mistral.voxtral-small-24b-2507 0.1 0.3 =32768
moonshot.kimi-k2-thinking 0.6 2.5 =262144
moonshotai.kimi-k2.5 0.6 3 =262144
nvidia.nemotron-nano-12b-v2 0.2 0.6 =131072
nvidia.nemotron-nano-3-30b 0.06 0.24 =262144
nvidia.nemotron-nano-9b-v2 0.06 0.23 =131072
nvidia.nemotron-super-3-120b 0.15 0.65 =262144
openai.gpt-5.4 2.75 16.5 0.275
openai.gpt-5.5 5.5 33 0.55
openai.gpt-5.6-luna 0.22 1.32 0.022 0.275 >272000 0.44 1.98 0.044 0.55
openai.gpt-5.6-sol 4.4 22 0.44 5.5 >272000 8.8 33 0.88 11
openai.gpt-5.6-terra 2.2 13.2 0.22 2.75 >272000 4.4 19.8 0.44 5.5
openai.gpt-6-astra 11 55 1.1 13.75 >272000 22 82.5 2.2 27.5
openai.gpt-6-luna 0.11 0.55 0.011 0.1375 >272000 0.22 0.825 0.022 0.275
openai.gpt-6-sol 2.2 11 0.22 2.75 >272000 4.4 16.5 0.44 5.5
openai.gpt-6.1-sol 2.2 11 0.11 2.75 >272000 4.4 16.5 0.22 5.5
openai.gpt-6.1-terra 1.1 5.5 0.055 1.375 >272000 2.2 8.25 0.11 2.75
openai.gpt-6.2-astra 8.8 44 0.44 11 >272000 17.6 66 0.88 22
openai.gpt-6.2-sol 2.2 11 0.11 2.75 >272000 4.4 16.5 0.22 5.5
openai.gpt-oss-120b 0.15 0.6 =131072
openai.gpt-oss-120b-1:0 0.15 0.6 =131072
openai.gpt-oss-20b 0.07 0.3 =131072
openai.gpt-oss-20b-1:0 0.07 0.3 =131072
openai.gpt-oss-safeguard-120b 0.15 0.6 =128000
openai.gpt-oss-safeguard-20b 0.07 0.2 =128000
qwen.qwen3-235b-a22b-2507-v1:0 0.22 0.88 =262144
qwen.qwen3-32b-v1:0 0.15 0.6 =32768
qwen.qwen3-coder-30b-a3b-v1:0 0.15 0.6 =262144
qwen.qwen3-coder-480b-a35b-v1:0 0.45 1.8 =131072
qwen.qwen3-coder-next 0.5 1.2 =262144
qwen.qwen3-next-80b-a3b 0.15 1.2 =262144
qwen.qwen3-vl-235b-a22b 0.53 2.66 =262144
us-gov.openai.gpt-oss-120b-1:0 0.18 0.72 =128000
us-gov.openai.gpt-oss-20b-1:0 0.084 0.36 =128000
us.* x1
us.amazon.nova-premier-v1:0 2.5 12.5 0.625
us.anthropic.claude-opus-5 5.5 27.5 0.55 6.875
us.anthropic.claude-sonnet-4-20250514-v1:0 3 15 0.3 3.75 =200000
us.moonshotai.kimi-k3 3.3 16.5 0.33 4.125
us.moonshotai.kimi-k3.1 4.4 22 0.22 5.5
us.xai.grok-4.7 2.2 6.6 0.55 =500000
us.zai.glm-5.3 1.848 5.808 0.3432 2.31
writer.palmyra-x4-v1:0 2.5 10 =122880
writer.palmyra-x5-v1:0 0.6 6
xai.grok-4.3 1.25 2.5 0.2
xai.grok-4.6 2.2 6.6 0.55 =500000
zai.glm-4.7 0.6 2.2 =202752
zai.glm-4.7-flash 0.07 0.4 =202752
zai.glm-5 1 3.2 =202752
`;
