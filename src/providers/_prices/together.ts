// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: e7ba7457cacbb7c98b34f339bc32700ec20a5116ac820a9840a9894b730608db

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
MiniMaxAI/MiniMax-M3 0.3 1.2 0.06 =524288
Qwen/Qwen3.5-9B 0.17 0.25 =262144
Qwen/Qwen3.6-Plus 0.5 3
Qwen/Qwen3.7-Max 2.5 7.5 0.5
deepseek-ai/DeepSeek-V4-Pro-0813 1.32 3.96 0.13
deepseek-ai/DeepSeek-V4.1-Flash 0.3 1.2 0.006
meta-models/Muse-Spark-Open-816B-A42B 1.25 4.25 0.15
moonshotai/Kimi-K3 3 15 0.3
moonshotai/Kimi-K3.1-Pro 2 10 0.2
nvidia/NVIDIA-Nemotron-3.5-Super-VL 0.15 0.5 0.02 =262144
openai/gpt-oss-120b 0.15 0.6 =131072
reflection/Beam-1.0-501B-A23B 0.4 1.2 0.04
thinkingmachines/Inkling 1 4.05 0.17 =524288
zai-org/GLM-5.2 1.4 4.4 0.26
zai-org/GLM-5.3 1.4 4.4 0.26
zai-org/GLM-5.3-Flash 0.15 0.5 0.03
`;
