// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: d9e42d585d1fa458f6cf98a354136e05a413023b67d8a312970db62d9bc35f2a

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
aion-labs/aion-2.0 0.8 1.6 0.2 =131072
aion-labs/aion-3.0 3 6 0.75 =131072
aion-labs/aion-3.0-mini 0.7 1.4 0.18 =131072
aion-labs/aion-3.5 3 6 0.75 =262144
aion-labs/aion-3.5-mini 0.7 1.4 0.18 =262144
amazon/nova-2-lite-v1 0.3 2.5
amazon/nova-lite-v1 0.06 0.24 =300000
amazon/nova-micro-v1 0.035 0.14 =128000
amazon/nova-premier-v1 2.5 12.5 0.625
amazon/nova-pro-v1 0.8 3.2 =300000
anthropic/claude-fable-5 10 50 1 12.5
anthropic/claude-fable-5.1 10 50 0.25 12.5
anthropic/claude-fable-5.2 8 40 0.2 10
anthropic/claude-haiku-4.5 1 5 0.1 1.25 =200000
anthropic/claude-haiku-5.5 0.1 0.5 0.01 0.125 >100000 0.5 2.5 0.05 0.625
anthropic/claude-opus-4.1 15 75 1.5 18.75 =200000
anthropic/claude-opus-4.5 5 25 0.5 6.25 =200000
anthropic/claude-opus-4.6 5 25 0.5 6.25
anthropic/claude-opus-4.7 5 25 0.5 6.25
anthropic/claude-opus-4.8 5 25 0.5 6.25
anthropic/claude-opus-5 5 25 0.5 6.25
anthropic/claude-opus-5.5 4 20 0.2 5
anthropic/claude-sonnet-4.5 3 15 0.3 3.75 >200000 6 22.5 0.6 7.5
anthropic/claude-sonnet-4.6 3 15 0.3 3.75
anthropic/claude-sonnet-5 2 10 0.2 2.5
anthropic/claude-sonnet-5.5 2 10 0.1 2.5
baidu/ernie-5.5-flash-preview:free 0 0
baidu/ernie-light-dt-1.0-intl 1.13 3.94 0.113
bytedance-seed/seed-2-1-turbo 0.5 2.5 =262144
bytedance-seed/seed-2.0-lite 0.25 2 >128000 0.5 4 =262144
bytedance-seed/seed-2.0-mini 0.1 0.4 >128000 0.2 0.8 =262144
cohere/command-a 2.5 10 =256000
cohere/command-a-plus 0.3 1.5 0.15 =192000
cohere/command-r-08-2024 0.15 0.6 =128000
cohere/command-r-plus-08-2024 2.5 10 =128000
cohere/command-r7b-12-2024 0.0375 0.15 =128000
deepseek/deepseek-chat 0.2574 1.0287 =128000
deepseek/deepseek-chat-v3-0324 0.29 1.14 0.11 =128000
deepseek/deepseek-chat-v3.1 0.25 0.95 0.13 =163840
deepseek/deepseek-r1-0528 0.571 2.286 =128000
deepseek/deepseek-v3.1-terminus 0.27 1 =163840
deepseek/deepseek-v3.2 0.26 0.38 0.13 =163840
deepseek/deepseek-v3.2-exp 0.27 0.41 =163840
deepseek/deepseek-v4-flash 0.09 0.18 0.018
deepseek/deepseek-v4-flash-0731 0.047 0.3 0.035
deepseek/deepseek-v4-flash-vision-exp 0.44 1.32 0.014
deepseek/deepseek-v4-pro 0.9 1.5 0.2
deepseek/deepseek-v4-pro-0813 1.32 3.96 0.044
deepseek/deepseek-v4.1-flash 0.3 1.2 0.006
deepseek/deepseek-v4.1-flash-1017 0.15 0.6 0.003
dots-studio/dots-3-note-preview:free 0 0 =512000
elorian/glimpse 0.6 3 0.06 =262144
fireworks/ember-1 3 15 0.3
google/gemini-2.5-flash 0.3 2.5 0.03 0.083333
google/gemini-2.5-flash-lite 0.1 0.4 0.01 0.083333
google/gemini-2.5-pro 1.25 10 0.125 0.375 >200000 2.5 15 0.25 0.375
google/gemini-2.5-pro-preview 1.25 10 0.125 0.375 >200000 2.5 15 0.25 0.375
google/gemini-3-flash-preview 0.5 3 0.05 0.083333
google/gemini-3-pro-image 2 12 0.2 0.375 =65536
google/gemini-3.1-flash-lite 0.25 1.5 0.025 0.083333
google/gemini-3.1-flash-lite-preview 0.25 1.5 0.025 0.083333
google/gemini-3.1-pro-preview 2 12 0.2 0.375 >200000 4 18 0.4 0.375
google/gemini-3.1-pro-preview-customtools 2 12 0.2 0.375 >200000 4 18 0.4 0.375
google/gemini-3.5-flash 1.5 9 0.15 0.083333
google/gemini-3.5-flash-lite 0.3 2.5 0.03 0.083333
google/gemini-3.6-flash 0.75 3.75 0.075 0.041667
google/gemini-3.7-flash 0.75 3.75 0.075 0.041667
google/gemini-3.8-flash 0.825 4.125 0.0825 0.041667
google/gemini-4-argon 2 10 0.1 0.1875
google/gemini-4-carbon 2 10 0.1 0.1875
google/gemini-4-hydrogen 1.5 7.5 0.075 0.083333
google/gemini-4-neon 3 15 0.15 0.083333
google/gemini-nano-banana-2.1 1.5 7.5 =65536
google/gemma-3-12b-it 0.05 0.15 =131072
google/gemma-3-27b-it 0.08 0.16 =131072
google/gemma-4-26b-a4b-it 0.09 0.3 0.05 =262144
google/gemma-4-26b-a4b-it:free 0 0 =262144
google/gemma-4-31b-it 0.2 0.4 =262144
google/gemma-4-31b-it:free 0 0 =262144
ibm-granite/granite-4.2-8b 0.06 0.15 0.015 =131072
inclusionai/ling-3.0-flash 0.021 0.063 0.0042 =262144
inclusionai/ling-3.0-flash-vl 0.06 0.18 0.012 =131072
inclusionai/ling-3.0-tiny 0.015 0.045 0.003 =262144
inclusionai/ling-3.1-flash 0.06 0.18 0.012
inclusionai/ling-3.2-flash:free 0 0
kt/midm-k-3.0-pro 0.2 0.8 0.04 =261795
liquid/lfm-2.5-24b-a2b 0.05 0.7 0.025 =128000
liquid/lfm-3-1.7b 0.08 0.2 0.02 =262144
liquid/lfm-3-1.7b:free 0 0 =262144
meituan/longcat-2.0 0.3 1.2 0.006
meta-llama/llama-3.1-70b-instruct 0.72 0.72 =131072
meta-llama/llama-3.1-8b-instruct 0.02 0.04 =131072
meta-llama/llama-3.3-70b-instruct 0.71 0.71 =128000
meta-llama/llama-4-maverick 0.35 1 0.17 =524288
meta-llama/llama-4-scout 0.1 0.3 =327680
meta/muse-ember 0.1 0.5 0.004 0.125
meta/muse-glimmer-30b 0.35 1.5 0.04 =131072
meta/muse-spark-1.1 1.25 4.25 0.15
meta/muse-spark-1.2 1.25 4.25 0.15
meta/muse-spark-1.2-contributor 0.1 0.2 0.002
meta/muse-spark-1.3 1.25 4.25 0.15
meta/muse-spark-1.3-contributor 0.1 0.2 0.002
meta/muse-spark-open 1.25 4.25 0.15
meta/muse-wonder 4 20 0.2
minimax/minimax-m2.5 0.295 1.2 0.06 =196608
minimax/minimax-m2.7 0.21 0.84 0.042 =196608
minimax/minimax-m3 0.3 1.2 0.06 =524288
minimax/minimax-m3.1-flash 0.15 0.6 0.015
mistralai/codestral-2508 0.3 0.9 0.03 =256000
mistralai/devstral-2512 0.4 2 0.04 =262144
mistralai/ministral-14b-2512 0.2 0.2 0.02 =262144
mistralai/ministral-3b-2512 0.1 0.1 0.01 =131072
mistralai/ministral-8b-2512 0.15 0.15 0.015 =262144
mistralai/mistral-large 2 6 0.2 =128000
mistralai/mistral-large-2407 2 6 0.2 =131072
mistralai/mistral-large-2512 0.5 1.5 0.05 =262144
mistralai/mistral-large-4-0 0.7 2.1 0.07
mistralai/mistral-medium-3 0.44 2.2 0.044 =131072
mistralai/mistral-medium-3-5 1.5 7.5 =262144
mistralai/mistral-medium-3.1 0.44 2.2 0.044 =131072
mistralai/mistral-nemo 0.029 0.03 =131072
mistralai/mistral-saba 0.2 0.6 0.02 =32768
mistralai/mistral-small-2603 0.15 0.6 0.015 =262144
mistralai/mistral-small-3.1-24b-instruct 0.351 0.555 =128000
mistralai/mistral-small-3.2-24b-instruct 0.075 0.2 =128000
mistralai/mixtral-8x22b-instruct 2 6 0.2 =65536
mistralai/voxtral-small-24b-2507 0.1 0.3 0.01 =32768
moonshotai/kimi-k2 0.57 2.3 =131072
moonshotai/kimi-k2-0905 0.6 2.5 =262144
moonshotai/kimi-k2-thinking 0.6 2.5 0.15 =262144
moonshotai/kimi-k2.5 0.41 2.06 0.07 =262144
moonshotai/kimi-k2.6 0.65 3.41 0.15 =262144
moonshotai/kimi-k2.7-code 0.6 3 0.12 =262144
moonshotai/kimi-k3 0.192 16 0.182
moonshotai/kimi-k3.1-pro 0.253 8.8 0.18
motif-technologies/motif-3 0.3 1.2 0.06 =262144
nex-agi/nex-n2.5-pro 0.075 0.25 0.015 =262144
nex-agi/nex-n2.6 0.12 0.4 0.024 =262144
nvidia/nemotron-3-nano-30b-a3b 0.06 0.24 0.012 =262144
nvidia/nemotron-3-nano-omni-30b-a3b-reasoning:free 0 0 =256000
nvidia/nemotron-3-super-120b-a12b 0.075 0.4 =262144
nvidia/nemotron-3-ultra-550b-a55b 0.5 2.2 0.1 =262144
nvidia/nemotron-3-ultra-550b-a55b:free 0 0
nvidia/nemotron-3.5-lightning 0.07 0.2 0.04 =262144
nvidia/nemotron-3.5-lightning:free 0 0
nvidia/nemotron-3.5-super-vl 0.15 0.5 0.02 =262144
nvidia/nemotron-3.5-super-vl:free 0 0
openai/gpt-3.5-turbo-0613 1 2 =4095
openai/gpt-3.5-turbo-16k 3 4 =16385
openai/gpt-4 30 60 =8191
openai/gpt-4.1 2 8 0.5
openai/gpt-4.1-mini 0.4 1.6 0.1
openai/gpt-4.1-nano 0.1 0.4 0.03
openai/gpt-4o 2.5 10 1.25 =128000
openai/gpt-4o-2024-05-13 5 15 =128000
openai/gpt-4o-mini 0.15 0.6 0.075 =128000
openai/gpt-5 1.25 10 0.125 =400000
openai/gpt-5-mini 0.25 2 0.025 =400000
openai/gpt-5-nano 0.05 0.4 0.005 =400000
openai/gpt-5-pro 15 120 =400000
openai/gpt-5.1 1.25 10 0.125 =400000
openai/gpt-5.1-codex 1.25 10 0.13 =400000
openai/gpt-5.1-codex-max 1.25 10 0.125 =400000
openai/gpt-5.1-codex-mini 0.25 2 0.03 =400000
openai/gpt-5.2 1.75 14 0.175 =400000
openai/gpt-5.2-chat 1.75 14 0.175 =128000
openai/gpt-5.2-codex 1.75 14 0.175 =400000
openai/gpt-5.2-pro 21 168 =400000
openai/gpt-5.3-codex 1.75 14 0.175 =400000
openai/gpt-5.4 2.5 15 0.25 >272000 5 22.5 0.5
openai/gpt-5.4-mini 0.75 4.5 0.075 =400000
openai/gpt-5.4-nano 0.2 1.25 0.02 =400000
openai/gpt-5.4-pro 30 180 >272000 60 270
openai/gpt-5.5 5 30 0.5 >272000 10 45 1
openai/gpt-5.5-pro 30 180 >272000 60 270
openai/gpt-5.6-luna 0.2 1.2 0.02 0.25 >272000 0.4 1.8 0.04 0.5
openai/gpt-5.6-luna-pro 0.2 1.2 0.02 0.25 >272000 0.4 1.8 0.04 0.5
openai/gpt-5.6-sol 4 20 0.4 5 >272000 8 30 0.8 10
openai/gpt-5.6-sol-pro 4 20 0.4 5 >272000 8 30 0.8 10
openai/gpt-5.6-terra 2 12 0.2 2.5 >272000 4 18 0.4 5
openai/gpt-5.6-terra-pro 2 12 0.2 2.5 >272000 4 18 0.4 5
openai/gpt-6-astra 10 50 1 12.5 >272000 20 75 2 25
openai/gpt-6-astra-pro 10 50 1 12.5 >272000 20 75 2 25
openai/gpt-6-luna 0.1 0.5 0.01 0.125 >272000 0.2 0.75 0.02 0.25
openai/gpt-6-luna-pro 0.1 0.5 0.01 0.125 >272000 0.2 0.75 0.02 0.25
openai/gpt-6-sol 2 10 0.2 2.5 >272000 4 15 0.4 5
openai/gpt-6-sol-pro 2 10 0.2 2.5 >272000 4 15 0.4 5
openai/gpt-6.1-sol 2 10 0.1 2.5 >272000 4 15 0.2 5
openai/gpt-6.1-sol-pro 2 10 0.1 2.5 >272000 4 15 0.2 5
openai/gpt-6.1-terra 1 5 0.05 1.25 >272000 2 7.5 0.1 2.5
openai/gpt-6.1-terra-pro 1 5 0.05 1.25 >272000 2 7.5 0.1 2.5
openai/gpt-6.2-astra 8 40 0.4 10 >272000 16 60 0.8 20
openai/gpt-6.2-astra-pro 8 40 0.4 10 >272000 16 60 0.8 20
openai/gpt-6.2-sol 2 10 0.1 2.5 >272000 4 15 0.2 5
openai/gpt-6.2-sol-pro 2 10 0.1 2.5 >272000 4 15 0.2 5
openai/gpt-audio 2.5 10 =128000
openai/gpt-audio-mini 0.6 2.4 =128000
openai/gpt-chat-latest 5 30 0.5 =400000
openai/gpt-oss-120b 0.09 0.36 =131072
openai/gpt-oss-20b 0.018 0.09 0.009 =131072
openai/gpt-oss-safeguard-20b 0.075 0.3 0.0375 =131072
openai/o3 2 8 0.5 =200000
openai/o3-pro 20 80 =200000
openai/o4-mini 1.1 4.4 0.275
particle-ai/particle-1 0.07 0.5 0.006
particle-ai/particle-1:free 0 0
perceptron/perceptron-mk1.5 0.15 1.5 =36864
prism-ml/ternary-bonsai-2-27b 0.075 0.5 0.0375 =262144
prism-ml/ternary-bonsai-2-9b 0.08 0.13 0.04 =262144
qwen/qwen-2.5-72b-instruct 0.36 0.4 =32768
qwen/qwen-plus 0.26 0.78 0.052 0.325 >256000 0.78 2.34 0.156 0.975
qwen/qwen3-14b 0.12 0.24 =40960
qwen/qwen3-235b-a22b-2507 0.14 0.8 0.05 =131072
qwen/qwen3-235b-a22b-thinking-2507 0.45 3.5 =128000
qwen/qwen3-30b-a3b 0.12 0.5 =40960
qwen/qwen3-30b-a3b-instruct-2507 0.1 0.3 =262144
qwen/qwen3-32b 0.08 0.28 =40960
qwen/qwen3-coder 0.3 1 0.1 =262144
qwen/qwen3-coder-30b-a3b-instruct 0.15 0.6 =262144
qwen/qwen3-coder-flash 0.195 0.975 0.039 0.24375 >32000 0.52 2.6 0.104 0.65
qwen/qwen3-coder-next 0.12 0.8 0.07 =262144
qwen/qwen3-next-80b-a3b-instruct 0.1 1.1 0.07 =262144
qwen/qwen3-vl-235b-a22b-instruct 0.21 1.9 0.1 =131072
qwen/qwen3-vl-30b-a3b-instruct 0.15 0.6 =262144
qwen/qwen3-vl-8b-instruct 0.25 0.75 0.12 =262144
qwen/qwen3.5-122b-a10b 0.26 2.08 =262144
qwen/qwen3.5-27b 0.26 2.6 =262144
qwen/qwen3.5-35b-a3b 0.14 1 0.05 =262144
qwen/qwen3.5-397b-a17b 0.45 3 0.22 =262144
qwen/qwen3.5-9b 0.17 0.25 =262144
qwen/qwen3.5-flash-02-23 0.065 0.26
qwen/qwen3.5-plus-02-15 0.26 1.56 >256000 0.325 1.95
qwen/qwen3.5-plus-20260420 0.3 1.8 - 0.375 >256000 0.375 2.25 - 0.46875
qwen/qwen3.6-27b 0.32 3.2 =262144
qwen/qwen3.6-35b-a3b 0.1 0.9 0.025 =262144
qwen/qwen3.6-flash 0.1875 1.125 - 0.234375 >256000 0.75 3 - 0.9375
qwen/qwen3.6-plus 0.325 1.95 - 0.40625 >256000 1.3 3.9 - 1.625
qwen/qwen3.7-flash 0.03 0.13 0.006 0.038 >32000 0.2 0.8 0.04 0.25
qwen/qwen3.7-max 1.475 4.425 0.295 1.84375
qwen/qwen3.7-plus 0.32 1.28 0.064 0.4 >256000 0.96 3.84 0.192 1.2
qwen/qwen3.8-2.4t-a95b 2 6 0.25
qwen/qwen3.8-27b 0.06 2.2 0.059 =262144
qwen/qwen3.8-flash 0.15 0.47 0.016
qwen/qwen3.8-max-0902 2 6 0.25
qwen/qwen3.8-max-prime 4 12 0.5
qwen/qwen3.8-omni-flash 0.15 0.47 0.016
qwen/qwen4-max 1.425 4.275 0.07125 1.78125
recursive/flint-v1.0:free 0 0 =262144
reflection/beam-1.0-501b-a23b 0.25 1 0.05
rekaai/reka-edge 0.1 0.1 =16384
relace/relace-search 1 3 =256000
ricursiveai/ripple-65b-preview 0.1 0.3 0.025
sakana/fugu-max 2 6 0.25
sakana/fugu-ultra 5 30 0.5 >272000 10 45 1
sakana/sakana-namazu 0.95 4 0.15 =262144
stepfun/step-3.7-flash 0.2 1.15 0.04 =256000
stepfun/step-5-preview 1 2.7 0.1
tencent/hy3 0.132 0.528 0.033 =262144
tencent/hy3-preview 0.18 0.6 0.06 =262144
tencent/hy4 0.417 1.2505 0.021
tencent/hy4-flash 0.035 0.1405 0.0015
tencent/hy4-preview 0.834 2.501 0.042
thinkingmachines/inkling 1 4.05 0.17 =524288
thinkingmachines/inkling-2-small 0.3 1 0.03
thinkingmachines/inkling-small 0.45 1.2 0.1 =524288
unbiased/pareto-26.10 0.8 3.2 0.03
unbiased/pareto-26.10-preview 0.8 3.2 0.03
unbiased/pareto-26.9 2.5 7.5 0.25 =262144
upstage/solar-mini4 0.05 0.2 0.005 =524288
upstage/solar-pro4 0.15 0.6 0.03 =524288
x-ai/grok-4.20 1.25 2.5 0.2 >200000 2.5 5 0.4
x-ai/grok-4.3 1.25 2.5 0.2 >200000 2.5 5 0.4
x-ai/grok-4.5 2 6 0.3 >200000 4 12 0.6 =500000
x-ai/grok-4.6 2 6 0.5 >200000 4 12 1 =500000
x-ai/grok-4.7 2 6 0.5 >200000 4 12 1 =500000
xiaomi/mimo-v2.5 0.4 2 0.08
xiaomi/mimo-v2.5-pro 0.48 1.8 0.096 =262144
xiaomi/mimo-v2.6-flash 0.14 0.28 0.0028
xiaomi/mimo-v2.6-pro 0.435 0.87 0.0036
xiaomi/mimo-v2.6-pro-ultraspeed 4.35 8.7 0.036
z-ai/glm-4.5 0.6 2.2 0.11 =131072
z-ai/glm-4.5-air 0.13 0.85 0.025 =131072
z-ai/glm-4.5v 0.6 1.8 0.11 =65536
z-ai/glm-4.6 0.5 2 0.1 =202752
z-ai/glm-4.6v 0.3 0.9 0.05 =131072
z-ai/glm-4.7 0.4 1.75 0.08 =202752
z-ai/glm-4.7-flash 0.0605 0.4 =131072
z-ai/glm-5 0.6 1.9 0.119 =202752
z-ai/glm-5-turbo 1.2 4 0.24 =202752
z-ai/glm-5.1 1.19 3.74 0.6 =204800
z-ai/glm-5.2 0.62 2.42 0.14
z-ai/glm-5.3 0.0699 1.4 0.0689
z-ai/glm-5.3-flash 0.0399 0.0784 0.03
z-ai/glm-5.3-flashx 0.37 1.25 0.075
z-ai/glm-5.3-flashx-legal 0.37 1.25 0.075
z-ai/glm-5.3-prime 1.68 5.28 0.336
z-ai/glm-5v-turbo 1.2 4 0.24 =202752
~anthropic/claude-fable-latest 8 40 0.2 10
~anthropic/claude-haiku-latest 0.1 0.5 0.01 0.125 >100000 0.5 2.5 0.05 0.625
~anthropic/claude-opus-latest 4 20 0.2 5
~anthropic/claude-sonnet-latest 2 10 0.1 2.5
~deepseek/deepseek-flash-latest 0.036 0.5 0.01
~deepseek/deepseek-pro-latest 0.2565 8 0.26
~deepseek/deepseek-v4-flash-latest 0.047 0.3 0.035
~google/gemini-flash-latest 1.5 7.5 0.075 0.083333
~google/gemini-pro-latest 2 10 0.1 0.1875
~moonshotai/kimi-latest 0.1805 11.0055 0.18
~openai/gpt-astra-latest 8 40 0.4 10 >272000 16 60 0.8 20
~openai/gpt-luna-latest 0.1 0.5 0.01 0.125 >272000 0.2 0.75 0.02 0.25
~openai/gpt-mini-latest 0.75 4.5 0.075 =400000
~openai/gpt-sol-latest 2 10 0.1 2.5 >272000 4 15 0.2 5
~openai/gpt-terra-latest 1 5 0.05 1.25 >272000 2 7.5 0.1 2.5
~unbiased/pareto-latest 0.8 3.2 0.03
~x-ai/grok-latest 2 6 0.5 >200000 4 12 1 =500000
~z-ai/glm-flash-latest 0.0399 0.0784 0.03
~z-ai/glm-latest 0.0699 1.4 0.0689
`;
